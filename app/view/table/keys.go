package table

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/core/words"
)

// receiveKeys lets the table be filled in as a spreadsheet is: the arrows and Enter go
// to the same bound of the next number, and several lines are pasted downwards.
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
			if at := t.list.nextNumber(i, by); at >= 0 {
				t.reveal(ctx, view, at, control{part, t.list.shown[at]})
			}
		})
	})
	listen("paste", func(e app.Value) {
		part, i, ok := bound(e)
		clipboard := e.Get("clipboardData")
		if !ok || !clipboard.Truthy() {
			return
		}
		text := strings.TrimRight(clipboard.Call("getData", "text").String(), "\r\n")
		if !strings.ContainsAny(text, "\t\n\r") {
			return
		}
		e.Call("preventDefault")
		ctx.Dispatch(func(app.Context) { t.fill(part, i, text) })
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

// fill takes what was pasted into a bound, and says how many rows it filled.
func (t *Table) fill(part string, i int, text string) {
	filled := t.list.fill(part, i, text)
	t.page.Tell(filled)
	t.page.Note("Bounds were pasted into " + words.Count(int64(len(filled.Columns)), "row") + ".")
	t.page.Change()
}
