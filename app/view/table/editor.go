package table

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/goapp"
	"privatepca/app/ui"
	"privatepca/core/words"
)

// An Editor takes the categories of one column, and one answer for many columns at once.
type Editor struct {
	page    Page
	editing int    // column whose categories are edited, editsSelected, or editsNone
	levels  string // as typed
	details bool   // of the column, rather than its categories
	bulk    bulk
}

// What the editor of categories works on, but for a column's index.
const (
	editsNone     = -1
	editsSelected = -2 // all selected columns at once
)

// A bulk is the answer that is given to all selected columns at once.
type bulk struct {
	kind     draft.Kind
	min, max string
	levels   string // one a line
}

func newEditor(page Page) Editor { return Editor{page: page, editing: editsNone} }

// more opens the details of a column.
func (e *Editor) more(i int) { e.editing, e.details = i, true }

// edit opens the list of a column's categories.
func (e *Editor) edit(i int) {
	e.details = false
	e.editing, e.levels = i, strings.Join(e.page.Columns().Columns[i].Levels, "\n")
}

// editSelected opens the list of categories of all selected columns.
func (e *Editor) editSelected() {
	e.editing, e.levels, e.details = editsSelected, "", false
	e.page.Change()
	e.page.Focus("levels")
}

// close closes the panel, and puts the focus back where it was opened.
func (e *Editor) close() {
	back := id("edit", e.editing)
	if e.details {
		back = id("more", e.editing)
	}
	e.editing = editsNone
	e.page.Change()
	e.page.Focus(back)
}

// apply gives the selected columns the same answer, and ends the selection.
func (e *Editor) apply(l *List, b bulk) {
	e.page.Tell(draft.SetMany{Columns: slices.Sorted(maps.Keys(l.ticked)), Kind: b.kind, Levels: b.levels, Least: b.min, Most: b.max})
	l.ticked, e.bulk = nil, bulk{}
	e.page.Change()
}

// panel takes the categories of one column, or of all selected, one a line.
func (e *Editor) panel(l *List) app.UI {
	a := e.page.Columns()
	if e.editing == editsNone || e.editing == editsSelected && len(l.ticked) == 0 {
		return nil
	}
	help := "List all that are possible, from public knowledge. A value that is not listed counts as no category."
	label := app.Label().For("levels").Class("label")
	text := func(hear func(string)) app.UI { return goapp.Lines("levels", e.levels, 6, hear).Class("w-full") }
	if e.editing == editsSelected {
		n := words.Count(int64(len(l.ticked)), "selected column")
		return app.Div().Class("bulk stack-s").Body(
			label.Text("Categories of the "+n+", one a line"),
			text(func(typed string) { e.levels = typed }),
			app.Div().Class("row").Body(
				ui.Button("levels-apply", "Apply to "+n, func() {
					e.editing = editsNone
					e.apply(l, bulk{kind: draft.Category, levels: e.levels})
				}, "btn-s"),
				ui.Button("levels-cancel", "Cancel", func() {
					e.editing = editsNone
					e.page.Change()
				}, "btn-s", "btn-quiet"),
				app.Span().Class("help grow").Text(help+" They become categories, whatever they were.")),
		)
	}
	c := a.Columns[e.editing]
	if e.details {
		return e.detailsPanel(c)
	}
	if c.Kind == draft.Ordinal {
		help = "List all that are possible, from public knowledge. A value that is not listed counts as missing."
		label.Body(app.Text("Levels of "), app.Code().Text(c.Name), app.Text(", from the lowest to the highest, one a line"))
	} else {
		label.Body(app.Text("Categories of "), app.Code().Text(c.Name), app.Text(", one a line"))
	}
	return app.Div().Class("bulk stack-s").Body(
		label,
		text(func(typed string) {
			e.levels = typed
			e.page.Tell(draft.SetLevels{Column: e.editing, Lines: typed})
			e.page.Change()
		}),
		app.Div().Class("row").Body(
			ui.Button("levels-done", "Done", e.close, "btn-s"),
			app.Span().Class("help grow").Text(help+" "+sentence(c.Fault))),
	)
}

// sentence makes a sentence of a fault, "" of none.
func sentence(fault string) string {
	if fault == "" {
		return ""
	}
	return strings.ToUpper(fault[:1]) + fault[1:] + "."
}

// bar sets many columns alike. It always stands there, so that ticking the
// first column does not move the others from under the pointer.
func (e *Editor) bar(l *List) app.UI {
	n := len(l.ticked)
	none := n == 0
	text := func(id, label, value string, set func(string)) app.UI {
		return app.Label().Body(app.Text(label+" "), goapp.Line(id, value, set).Class("w-s").Disabled(none))
	}
	options := []app.UI{app.Option().Value("").Selected(e.bulk.kind == draft.Unset).Text("as it is")}
	for _, k := range kinds {
		options = append(options, app.Option().Value(string(k.kind)).Selected(e.bulk.kind == k.kind).Text(k.words))
	}
	count := words.Thousands(int64(n)) + " selected"
	if _, hidden := l.selected(); hidden > 0 {
		count += fmt.Sprintf(", %s not listed", words.Thousands(int64(hidden)))
	}
	look := ""
	if none {
		look = "idle"
	}
	return app.Div().Class("bulk row", look).Body(
		app.B().Attr("role", "status").Text(count),
		app.Label().Body(app.Text("Type "), app.Select().ID("bulk-type").Disabled(none).Body(options...).
			OnChange(func(ctx app.Context, _ app.Event) { e.bulk.kind = draft.Kind(goapp.Choice(ctx).String()) })),
		text("bulk-min", "Min", e.bulk.min, func(v string) { e.bulk.min = v }),
		text("bulk-max", "Max", e.bulk.max, func(v string) { e.bulk.max = v }),
		ui.Button("bulk-apply", fmt.Sprintf("Apply to %s", words.Thousands(int64(n))), func() { e.apply(l, e.bulk) }, "btn-s").Disabled(none),
		ui.Button("bulk-levels", "Categories …", e.editSelected, "btn-s", "btn-quiet").Disabled(none),
		ui.Button("bulk-out", "Leave out", func() { e.apply(l, bulk{kind: draft.LeftOut}) }, "btn-s", "btn-quiet").Disabled(none),
	)
}
