package app

import (
	"fmt"
	"strings"

	"privatepca/app/browser"
	"privatepca/app/goapp"
	"privatepca/app/view/ui"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// columnsTable lists the columns of the file, ten thousand as well as ten: only
// the rows in view are drawn, between two spacers.
type columnsTable struct {
	app.Compo
	Version int // the session's: another one draws the table again

	s     *State
	file  *Source // whose columns are listed
	find  string
	only  filter
	order order
	shown []int // indices of the listed columns

	first, count int     // rows drawn: shown[first:first+count]
	rowHeight    float64 // in CSS pixels, once measured

	editing int // column whose categories are edited, editsSelected, or editsNone
	levels  string

	bulk   bulk
	anchor int  // index of the column that was ticked last
	shift  bool // the shift key was down at the last click
	stop   []func()

	heard map[int]int // how often each column's bounds were typed into
	held  control     // the control that has the focus after the next drawing; none without a part
	keys  bool        // and the keys led there
}

// A control is one in a column's row.
type control struct {
	part string
	i    int // index of the column
}

// A filter lists some of the columns. The list is made when a filter is chosen,
// so that a row does not vanish under the hand that fills it in.
type filter string

const (
	filterAll        filter = "All"
	filterNumbers    filter = "Numbers"
	filterCategories filter = "Categories"
	filterOpen       filter = "Need an answer"
	filterOut        filter = "Left out"
)

// What the editor of categories works on, but for a column's index.
const (
	editsNone     = -1
	editsSelected = -2 // all selected columns at once
)

const (
	firstRows = 1 // drawn to measure a row; the others follow in a task of their own
	spare     = 6 // rows drawn beyond each edge of the view
)

func (t *columnsTable) OnInit() {
	t.only, t.order, t.count, t.editing = filterAll, orderFile, firstRows, editsNone
	t.heard = map[int]int{}
	t.refresh()
}

// refresh lists the columns that the filter and the search let through.
func (t *columnsTable) refresh() {
	a := &t.s.draft.answers
	t.file, t.shown, t.first = t.s.worker.file, make([]int, 0, len(a.columns)), 0
	find := strings.ToLower(t.find)
	for i := range a.columns {
		c := &a.columns[i]
		if find != "" && !strings.Contains(strings.ToLower(c.name), find) || !t.lets(a, c) {
			continue
		}
		t.shown = append(t.shown, i)
	}
	t.order.sort(a.columns, t.shown)
}

func (t *columnsTable) lets(a *Answers, c *Column) bool {
	switch t.only {
	case filterNumbers:
		return c.kind == number
	case filterCategories:
		return c.kind == category
	case filterOpen:
		return c.fault != "" && !a.namesPerson(c)
	case filterOut:
		return c.kind == leftOut || a.namesPerson(c)
	}
	return true
}

func (t *columnsTable) Render() app.UI {
	browser.Pause()
	if t.file != t.s.worker.file {
		t.editing = editsNone
		t.refresh()
	}
	return app.Div().Body(goapp.Deferred(t.toolbar), goapp.Deferred(t.bulkBar), ui.Slot(t.levelsEditor()), t.grid(), t.foot())
}

func (t *columnsTable) toolbar() app.UI {
	tally := &t.s.draft.answers.tally
	count := func(f filter, n int) app.UI {
		return app.Button().Type("button").Class("filter").Aria("pressed", t.only == f).
			Text(fmt.Sprintf("%s %s", f, thousands(int64(n)))).
			OnClick(func(app.Context, app.Event) {
				t.only = f
				t.refresh()
				t.rewind()
			}, f)
	}
	return app.Div().Class("toolbar stack-s").Body(
		app.Div().Class("row between").Body(
			app.Label().Class("vh").For("find").Text("Find a column"),
			goapp.Line("find", t.find, func(text string) {
				t.find = text
				t.refresh()
				t.rewind()
			}).Attr("type", "search").Class("grow").Placeholder("Find a column"),
			app.Input().ID("schema-input").Type("file").Class("vh").Accept(".json").OnChange(func(ctx app.Context, e app.Event) { filesChosen(t.s, ctx, e) }),
			app.Label().For("schema-input").Class("btn").Text("Import a schema"),
			ui.Button("export-schema", "Export", func() { browser.Save("schema.json", "application/json", t.s.draft.answers.schema().Encode()) }).
				Title("As a Frictionless Table Schema"),
			ui.Button("export-csvw", "Export CSVW", func() {
				name := t.s.worker.file.Name
				browser.Save(name+"-metadata.json", "application/csvm+json", t.s.draft.answers.schema().EncodeCSVW(name))
			}).Title("As metadata of the W3C’s CSV on the Web"),
		),
		app.Div().Class("row").Attr("role", "group").Aria("label", "Show").Body(
			count(filterAll, len(t.s.draft.answers.columns)),
			count(filterNumbers, tally.numbers),
			count(filterCategories, tally.categories),
			count(filterOpen, tally.open),
			count(filterOut, tally.leftOut),
			t.orderChoice(),
		),
	)
}

func (t *columnsTable) grid() app.UI {
	last := min(t.first+t.count, len(t.shown))
	rows := []app.UI{t.spacer(t.first)}
	for at := t.first; at < last; at++ {
		rows = append(rows, t.row(at))
	}
	rows = append(rows, t.spacer(len(t.shown)-last))
	listed, _ := t.selected()
	all := len(t.shown) > 0 && listed == len(t.shown)
	head := func(text string, classes ...string) app.UI {
		return app.Th().Scope("col").Class(classes...).Text(text)
	}
	return app.Div().ID("columns-view").Class("table-wrap grid-table windowed").TabIndex(0).Attr("role", "region").Aria("label", "Columns and public bounds").Body(
		app.Table().Aria("rowcount", len(t.shown)+1).Body(
			app.THead().Body(app.Tr().Aria("rowindex", 1).Body(
				app.Td().Body(app.Input().ID("select-all").Type("checkbox").Aria("label", "Select all listed columns").Checked(all).DataSet("part", "all")),
				head("Column"), head("Type"), head("Min", "num"), head("Max", "num"), head("Missing →", "opt"), head("Features", "num", "opt"), head("Bounds from"))),
			app.TBody().Body(rows...),
		))
}

// spacer stands for rows that are not drawn.
func (t *columnsTable) spacer(rows int) app.UI {
	return app.Tr().Class("spacer").Aria("hidden", "true").Body(app.Td().ColSpan(8).Body(
		app.Elem("svg").XMLNS("http://www.w3.org/2000/svg").Attr("width", 1).Attr("height", int(float64(rows)*t.rowHeight))))
}

func (t *columnsTable) foot() app.UI {
	text := plural(int64(len(t.shown)), "column") + " listed"
	if n := len(t.s.draft.answers.columns); n != len(t.shown) {
		text = fmt.Sprintf("%s of %s listed", thousands(int64(len(t.shown))), plural(int64(n), "column"))
	}
	if t.order != orderFile {
		text += ". The order is for reading: features keep the file’s."
	}
	return app.Div().Class("table-foot row between").Body(
		app.Span().Attr("role", "status").Text(text), app.B().ID("feature-count").Text(plural(int64(t.s.draft.answers.tally.features), "feature")))
}
