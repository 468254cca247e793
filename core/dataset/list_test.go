package dataset

import (
	"strings"
	"testing"

	"privatepca/core/schema"
)

// A list is read as a number for each level: the vectors are those of columns that hold 0 and 1, under each rule and scaling, however the cell is
// written; what is no level is counted once.
func TestLists(t *testing.T) {
	for _, rule := range []schema.NormRule{schema.Unit, schema.Clip} {
		for _, scaling := range []schema.Scaling{schema.Affine, schema.MaxAbs} {
			list := schema.New(append(append([]schema.Field{num("before", 0, 9)}, schema.ListOf(schema.Field{Name: "travel"}, "; ", []string{"walk", "bus", "Zürich"})...), num("after", 0, 9))...)
			flat := schema.New(num("before", 0, 9), num("travel=walk", 0, 1), num("travel=bus", 0, 1), num("travel=Zürich", 0, 1), num("after", 0, 9))
			for _, s := range []*schema.Schema{list, flat} {
				s.NormRule, s.Scaling, s.MissingValues = rule, scaling, []string{"none"}
			}
			got, sum, err := vectors(strings.NewReader("before,travel,after\n1,walk; bus,2\n1,,2\n3, bus ,4\n3,bus; bus; ,4\n5,none,6\n5,Zu\u0308rich; plane,6\n7,Walk,8\n9,; walk; ; bus,9\n"), list)
			if err != nil {
				t.Fatal(err)
			}
			want, _, err := vectors(strings.NewReader("before,travel=walk,travel=bus,travel=Zürich,after\n1,1,1,0,2\n1,,,,2\n3,0,1,0,4\n3,0,1,0,4\n5,,,,6\n5,0,0,1,6\n7,0,0,0,8\n9,1,1,0,9\n"), flat)
			if err != nil {
				t.Fatal(err)
			}
			for i := range want {
				if string16(got[i]) != string16(want[i]) {
					t.Errorf("%s, %s, row %d: %d, want %d", rule, scaling, i, got[i], want[i])
				}
			}
			counts := map[string]int64{}
			for _, i := range sum.Irregularities {
				counts[i.Kind+" "+i.Column] += i.Count
			}
			if len(counts) != 3 || counts[Missing+" travel"] != 2 || counts[UnknownCategory+" travel"] != 2 || counts[AlikeCategory+" travel"] != 1 {
				t.Errorf("%v", counts)
			}
			part, err := NewPart(list, mustReader(t, "before,travel,after\n1,walk,2\n").Dialect())
			if err != nil {
				t.Fatal(err)
			}
			part.Add(*sum)
			if again := part.Summary(); len(again.Irregularities) != len(sum.Irregularities) || again.Irregularities[1] != sum.Irregularities[1] {
				t.Errorf("added, %+v are %+v", sum.Irregularities, again.Irregularities)
			}
		}
	}
}

func mustReader(t *testing.T, text string) *Reader {
	r, err := NewReader(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A list that is the first column is counted once as well.
func TestAListBeforeAllColumns(t *testing.T) {
	s := schema.New(append(schema.ListOf(schema.Field{Name: "travel"}, ";", []string{"walk", "bus"}), num("after", 0, 9))...)
	_, sum, err := vectors(strings.NewReader("travel,after\nwalk,1\n,2\nplane,3\n"), s)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int64{}
	for _, i := range sum.Irregularities {
		counts[i.Kind] += i.Count
	}
	if len(counts) != 2 || counts[Missing] != 1 || counts[UnknownCategory] != 1 {
		t.Errorf("%v", sum.Irregularities)
	}
}

// A list may have one level alone: a question of which nothing but one answer counts.
func TestAListOfOneLevel(t *testing.T) {
	s := schema.New(append(schema.ListOf(schema.Field{Name: "travel"}, ";", []string{"bus"}), num("age", 0, 9))...)
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	got, _, err := vectors(strings.NewReader("travel,age\nbus,9\nwalk;bus,9\nwalk,9\n"), s)
	if err != nil {
		t.Fatal(err)
	}
	if string16(got[0]) != string16(got[1]) || string16(got[0]) == string16(got[2]) {
		t.Errorf("%d", got)
	}
}
