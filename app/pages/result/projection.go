package result

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/effect"
	"privatepca/app/language"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/release"
	"privatepca/core/words"
)

// An applyHeading says what is placed.
type applyHeading struct {
	Of   release.Edition
	Rows Placed
}

// Draw implements ui.Drawn.
func (h applyHeading) Draw(*ui.Inbox) app.UI {
	if got := h.Rows.applied(h.Of.Document()); got != nil {
		return headline(words.Count(len(got.Rows), "public row")+" on these directions", "")
	}
	return headline("Place public rows on these directions", "Averages of groups from a published table, or people who are made up. This is free, because the directions are public.")
}

// A projection places public rows on the released directions: averages of groups, made-up people.
type projection struct {
	Of    release.Edition
	Rows  Applied
	Large bool
}

// Draw implements ui.Drawn.
func (p projection) Draw(to *ui.Inbox) app.UI {
	a := p.Rows
	in := to.Files("apply-input", ".csv,.tsv,.txt", func(files []effect.File) effect.Msg {
		if len(files) == 0 {
			return RowsGiven{}
		}
		return RowsGiven{File: files[0]}
	}).Disabled(!a.Public)
	choose := app.Label().For("apply-input").Class("btn btn-s").Text(language.Say("Choose a table"))
	if !a.Public {
		choose.Class("waiting")
	}
	given := []app.UI{
		to.Tick("apply-public", "These rows are public: published, or made up", "The worker reads them as it reads records. They stay on this device and are not part of the release.", a.Public, func(on bool) effect.Msg { return DeclarePublic{on} }),
		app.Label().For("apply-text").Class("label").Text(language.Say("A table with a header line that names columns as the release does")),
		app.Textarea().ID("apply-text").Class("w-full").Rows(4).Attr("spellcheck", "false"),
		app.Div().Class("row small").Body(to.Button("apply-paste", "Place these rows", PlaceTyped{}, "btn-s").Disabled(!a.Public), in, choose),
		app.P().ID("apply-fault").Class("fault").Attr("role", "alert").Text(language.Say(a.Fault)),
	}
	figure := p.figure(to)
	rows := app.UI(app.Div().Class("panel stack-s").Body(given...))
	if figure != nil {
		rows = app.Details().ID("apply-another").Body(app.Summary().Text(language.Say("Place another table")), rows)
	}
	return app.Section().ID("apply").Class("stack-m").Aria("labelledby", "result-heading").Body(ui.Slot(figure), ui.Slot(rows))
}

// figure are the rows on two directions; nil without rows. What is of no known source is not saved as a picture.
func (p projection) figure(to *ui.Inbox) app.UI {
	a, d := p.Rows, p.Of.Document()
	f, ok := a.scores(d)
	if !ok {
		return nil
	}
	across, up := a.plane(d)
	controls := app.Div().Class("row small").Body(
		pick(to, d, "apply-across", "Across", across, -1, func(v string) effect.Msg { return ScoresAcross{v} }),
		pick(to, d, "apply-up", "Upwards", up, -1, func(v string) effect.Msg { return ScoresUp{v} }))
	if a.Source == "" {
		return panel.Figure(f.ID, f.Title, f.Sentence, panel.BothWidths(f.SVG, f.Wide), f.Table.HTML(), panel.Head{Choices: controls, Names: named(d)}).Class("panel")
	}
	return framed(to, p.Of, named(d), f, p.Large, controls)
}

// A placing says what was read of the rows, and what must never be among them.
type placing struct {
	Of   release.Edition
	Rows Applied
}

// Draw implements ui.Drawn.
func (p placing) Draw(to *ui.Inbox) app.UI {
	a := p.Rows
	var table app.UI
	if got := a.Rows.applied(p.Of.Document()); got != nil {
		var source app.UI
		if a.Source == "" {
			source = app.P().Class("help").Text(language.Say("Type the source of the rows, and the picture can be saved."))
		}
		table = app.Section().Class("panel stack-s").Aria("labelledby", "placed-heading").Body(app.H2().ID("placed-heading").Class("eyebrow").Text(language.Say("Placed table")),
			ui.Facts(ui.Says("Rows", words.Thousands(int64(len(got.Rows)))), ui.Says("Columns matched", words.Thousands(int64(got.Matched))), ui.Says("Cells not read", words.Thousands(got.Unread)), ui.Says("Missing", "counts as the average")),
			app.Div().Class("field").Body(app.Label().For("apply-source").Text(language.Say("Source of the rows")),
				to.Line("apply-source", a.Source, func(text string) effect.Msg { return SourceTyped{text} }).Class("w-full").Placeholder(language.Say("such as: City yearbook 2024, table 3"))),
			ui.Slot(source))
	}
	return app.Div().Class("stack").Body(ui.Slot(table), app.Section().Class("panel stack-s").Aria("labelledby", "private-heading").Body(
		app.H2().ID("private-heading").Class("eyebrow").Text(language.Say("Is that private?")),
		app.P().Class("small").Text(language.Say("The directions are public, so applying them is free. Rows that you place are only as public as you make them.")),
		app.P().Class("small").Body(app.B().Text(language.Say("Never the protected file.")), app.Text(language.Say(" Scores of its people would be personal data; a table that is open here, or that the ledger has a budget for, is refused.")))))
}
