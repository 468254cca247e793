package dataset_test

import (
	"strings"
	"testing"

	"privatepca/core/dataset"
	"privatepca/core/schema"
)

// Treatment knows every irregularity that reading counts, and no other.
func TestTreatmentIsWhatReadingSays(t *testing.T) {
	s := schema.New(
		schema.Field{Name: "n", Kind: schema.Number, Maximum: 9}, schema.Field{Name: "i", Kind: schema.Integer, Maximum: 9},
		schema.Field{Name: "o", Kind: schema.Ordinal, Enum: []string{"low", "high"}}, schema.Field{Name: "c", Kind: schema.Category, Enum: []string{"p", "q"}})
	s.NormRule, s.NormBound, s.PersonColumn, s.RowsPerPerson = schema.Clip, 1, "id", 2
	text := "id,n,i,o,c\n,1,,,\ne,,,,\na,x,x,x,x\nb,1\nc,1,1,low,p,9\n" + strings.Repeat("d,1,1.5,high,q\n", 3)
	summary, err := dataset.Read(strings.NewReader(text), s, func([]int16) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	found := map[[2]string]bool{}
	for _, i := range summary.Irregularities {
		found[[2]string{i.Kind, i.Column}] = true
		if got, ok := dataset.Treatment(s, i.Kind, i.Column); !ok || got != i.Treatment {
			t.Errorf("%s in %q: %q, want %q", i.Kind, i.Column, got, i.Treatment)
		}
	}
	n := 0
	for _, kind := range []string{dataset.Missing, dataset.Unparsable, dataset.UnknownCategory, dataset.NoInteger, dataset.NoDate, dataset.ShortRow, dataset.LongRow, "", "x"} {
		for _, column := range []string{"n", "i", "o", "c", "id", "", "x"} {
			if _, ok := dataset.Treatment(s, kind, column); ok {
				if n++; !found[[2]string{kind, column}] {
					t.Errorf("%q in %q was not counted", kind, column)
				}
			}
		}
	}
	if n < 11 {
		t.Errorf("%d kinds", n)
	}
}
