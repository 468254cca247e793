package dataset

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"privatepca/core/schema"
)

func unmatched(t *testing.T, text string, s *schema.Schema) []Unmatched {
	t.Helper()
	list, err := Reading{}.Unmatched(strings.NewReader(text), s)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func answersOf(recode map[string]string) *schema.Schema {
	return schema.New(
		schema.Field{Name: "ok", Kind: schema.Category, Enum: []string{"yes", "no"}, Recode: recode},
		schema.Field{Name: "x", Kind: schema.Number, Maximum: 1})
}

// Values of fewer than ten people are one count; a value is the same with blanks around it and in either form of Unicode; what is a level, or
// missing, is not listed.
func TestUnmatchedValues(t *testing.T) {
	text := "ok,x\n" + strings.Repeat("oui,1\n", 11) + strings.Repeat(" oui ,1\n", 2) + strings.Repeat("r\u00e9,1\n", 6) + strings.Repeat("re\u0301,1\n", 6) +
		strings.Repeat("rare,1\n", 9) + "once,1\nyes,0\n,1\n" + strings.Repeat("z", 200) + ",1\n"
	want := []Unmatched{{Column: "ok", Values: []UnmatchedValue{{"oui", 13}, {"r\u00e9", 12}}, Others: 2, Cells: 10, Untold: 1}}
	if got := unmatched(t, text, answersOf(nil)); !reflect.DeepEqual(got, want) {
		t.Errorf("listed %+v", got)
	}
	want = []Unmatched{{Column: "ok", Others: 2, Cells: 10, Untold: 1}}
	if got := unmatched(t, text, answersOf(map[string]string{"oui": "yes", "r\u00e9": ""})); !reflect.DeepEqual(got, want) {
		t.Errorf("after recoding %+v", got)
	}
	if got := unmatched(t, "ok,x\nyes,1\n,1\n", answersOf(nil)); got != nil {
		t.Errorf("where all match: %+v", got)
	}
}

// The list counts rows, also where the release weighs them.
func TestUnmatchedOfWeightedRows(t *testing.T) {
	s := answersOf(nil)
	s.NormRule, s.Centre, s.Scaling = schema.Mean, schema.CentreNone, schema.Affine
	s.RowWeight = &schema.RowWeight{Column: "w", Maximum: 4}
	got := unmatched(t, "ok,x,w\n"+strings.Repeat("oui,1,0.5\n", 12)+"yes,0,2\n", s)
	if want := []Unmatched{{Column: "ok", Values: []UnmatchedValue{{"oui", 12}}}}; !reflect.DeepEqual(got, want) {
		t.Errorf("listed %+v", got)
	}
}

// Ten rows are not ten people where one person may have several.
func TestUnmatchedCountsPeople(t *testing.T) {
	s := answersOf(nil)
	s.RowsPerPerson = 3
	rows := func(n int) string { return "ok,x\n" + strings.Repeat("oui,1\n", n) }
	if got := unmatched(t, rows(29), s); len(got[0].Values) != 0 || got[0].Others != 1 {
		t.Errorf("29 rows of at least 10 people: %+v", got)
	}
	if got := unmatched(t, rows(30), s); len(got[0].Values) != 1 {
		t.Errorf("30 rows: %+v", got)
	}
	s.PersonColumn = "who"
	of := func(people int) string {
		var b strings.Builder
		b.WriteString("ok,x,who\n")
		for i := range 3 * people {
			fmt.Fprintf(&b, "oui,1,p%d\n", i%people)
		}
		return b.String() + strings.Repeat("oui,1,\n", 50) // nobody's rows
	}
	if got := unmatched(t, of(9), s); len(got[0].Values) != 0 || got[0].Cells != 27 {
		t.Errorf("nine people: %+v", got)
	}
	if got := unmatched(t, of(10), s); len(got[0].Values) != 1 || got[0].Values[0].Count != 30 {
		t.Errorf("ten people: %+v", got)
	}
}

// Of a list of levels each value counts, and a recoding reads it as a level.
func TestUnmatchedInLists(t *testing.T) {
	list := func(recode map[string]string) *schema.Schema {
		return schema.New(schema.ListOf(schema.Field{Name: "l", Recode: recode}, ";", []string{"a", "b"})...)
	}
	text := "l\n" + strings.Repeat("a;c\n", 12) + "d\n"
	want := []Unmatched{{Column: "l", Values: []UnmatchedValue{{"c", 12}}, Others: 1, Cells: 1}}
	if got := unmatched(t, text, list(nil)); !reflect.DeepEqual(got, want) {
		t.Errorf("listed %+v", got)
	}
	s := list(map[string]string{"c": "b"})
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	if got := unmatched(t, text, s); len(got) != 1 || len(got[0].Values) != 0 {
		t.Errorf("after recoding %+v", got)
	}
}

// A recoded cell has the vector of its level, or of a missing cell.
func TestRecodedCellsCount(t *testing.T) {
	read := func(cell string, recode map[string]string) (out []int16) {
		sum, err := Read(strings.NewReader("ok,x\n"+cell+",1\n"), answersOf(recode), func(q []int16) error {
			out = append(out, q...)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range sum.Irregularities {
			if i.Kind == UnknownCategory {
				out = append(out, -1)
			}
		}
		return out
	}
	recode := map[string]string{"oui": "yes", "k. A.": ""}
	if a, b := read("oui", recode), read("yes", nil); !reflect.DeepEqual(a, b) {
		t.Errorf("recoded to a level: %v, want %v", a, b)
	}
	if a, b := read(" k. A. ", recode), read("", nil); !reflect.DeepEqual(a, b) {
		t.Errorf("recoded as missing: %v, want %v", a, b)
	}
	if a, b := read("oui", nil), read("yes", nil); reflect.DeepEqual(a, b) {
		t.Error("a cell without a recoding is a level")
	}
}

// Of a column in which every cell is another value, only so many are told apart.
func TestUnmatchedIsBounded(t *testing.T) {
	const rows = 3 * mostToldInAll
	fields := []schema.Field{{Name: "x", Kind: schema.Number, Maximum: 1}}
	head, row := "x", "1"
	for i := range 2 * mostToldInAll / mostTold {
		fields = append(fields, schema.Field{Name: fmt.Sprint("c", i), Kind: schema.Category, Enum: []string{"yes", "no"}})
		head, row = head+fmt.Sprintf(",c%d", i), row+",%[1]d"
	}
	var b strings.Builder
	b.WriteString(head + "\n")
	for i := range rows / 10 {
		fmt.Fprintf(&b, row+"\n", i)
	}
	told := 0
	for _, c := range unmatched(t, b.String(), schema.New(fields...)) {
		if told += c.Others; len(c.Values) > 0 || c.Others > mostTold || int64(c.Others)+c.Untold != rows/10 {
			t.Errorf("told %+v", c)
		}
	}
	if told != mostToldInAll {
		t.Errorf("%d values are told apart, want %d", told, mostToldInAll)
	}
}
