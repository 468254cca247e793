package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/typed"
	"privatepca/core/words"
)

// rowsPanel asks whether rows have weights, and whether they come in clusters; nil where the norm rule takes neither and none is stated.
func (p *columnsPage) rowsPanel() app.UI {
	s, a := p.s, &p.s.Draft.Answers
	if !draft.TakesRows(a) && !a.RowWeight.On {
		return nil
	}
	stated := a.RowWeight.On || a.DesignEffect.Why() != typed.Empty
	summary := "Survey weights and clusters of rows"
	if stated {
		summary += ": stated"
	}
	p.rows = p.rows || stated
	return fold("rows", "Open", []app.UI{app.Text(summary)},
		app.Div().Body(
			ui.Tick(s, "row-weight", "A column weighs the rows", "As survey weights do: a row counts as its weight over the largest that is possible. The column is no feature then.",
				a.RowWeight.On, func(on bool) { tell(s, draft.WeighRows{On: on}) }),
			ui.Slot(rowWeightFields(s)),
			ui.Fault("row-weight-fault", a.Fault("row_weight"))),
		ui.Slot(designField(s)),
	).Open(p.rows)
}

// rowWeightFields take the column, its largest weight, and what rows without one count as.
func rowWeightFields(s *state.State) app.UI {
	a := &s.Draft.Answers
	r := a.RowWeight
	if !r.On {
		return nil
	}
	column := a.Fault("row_weight.column")
	var warning app.UI
	if w := r.Stated(); w != nil {
		warning = ui.Note("", "info", app.P().ID("row-weight-warning").Text(words.RowWeight(w.Column, w.Maximum)))
	}
	return app.Div().Class("stack-s").Body(
		app.Div().Class("cols-3 choice-more").Body(
			app.Div().Class("field").Body(
				app.Label().For("row-weight-column").Text("Column of weights"),
				ui.Invalid(ui.Input(s, "row-weight-column", r.Column, func(v string) { tell(s, draft.SetWeightColumn{Text: v}) }).
					Attr("list", "row-weight-columns").Class("w-full"), column, "row-weight-column-fault"),
				ui.Fault("row-weight-column-fault", column),
				app.DataList().ID("row-weight-columns").Body(suggestions(s, r.Column)...)),
			ui.Number(s, "row-weight-most", "Largest weight that is possible", r.Most.Text(), func(v string) { tell(s, draft.SetMostWeight{Text: v}) },
				a.Fault("row_weight.maximum"), "From public knowledge. A larger one counts as this."),
			ui.Number(s, "row-weight-missing", "Weight of rows without one", r.Missing.Text(), func(v string) { tell(s, draft.SetMissingWeight{Text: v}) },
				a.Fault("row_weight.missing"), "Empty: 0, they do not count.")),
		ui.Slot(warning))
}

// designField takes the design effect.
func designField(s *state.State) app.UI {
	a := &s.Draft.Answers
	if !draft.TakesRows(a) {
		return nil
	}
	return ui.Number(s, "design-effect", "Design effect, where rows come in clusters without a key", a.DesignEffect.Text(),
		func(v string) { tell(s, draft.SetDesignEffect{Text: v}) }, a.Fault("design_effect"),
		"How many rows are worth one independent row, such as 4 for school classes. For clusters of equal size: 1 + (rows of a cluster − 1) × their correlation. Empty: rows are independent people.")
}
