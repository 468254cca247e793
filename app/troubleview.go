package app

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/view/ui"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// troubleView takes the page's place while something stands in the way.
func troubleView(s *State) app.UI {
	t := s.notice.fault
	return app.Div().Class("split").Body(
		app.Div().ID("error").Attr("role", "alert").DataSet("code", t.code).Body(
			app.Div().Class("head").Body(
				app.P().Class("alarm").Body(ui.Icon("warn"), app.Text(" Stopped")),
				app.H1().TabIndex(-1).Text(t.title),
				app.P().Class("lead").Text(t.what),
			),
			app.Div().Class("panel stack").Body(
				ui.Facts(ui.Says("File", t.file), t.where(), ui.Says("Expected", t.expected), ui.Says("Found", t.found), ui.Fact{Term: "Code", Value: app.Code().Text(t.code)}),
				app.P().Text(t.advice),
				app.Div().Class("row").Body(
					tryAgainButton(t),
					ui.Button("error-action", actionWords[t.action], s.leaveTrouble, "btn-main"),
					ui.Button("error-copy", "Copy this report", func() { copyReport(s) }, "btn-quiet")),
				ui.Slot(reportNote(s)),
			),
		),
		app.Aside().Class("rail stack").Aria("label", "What is kept").Body(app.Div().Class("panel stack-s").Body(
			app.H2().Class("eyebrow").Text(keptTitle(s)), app.Ul().Class("small stack-s").Body(keptList(s)...))),
	)
}

// tryAgainButton does once more what failed; nothing where that is of no use.
func tryAgainButton(t *Fault) app.UI {
	if t.again == nil {
		return nil
	}
	return ui.Button("error-again", "Try again", t.again)
}

// place says where it happened, without the column's name.
func (t *Fault) place() string {
	var at []string
	if t.line > 0 {
		at = append(at, "line "+words.Thousands(t.line))
	}
	if t.cell > 0 {
		at = append(at, "column "+words.Thousands(int64(t.cell)))
	}
	return strings.Join(at, ", ")
}

// where is the place with the column's name.
func (t *Fault) where() ui.Fact {
	place := t.place()
	switch {
	case t.column == "":
		return ui.Says("Where", place)
	case t.cell == 0 && place != "":
		place += ", column"
	case t.cell == 0:
		place = "column"
	}
	return ui.Fact{Term: "Where", Value: app.Span().Body(app.Text(place+" "), app.Code().Text(t.column))}
}

// unnamed are the troubles whose words hold no name of a column or a file.
var unnamed = []string{
	protocol.CodeFile, protocol.CodeRecords, protocol.CodeRefused, protocol.CodeInternal,
	"worker-ended", "worker-missing", "version", "sample",
}

// report is what can be sent to those who mend the program. It leaves out the names of
// the file and of columns: in a table without a header these would be cells.
func (t *Fault) report(worker string) string {
	var b strings.Builder
	say := func(term, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s: %s\n", term, value)
		}
	}
	b.WriteString("Private PCA, report of an error\n")
	say("Code", t.code)
	say("Title", t.title)
	if slices.Contains(unnamed, t.code) {
		say("What", t.what)
	}
	say("Where", t.place())
	say("Expected", t.expected)
	say("Found", t.found)
	say("Spent", map[bool]string{true: "a release had begun", false: "nothing"}[t.spent])
	say("Worker", worker)
	return b.String()
}

// copyReport puts the report on the clipboard, or on the page where that is closed to it.
func copyReport(s *State) {
	t := s.notice.fault
	t.reported = t.report(s.worker.client.SHA256)
	say := func(copied bool) {
		t.copied = copied
		s.Change()
	}
	browser.Copy(t.reported, func(copied bool) { s.screen.Post(func() { say(copied) }) })
}

// reportNote shows the report that was asked for.
func reportNote(s *State) app.UI {
	t := s.notice.fault
	if t.reported == "" {
		return nil
	}
	said := "The browser keeps the clipboard from this page: copy the report from here."
	if t.copied {
		said = "Copied. It holds no value of the file, and no name of the file or its columns:"
	}
	return app.Div().Class("stack-s").Body(
		app.P().ID("error-copied").Attr("role", "status").Class("help").Text(said),
		app.Pre().ID("error-report").TabIndex(0).Class("report").Text(t.reported))
}

func keptTitle(s *State) string {
	if s.notice.fault.spent {
		return "What is kept"
	}
	return "Nothing is lost"
}

// keptList lists what survives.
func keptList(s *State) []app.UI {
	item := func(text string) app.UI { return app.Li().Body(ui.Icon("check"), app.Text(" "+text)) }
	var out []app.UI
	if s.worker.file != nil {
		t := &s.draft.Answers.Tally
		out = append(out, item(words.Count(int64(t.Numbers+t.Categories+t.LeftOut), "answer")+" about columns, and where each bound comes from"),
			item("Privacy settings"))
	}
	if s.result.document != nil {
		out = append(out, item("The release in view, with its downloads"))
	}
	if s.notice.fault.spent {
		return append(out, app.Li().Body(ui.Icon("warn"), app.Text(" The release had begun: count "+s.draft.Choices.Price()+" as spent")))
	}
	return append(out, item("The budget: nothing was spent"))
}

// leaveTrouble does what the button says.
func (s *State) leaveTrouble() {
	a := s.notice.fault.action
	if a == reload {
		browser.Reload()
		return
	}
	s.notice.fault = nil
	s.Change()
	switch a {
	case chooseFile:
		s.screen.Go("/")
	case editColumns:
		s.screen.Go("/columns")
	case editPrivacy:
		s.screen.Go("/privacy")
	}
}
