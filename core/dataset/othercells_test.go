package dataset

import (
	"fmt"
	"strings"
	"testing"

	"privatepca/core/schema"
)

// What a cell means does not depend on the form that a program gave it: minus signs, blanks, marks, composed letters, whole numbers that were
// written as decimals. Each file is summed as the plain one is, and nothing is counted.
func TestFormsOfACell(t *testing.T) {
	number, levels := num("x", -100000, 100000), cat("c", "Café", "Bär")
	grades := cat("x", "1", "2", "4")
	graded := schema.Field{Name: "x", Kind: schema.Ordinal, Enum: []string{"1", "2", "4"}}
	truth, err := schema.Parse([]byte(`{"fields":[{"name":"x","type":"boolean"},{"name":"c","type":"string","constraints":{"enum":["Café","Bär"]}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		s           *schema.Schema
		plain, form string
	}{
		{schema.New(number, levels), "-7", "\u22127"},
		{schema.New(number, levels), "-7.5", "\u20137.5"},
		{schema.New(number, levels), "-7", "\uff0d7"},
		{schema.New(number, levels), "-.5", "\u2212.5"},
		{schema.New(number, levels), "12", "\u00a012\u202f"},
		{schema.New(number, levels), "12", "\u200e12\u200b"},
		{schema.New(number, levels), "12", "\ufeff12"},
		{schema.New(number, levels), "12345.5", "12\u2009345.5"},
		{schema.New(number, levels), "12345", "12\u202f345"},
		{schema.New(number, levels), "-12345", "\u221212\u00a0345"},
		{schema.New(grades, levels), "2", "2.0"},
		{schema.New(grades, levels), "4", "+4.00"},
		{schema.New(grades, levels), "1", "\u00a01\u00a0"},
		{schema.New(graded, levels), "2", "2.0"},
		{truth, "1", "1.0"},
		{truth, "0", "0.0"},
	} {
		t.Run(c.plain, func(t *testing.T) {
			want, _, err := vectors(strings.NewReader("x,c\n"+c.plain+",Bär\n0,Café\n"), c.s)
			if err != nil {
				t.Fatal(err)
			}
			got, sum, err := vectors(strings.NewReader("x,c\n"+c.form+",Ba\u0308r\n0,\u00a0Cafe\u0301 \n"), c.s)
			if err != nil || len(got) != 2 || string16(got[0]) != string16(want[0]) || string16(got[1]) != string16(want[1]) {
				t.Errorf("%+q: %d, want %d, %v", c.form, got, want, err)
			}
			for _, i := range sum.Irregularities {
				if i.Count > 1 || i.FirstLine != 3 || i.Column != "x" { // 0 is no grade
					t.Errorf("%+q: %+v", c.form, i)
				}
			}
		})
	}
}

func string16(q []int16) string {
	var b strings.Builder
	for _, x := range q {
		b.WriteRune(rune(x) + 20000)
	}
	return b.String()
}

// Levels of which one is no whole number, or of which two have the same value, are texts: "2.0" is another version than "2".
func TestLevelsThatAreTexts(t *testing.T) {
	for _, levels := range [][]string{{"1", "2", "2.1"}, {"1", "01", "2"}, {"1", "2", "more"}} {
		t.Run(fmt.Sprint(levels), func(t *testing.T) {
			_, sum, err := vectors(strings.NewReader("x\n2.0\n1\n"), schema.New(cat("x", levels...)))
			if err != nil || len(sum.Irregularities) != 1 || sum.Irregularities[0].Kind != UnknownCategory || sum.Irregularities[0].Count != 1 {
				t.Errorf("%q: %+v, %v", levels, sum, err)
			}
		})
	}
}

// Case and blanks are ignored where the dialect says so. Else the cells that they keep from a level are counted; two levels that differ by
// them alone stay apart.
func TestIgnoreCase(t *testing.T) {
	s := schema.New(cat("x", "yes", "no", "Not sure", "NO T"), num("y", 0, 1))
	text := "x,y\nyes,1\nYES,1\n Yes,1\nNOTSURE,1\nNot,1\nnot,1\nperhaps,1\n"
	_, sum, err := vectors(strings.NewReader(text), s)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int64{UnknownCategory: 6, AlikeCategory: 5}
	for _, i := range sum.Irregularities {
		if want[i.Kind] != i.Count {
			t.Errorf("%+v", i)
		}
		delete(want, i.Kind)
	}
	s.Dialect.IgnoreCase = true
	_, sum, err = vectors(strings.NewReader(text), s)
	if err != nil || len(want) != 0 || len(sum.Irregularities) != 1 || sum.Irregularities[0].Count != 1 || sum.Irregularities[0].FirstLine != 8 {
		t.Errorf("%v left, %+v, %v", want, sum, err)
	}
	twice := schema.New(cat("x", "a", "A"), num("y", 0, 1))
	twice.Dialect.IgnoreCase = true
	if all, _, err := vectors(strings.NewReader("x,y\na,0\nA,0\na ,0\n"), twice); err != nil || all[0][0] == 0 || all[1][0] != 0 || all[2][0] == 0 {
		t.Errorf("levels that differ by case: %d, %v", all, err)
	}
}

// A missing code that is a number is compared by value, however a program wrote it.
func TestCodesByValue(t *testing.T) {
	s := schema.New(num("x", 0, 10000), cat("c", "1", "2"))
	s.MissingValues = []string{"-9", "999", "97"}
	for _, file := range []string{
		"x,c\n-9,1\n999,97\n1,2\n", "x,c\n-9.0,1.0\n9.99e2,97.0\n1.0,2.0\n", "x;c\n-9,0;1\n+999;97,0\n1,0;2\n", "x,c\n\u22129,1\n999.000, 97\n1,2\n",
	} {
		_, sum, err := vectors(strings.NewReader(file), s)
		if err != nil || len(sum.Irregularities) != 2 || sum.Irregularities[0].Kind != Missing || sum.Irregularities[0].Count != 2 || sum.Irregularities[1].Kind != Missing || sum.Irregularities[1].Count != 1 {
			t.Errorf("%q: %+v, %v", file, sum, err)
		}
	}
}

// One person has one id, whichever program wrote it; ids that differ otherwise are others'.
func TestCanonicalIDs(t *testing.T) {
	s := schema.New(num("x", 0, 1), num("y", 0, 1))
	s.PersonColumn, s.RowsPerPerson, s.MissingValues = "id", 1, []string{"-9"}
	_, sum, err := vectors(strings.NewReader("id,x,y\n1000,1,1\n1000.0,1,1\n 1000.,1,1\n\u00a01000\u200b,1,1\n01000,1,1\n1000.5,1,1\nÄ1,0,0\nA\u03081,0,0\n-9.0,1,1\n"), s)
	if err != nil || sum.Persons != 4 || sum.Rows != 4 || len(sum.Irregularities) != 1 || sum.Irregularities[0].Count != 1 {
		t.Errorf("%+v, %v", sum, err)
	}
}
