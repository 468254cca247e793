package table

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// receiveKeys lets the table be filled in as a spreadsheet is: the arrows and Enter go to the same bound of the next number, and several lines are pasted
// downwards.
func (t *Table) receiveKeys(ctx app.Context, view app.Value, listen func(string, func(app.Value))) {
	bound := func(e app.Value) (part string, i int, ok bool) {
		part, i = partOf(e.Get("target"))
		if part == "" { // the view stands for a control until the rows are drawn
			part, i = t.held.part, t.held.i
		}
		return part, i, part == "min" || part == "max"
	}
	listen("keydown", func(e app.Value) {
		part, i, ok := bound(e)
		by := map[string]int{"ArrowDown": 1, "Enter": 1, "ArrowUp": -1}[e.Get("key").String()]
		if !ok || by == 0 {
			return
		}
		e.Call("preventDefault")
		ctx.Dispatch(func(ctx app.Context) {
			if at := t.View.nextNumber(&t.Answers, i, by); at >= 0 {
				t.reveal(ctx, view, at, control{part, t.View.Shown[at]})
			}
		})
	})
	listen("paste", func(e app.Value) {
		part, i, ok := bound(e)
		clipboard := e.Get("clipboardData")
		if !ok || !clipboard.Truthy() {
			return
		}
		text := clipboard.Call("getData", "text").String()
		if !severalCells(text) { // one cell, as typed
			return
		}
		e.Call("preventDefault")
		ctx.Dispatch(func(app.Context) { t.To.Deliver(Paste{Column: i, Part: part, Text: text}) })
	})
}

// reveal scrolls to a listed row, if it is not drawn, and puts the focus on a control in it.
func (t *Table) reveal(ctx app.Context, view app.Value, at int, c control) {
	if at < t.rows.first || at >= t.rows.first+t.rows.count {
		view.Set("scrollTop", float64(at)*t.rows.height)
		t.rows.first, t.rows.count, _ = t.inView(view)
	}
	t.hold(ctx, view, c, true)
}
