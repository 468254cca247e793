package columns

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/language"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/fault"
	"privatepca/core/words"
)

// A rows asks whether rows have weights, and whether they come in clusters. It takes no place where the norm rule takes neither and none is stated.
type rows struct {
	Takes  bool // the norm rule takes them
	Stated bool
	Weight draft.RowWeight
	Effect draft.DesignEffect

	Suggested                                                []string // columns that may weigh the rows
	Fault, ColumnFault, MostFault, MissingFault, EffectFault string
	Open                                                     bool
}

func rowsOf(a *draft.Answers, refused []*fault.Error, open bool) rows {
	r := rows{Takes: draft.TakesRows(a), Stated: rowsStated(a), Weight: a.RowWeight, Effect: a.DesignEffect, Open: open, EffectFault: draft.Said(refused, "design_effect")}
	if a.RowWeight.On {
		r.Suggested = suggested(a, a.RowWeight.Column)
		r.Fault, r.ColumnFault, r.MostFault, r.MissingFault = draft.Said(refused, "row_weight"), draft.Said(refused, "row_weight.column"), draft.Said(refused, "row_weight.maximum"), draft.Said(refused, "row_weight.missing")
	}
	return r
}

// Draw implements ui.Drawn.
func (r rows) Draw(to *ui.Inbox) app.UI {
	if !r.Takes && !r.Weight.On {
		return ui.Slot()
	}
	summary := "Survey weights and clusters of rows"
	if r.Stated {
		summary += ": stated"
	}
	return ui.Slot(panel.Fold("rows", "Open", []app.UI{app.Text(language.Say(summary))},
		app.Div().Body(
			to.Tick("row-weight", "A column weighs the rows", "As survey weights do: a row counts as its weight over the largest that is possible. The column is no feature then.",
				r.Weight.On, func(on bool) effect.Msg { return draft.WeighRows{On: on} }),
			ui.Slot(r.fields(to)),
			ui.Fault("row-weight-fault", r.Fault)),
		ui.Slot(r.effect(to)),
	).Open(r.Open))
}

// fields take the column, its largest weight, and what rows without one count as.
func (r rows) fields(to *ui.Inbox) app.UI {
	if !r.Weight.On {
		return nil
	}
	var warning app.UI
	if w := r.Weight.Stated(); w != nil {
		warning = ui.Note("", "info", app.P().ID("row-weight-warning").Text(language.Say(words.RowWeight(w.Column, w.Maximum))))
	}
	return app.Div().Class("stack-s").Body(
		app.Div().Class("cols-3 choice-more").Body(
			app.Div().Class("field").Body(
				app.Label().For("row-weight-column").Text(language.Say("Column of weights")),
				ui.Invalid(to.Line("row-weight-column", r.Weight.Column, func(text string) effect.Msg { return draft.SetWeightColumn{Text: text} }).
					Attr("list", "row-weight-columns").Class("w-full"), r.ColumnFault, "row-weight-column-fault"),
				ui.Fault("row-weight-column-fault", r.ColumnFault),
				app.DataList().ID("row-weight-columns").Body(options(r.Suggested)...)),
			to.Number("row-weight-most", "Largest weight that is possible", r.Weight.Most.Text(), func(text string) effect.Msg { return draft.SetMostWeight{Text: text} },
				r.MostFault, "From public knowledge. A larger one counts as this."),
			to.Number("row-weight-missing", "Weight of rows without one", r.Weight.Missing.Text(), func(text string) effect.Msg { return draft.SetMissingWeight{Text: text} },
				r.MissingFault, "Empty: 0, they do not count.")),
		ui.Slot(warning))
}

// effect takes the design effect.
func (r rows) effect(to *ui.Inbox) app.UI {
	if !r.Takes {
		return nil
	}
	return to.Number("design-effect", "Design effect, where rows come in clusters without a key", r.Effect.Text(),
		func(text string) effect.Msg { return draft.SetDesignEffect{Text: text} }, r.EffectFault,
		"How many rows are worth one independent row, such as 4 for school classes. For clusters of equal size: 1 + (rows of a cluster − 1) × their correlation. Empty: rows are independent people.")
}
