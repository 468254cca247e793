package table

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/goapp"
)

// OnMount listens to the whole table. The rows are drawn again for other columns
// while one scrolls, so what an event says is read at once, not when its turn comes.
func (t *Table) OnMount(ctx app.Context) {
	view := app.Window().GetElementByID("columns-view")
	if !view.Truthy() {
		return
	}
	listen := func(event string, f func(e app.Value)) {
		listener := app.FuncOf(func(_ app.Value, args []app.Value) any {
			f(args[0])
			return nil
		})
		view.Call("addEventListener", event, listener)
		t.stop = append(t.stop, func() {
			view.Call("removeEventListener", event, listener)
			listener.Release()
		})
	}
	receive := func(target app.Value) {
		part, i := partOf(target)
		if part == "" {
			return
		}
		value, on, through := target.Get("value").String(), target.Get("checked").Truthy(), t.shift
		ctx.Dispatch(func(ctx app.Context) {
			if target.Get("id").String() == id(part, i) { // not drawn again for another column since
				goapp.Acknowledge(target, value)
				t.received[i]++
			}
			for _, msg := range said(part, i, value, on, through, &t.Answers) {
				t.To.Deliver(msg)
			}
		})
	}
	listen("input", func(e app.Value) {
		if e.Get("target").Get("type").String() == "text" {
			receive(e.Get("target"))
		}
	})
	listen("change", func(e app.Value) {
		if e.Get("target").Get("type").String() != "text" {
			receive(e.Get("target"))
		}
	})
	listen("click", func(e app.Value) {
		t.shift = e.Get("shiftKey").Truthy() // a change, which follows, does not tell
		if button := e.Get("target").Call("closest", "button"); button.Truthy() {
			receive(button)
		}
	})
	listen("scroll", func(app.Value) {
		if first, count, moved := t.inView(view); moved {
			ctx.Dispatch(func(ctx app.Context) { t.move(ctx, view, first, count) })
		}
	})
	t.receiveKeys(ctx, view, listen)
	t.measure(ctx, view)
}

// OnDismount ends what OnMount began.
func (t *Table) OnDismount() {
	for _, stop := range t.stop {
		stop()
	}
}

// OnResize draws the rows that fit now.
func (t *Table) OnResize(ctx app.Context) {
	if view := app.Window().GetElementByID("columns-view"); view.Truthy() {
		t.measure(ctx, view)
	}
}

// OnUpdate shows another list from its beginning, once it is drawn, and the row that was asked for.
func (t *Table) OnUpdate(ctx app.Context) {
	t.fromStart(ctx)
	if t.View.reveals == t.revealed {
		return
	}
	t.revealed = t.View.reveals
	i := t.View.sought
	at, view := slices.Index(t.View.Shown, i), app.Window().GetElementByID("columns-view")
	if at < 0 || i >= len(t.Answers.Columns) || !view.Truthy() {
		return
	}
	t.reveal(ctx, view, at, control{lacking(t.Answers.Columns[i]), i})
}

// fromStart shows another list from its beginning.
func (t *Table) fromStart(ctx app.Context) {
	if slices.Equal(t.View.Shown, t.shown) {
		return
	}
	t.shown, t.rows.first = t.View.Shown, 0
	if view := app.Window().GetElementByID("columns-view"); view.Truthy() {
		view.Set("scrollTop", 0)
		t.measure(ctx, view)
	}
}

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
