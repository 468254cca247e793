package table

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/app/effect"
	"privatepca/app/job"
	"privatepca/app/language"
	"privatepca/app/ui"
	"privatepca/core/schema"
	"privatepca/core/typed"
)

// A visit is a table of some columns, with who takes its messages.
type visit struct {
	a    draft.Answers
	v    View
	said []effect.Effect // but for messages to others
}

// tableOf is a table of columns without an answer.
func tableOf(names ...string) *visit {
	t := &visit{a: draft.NewAnswers(names)}
	t.v = Fresh(&t.a, "", nil)
	return t
}

// listing is a table of number columns.
func listing(names ...string) *visit {
	t := tableOf(names...)
	for i := range names {
		drafttest.Answer(&t.a, draft.SetKind{Column: i, Kind: draft.Number})
	}
	return t
}

// tell takes messages, as the page does.
func (t *visit) tell(msgs ...effect.Msg) {
	for _, msg := range msgs {
		switch msg := msg.(type) {
		case draft.Msg:
			drafttest.Answer(&t.a, msg)
		case Msg:
			var effects []effect.Effect
			t.v, effects = Update(t.v, &t.a, "clinic.csv", msg)
			for _, e := range effects {
				to, ok := e.(effect.Tell)
				if _, toJob := to.Msg.(job.Msg); ok && !toJob {
					t.tell(to.Msg)
				} else {
					t.said = append(t.said, e)
				}
			}
		}
	}
}

// row says something in a row.
func (t *visit) row(part string, i int, value string) {
	t.tell(said(part, i, value, true, false, &t.a)...)
}

// mounted is the component.
func (t *visit) mounted() *Table {
	table := New(&ui.Inbox{Deliver: func(msg effect.Msg) { t.tell(msg) }}, t.v, t.a, nil)
	table.OnInit()
	return table
}

// panelHTML is the panel that is open; "" for none.
func (t *visit) panelHTML() string {
	p, ok := panelOf(t.v, &t.a)
	if !ok {
		return ""
	}
	return app.HTMLString(p.Draw(&ui.Inbox{}))
}

// The order is for reading: features keep that of the file.
func TestOrders(t *testing.T) {
	table := listing("x10", "b", "X2", "a", "x02")
	table.tell(draft.SetKind{Column: 1, Kind: draft.LeftOut})
	for _, i := range []int{0, 2, 4} {
		table.tell(draft.SetMin{Column: i, Text: "0"}, draft.SetMax{Column: i, Text: "1"})
	}
	for o, want := range map[Order][]int{
		AsInFile:   {0, 1, 2, 3, 4},
		ByName:     {3, 1, 4, 2, 0},
		Unanswered: {3, 0, 2, 4, 1},
	} {
		t.Run(string(o), func(t *testing.T) {
			if table.tell(Sort{string(o)}); !slices.Equal(table.v.Shown, want) {
				t.Errorf("%v, want %v", table.v.Shown, want)
			}
			if got := table.a.Schema().Features(); !slices.Equal(got, []string{"x10", "X2", "x02"}) {
				t.Errorf("features %q", got)
			}
		})
	}
}

// With the shift key all listed columns from the last one on are ticked, and none
// that is not listed.
func TestTicksARange(t *testing.T) {
	table := listing("a1", "b", "a2", "a3", "a4")
	table.tell(Find{"a"}, Tick{Column: 4, On: true}, Tick{Column: 2, On: true, Through: true})
	if !slices.Equal(table.v.Ticked, []int{2, 3, 4}) {
		t.Errorf("ticked %v", table.v.Ticked)
	}
	before := table.v
	if table.tell(Find{"a4"}); table.v.tickedListed() != 1 {
		t.Errorf("%d listed columns are ticked, want 1", table.v.tickedListed())
	}
	if table.tell(Tick{Column: 3}, TickAll{}); !slices.Equal(table.v.Ticked, []int{2}) || !slices.Equal(before.Ticked, []int{2, 3, 4}) {
		t.Errorf("ticked %v, and before %v", table.v.Ticked, before.Ticked)
	}
}

// Lines are pasted downwards from where they are pasted, past rows that are no numbers; a list with titles is a codebook.
func TestPastesDownwards(t *testing.T) {
	table := listing("a", "b", "c", "d", "e")
	table.tell(draft.SetKind{Column: 2, Kind: draft.Category})
	table.tell(Paste{Column: 1, Part: "min", Text: "1\t2\r\nx\ty\n−3\t4,500\n7\n"})
	c := table.a.Columns
	if c[0].Min.Text() != "" || c[1].Min.Text() != "1" || c[1].Max.Text() != "2" || c[2].Min.Text() != "" || c[3].Min.Text() != "−3" || c[3].Max.Text() != "4,500" || c[3].Fault == "" || c[4].Min.Text() != "7" || c[4].Max.Text() != "" {
		t.Errorf("%+v", c)
	}
	table.tell(Paste{Column: 3, Part: "max", Text: "8\n9\n10"})
	if c = table.a.Columns; c[3].Max.Text() != "8" || c[4].Max.Text() != "9" {
		t.Errorf("%+v", c[3:])
	}
	if want := (effect.Tell{Msg: job.Say{Text: "Bounds were pasted into 2 rows. Undo takes this back."}}); len(table.said) != 2 || table.said[1] != want {
		t.Errorf("the page says %+v", table.said)
	}
	table.tell(Paste{Column: 0, Part: "min", Text: "name\tmin\tmax\nb\t0\t9\n"})
	if _, book := table.said[2].(effect.Tell).Msg.(job.ReadBookText); !book || table.a.Columns[0].Min.Text() != "" {
		t.Errorf("a list of variables was taken for bounds: %+v", table.said[2])
	}
	if at := table.v.nextNumber(&table.a, 1, 1); at != 3 {
		t.Errorf("below b is %d, want d: c is no number", at)
	}
	if at := table.v.nextNumber(&table.a, 0, -1); at != -1 {
		t.Errorf("above the first is %d", at)
	}
}

func TestBulkCategories(t *testing.T) {
	table := listing("a", "b", "c")
	table.tell(Tick{Column: 0, On: true}, Tick{Column: 2, On: true}, EditTicked{}, TypeLevels{"no\nyes\n"})
	if html := table.panelHTML(); !strings.Contains(html, "Categories of the 2 selected columns") {
		t.Errorf("the panel is %s", html)
	}
	table.tell(ApplyLevels{})
	if c := table.a.Columns; c[0].Kind != draft.Category || !slices.Equal(c[2].Levels, []string{"no", "yes"}) || c[1].Kind != draft.Number || c[0].Fault != "" || table.panelHTML() != "" {
		t.Errorf("%+v", c[0])
	}
}

// The rows that are drawn do not grow with the number of columns.
func TestTableDrawsOnlyWhatIsInView(t *testing.T) {
	names := make([]string, 10000)
	for i := range names {
		names[i] = fmt.Sprintf("column %d", i)
	}
	table := tableOf(names...).mounted()
	table.rows.height = 40
	for _, top := range []float64{0, 123, 40 * 5000, 40*10000 - 480} {
		t.Run(fmt.Sprint(top), func(t *testing.T) {
			first, count, _ := table.rows.at(top, 480, 10000)
			if from, to := int(top/40), int(math.Ceil((top+480)/40)); first > from || first+count < min(to, 10000) || count > 12+2*spare+2 {
				t.Errorf("rows %d to %d, want at least %d to %d and few more", first, first+count, from, to)
			}
			table.rows.first, table.rows.count = first, count
			if n := strings.Count(app.HTMLString(table.grid()), `class="item`); n > 30 {
				t.Errorf("%d rows are drawn", n)
			}
		})
	}
}

func TestTableTakesAnswers(t *testing.T) {
	table := tableOf("age", "sex")
	table.row("type", 0, "number")
	table.row("min", 0, "0")
	table.row("max", 0, "9")
	table.row("type", 1, "category")
	if table.v.Editing != 1 || !slices.Contains(table.said, effect.Effect(effect.Focus{ID: "levels"})) {
		t.Error("a category without levels does not ask for them")
	}
	c := table.a.Columns
	if c[0].Fault != "" || c[0].From != schema.Typed || c[1].Fault == "" || table.a.Tally.Open != 1 {
		t.Errorf("columns %+v, tally %+v", c, table.a.Tally)
	}
	table.row("all", -1, "")
	table.tell(ChooseKind{string(draft.Number)}, TypeLeast{"1"}, TypeMost{"2"}, Apply{})
	for _, c := range table.a.Columns {
		if c.Kind != draft.Number || c.Min.Text() != "1" || c.Max.Text() != "2" || c.Fault != "" {
			t.Errorf("after the bulk answer: %+v", c)
		}
	}
	if len(table.v.Ticked) != 0 || table.a.Tally.Features != 2 {
		t.Errorf("ticked %v, tally %+v", table.v.Ticked, table.a.Tally)
	}
	table.tell(Tick{Column: 1, On: true}, LeaveOut{})
	if table.a.Columns[1].Kind != draft.LeftOut || table.a.Columns[0].Kind != draft.Number {
		t.Error("what is ticked is not left out")
	}
	table.row("min", 7, "1") // of a file that is open no more
}

func TestFiltersAndSearch(t *testing.T) {
	table := tableOf("age", "sex")
	table.tell(draft.SetKind{Column: 0, Kind: draft.Number}, draft.SetMin{Column: 0, Text: "0"}, draft.SetMax{Column: 0, Text: "110"},
		draft.SetKind{Column: 1, Kind: draft.Category}, draft.SetLevels{Column: 1, Lines: "f\nm"})
	for f, want := range map[Filter]int{All: 2, Numbers: 1, Categories: 1, Open: 0, Out: 0} {
		t.Run(string(f), func(t *testing.T) {
			if table.tell(Show{f}); len(table.v.Shown) != want {
				t.Errorf("%d are listed, want %d", len(table.v.Shown), want)
			}
		})
	}
	table.tell(Show{Out})
	if html := app.HTMLString(table.mounted().nothing()); !strings.Contains(html, "No column is listed under") {
		t.Errorf("nothing is listed, and the table says %s", html)
	}
	if table.tell(ShowAll{}, Find{"SE"}); len(table.v.Shown) != 1 || table.v.Shown[0] != 1 {
		t.Errorf("searching SE lists %v", table.v.Shown)
	}
}

// A column's label stands beside its name, its levels show theirs, and the search finds it.
func TestTableShowsLabels(t *testing.T) {
	table := tableOf("Q034", "sex")
	table.tell(draft.SetKind{Column: 1, Kind: draft.Category}, draft.SetLevels{Column: 1, Lines: "1\n2"})
	table.a.Columns[0].Label = "Hours of sleep"
	table.a.Columns[1].LevelLabels = map[string]string{"2": "women"}
	m := table.mounted()
	if text := app.HTMLString(m.rowAt(0)) + app.HTMLString(m.rowAt(1)); !strings.Contains(text, "Hours of sleep") || !strings.Contains(text, "Q034") || !strings.Contains(text, "2 levels: 1, women") {
		t.Errorf("no label is shown: %s", text)
	}
	if table.tell(Find{"sleep"}); len(table.v.Shown) != 1 || table.v.Shown[0] != 0 {
		t.Errorf("searching a label lists %v", table.v.Shown)
	}
}

// A column's details are opened from its row, its missing codes and weight go into the schema, and a cycle has two features.
func TestDetailsOfAColumn(t *testing.T) {
	table := tableOf("born", "ok")
	table.row("type", 0, string(draft.Date))
	table.row("more", 0, "")
	html := table.panelHTML()
	for _, want := range []string{"detail-part", "detail-format", "detail-missing", "detail-weight", "More about"} {
		if !strings.Contains(html, want) {
			t.Errorf("the panel of a date lacks %s:\n%s", want, html)
		}
	}
	if strings.Contains(html, "detail-scores") {
		t.Error("a date has no scores")
	}
	drafttest.Answer(&table.a, drafttest.Details(0, draft.Details{Part: schema.MonthCycle, Own: true, Missing: typed.ReadList("-9"), Weight: typed.ReadNumber("0.5")})...)
	table.row("type", 1, asBoolean)
	if f := table.a.Schema().Fields; table.a.Tally.Features != 4 || len(f) != 2 || f[0].Weight != .5 || len(f[0].MissingValues) != 2 || len(f[1].Spellings) != 2 {
		t.Errorf("stated %+v", f)
	}
	table.tell(Close{})
	if table.panelHTML() != "" || table.said[len(table.said)-1] != (effect.Focus{ID: "more-0"}) {
		t.Error("the panel stays open, or the focus is lost")
	}
	row := app.HTMLString((&row{I: 0, Column: table.a.Columns[0]}).Render())
	if !strings.Contains(row, "month cycle") || !strings.Contains(row, "more stated") {
		t.Errorf("the row does not say what is stated:\n%s", row)
	}
}

// A column without a name is said to have none.
func TestARowWithoutAName(t *testing.T) {
	for name, want := range map[string]string{"age": "<code>age</code>", "": "(no name)"} {
		t.Run(want, func(t *testing.T) {
			row := strings.Join(strings.Fields(app.HTMLString((&row{Column: draft.NewAnswers([]string{name}).Columns[0]}).Render())), "")
			if !strings.Contains(row, strings.ReplaceAll(want, " ", "")) || strings.Contains(row, "<code></code>") {
				t.Errorf("%q: the row does not show %q", name, want)
			}
		})
	}
}

// What is wrong with an answer is said in words, without a pointer; what is missing only in the row.
func TestFaultsAreSaid(t *testing.T) {
	table := tableOf("age", "income", "weight", "height", "school")
	for i, bounds := range [][2]string{{"0", "x"}, {"100", "20.000"}, {"", ""}, {"1,000", "2000"}} {
		table.tell(draft.SetKind{Column: i, Kind: draft.Number}, draft.SetMin{Column: i, Text: bounds[0]}, draft.SetMax{Column: i, Text: bounds[1]})
	}
	said := func() string { return app.HTMLString(table.mounted().faults()) }
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
	table.tell(draft.SetKind{Column: 4, Kind: draft.Ordinal}, draft.SetLevels{Column: 4, Lines: "low"})
	if got := said(); !strings.Contains(got, "1 more column to correct.") || strings.Contains(got, "school") {
		t.Errorf("a fourth fault: %s", got)
	}
	for i := range table.a.Columns {
		table.tell(draft.SetKind{Column: i, Kind: draft.LeftOut})
	}
	if got := said(); !strings.Contains(got, "></p>") {
		t.Errorf("nothing is wrong, and the table says %s", got)
	}
}

// The schema of the answers is saved in two standards, under the names that their readers look for.
func TestTheSchemaIsSaved(t *testing.T) {
	table := listing("a")
	table.tell(Export{}, ExportCSVW{})
	for i, name := range []string{"schema.json", "clinic.csv-metadata.json"} {
		if s, ok := table.said[i].(effect.Save); !ok || s.Name != name || len(s.Text) == 0 {
			t.Errorf("saved %+v, want %s", table.said[i], name)
		}
	}
}

// A bound that nobody typed here is written as the page's language writes numbers; one that was typed stays as it was.
func TestBoundsAreInTheLanguageOfThePage(t *testing.T) {
	text, err := os.ReadFile("../../../../web/languages/de.json")
	if err != nil {
		t.Fatal(err)
	}
	german, err := language.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	language.Speak(german)
	defer language.Speak(nil)
	for from, want := range map[schema.Provenance]string{schema.FromSchema: `value="80,5"`, schema.Typed: `value="80.5"`} {
		t.Run(string(from), func(t *testing.T) {
			table := tableOf("a")
			table.tell(draft.SetKind{Kind: draft.Number}, draft.SetMin{Text: "0"}, draft.SetMax{Text: "80.5"})
			c := *table.a.Columns[0]
			c.From = from
			if html := app.HTMLString((&row{Column: &c}).Render()); !strings.Contains(html, want) {
				t.Errorf("%s is not in %s", want, html)
			}
		})
	}
}

// The row that is asked for is listed, and what it lacks gets the focus.
func TestARowIsRevealed(t *testing.T) {
	table := listing("a", "b", "c", "d", "e")
	table.tell(Find{"a"}, Reveal{Column: 1})
	if !slices.Contains(table.v.Shown, 1) || table.v.Find != "" || table.v.sought != 1 || table.v.reveals != 1 {
		t.Errorf("%+v", table.v)
	}
	table.tell(Reveal{Column: 1})
	if table.v.reveals != 2 {
		t.Error("the same row is not shown again")
	}
	for want, c := range map[string]draft.Column{"type": {}, "min": {Kind: draft.Number}, "max": {Kind: draft.Number, Min: typed.ReadNumber("1")}, "edit": {Kind: draft.Ordinal}, "more": {Kind: draft.Number, InDetails: true}} {
		t.Run(want, func(t *testing.T) {
			if got := lacking(&c); got != want {
				t.Errorf("%s", got)
			}
		})
	}
}
