package view

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/draft"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// unitFold is who one person is. It is open until it was answered, and stays so on that visit. Nothing is chosen beforehand.
func (p *columnsPage) unitFold() app.UI {
	s, a := p.s, &p.s.Draft.Answers
	wrong := a.UnitFault()
	p.unit = p.unit || wrong != "" || personHintRow(s) != nil // what a schema says of the person must be seen
	if wrong != "" {
		return fold("who", "Answer", []app.UI{app.Text("Who is one person in this file? "), ui.Badge("to do: "+wrong, "none")}, unitPanel(s)).Open(p.unit)
	}
	column := ""
	if a.Unit == draft.UnitColumn {
		column = a.PersonColumn
	}
	said := []app.UI{ui.Icon("check"), app.Text(" One person is "), app.B().Text(words.Unit(a.RowsPerPerson(), column)), app.Text(".")}
	return fold("who", "Change", said, unitPanel(s)).Open(p.unit)
}

// unitPanel asks who is one person.
func unitPanel(s *state.State) app.UI {
	a := &s.Draft.Answers
	choice := func(id string, u draft.Unit, text, more string) app.UI {
		words := app.Span().Text(text)
		if more != "" {
			words = app.Span().Body(app.Text(text), app.Small().Text(more))
		}
		return app.Label().Class("choice").Body(
			ui.Radio(s, id, "unit", a.Unit == u, func() { tell(s, draft.SetUnit{Unit: u}) }), words)
	}
	return app.FieldSet().ID("unit").TabIndex(-1).Class("stack-s").Body(
		app.Legend().Class("vh").Text("Who is one person in this file?"),
		app.P().Class("help").Text("The guarantee protects one person, so the page cannot guess this. If one household has three rows and you answer “one row”, its protection is three times weaker."),
		ui.Slot(personHintRow(s)),
		choice("unit-row", draft.UnitRow, "Each row is a different person", ""),
		choice("unit-rows", draft.UnitRows, "One person may have several rows", "You state the most rows a person can have; the noise grows with it."),
		choice("unit-column", draft.UnitColumn, "A column names the person", "At most m rows of each are kept, so the limit is enforced here."),
		ui.Slot(unitDetails(s)),
		explain("person"),
	)
}

// personHintRow tells what a schema file says of the question, and leaves it open.
func personHintRow(s *state.State) app.UI {
	a := &s.Draft.Answers
	if a.PersonHint == "" || a.Unit == draft.UnitColumn && a.PersonColumn == a.PersonHint {
		return nil
	}
	who := "The schema"
	if a.Tally.From[schema.FromHost] > 0 {
		who = "The site around this page"
	}
	return app.Div().ID("person-hint").Class("row").Body(
		app.P().Class("help grow").Body(app.Text(who+" says that the column "), app.Code().Text(a.PersonHint),
			app.Text(" names the person. Whether it does is yours to say.")),
		ui.Button("person-hint-use", "It does", func() {
			tell(s, draft.UsePersonHint{})
			s.Change()
			s.Screen.Drawn(func() { browser.Focus("rows-per-person") })
		}, "btn-s"))
}

// unitDetails asks for m, and for the column that names the person.
func unitDetails(s *state.State) app.UI {
	a := &s.Draft.Answers
	if a.Unit != draft.UnitRows && a.Unit != draft.UnitColumn {
		return nil
	}
	var column app.UI
	if a.Unit == draft.UnitColumn {
		column = app.Div().Class("field").Body(
			app.Label().For("person-column").Text("Column that names the person"),
			ui.Invalid(ui.Input(s, "person-column", a.PersonColumn, func(v string) { tell(s, draft.SetPersonColumn{Text: v}) }).Attr("list", "person-columns").Class("w-l"), a.Fault("person_column"), "person-column-fault"),
			ui.Fault("person-column-fault", a.Fault("person_column")),
			app.DataList().ID("person-columns").Body(suggestions(s, a.PersonColumn)...),
		)
	}
	return app.Div().Class("row unit-details").Body(ui.Slot(column), app.Div().Class("field").Body(
		app.Label().For("rows-per-person").Text("Most rows of one person, m"),
		ui.Invalid(ui.Input(s, "rows-per-person", a.Rows.Text(), func(v string) { tell(s, draft.SetRows{Text: v}) }).
			Class("w-s").Attr("inputmode", "numeric"), a.Fault("rows_per_person"), "rows-per-person-fault"),
		ui.Fault("rows-per-person-fault", a.Fault("rows_per_person")),
	))
}

// suggestions names the first columns that begin like what was typed.
func suggestions(s *state.State, typed string) []app.UI {
	const most = 20
	var out []app.UI
	for _, c := range s.Draft.Answers.Columns {
		if len(out) < most && strings.HasPrefix(strings.ToLower(c.Name), strings.ToLower(typed)) {
			out = append(out, app.Option().Value(c.Name))
		}
	}
	return out
}
