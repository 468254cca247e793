package page

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/language"
	"privatepca/app/ui"
	"privatepca/core/words"
)

// A Stopped is an error that stands in the way, as its page shows it: what happened, where, what to do, and what is kept.
type Stopped struct {
	Code, Title, File, Message, Place, Column string
	Cell                                      bool // Place names a cell
	Expected, Found, Advice                   string

	Leave string // the words of the button that leads on
	To    string // where it leads; "" for the page that is in view
	Load  bool   // it loads the page anew
	Again bool   // it can be tried again

	Spent    string // what counts as spent, as a price; "" for nothing
	Answers  int64  // about columns, that are kept; below 0 where no file is open
	Also     string // and what is said of them
	Released bool   // a release is in view

	Report string // what can be sent to those who mend the program
	Copied Report // the one that was asked for last
}

// Draw implements ui.Drawn.
func (t Stopped) Draw(to *ui.Inbox) app.UI {
	leave := to.Button("error-action", t.Leave, Leave{t.To}, "btn-main")
	if t.Load {
		leave = to.Button("error-action", t.Leave, LoadAnew{}, "btn-main")
	}
	var again app.UI
	if t.Again {
		again = to.Button("error-again", "Try again", Again{})
	}
	kept := "Nothing is lost"
	if t.Spent != "" {
		kept = "What is kept"
	}
	return app.Div().Class("split").Body(
		app.Div().ID("error").Attr("role", "alert").DataSet("code", t.Code).Body(
			app.Div().Class("head").Body(
				app.P().Class("alarm").Body(ui.Icon("warn"), app.Text(language.Say(" Stopped"))),
				app.H1().TabIndex(-1).Text(language.Say(t.Title)),
				app.P().Class("lead").Text(language.Say(t.Message)),
			),
			app.Div().Class("panel stack").Body(
				ui.Facts(ui.Says("File", t.File), t.where(), ui.Says("Expected", t.Expected), ui.Says("Found", t.Found), ui.Fact{Term: "Code", Value: app.Code().Text(t.Code)}),
				app.P().Text(language.Say(t.Advice)),
				app.Div().Class("row").Body(ui.Slot(again), leave, to.Button("error-copy", "Copy this report", CopyReport{t.Report}, "btn-quiet")),
				ui.Slot(t.copied()),
			),
		),
		app.Aside().Class("rail stack").Aria("label", language.Say("What is kept")).Body(app.Div().Class("panel stack-s").Body(
			app.H2().Class("eyebrow").Text(language.Say(kept)), app.Ul().Class("small stack-s").Body(t.kept()...))),
	)
}

// where is the place with the column's name.
func (t Stopped) where() ui.Fact {
	place := t.Place
	switch {
	case t.Column == "":
		return ui.Says("Where", place)
	case !t.Cell && place != "":
		place += ", column"
	case !t.Cell:
		place = "column"
	}
	return ui.Fact{Term: "Where", Value: app.Span().Body(app.Text(language.Say(place+" ")), app.Code().Text(t.Column))}
}

// copied shows the report that was asked for.
func (t Stopped) copied() app.UI {
	if t.Copied.Text != t.Report {
		return nil
	}
	said := "The browser does not let this page use the clipboard. Copy the report from here."
	if t.Copied.OK {
		said = "Copied. The report contains no value of the file, no file name and no column name:"
	}
	return app.Div().Class("stack-s").Body(
		app.P().ID("error-copied").Attr("role", "status").Class("help").Text(language.Say(said)),
		app.Pre().ID("error-report").TabIndex(0).Class("report").Text(language.Say(t.Report)))
}

// kept lists what survives.
func (t Stopped) kept() (out []app.UI) {
	item := func(text string) {
		out = append(out, app.Li().Body(ui.Icon("check"), app.Text(language.Say(" "+text))))
	}
	if t.Answers >= 0 {
		item(words.Count(t.Answers, "answer") + " about columns, and where each bound comes from" + t.Also)
		item("Privacy settings")
	}
	if t.Released {
		item("The release in view, with its downloads")
	}
	if t.Spent != "" {
		return append(out, app.Li().Body(ui.Icon("warn"), app.Text(language.Say(" The release had begun: count "+t.Spent+" as spent"))))
	}
	item("The budget: nothing was spent")
	return out
}
