package app

import (
	"math"
	"strconv"

	"privatepca/app/browser"
	"privatepca/app/goapp"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// OnMount listens to the whole table. The rows are drawn again for other columns
// while one scrolls, so what an event says is read at once, not when its turn comes.
func (t *columnsTable) OnMount(ctx app.Context) {
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
	hear := func(e app.Value) {
		target := e.Get("target")
		part, i := partOf(target)
		if part == "" {
			return
		}
		value, on, through := target.Get("value").String(), target.Get("checked").Truthy(), t.shift
		ctx.Dispatch(func(ctx app.Context) {
			if target.Get("id").String() == id(part, i) { // not drawn again for another column since
				goapp.Acknowledge(target, value)
				t.heard[i]++
			}
			was := t.editing
			if part == "select" {
				t.tick(i, on, through)
			}
			t.answer(part, i, value, on)
			if t.editing >= 0 && t.editing != was {
				ctx.Defer(func(app.Context) { browser.Focus("levels") })
			}
		})
	}
	listen("input", func(e app.Value) {
		if e.Get("target").Get("type").String() == "text" {
			hear(e)
		}
	})
	listen("change", func(e app.Value) {
		if e.Get("target").Get("type").String() != "text" {
			hear(e)
		}
	})
	listen("click", func(e app.Value) {
		t.shift = e.Get("shiftKey").Truthy() // a change, which follows, does not tell
		if e.Get("target").Get("tagName").String() == "BUTTON" {
			hear(e)
		}
	})
	listen("scroll", func(app.Value) {
		if first, count, moved := t.window(view); moved {
			ctx.Dispatch(func(ctx app.Context) { t.move(ctx, view, first, count) })
		}
	})
	t.hearKeys(ctx, view, listen)
	t.measure(ctx, view)
}

// partOf tells which part of which column's answer a control gives; "" for no control
// of the table, -1 for all columns.
func partOf(target app.Value) (part string, i int) {
	data := target.Get("dataset")
	if !data.Truthy() || !data.Get("part").Truthy() {
		return "", -1
	}
	i = -1
	if v := data.Get("i"); v.Truthy() {
		i, _ = strconv.Atoi(v.String())
	}
	return data.Get("part").String(), i
}

func (t *columnsTable) OnDismount() {
	for _, stop := range t.stop {
		stop()
	}
}

// OnResize draws the rows that fit now.
func (t *columnsTable) OnResize(ctx app.Context) {
	if view := app.Window().GetElementByID("columns-view"); view.Truthy() {
		t.measure(ctx, view)
	}
}

// measure takes the height of a row as drawn, which depends on fonts and zoom, and
// then, with spacers of that height in place, the rows that fit.
func (t *columnsTable) measure(ctx app.Context, view app.Value) {
	ctx.Defer(func(ctx app.Context) {
		if row := view.Call("querySelector", "tr.item"); row.Truthy() {
			t.rowHeight = row.Call("getBoundingClientRect").Get("height").Float()
		}
		t.Update()
		ctx.Defer(func(ctx app.Context) {
			first, count, _ := t.window(view)
			t.Update() // before the move gives back the focus
			t.move(ctx, view, first, count)
		})
	})
}

// window is the range of rows to draw for the view's place, and whether rows in
// view are missing from what is drawn.
func (t *columnsTable) window(view app.Value) (first, count int, moved bool) {
	return t.rowsAt(view.Get("scrollTop").Float(), view.Get("clientHeight").Float())
}

func (t *columnsTable) rowsAt(top, height float64) (first, count int, moved bool) {
	if t.rowHeight <= 0 {
		return 0, firstRows, false
	}
	from := int(top / t.rowHeight)
	to := min(int(math.Ceil((top+height)/t.rowHeight)), len(t.shown))
	first = max(0, min(from, len(t.shown))-spare)
	count = max(0, to-first) + spare
	moved = from < t.first || to > t.first+t.count
	return first, count, moved
}

// move draws another range of rows, and keeps the focus on the control that had it.
func (t *columnsTable) move(ctx app.Context, view app.Value, first, count int) {
	t.first, t.count = first, count
	if e := browser.Focused(); t.held.part == "" && e.Truthy() && view.Call("contains", e).Bool() {
		if part, i := partOf(e); i >= 0 {
			t.hold(ctx, view, control{part, i}, false)
		}
	}
}

// hold says which control has the focus once the rows are drawn. Until then the view
// has it: a row's elements show another column after the drawing, so what is typed in
// between would be that column's. Of several between two drawings the keys' word counts.
func (t *columnsTable) hold(ctx app.Context, view app.Value, c control, keys bool) {
	t.held, t.keys = c, keys
	browser.FocusInPlace(view)
	ctx.Defer(func(app.Context) { t.giveFocus(view) })
}

func (t *columnsTable) giveFocus(view app.Value) {
	held, keys := t.held, t.keys
	t.held, t.keys = control{}, false
	e := app.Window().GetElementByID(id(held.part, held.i))
	switch {
	case held.part == "", !e.Truthy(), !browser.Focused().Equal(view): // given, not drawn, or moved by hand
	case keys:
		browser.Focus(id(held.part, held.i))
		e.Call("select")
	default:
		browser.FocusInPlace(e)
	}
}

// rewind shows the list from its beginning.
func (t *columnsTable) rewind() {
	if view := app.Window().GetElementByID("columns-view"); view.Truthy() {
		view.Set("scrollTop", 0)
	}
}
