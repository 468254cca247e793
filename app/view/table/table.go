// Package table is the table of columns on step 2: what is listed (List), answers for one
// column or many (Editor), and the component that draws the rows in view (Table).
//
// It changes the draft's answers. Of the page around it, it knows only what Page states.
package table

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/app/goapp"
	"privatepca/app/ui"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// A Table lists the columns of the file, ten thousand as well as ten: only
// the rows in view are drawn, between two spacers.
type Table struct {
	app.Compo
	Version int // the page's: another one draws the table again

	page   Page
	file   any // whose columns are listed
	list   List
	editor Editor
	rows   window

	shift bool // the shift key was down at the last click
	stop  []func()

	received map[int]int // how often each column's bounds were typed into
	held     control     // the control that has the focus after the next drawing; none without a part
	keys     bool        // and the keys led there
}

// A Page is what the table asks of the page that it stands on.
type Page interface {
	ui.Changer
	Columns() *draft.Answers
	Tell(msg draft.Msg)               // takes an answer
	File() any                        // whose columns they are: another one starts afresh
	FileName() string                 // for what is exported
	Receive(files []client.NamedFile) // takes a schema that was chosen
	Seek() string                     // part of the names to list first; "" for all
	Note(text string)                 // says what was just done

	// Paste shows what rows of a spreadsheet that were pasted into a part of the first of these columns would fill in.
	Paste(columns []string, part, text string)
	Focus(id string) // puts the focus on a control when the changes so far are drawn
}

// New is the table of a page's columns.
func New(page Page, version int) *Table { return &Table{page: page, Version: version} }

// A control is one in a column's row.
type control struct {
	part string
	i    int // index of the column
}

const (
	firstRows = 1 // drawn to measure a row; the others follow in a task of their own
	spare     = 6 // rows drawn beyond each edge of the view
)

// OnInit implements app.Initializer.
func (t *Table) OnInit() {
	t.rows.count = firstRows
	t.received = map[int]int{}
	t.file, t.list, t.editor = t.page.File(), newList(t.page.Columns()), newEditor(t.page)
	if t.list.find = t.page.Seek(); t.list.find != "" {
		t.list.refresh()
	}
}

// refresh lists the columns anew, from the first.
func (t *Table) refresh() {
	t.list.refresh()
	t.rows.first = 0
}

// Render implements app.Composer.
func (t *Table) Render() app.UI {
	browser.Pause()
	if t.file != t.page.File() {
		t.file, t.editor.editing = t.page.File(), editsNone
		t.refresh()
	}
	return app.Div().Body(
		app.A().Class("skip").Href("#after-columns").Text("Skip the table of columns"),
		goapp.Deferred(t.toolbar), goapp.Deferred(func() app.UI { return t.editor.bar(&t.list) }), ui.Slot(t.editor.panel(&t.list)), t.grid(), ui.Slot(t.nothing()), t.foot(), t.faults(),
		app.Span().ID("after-columns").TabIndex(-1))
}

func (t *Table) toolbar() app.UI {
	tally := &t.page.Columns().Tally
	count := func(f filter, n int) app.UI {
		return app.Button().Type("button").Class("filter").Aria("pressed", t.list.only == f).
			Text(fmt.Sprintf("%s %s", f, words.Thousands(int64(n)))).
			OnClick(func(app.Context, app.Event) {
				t.list.only = f
				t.refresh()
				t.rewind()
			}, f)
	}
	return app.Div().Class("toolbar stack-s").Body(
		app.Div().Class("row between").Body(
			app.Label().Class("vh").For("find").Text("Find a column"),
			goapp.Line("find", t.list.find, func(text string) {
				t.list.find = text
				t.refresh()
				t.rewind()
			}).Attr("type", "search").Class("grow").Placeholder("Find a column"),
			app.Input().ID("schema-input").Type("file").Class("vh").Accept(".json").OnChange(func(ctx app.Context, _ app.Event) { t.page.Receive(browser.Chosen(ctx.JSSrc())) }),
			app.Label().For("schema-input").Class("btn").Text("Import a schema"),
			ui.Button("export-schema", "Export", func() {
				browser.Save("schema.json", "application/json", schema.Published(t.page.Columns().Schema()).Encode())
			}).
				Title("As a Frictionless Table Schema"),
			ui.Button("export-csvw", "Export CSVW", func() {
				name := t.page.FileName()
				browser.Save(name+"-metadata.json", "application/csvm+json", t.page.Columns().Schema().EncodeCSVW(name))
			}).Title("As metadata of the W3C’s CSV on the Web"),
		),
		app.Div().Class("row").Attr("role", "group").Aria("label", "Show").Body(
			count(filterAll, len(t.page.Columns().Columns)),
			count(filterNumbers, tally.Numbers),
			count(filterCategories, tally.Categories),
			count(filterOpen, tally.Open),
			count(filterOut, tally.LeftOut),
			t.orderChoice(),
		),
	)
}

func (t *Table) grid() app.UI {
	last := min(t.rows.first+t.rows.count, len(t.list.shown))
	rows := []app.UI{t.spacer(t.rows.first)}
	for at := t.rows.first; at < last; at++ {
		rows = append(rows, t.rowAt(at))
	}
	rows = append(rows, t.spacer(len(t.list.shown)-last))
	listed, _ := t.list.selected()
	all := len(t.list.shown) > 0 && listed == len(t.list.shown)
	head := func(text string, classes ...string) app.UI {
		return app.Th().Scope("col").Class(classes...).Text(text)
	}
	return app.Div().ID("columns-view").Class("table-wrap grid-table windowed").TabIndex(0).Attr("role", "region").Aria("label", "Columns and public bounds").Body(
		app.Table().Aria("rowcount", len(t.list.shown)+1).Body(
			app.THead().Body(app.Tr().Aria("rowindex", 1).Body(
				app.Td().Body(app.Input().ID("select-all").Type("checkbox").Aria("label", "Select all listed columns").Checked(all).DataSet("part", "all")),
				head("Column"), head("Type"), head("Min", "num"), head("Max", "num"), head("Missing →", "opt"), head("Features", "num", "opt"), head("Bounds from"))),
			app.TBody().Body(rows...),
		))
}

// nothing says why no column is listed, and leads back to all.
func (t *Table) nothing() app.UI {
	if len(t.list.shown) > 0 || len(t.page.Columns().Columns) == 0 {
		return nil
	}
	why := "No column is listed under “" + string(t.list.only) + "”."
	switch {
	case t.list.find != "" && t.list.only != filterAll:
		why = "No column under “" + string(t.list.only) + "” has a name with “" + t.list.find + "”."
	case t.list.find != "":
		why = "No column has a name with “" + t.list.find + "”."
	}
	return app.Div().ID("no-columns").Class("row pad").Body(app.P().Class("help").Attr("role", "status").Text(why),
		ui.Button("show-all", "Show all columns", func() {
			t.list.find, t.list.only = "", filterAll
			t.refresh()
			t.rewind()
			t.page.Change()
		}, "btn-s"))
}

// spacer stands for rows that are not drawn.
func (t *Table) spacer(rows int) app.UI {
	return app.Tr().Class("spacer").Aria("hidden", "true").Body(app.Td().ColSpan(8).Body(
		app.Elem("svg").XMLNS("http://www.w3.org/2000/svg").Attr("width", 1).Attr("height", int(float64(rows)*t.rows.height))))
}

func (t *Table) foot() app.UI {
	text := words.Count(int64(len(t.list.shown)), "column") + " listed"
	if n := len(t.page.Columns().Columns); n != len(t.list.shown) {
		text = fmt.Sprintf("%s of %s listed", words.Thousands(int64(len(t.list.shown))), words.Count(int64(n), "column"))
	}
	if t.list.order != orderFile {
		text += ". The order is for reading: features keep the file’s."
	}
	return app.Div().Class("table-foot row between").Body(
		app.Span().Attr("role", "status").Text(text), app.B().ID("feature-count").Text(words.Count(int64(t.page.Columns().Tally.Features), "feature")))
}

// faults says what is wrong with answers that were given, in words that need no pointer: of the first columns, and how many more.
func (t *Table) faults() app.UI {
	const most = 3
	var said []string
	more := 0
	columns := t.page.Columns().Columns
	for i := range columns {
		switch c := columns[i]; {
		case !c.Wrong() || draft.Apart(t.page.Columns(), c):
		case len(said) < most:
			said = append(said, words.Clip(c.Name, 40)+": "+c.Fault+".")
		default:
			more++
		}
	}
	if more > 0 {
		said = append(said, words.Count(int64(more), "more column")+" to correct.")
	}
	return ui.Fault(faultsID, strings.Join(said, " "))
}

// faultsID is the element that says what is wrong with answers.
const faultsID = "column-faults"

func (t *Table) orderChoice() app.UI {
	option := func(o order) app.UI {
		return app.Option().Value(string(o)).Selected(t.list.order == o).Text(string(o))
	}
	return app.Label().Class("order").Body(app.Text("Order "),
		app.Select().ID("order").Body(option(orderFile), option(orderName), option(orderOpen)).
			OnChange(func(ctx app.Context, _ app.Event) {
				t.list.order = order(goapp.Choice(ctx).String())
				t.refresh()
				t.rewind()
			}))
}

// answer takes one answer from a row: which part, of which column, what.
func (t *Table) answer(part string, i int, value string, on bool) {
	a := t.page.Columns()
	if part == "all" {
		t.list.selectAll(on)
	}
	if i >= 0 && i < len(a.Columns) {
		switch part {
		case "type":
			if value == asBoolean {
				t.page.Tell(draft.SetBoolean{Column: i})
				break
			}
			t.page.Tell(draft.SetKind{Column: i, Kind: draft.Kind(value)})
			if c := a.Columns[i]; c.Levelled() && len(c.Levels) == 0 {
				t.editor.edit(i)
			}
		case "min":
			t.page.Tell(draft.SetMin{Column: i, Text: value})
		case "max":
			t.page.Tell(draft.SetMax{Column: i, Text: value})
		case "edit":
			t.editor.edit(i)
		case "more":
			t.editor.more(i)
		}
	}
	t.page.Change()
}
