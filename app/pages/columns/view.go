package columns

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/job"
	"privatepca/app/language"
	"privatepca/app/pages/columns/table"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/schema"
)

// View draws the page.
func View(m Model, in Around, to *ui.Inbox) []app.UI {
	a := &in.Draft.Answers
	refused := a.Refusals()
	return []app.UI{
		panel.Heading("Say what is public", "Who one person is, how people are compared, and the range of each column. None of it is read from your records."),
		app.Div().Class("split").Body(
			app.Div().Class("stack-m").Body(
				ui.Part(to, sheet{m.sheet(&in)}),
				ui.Slot(in.People),
				panel.Folds(
					ui.Part(to, dialect{in.About, in.InDoubt, in.Opening, in.First, in.Sheet != ""}),
					ui.Part(to, bookOf(m, &in)),
					ui.Part(to, unitOf(a, refused, m.Unit && (m.sheet(&in) == "" || m.Asked))),
					ui.Part(to, kindsOf(&in.Draft, in.Recommended, m.Kinds)),
					ui.Part(to, rowsOf(a, refused, m.Rows)),
					ui.Part(to, missingOf(a)),
					ui.Part(to, in.Kept),
				),
				app.Div().Class("stack-s").Body(
					app.Div().Class("row between").Body(app.H2().ID("columns").TabIndex(-1).Text(language.Say("Columns and their bounds")), ui.Part(to, legend{})),
					ui.Part(to, names{in.About.Columns}),
					table.New(to, m.Table, *a, fits(in.About.Columns, in.Read)),
					ui.Part(to, unmatchedOf(in.Unmatched, a)),
				),
			),
			in.Rail,
		),
		ui.Part(to, bar{a.MissingAnswers(), m.Asked, in.Changes, in.Opening != "", in.Start}),
	}
}

// A bar leads on, or says what is missing.
type bar struct {
	Lacks   []draft.MissingAnswer
	Asked   bool
	Changes int
	Opening bool
	Start   string
}

// Draw implements ui.Drawn.
func (b bar) Draw(to *ui.Inbox) app.UI {
	text := app.P().ID("lacks").Class("help")
	if len(b.Lacks) == 0 {
		text.Text(language.Say("Nothing is spent by going on."))
	} else {
		runs := []app.UI{app.Text(language.Say("Missing: "))}
		for i, l := range b.Lacks {
			if i > 0 {
				runs = append(runs, app.Text(", "))
			}
			if at, ok := l.Column(); ok {
				runs = append(runs, to.Button(fmt.Sprintf("lack-%d", i), l.Text, table.Reveal{Column: at}, "btn-s btn-quiet"))
				continue
			}
			runs = append(runs, app.A().Href("#"+l.ID).Text(language.Say(l.Text)))
		}
		text.Body(append(runs, app.Text("."))...)
	}
	if b.Asked && len(b.Lacks) > 0 {
		text.Class("alarm").Attr("role", "alert")
	}
	return app.Div().Class("bar").Body(text,
		to.Button("undo", "Undo", job.Do{Act: job.Undo}, "btn-quiet").Title(language.Say("Takes the last answer back (Ctrl Z)")).Disabled(b.Changes == 0),
		app.A().Class("btn").Href(b.Start).Text(language.Say("Back")),
		to.Button("to-privacy", "Choose the privacy", Onward{}, "btn-main").Disabled(b.Opening))
}

// legend says what the origins of bounds mean.
type legend struct{}

// Draw implements ui.Drawn.
func (legend) Draw(*ui.Inbox) app.UI {
	item := func(p schema.Provenance, text string) app.UI {
		return app.Li().Body(ui.OriginBadge(p), app.Text(language.Say(text)))
	}
	return app.Details().Body(app.Summary().Text(language.Say("What “from” means")), app.Ul().Class("help stack-s").Body(
		item(schema.FromSchema, " a file that describes the data, such as a published dictionary."),
		item(schema.Typed, " entered by you, from general knowledge."),
		item(schema.FromHost, " said by the site around this page. You did not choose it, and the release would say so."),
		item(schema.FromData, " computed from the records, as a schema file says of itself. Not private, and the release would say so."),
	))
}
