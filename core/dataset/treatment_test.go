package dataset_test

import (
	"strings"
	"testing"

	"privatepca/core/dataset"
	"privatepca/core/schema"
)

// Treatment knows every irregularity that reading counts, and no other, whatever the norm rule makes of it.
func TestTreatmentIsWhatReadingSays(t *testing.T) {
	for _, rule := range []schema.NormRule{schema.Clip, schema.Mean} {
		s := schema.New(
			schema.Field{Name: "n", Kind: schema.Number, Maximum: 9}, schema.Field{Name: "i", Kind: schema.Integer, Maximum: 9},
			schema.Field{Name: "o", Kind: schema.Ordinal, Enum: []string{"low", "high"}}, schema.Field{Name: "c", Kind: schema.Category, Enum: []string{"p", "q"}})
		s.NormRule, s.NormBound, s.PersonColumn, s.RowsPerPerson = schema.Clip, 1, "id", 2
		columns := []string{"n", "i", "o", "c", "id", "w", "", "x"}
		least := 15
		read := func(text string) (*dataset.Summary, error) {
			return dataset.Read(strings.NewReader(text), s, func([]int16) error { return nil })
		}
		if rule == schema.Mean {
			s.NormRule, s.NormBound, s.Scaling = rule, 0, schema.Affine
			s.RowWeight = &schema.RowWeight{Column: "w", Maximum: 3, Missing: 1}
			least += 3
			read = func(text string) (*dataset.Summary, error) {
				return dataset.Reading{}.ReadRows(strings.NewReader(text), s, func([]int16) error { return nil })
			}
		}
		summary, err := read("id,n,i,o,c,w\n,1,,,,\ne,,,,,\na,x,x,x,x,x\nb,1\nc,1,1,low,p,9,9\ng,99,99,LOW,P,1\n" + strings.Repeat("d,1,1.5,high,q,2\n", 3))
		if err != nil {
			t.Fatal(err)
		}
		found := map[[2]string]bool{}
		for _, i := range summary.Irregularities {
			found[[2]string{i.Kind, i.Column}] = true
			if got, ok := dataset.Treatment(s, i.Kind, i.Column); !ok || got != i.Treatment {
				t.Errorf("%s: %s in %q: %q, want %q", rule, i.Kind, i.Column, got, i.Treatment)
			}
		}
		n := 0
		for _, kind := range []string{dataset.Missing, dataset.Unparsable, dataset.UnknownCategory, dataset.AlikeCategory, dataset.Outside, dataset.NoInteger, dataset.NoDate, dataset.ShortRow, dataset.LongRow, "", "x"} {
			for _, column := range columns {
				if _, ok := dataset.Treatment(s, kind, column); ok {
					if n++; !found[[2]string{kind, column}] {
						t.Errorf("%s: %q in %q was not counted", rule, kind, column)
					}
				}
			}
		}
		if n < least {
			t.Errorf("%s: %d kinds", rule, n)
		}
	}
}
