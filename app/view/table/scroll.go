package table

import (
	"math"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
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
	receive := func(e app.Value) {
		target := e.Get("target")
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
			was := t.editor.editing
			if part == "select" {
				t.list.tick(i, on, through)
			}
			t.answer(part, i, value, on)
			if t.editor.editing >= 0 && t.editor.editing != was {
				ctx.Defer(func(app.Context) { browser.Focus("levels") })
			}
		})
	}
	listen("paste", func(e app.Value) {
		clipboard := e.Get("clipboardData")
		part, i := partOf(e.Get("target"))
		if !clipboard.Truthy() || part != "min" && part != "max" {
			return
		}
		text := clipboard.Call("getData", "text").String()
		if !strings.ContainsAny(strings.TrimRight(text, "\r\n"), "\t\n") { // one cell, as typed
			return
		}
		e.Call("preventDefault")
		ctx.Dispatch(func(app.Context) { t.page.Paste(t.list.from(i), part, text) })
	})
	listen("input", func(e app.Value) {
		if e.Get("target").Get("type").String() == "text" {
			receive(e)
		}
	})
	listen("change", func(e app.Value) {
		if e.Get("target").Get("type").String() != "text" {
			receive(e)
		}
	})
	listen("click", func(e app.Value) {
		t.shift = e.Get("shiftKey").Truthy() // a change, which follows, does not tell
		if e.Get("target").Get("tagName").String() == "BUTTON" {
			receive(e)
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
	return t.rows.at(view.Get("scrollTop").Float(), view.Get("clientHeight").Float(), len(t.list.shown))
}

// A window is the rows that are drawn: list.shown[first:first+count].
type window struct {
	first, count int
	height       float64 // of a row in CSS pixels, once measured
}

// at is the range of rows to draw in a view that begins at top and has this height, both in CSS
// pixels, and whether rows in view are missing from what is drawn.
func (w *window) at(top, height float64, rows int) (first, count int, moved bool) {
	if w.height <= 0 {
		return 0, firstRows, false
	}
	from := int(top / w.height)
	to := min(int(math.Ceil((top+height)/w.height)), rows)
	first = max(0, min(from, rows)-spare)
	count = max(0, to-first) + spare
	moved = from < w.first || to > w.first+w.count
	return first, count, moved
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
		e.Call("select")
	default:
		browser.FocusInPlace(e)
	}
}

// rewind shows the list from its beginning.
func (t *Table) rewind() {
	if view := app.Window().GetElementByID("columns-view"); view.Truthy() {
		view.Set("scrollTop", 0)
	}
}
