package table

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
)

// measure takes the height of a row as drawn, which depends on fonts and zoom, and
// then, with spacers of that height in place, the rows that fit.
func (t *Table) measure(ctx app.Context, view app.Value) {
	ctx.Defer(func(ctx app.Context) {
		if row := view.Call("querySelector", "tr.item"); row.Truthy() {
			t.rows.height = row.Call("getBoundingClientRect").Get("height").Float()
		}
		t.Update()
		ctx.Defer(func(ctx app.Context) {
			first, count, _ := t.inView(view)
			t.Update() // before the move gives back the focus
			t.move(ctx, view, first, count)
		})
	})
}

// inView is the range of rows to draw for the view's place, and whether rows in
// view are missing from what is drawn.
func (t *Table) inView(view app.Value) (first, count int, moved bool) {
	return t.rows.at(view.Get("scrollTop").Float(), view.Get("clientHeight").Float(), len(t.View.Shown))
}

// move draws another range of rows, and keeps the focus on the control that had it.
func (t *Table) move(ctx app.Context, view app.Value, first, count int) {
	t.rows.first, t.rows.count = first, count
	if e := browser.Focused(); t.held.part == "" && e.Truthy() && view.Call("contains", e).Bool() {
		if part, i := partOf(e); i >= 0 {
			t.hold(ctx, view, control{part, i}, false)
		}
	}
}

// hold says which control has the focus once the rows are drawn. Until then the view
// has it: a row's elements show another column after the drawing, so what is typed in
// between would be that column's. Of several between two drawings the keys' word counts.
func (t *Table) hold(ctx app.Context, view app.Value, c control, keys bool) {
	t.held, t.keys = c, keys
	browser.FocusInPlace(view)
	ctx.Defer(func(app.Context) { t.giveFocus(view) })
}

func (t *Table) giveFocus(view app.Value) {
	held, keys := t.held, t.keys
	t.held, t.keys = control{}, false
	e := app.Window().GetElementByID(id(held.part, held.i))
	switch {
	case held.part == "", !e.Truthy(), !browser.Focused().Equal(view): // given, not drawn, or moved by hand
	case keys:
		browser.Focus(id(held.part, held.i))
		if e.Get("select").Truthy() { // a text
			e.Call("select")
		}
	default:
		browser.FocusInPlace(e)
	}
}
