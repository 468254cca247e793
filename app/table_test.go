package app

import (
	"slices"
	"testing"

	"privatepca/app/draft"
)

// listing is a table of number columns.
func listing(t *testing.T, names ...string) *Table {
	t.Helper()
	s, _, _ := opened(t)
	s.Draft.Answers = draft.NewAnswers(names)
	for i := range s.Draft.Answers.Columns {
		s.Draft.Answers.Columns[i].SetKind(draft.Number)
	}
	table := newTable(tableOf{s}, 0)
	table.OnInit()
	return table
}

// The order is for reading: features keep that of the file.
func TestOrders(t *testing.T) {
	table := listing(t, "x10", "b", "X2", "a", "x02")
	c := table.page.Columns().Columns
	c[1].SetKind(draft.LeftOut)
	for _, i := range []int{0, 2, 4} {
		c[i].SetMin("0")
		c[i].SetMax("1")
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
	for _, c := range table.page.Columns().Columns {
		got = append(got, c.Selected)
	}
	if !slices.Equal(got, []bool{false, false, true, true, true}) {
		t.Errorf("selected %v", got)
	}
	table.page.Columns().Count()
	table.list.find = "a4"
	table.refresh()
	if listed, hidden := table.list.selected(); listed != 1 || hidden != 2 {
		t.Errorf("%d listed and %d hidden are selected, want 1 and 2", listed, hidden)
	}
}

func TestPastesDownwards(t *testing.T) {
	table := listing(t, "a", "b", "c", "d", "e")
	c := table.page.Columns().Columns
	c[2].SetKind(draft.Category)
	table.fill("min", 1, "1\t2\r\nx\ty\n−3\t4,5\n7")
	if c[0].Min != "" || c[1].Min != "1" || c[1].Max != "2" || c[2].Min != "" || c[3].Min != "−3" || c[3].Max != "4,5" || c[3].Fault == "" || c[4].Min != "7" || c[4].Max != "" {
		t.Errorf("%+v", c)
	}
	table.fill("max", 3, "8\n9\n10")
	if c[3].Max != "8" || c[4].Max != "9" {
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
	c := table.page.Columns().Columns
	c[0].Selected, c[2].Selected = true, true
	table.editor.apply(bulk{kind: draft.Category, levels: "no\nyes\n"})
	if c[0].Kind != draft.Category || !slices.Equal(c[2].Levels, []string{"no", "yes"}) || c[1].Kind != draft.Number || c[0].Fault != "" {
		t.Errorf("%+v", c)
	}
}

// What is listed as missing goes into the schema, and a schema file's list replaces it.
func TestMissingValues(t *testing.T) {
	s, _, _ := opened(t)
	s.Draft.Answers.SetMissing("NA\n -9 \n\n")
	if got := s.Draft.Answers.Schema().Missing(); !slices.Equal(got, []string{"NA", "-9"}) {
		t.Errorf("missing values %q", got)
	}
	s.Adopt([]byte(`{"missingValues":["","?"],"fields":[{"name":"age","type":"boolean"}]}`))
	if got := s.Draft.Answers.Schema().Missing(); !slices.Equal(got, []string{"", "?"}) || s.Draft.Answers.MissingTyped != "" {
		t.Errorf("missing values %q", got)
	}
	if s.Draft.Answers.SetMissing(""); s.Draft.Answers.MissingValues != nil {
		t.Errorf("nothing typed gives %q", s.Draft.Answers.MissingValues)
	}
}
