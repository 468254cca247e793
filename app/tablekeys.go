package app

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// hearKeys lets the table be filled in as a spreadsheet is: the arrows and Enter go
// to the same bound of the next number, and several lines are pasted downwards.
func (t *columnsTable) hearKeys(ctx app.Context, view app.Value, listen func(string, func(app.Value))) {
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
			if at := t.nextNumber(i, by); at >= 0 {
				t.reveal(ctx, view, at, control{part, t.shown[at]})
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

// nextNumber is the place of the next listed number, or -1.
func (t *columnsTable) nextNumber(i, by int) int {
	for at := slices.Index(t.shown, i) + by; at >= 0 && at < len(t.shown); at += by {
		if c := &t.s.draft.answers.columns[t.shown[at]]; c.kind == number && !t.s.draft.answers.namesPerson(c) {
			return at
		}
	}
	return -1
}

// reveal scrolls to a listed row, if it is not drawn, and puts the focus on a control in it.
func (t *columnsTable) reveal(ctx app.Context, view app.Value, at int, c control) {
	if at < t.first || at >= t.first+t.count {
		view.Set("scrollTop", float64(at)*t.rowHeight)
		t.first, t.count, _ = t.window(view)
	}
	t.hold(ctx, view, c, true)
}

// fill takes pasted lines for the listed rows from column i on: a bound, or two with
// a tab between them. Rows that are no numbers are passed over, with their lines.
func (t *columnsTable) fill(part string, i int, text string) {
	a := &t.s.draft.answers
	at, filled := slices.Index(t.shown, i), 0
	for line := range strings.Lines(text) {
		if at < 0 || at >= len(t.shown) {
			break
		}
		c := &a.columns[t.shown[at]]
		at++
		if c.kind != number || a.namesPerson(c) {
			continue
		}
		cells := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if part == "min" && cells[0] != "" {
			c.setMin(cells[0])
		}
		if most := cells[len(cells)-1]; most != "" && (part == "max" || len(cells) > 1) {
			c.setMax(most)
		}
		filled++
	}
	t.s.notice.note = "Bounds were pasted into " + plural(int64(filled), "row") + "."
	a.count()
	t.s.Change()
}

// tick ticks a column, and with the shift key all that are listed between it and
// the one ticked before.
func (t *columnsTable) tick(i int, on, through bool) {
	columns := t.s.draft.answers.columns
	from, to := slices.Index(t.shown, t.anchor), slices.Index(t.shown, i)
	t.anchor = i
	columns[i].selected = on
	if !through || from < 0 || to < 0 {
		return
	}
	for _, j := range t.shown[min(from, to) : max(from, to)+1] {
		columns[j].selected = on
	}
}
