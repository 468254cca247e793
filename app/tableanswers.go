package app

import (
	"fmt"
	"strings"

	"privatepca/app/browser"
	"privatepca/app/goapp"
	"privatepca/app/view/ui"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// answer takes one answer from a row: which part, of which column, what.
func (t *columnsTable) answer(part string, i int, value string, on bool) {
	a := &t.s.draft.answers
	if part == "all" {
		for _, i := range t.shown {
			a.columns[i].selected = on
		}
	}
	if i >= 0 && i < len(a.columns) {
		c := &a.columns[i]
		switch part {
		case "type":
			c.setKind(kind(value))
			if c.kind == category && len(c.levels) == 0 {
				t.edit(i)
			}
		case "min":
			c.setMin(value)
		case "max":
			c.setMax(value)
		case "edit":
			t.edit(i)
		}
	}
	a.count()
	t.s.Change()
}

// edit opens the list of a column's categories.
func (t *columnsTable) edit(i int) {
	t.editing, t.levels = i, strings.Join(t.s.draft.answers.columns[i].levels, "\n")
}

// levelsEditor takes the categories of one column, or of all selected, one a line.
func (t *columnsTable) levelsEditor() app.UI {
	a := &t.s.draft.answers
	if t.editing == editsNone || t.editing == editsSelected && a.tally.selected == 0 {
		return nil
	}
	const help = "List all that are possible, from public knowledge. A value that is not listed counts as no category. "
	label := app.Label().For("levels").Class("label")
	text := func(hear func(string)) app.UI { return goapp.Lines("levels", t.levels, 6, hear).Class("w-full") }
	if t.editing == editsSelected {
		n := plural(int64(a.tally.selected), "selected column")
		return app.Div().Class("bulk stack-s").Body(
			label.Text("Categories of the "+n+", one a line"),
			text(func(typed string) { t.levels = typed }),
			app.Div().Class("row").Body(
				ui.Button("levels-apply", "Apply to "+n, func() {
					t.editing = editsNone
					t.applyBulk(bulk{kind: category, levels: t.levels})
				}, "btn-s"),
				ui.Button("levels-cancel", "Cancel", func() {
					t.editing = editsNone
					t.s.Change()
				}, "btn-s", "btn-quiet"),
				app.Span().Class("help grow").Text(help+"They become categories, whatever they were.")),
		)
	}
	c := &a.columns[t.editing]
	return app.Div().Class("bulk stack-s").Body(
		label.Body(app.Text("Categories of "), app.Code().Text(c.name), app.Text(", one a line")),
		text(func(typed string) {
			t.levels = typed
			t.s.draft.answers.columns[t.editing].setLevels(typed)
			t.s.draft.answers.count()
			t.s.Change()
		}),
		app.Div().Class("row").Body(
			ui.Button("levels-done", "Done", func() { t.leaveEditor() }, "btn-s"),
			app.Span().Class("help grow").Text(help+c.fault)),
	)
}

// leaveEditor closes it, and puts the focus back where it was opened.
func (t *columnsTable) leaveEditor() {
	back := id("edit", t.editing)
	t.editing = editsNone
	t.s.Change()
	t.s.screen.Drawn(func() { browser.Focus(back) })
}

// A bulk is the answer that is given to all selected columns at once.
type bulk struct {
	kind     kind
	min, max string
	levels   string // one a line
}

// bulkBar sets many columns alike. It always stands there, so that ticking the
// first column does not move the others from under the pointer.
func (t *columnsTable) bulkBar() app.UI {
	n := t.s.draft.answers.tally.selected
	none := n == 0
	text := func(id, label, value string, set func(string)) app.UI {
		return app.Label().Body(app.Text(label+" "), goapp.Line(id, value, set).Class("w-s").Attr("inputmode", "decimal").Disabled(none))
	}
	option := func(k kind, words string) app.UI {
		return app.Option().Value(string(k)).Selected(t.bulk.kind == k).Text(words)
	}
	count := thousands(int64(n)) + " selected"
	if _, hidden := t.selected(); hidden > 0 {
		count += fmt.Sprintf(", %s not listed", thousands(int64(hidden)))
	}
	look := ""
	if none {
		look = "idle"
	}
	return app.Div().Class("bulk row", look).Body(
		app.B().Attr("role", "status").Text(count),
		app.Label().Body(app.Text("Type "), app.Select().ID("bulk-type").Disabled(none).Body(
			option(unset, "as it is"), option(number, "number"), option(category, "category")).
			OnChange(func(ctx app.Context, e app.Event) { t.bulk.kind = kind(goapp.Choice(ctx).String()) })),
		text("bulk-min", "Min", t.bulk.min, func(v string) { t.bulk.min = v }),
		text("bulk-max", "Max", t.bulk.max, func(v string) { t.bulk.max = v }),
		ui.Button("bulk-apply", fmt.Sprintf("Apply to %s", thousands(int64(n))), func() { t.applyBulk(t.bulk) }, "btn-s").Disabled(none),
		ui.Button("bulk-levels", "Categories …", func() {
			t.editing, t.levels = editsSelected, ""
			t.s.Change()
			t.s.screen.Drawn(func() { browser.Focus("levels") })
		}, "btn-s", "btn-quiet").Disabled(none),
		ui.Button("bulk-out", "Leave out", func() { t.applyBulk(bulk{kind: leftOut}) }, "btn-s", "btn-quiet").Disabled(none),
	)
}

// applyBulk gives the selected columns the same answer, and ends the selection.
func (t *columnsTable) applyBulk(b bulk) {
	a := &t.s.draft.answers
	for i := range a.columns {
		c := &a.columns[i]
		if !c.selected {
			continue
		}
		if b.kind != unset {
			c.setKind(b.kind)
		}
		if c.kind == category && b.levels != "" {
			c.setLevels(b.levels)
		}
		if c.kind == number && b.min != "" {
			c.setMin(b.min)
		}
		if c.kind == number && b.max != "" {
			c.setMax(b.max)
		}
		c.selected = false
	}
	t.bulk = bulk{}
	a.count()
	t.s.Change()
}
