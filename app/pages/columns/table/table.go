// Package table is the table of columns on step 2: what is listed, ticked and open (View), what was done to it (Msg), and the component that draws the
// rows in view (Table).
//
// The component reads the events of its rows at once, since rows are drawn again for other columns while one scrolls; what they say goes out as
// messages.
package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/language"
	"privatepca/app/ui"
	"privatepca/core/words"
)

// A Table lists the columns of the file, ten thousand as well as ten: only
// the rows in view are drawn, between two spacers.
type Table struct {
	app.Compo
	To      *ui.Inbox
	View    View
	Answers draft.Answers
	Fits    map[string]string // how the values of each column fit what is stated, by its name; nil before the file was read

	rows     window
	revealed int   // how often a row was asked for, as of the last drawing
	shown    []int // what was listed at the last drawing

	shift bool // the shift key was down at the last click
	stop  []func()

	received map[int]int // how often each column's bounds were typed into
	held     control     // the control that has the focus after the next drawing; none without a part
	keys     bool        // and the keys led there
}

// New is the table of a file's columns.
func New(to *ui.Inbox, v View, a draft.Answers, fits map[string]string) *Table {
	return &Table{To: to, View: v, Answers: a, Fits: fits}
}

// OnInit implements app.Initializer.
func (t *Table) OnInit() {
	t.rows.count = firstRows
	t.received, t.shown = map[int]int{}, t.View.Shown
}

// Render implements app.Composer.
func (t *Table) Render() app.UI {
	if t.To.Pause != nil {
		t.To.Pause()
	}
	v, a := t.View, &t.Answers
	var open app.UI
	if p, ok := panelOf(v, a); ok {
		open = ui.Part(t.To, p)
	}
	return app.Div().Body(
		app.A().Class("skip").Href("#after-columns").Text(language.Say("Skip the table of columns")),
		ui.Part(t.To, toolbarOf(v, a)),
		ui.Part(t.To, bar{Ticked: len(v.Ticked), Hidden: len(v.Ticked) - v.tickedListed(), Kind: v.Kind, Least: v.Least, Most: v.Most}),
		ui.Slot(open), t.grid(), ui.Slot(t.nothing()), t.foot(), t.faults(),
		app.Span().ID("after-columns").TabIndex(-1))
}

// A toolbar finds, filters and orders columns, and takes and gives what describes them.
type toolbar struct {
	Find  string
	Only  Filter
	Order Order
	Count [5]int // columns that each filter lets through
}

func toolbarOf(v View, a *draft.Answers) toolbar {
	t := &a.Tally
	return toolbar{Find: v.Find, Only: v.Only, Order: v.Order, Count: [5]int{len(a.Columns), t.Numbers, t.Categories, t.Open, t.LeftOut}}
}

// Draw implements ui.Drawn.
func (b toolbar) Draw(to *ui.Inbox) app.UI {
	filters := []app.UI{}
	for i, f := range []Filter{All, Numbers, Categories, Open, Out} {
		filters = append(filters, to.Toggle(fmt.Sprintf("%s %s", f, words.Thousands(int64(b.Count[i]))), b.Only == f, Show{f}, "filter"))
	}
	orders := []ui.Option{}
	for _, o := range []Order{AsInFile, ByName, Unanswered} {
		orders = append(orders, ui.Option{Value: string(o), Text: string(o)})
	}
	return app.Div().Class("toolbar stack-s").Body(
		app.Div().Class("row between").Body(
			app.Label().Class("vh").For("find").Text(language.Say("Find a column")),
			to.Line("find", b.Find, func(text string) effect.Msg { return Find{text} }).Attr("type", "search").Class("grow").Placeholder(language.Say("Find a column")),
			to.Files("schema-input", ".json", func(files []effect.File) effect.Msg { return Import{files} }),
			app.Label().For("schema-input").Class("btn").Text(language.Say("Import a schema")),
			to.Button("export-schema", "Export", Export{}, "opt").Title(language.Say("As a Frictionless Table Schema")),
			to.Button("export-csvw", "Export CSVW", ExportCSVW{}, "opt").Title(language.Say("As metadata of the W3C’s CSV on the Web")),
		),
		app.Div().Class("row").Attr("role", "group").Aria("label", language.Say("Show")).Body(append(filters,
			app.Label().Class("order opt").Body(app.Text(language.Say("Order ")), to.Choose("order", string(b.Order), orders, func(by string) effect.Msg { return Sort{by} })))...),
	)
}

func (t *Table) grid() app.UI {
	shown := t.View.Shown
	first := min(t.rows.first, len(shown))
	if !slices.Equal(shown, t.shown) { // another list begins at its beginning
		first = 0
	}
	last := min(first+t.rows.count, len(shown))
	rows := []app.UI{t.spacer(first)}
	for at := first; at < last; at++ {
		rows = append(rows, t.rowAt(at))
	}
	rows = append(rows, t.spacer(len(shown)-last))
	all := len(shown) > 0 && t.View.tickedListed() == len(shown)
	head := func(text string) app.UI { return app.Th().Scope("col").Text(language.Say(text)) }
	return app.Div().ID("columns-view").Class("table-wrap grid-table windowed").TabIndex(0).Attr("role", "region").Aria("label", language.Say("Columns and public bounds")).Body(
		app.Table().Aria("rowcount", len(shown)+1).Body(
			app.THead().Body(app.Tr().Aria("rowindex", 1).Body(
				app.Td().Body(app.Input().ID("select-all").Type("checkbox").Aria("label", language.Say("Select all listed columns")).Checked(all).DataSet("part", "all")),
				head("Column"), head("Type"), head("Range"), app.Th().Scope("col").Class("mine").Title(language.Say("Only you see this")).Body(ui.Icon("eye"), app.Text(language.Say(" In your file"))), head("From"))),
			app.TBody().Body(rows...),
		))
}

// rowAt is the row at a place in the list.
func (t *Table) rowAt(at int) app.UI {
	i, a := t.View.Shown[at], &t.Answers
	c := a.Columns[i]
	role := ""
	switch {
	case a.NamesPerson(c):
		role = "names the person"
	case a.RowWeight.Weighs(c):
		role = "weighs the rows"
	}
	return &row{At: at, I: i, Column: c, Selected: t.View.ticked(i), Role: role, Read: t.Fits[c.Name], Received: t.received[i]}
}

// nothing says why no column is listed, and leads back to all.
func (t *Table) nothing() app.UI {
	v := t.View
	if len(v.Shown) > 0 || len(t.Answers.Columns) == 0 {
		return nil
	}
	why := "No column is listed under “" + string(v.Only) + "”."
	switch {
	case v.Find != "" && v.Only != All:
		why = "No column under “" + string(v.Only) + "” has a name with “" + v.Find + "”."
	case v.Find != "":
		why = "No column has a name with “" + v.Find + "”."
	}
	return app.Div().ID("no-columns").Class("row pad").Body(app.P().Class("help").Attr("role", "status").Text(language.Say(why)),
		t.To.Button("show-all", "Show all columns", ShowAll{}, "btn-s"))
}

// spacer stands for rows that are not drawn.
func (t *Table) spacer(rows int) app.UI {
	return app.Tr().Class("spacer").Aria("hidden", "true").Body(app.Td().ColSpan(6).Body(
		app.Elem("svg").XMLNS("http://www.w3.org/2000/svg").Attr("width", 1).Attr("height", int(float64(rows)*t.rows.height))))
}

func (t *Table) foot() app.UI {
	listed := len(t.View.Shown)
	text := words.Count(int64(listed), "column") + " listed"
	if n := len(t.Answers.Columns); n != listed {
		text = fmt.Sprintf("%s of %s listed", words.Thousands(int64(listed)), words.Count(int64(n), "column"))
	}
	if t.View.Order != AsInFile {
		text += ". The order is for reading: features keep the file’s."
	}
	return app.Div().Class("table-foot row between").Body(
		app.Span().Attr("role", "status").Text(language.Say(text)), app.B().ID("feature-count").Text(language.Say(words.Count(int64(t.Answers.Tally.Features), "feature"))))
}

// faults says what is wrong with answers that were given, in words that need no pointer: of the first columns, and how many more.
func (t *Table) faults() app.UI {
	const most = 3
	var said []string
	more := 0
	for _, c := range t.Answers.Columns {
		switch {
		case c.Fault == "" || !c.Wrong() || draft.Apart(&t.Answers, c):
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
