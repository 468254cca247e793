package table

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/core/schema"
	"privatepca/core/typed"
)

// page is a Page of a file's columns.
type page struct {
	answers draft.Answers
	notes   []string
}

func (*page) Seek() string                     { return "" }
func (p *page) Change()                        {}
func (p *page) Tell(msg draft.Msg)             { drafttest.Answer(&p.answers, msg) }
func (p *page) Columns() *draft.Answers        { return &p.answers }
func (p *page) File() any                      { return nil }
func (p *page) FileName() string               { return "clinic.csv" }
func (p *page) Receive([]client.NamedFile)     {}
func (p *page) Paste([]string, string, string) {}
func (p *page) Note(text string)               { p.notes = append(p.notes, text) }
func (p *page) Focus(string)                   {}

// tableOf is a table of columns without an answer.
func tableOf(names ...string) (*Table, *page) {
	p := &page{answers: draft.NewAnswers(names)}
	table := New(p, 0)
	table.OnInit()
	return table, p
}

// listing is a table of number columns.
func listing(t *testing.T, names ...string) *Table {
	t.Helper()
	table, p := tableOf(names...)
	for i := range p.answers.Columns {
		drafttest.Answer(&p.answers, draft.SetKind{Column: i, Kind: draft.Number})
	}
	return table
}

// The order is for reading: features keep that of the file.
func TestOrders(t *testing.T) {
	table := listing(t, "x10", "b", "X2", "a", "x02")
	c := table.page.Columns().Columns
	drafttest.Set(c[1], draft.SetKind{Kind: draft.LeftOut})
	for _, i := range []int{0, 2, 4} {
		drafttest.Set(c[i], draft.SetMin{Text: "0"}, draft.SetMax{Text: "1"})
	}
	for o, want := range map[order][]int{
		orderFile: {0, 1, 2, 3, 4},
		orderName: {3, 1, 4, 2, 0},
		orderOpen: {3, 0, 2, 4, 1},
	} {
		table.list.order = o
		table.refresh()
		if !slices.Equal(table.list.shown, want) {
			t.Errorf("%s: %v, want %v", o, table.list.shown, want)
		}
		if got := table.page.Columns().Schema().Features(); !slices.Equal(got, []string{"x10", "X2", "x02"}) {
			t.Errorf("%s: features %q", o, got)
		}
	}
}

// With the shift key all listed columns from the last one on are ticked, and none
// that is not listed.
func TestTicksARange(t *testing.T) {
	table := listing(t, "a1", "b", "a2", "a3", "a4")
	table.list.find = "a"
	table.refresh()
	table.list.tick(4, true, false)
	table.list.tick(2, true, true)
	var got []bool
	for i := range table.page.Columns().Columns {
		got = append(got, table.list.ticked[i])
	}
	if !slices.Equal(got, []bool{false, false, true, true, true}) {
		t.Errorf("selected %v", got)
	}
	table.list.find = "a4"
	table.refresh()
	if listed, hidden := table.list.selected(); listed != 1 || hidden != 2 {
		t.Errorf("%d listed and %d hidden are selected, want 1 and 2", listed, hidden)
	}
}

func TestPastesDownwards(t *testing.T) {
	table := listing(t, "a", "b", "c", "d", "e")
	c := table.page.Columns().Columns
	drafttest.Set(c[2], draft.SetKind{Kind: draft.Category})
	table.fill("min", 1, "1\t2\r\nx\ty\n−3\t4,500\n7")
	c = table.page.Columns().Columns
	if c[0].Min.Text() != "" || c[1].Min.Text() != "1" || c[1].Max.Text() != "2" || c[2].Min.Text() != "" || c[3].Min.Text() != "−3" || c[3].Max.Text() != "4,500" || c[3].Fault == "" || c[4].Min.Text() != "7" || c[4].Max.Text() != "" {
		t.Errorf("%+v", c)
	}
	table.fill("max", 3, "8\n9\n10")
	if c = table.page.Columns().Columns; c[3].Max.Text() != "8" || c[4].Max.Text() != "9" {
		t.Errorf("%+v", c[3:])
	}
	if at := table.list.nextNumber(1, 1); at != 3 {
		t.Errorf("below b is %d, want d: c is no number", at)
	}
	if at := table.list.nextNumber(0, -1); at != -1 {
		t.Errorf("above the first is %d", at)
	}
}

func TestBulkCategories(t *testing.T) {
	table := listing(t, "a", "b", "c")
	table.list.tick(0, true, false)
	table.list.tick(2, true, false)
	table.editor.apply(&table.list, bulk{kind: draft.Category, levels: "no\nyes\n"})
	if c := table.page.Columns().Columns; c[0].Kind != draft.Category || !slices.Equal(c[2].Levels, []string{"no", "yes"}) || c[1].Kind != draft.Number || c[0].Fault != "" {
		t.Errorf("%+v", c[0])
	}
}

// The rows that are drawn do not grow with the number of columns.
func TestTableDrawsOnlyWhatIsInView(t *testing.T) {
	names := make([]string, 10000)
	for i := range names {
		names[i] = fmt.Sprintf("column %d", i)
	}
	table, _ := tableOf(names...)
	table.rows.height = 40
	for _, top := range []float64{0, 123, 40 * 5000, 40*10000 - 480} {
		first, count, _ := table.rows.at(top, 480, 10000)
		if from, to := int(top/40), int(math.Ceil((top+480)/40)); first > from || first+count < min(to, 10000) || count > 12+2*spare+2 {
			t.Errorf("at %g: rows %d to %d, want at least %d to %d and few more", top, first, first+count, from, to)
		}
		table.rows.first, table.rows.count = first, count
		if n := strings.Count(app.HTMLString(table.grid()), `class="item`); n > 30 {
			t.Errorf("at %g: %d rows are drawn", top, n)
		}
	}
}

func TestTableTakesAnswers(t *testing.T) {
	table, s := tableOf("age", "sex")
	table.answer("type", 0, "number", false)
	table.answer("min", 0, "0", false)
	table.answer("max", 0, "9", false)
	table.answer("type", 1, "category", false)
	if table.editor.editing != 1 {
		t.Error("a category without levels does not ask for them")
	}
	c := s.answers.Columns
	if c[0].Fault != "" || c[0].From != schema.Typed || c[1].Fault == "" || s.answers.Tally.Open != 1 {
		t.Errorf("columns %+v, tally %+v", c, s.answers.Tally)
	}
	table.answer("all", -1, "", true)
	table.editor.apply(&table.list, bulk{kind: draft.Number, min: "1", max: "2"})
	for _, c := range s.answers.Columns {
		if c.Kind != draft.Number || c.Min.Text() != "1" || c.Max.Text() != "2" || c.Fault != "" {
			t.Errorf("after the bulk answer: %+v", c)
		}
	}
	if len(table.list.ticked) != 0 || s.answers.Tally.Features != 2 {
		t.Errorf("tally %+v", s.answers.Tally)
	}
}

func TestFiltersAndSearch(t *testing.T) {
	table, s := tableOf("age", "sex")
	drafttest.Answer(&s.answers,
		draft.SetKind{Column: 0, Kind: draft.Number}, draft.SetMin{Column: 0, Text: "0"}, draft.SetMax{Column: 0, Text: "110"},
		draft.SetKind{Column: 1, Kind: draft.Category}, draft.SetLevels{Column: 1, Lines: "f\nm"})
	for f, want := range map[filter]int{filterAll: 2, filterNumbers: 1, filterCategories: 1, filterOpen: 0, filterOut: 0} {
		table.list.only = f
		if table.refresh(); len(table.list.shown) != want {
			t.Errorf("%s lists %d, want %d", f, len(table.list.shown), want)
		}
	}
	table.list.only, table.list.find = filterAll, "SE"
	if table.refresh(); len(table.list.shown) != 1 || table.list.shown[0] != 1 {
		t.Errorf("searching SE lists %v", table.list.shown)
	}
}

// A column's label stands beside its name, its levels show theirs, and the search finds it.
func TestTableShowsLabels(t *testing.T) {
	table, s := tableOf("Q034", "sex")
	s.answers.Columns[0].Label = "Hours of sleep"
	drafttest.Answer(&s.answers, draft.SetKind{Column: 1, Kind: draft.Category}, draft.SetLevels{Column: 1, Lines: "1\n2"})
	s.answers.Columns[1].LevelLabels = map[string]string{"2": "women"}
	table.list.refresh()
	table.rows.height, table.rows.count = 40, 2
	if text := app.HTMLString(table.rowAt(0)) + app.HTMLString(table.rowAt(1)); !strings.Contains(text, "Hours of sleep") || !strings.Contains(text, "Q034") || !strings.Contains(text, "2 levels: 1, women") {
		t.Errorf("no label is shown: %s", text)
	}
	table.list.find = "sleep"
	if table.list.refresh(); len(table.list.shown) != 1 || table.list.shown[0] != 0 {
		t.Errorf("searching a label lists %v", table.list.shown)
	}
}

// A column's details are opened from its row, its missing codes and weight go into the schema, and a cycle has two features.
func TestDetailsOfAColumn(t *testing.T) {
	table, p := tableOf("born", "ok")
	table.answer("type", 0, string(draft.Date), false)
	table.answer("more", 0, "", false)
	html := app.HTMLString(table.editor.panel(&table.list))
	for _, want := range []string{"detail-part", "detail-format", "detail-missing", "detail-weight", "More about"} {
		if !strings.Contains(html, want) {
			t.Errorf("the panel of a date lacks %s:\n%s", want, html)
		}
	}
	if strings.Contains(html, "detail-scores") {
		t.Error("a date has no scores")
	}
	c := p.answers.Columns[0]
	drafttest.Set(c, drafttest.Details(0, draft.Details{Part: schema.MonthCycle, Own: true, Missing: typed.ReadList("-9"), Weight: typed.ReadNumber("0.5")})...)
	table.answer("type", 1, asBoolean, false)
	if f := p.answers.Schema().Fields; p.answers.Tally.Features != 4 || len(f) != 2 || f[0].Weight != .5 || len(f[0].MissingValues) != 2 || len(f[1].Spellings) != 2 {
		t.Errorf("stated %+v", f)
	}
	table.editor.close()
	if table.editor.panel(&table.list) != nil {
		t.Error("the panel stays open")
	}
	row := app.HTMLString((&row{I: 0, Column: c}).Render())
	if !strings.Contains(row, "month cycle") || !strings.Contains(row, "More: stated") {
		t.Errorf("the row does not say what is stated:\n%s", row)
	}
}

// A column without a name is said to have none.
func TestARowWithoutAName(t *testing.T) {
	for name, want := range map[string]string{"age": "<code>age</code>", "": "(no name)"} {
		c := draft.NewAnswers([]string{name}).Columns[0]
		row := strings.Join(strings.Fields(app.HTMLString((&row{Column: c}).Render())), "")
		if !strings.Contains(row, strings.ReplaceAll(want, " ", "")) || strings.Contains(row, "<code></code>") {
			t.Errorf("%q: the row does not show %q", name, want)
		}
	}
}

// What is wrong with an answer is said in words, without a pointer; what is missing only in the row.
func TestFaultsAreSaid(t *testing.T) {
	table, p := tableOf("age", "income", "weight", "height", "school")
	c := p.answers.Columns
	for i, bounds := range [][2]string{{"0", "x"}, {"100", "20.000"}, {"", ""}, {"1,000", "2000"}} {
		drafttest.Set(c[i], draft.SetKind{Kind: draft.Number}, draft.SetMin{Text: bounds[0]}, draft.SetMax{Text: bounds[1]})
	}
	said := func() string { return app.HTMLString(table.faults()) }
	for _, want := range []string{
		"age: the maximum is not a number.", "income: the minimum must be below the maximum: 20.000 is read as 20.",
		"height: the minimum may be read in two ways: type 1000 or 1.000.",
	} {
		if !strings.Contains(said(), want) {
			t.Errorf("%q is not said: %s", want, said())
		}
	}
	if got := said(); strings.Contains(got, "weight") || strings.Contains(got, "school") || strings.Contains(got, "more column") {
		t.Errorf("what is only missing is called wrong: %s", got)
	}
	drafttest.Set(c[4], draft.SetKind{Kind: draft.Ordinal}, draft.SetLevels{Lines: "low"})
	if got := said(); !strings.Contains(got, "1 more column to correct.") || strings.Contains(got, "school") {
		t.Errorf("a fourth fault: %s", got)
	}
	for i := range c {
		drafttest.Set(c[i], draft.SetKind{Kind: draft.LeftOut})
	}
	if got := said(); !strings.Contains(got, "></p>") {
		t.Errorf("nothing is wrong, and the table says %s", got)
	}
}
