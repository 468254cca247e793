package result

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/effect"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/release"
)

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
	choose := app.Label().For("apply-input").Class("btn btn-s").Text("Choose a table")
	if !a.Public {
		choose.Class("waiting")
	}
	body := []app.UI{
		app.H2().Text("Apply to public rows"),
		app.P().Class("help").Text("You can place averages of groups from a published table, or made-up people, on these directions. This is free, because the directions are public. Never use the protected file: scores of its people would be personal data."),
		to.Tick("apply-public", "These rows are public: published, or made up", "The worker reads them as it reads records. They stay on this device and are not part of the release.", a.Public, func(on bool) effect.Msg { return DeclarePublic{on} }),
		app.Label().For("apply-text").Class("label").Text("A table with a header line that names columns as the release does"),
		app.Textarea().ID("apply-text").Class("w-full").Rows(4).Attr("spellcheck", "false"),
		app.Div().Class("row small").Body(to.Button("apply-paste", "Place these rows", PlaceTyped{}, "btn-s").Disabled(!a.Public), in, choose),
		app.P().ID("apply-fault").Class("fault").Attr("role", "alert").Text(a.Fault),
	}
	d := p.Of.Document()
	f, ok := a.scores(d)
	if !ok {
		return app.Section().ID("apply").Class("fig compare").Body(body...)
	}
	var source app.UI
	if a.Source == "" {
		source = app.P().Class("help").Text("Type the source of the rows, and the picture can be saved.")
	}
	body = append(body,
		app.Div().Class("field").Body(app.Label().For("apply-source").Text("Source of the rows"),
			to.Line("apply-source", a.Source, func(text string) effect.Msg { return SourceTyped{text} }).Attr("placeholder", "such as: City yearbook 2024, table 3")),
		ui.Slot(source))
	across, up := a.plane(d)
	controls := app.Div().Class("row small").Body(
		pick(to, d, "apply-across", "Across", across, -1, func(v string) effect.Msg { return ScoresAcross{v} }),
		pick(to, d, "apply-up", "Upwards", up, -1, func(v string) effect.Msg { return ScoresUp{v} }))
	if a.Source == "" {
		body = append(body, panel.Figure(f.ID, f.Title, f.Sentence, panel.BothWidths(f.SVG, f.Wide), f.Table.HTML(), controls))
	} else {
		body = append(body, framed(to, p.Of, f, p.Large, controls))
	}
	return app.Section().ID("apply").Class("compare stack-s").Body(body...)
}
