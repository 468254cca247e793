package columns

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/language"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/fault"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// A unit is who one person is. It is open until it was answered, and stays so on that visit. Nothing is chosen beforehand.
type unit struct {
	Unit                          draft.Unit
	M                             int // rows of one person; 0 while it is not answered
	Rows                          string
	Column                        string   // that names the person, as typed
	Suggested                     []string // names of columns that begin so
	Hint                          string   // the column that a schema says names the person, where that is not taken over
	ByHost                        bool     // and it is the site around this page that says so
	Wrong, ColumnFault, RowsFault string
	Open                          bool
}

func unitOf(a *draft.Answers, refused []*fault.Error, open bool) unit {
	u := unit{
		Unit: a.Unit, M: a.RowsPerPerson(), Rows: a.Rows.Text(), Column: a.PersonColumn, ByHost: a.Tally.From[schema.FromHost] > 0,
		Wrong: a.UnitFault(), ColumnFault: draft.Said(refused, "person_column"), RowsFault: draft.Said(refused, "rows_per_person"), Open: open,
	}
	if hints(a) {
		u.Hint = a.PersonHint
	}
	if a.Unit == draft.UnitColumn {
		u.Suggested = suggested(a, a.PersonColumn)
	}
	return u
}

// Draw implements ui.Drawn.
func (u unit) Draw(to *ui.Inbox) app.UI {
	if u.Wrong != "" {
		return panel.Fold("who", "Answer", []app.UI{app.Text(language.Say("Who is one person in this file? ")), ui.Badge("to do: "+u.Wrong, "none")}, u.panel(to)).Open(u.Open)
	}
	column := ""
	if u.Unit == draft.UnitColumn {
		column = u.Column
	}
	said := []app.UI{ui.Icon("check"), app.Text(language.Say(" One person is ")), app.B().Text(language.Say(words.Unit(u.M, column))), app.Text(".")}
	return panel.Fold("who", "Change", said, u.panel(to)).Open(u.Open)
}

// panel asks who is one person.
func (u unit) panel(to *ui.Inbox) app.UI {
	choice := func(id string, unit draft.Unit, text, more string) app.UI {
		words := app.Span().Text(language.Say(text))
		if more != "" {
			words = app.Span().Body(app.Text(language.Say(text)), app.Small().Text(language.Say(more)))
		}
		return app.Label().Class("choice").Body(to.Radio(id, "unit", u.Unit == unit, draft.SetUnit{Unit: unit}), words)
	}
	return app.FieldSet().ID("unit").TabIndex(-1).Class("stack-s").Body(
		app.Legend().Class("vh").Text(language.Say("Who is one person in this file?")),
		app.P().Class("help").Text(language.Say("The guarantee protects one person, so the page cannot guess this. If one household has three rows and you answer “one row”, its protection is three times weaker.")),
		ui.Slot(u.hint(to)),
		choice("unit-row", draft.UnitRow, "Each row is a different person", ""),
		choice("unit-rows", draft.UnitRows, "One person may have several rows", "You state the most rows a person can have; the noise grows with it."),
		choice("unit-column", draft.UnitColumn, "A column names the person", "At most m rows of each are kept, so the limit is enforced here."),
		ui.Slot(u.details(to)),
		panel.Explain("person"),
	)
}

// hint tells what a schema file says of the question, and leaves it open.
func (u unit) hint(to *ui.Inbox) app.UI {
	if u.Hint == "" {
		return nil
	}
	who := "The schema"
	if u.ByHost {
		who = "The site around this page"
	}
	return app.Div().ID("person-hint").Class("row").Body(
		app.P().Class("help grow").Body(app.Text(language.Say(who+" says that the column ")), app.Code().Text(u.Hint),
			app.Text(language.Say(" names the person. Whether it does is yours to say."))),
		to.Button("person-hint-use", "It does", draft.UsePersonHint{}, "btn-s"))
}

// details ask for m, and for the column that names the person.
func (u unit) details(to *ui.Inbox) app.UI {
	if u.Unit != draft.UnitRows && u.Unit != draft.UnitColumn {
		return nil
	}
	var column app.UI
	if u.Unit == draft.UnitColumn {
		column = app.Div().Class("field").Body(
			app.Label().For("person-column").Text(language.Say("Column that names the person")),
			ui.Invalid(to.Line("person-column", u.Column, func(text string) effect.Msg { return draft.SetPersonColumn{Text: text} }).
				Attr("list", "person-columns").Class("w-l"), u.ColumnFault, "person-column-fault"),
			ui.Fault("person-column-fault", u.ColumnFault),
			app.DataList().ID("person-columns").Body(options(u.Suggested)...),
		)
	}
	return app.Div().Class("row unit-details").Body(ui.Slot(column), app.Div().Class("field").Body(
		app.Label().For("rows-per-person").Text(language.Say("Most rows of one person, m")),
		ui.Invalid(to.Line("rows-per-person", u.Rows, func(text string) effect.Msg { return draft.SetRows{Text: text} }).
			Class("w-s").Attr("inputmode", "numeric"), u.RowsFault, "rows-per-person-fault"),
		ui.Fault("rows-per-person-fault", u.RowsFault),
	))
}

// suggested names the first columns that begin like what was typed.
func suggested(a *draft.Answers, typed string) (names []string) {
	const most = 20
	for _, c := range a.Columns {
		if n := len(typed); len(names) < most && len(c.Name) >= n && strings.EqualFold(c.Name[:n], typed) {
			names = append(names, c.Name)
		}
	}
	return names
}

// options are those of a list of suggestions.
func options(names []string) (out []app.UI) {
	for _, name := range names {
		out = append(out, app.Option().Value(name))
	}
	return out
}
