package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/words"
)

// faultView takes the page's place while something stands in the way.
func faultView(s *state.State) app.UI {
	t := s.Notice.Fault
	return app.Div().Class("split").Body(
		app.Div().ID("error").Attr("role", "alert").DataSet("code", t.Code).Body(
			app.Div().Class("head").Body(
				app.P().Class("alarm").Body(ui.Icon("warn"), app.Text(" Stopped")),
				app.H1().TabIndex(-1).Text(t.Title),
				app.P().Class("lead").Text(t.Message),
			),
			app.Div().Class("panel stack").Body(
				ui.Facts(ui.Says("File", t.File), whereFact(t), ui.Says("Expected", t.Expected), ui.Says("Found", t.Found), ui.Fact{Term: "Code", Value: app.Code().Text(t.Code)}),
				app.P().Text(t.Advice),
				app.Div().Class("row").Body(
					ui.Slot(tryAgainButton(t)),
					ui.Button("error-action", state.ActionWords[t.Action], func() { leaveFault(s) }, "btn-main"),
					ui.Button("error-copy", "Copy this report", func() { copyReport(s) }, "btn-quiet")),
				ui.Slot(reportNote(s)),
			),
		),
		app.Aside().Class("rail stack").Aria("label", "What is kept").Body(app.Div().Class("panel stack-s").Body(
			app.H2().Class("eyebrow").Text(keptTitle(s)), app.Ul().Class("small stack-s").Body(keptList(s)...))),
	)
}

// tryAgainButton does once more what failed; nothing where that is of no use.
func tryAgainButton(t *state.Fault) app.UI {
	if t.Again == nil {
		return nil
	}
	return ui.Button("error-again", "Try again", t.Again)
}

// whereFact is the place with the column's name.
func whereFact(t *state.Fault) ui.Fact {
	place := t.Place()
	switch {
	case t.Column == "":
		return ui.Says("Where", place)
	case t.Cell == 0 && place != "":
		place += ", column"
	case t.Cell == 0:
		place = "column"
	}
	return ui.Fact{Term: "Where", Value: app.Span().Body(app.Text(place+" "), app.Code().Text(t.Column))}
}

// copyReport puts the report on the clipboard, or on the page where that is closed to it.
func copyReport(s *state.State) {
	t := s.Notice.Fault
	t.Reported = t.Report(s.Worker.Client.SHA256)
	say := func(copied bool) {
		t.Copied = copied
		s.Change()
	}
	browser.Copy(t.Reported, func(copied bool) { s.Screen.Post(func() { say(copied) }) })
}

// reportNote shows the report that was asked for.
func reportNote(s *state.State) app.UI {
	t := s.Notice.Fault
	if t.Reported == "" {
		return nil
	}
	said := "The browser does not let this page use the clipboard. Copy the report from here."
	if t.Copied {
		said = "Copied. The report contains no value of the file, no file name and no column name:"
	}
	return app.Div().Class("stack-s").Body(
		app.P().ID("error-copied").Attr("role", "status").Class("help").Text(said),
		app.Pre().ID("error-report").TabIndex(0).Class("report").Text(t.Reported))
}

func keptTitle(s *state.State) string {
	if s.Notice.Fault.Spent {
		return "What is kept"
	}
	return "Nothing is lost"
}

// keptList lists what survives.
func keptList(s *state.State) []app.UI {
	item := func(text string) app.UI { return app.Li().Body(ui.Icon("check"), app.Text(" "+text)) }
	var out []app.UI
	if s.Worker.File != nil {
		t := &s.Draft.Answers.Tally
		out = append(out, item(words.Count(int64(t.Numbers+t.Categories+t.LeftOut), "answer")+" about columns, and where each bound comes from"+alsoKept(s)),
			item("Privacy settings"))
	}
	if !s.Result.Edition.IsZero() {
		out = append(out, item("The release in view, with its downloads"))
	}
	if s.Notice.Fault.Spent {
		return append(out, app.Li().Body(ui.Icon("warn"), app.Text(" The release had begun: count "+s.Draft.Choices.Price()+" as spent")))
	}
	return append(out, item("The budget: nothing was spent"))
}

// leaveFault does what the button of an error says.
func leaveFault(s *state.State) {
	if s.Notice.Fault.Action == state.Reload {
		browser.Reload()
		return
	}
	s.Leave()
}
