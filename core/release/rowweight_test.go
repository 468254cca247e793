package release

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// Where nothing was summed no row was weighted, and the document states no weights.
func TestWeightsWithoutAFinding(t *testing.T) {
	number := func(name string) schema.Field {
		return schema.Field{Name: name, Kind: schema.Number, Minimum: 0, Maximum: 1}
	}
	s := schema.New(number("a"), number("b"))
	s.NormRule, s.RowWeight = schema.Mean, &schema.RowWeight{Column: "w", Maximum: 4, Missing: 1}
	in := Setting{Schema: s, Scale: schema.Scale, Relation: privacy.ReplaceOne, Now: time.Unix(0, 0)}
	out := Output{Mechanism: method.Default, Basis: [][]float64{{1, 0}}}
	if d := New(out, in); d.Encoding.RowWeight != nil {
		t.Errorf("without a finding: %+v", d.Encoding.RowWeight)
	}
	out.Finding = &Finding{Lengths: []float64{1}, Weights: []float64{1, 1}, LengthsNoise: 1, Radius: 1}
	if d := New(out, in); d.Encoding.RowWeight == nil || *d.Encoding.RowWeight != (RowWeight{"w", 4, 1}) {
		t.Errorf("with one: %+v", d.Encoding.RowWeight)
	}
}

// What weights cost is how many times fewer rows there seem to be: never less than one.
func TestWhatWeightsCostIsNoted(t *testing.T) {
	for _, c := range []struct {
		n       int64
		rows    float64
		perRow  int
		column  string
		has, no string
	}{
		{4000, 1333, 1, "", "4,000 rows count as about 1,333: the largest weight is about 3 times the mean", "They count"},
		{4000, 4100, 1, "", "about 1 times the mean", "They count"},
		{4000, 1333, 2, "", "They count as about 1,333 rows.", "times the mean, and"},
		{4000, 1333, 1, "person", "They count as about 1,333 rows.", "times the mean, and"},
		{0, 1333, 1, "", "They count as about 1,333 rows.", "times the mean, and"},
	} {
		t.Run(fmt.Sprintf("%d as %g, %d of %q", c.n, c.rows, c.perRow, c.column), func(t *testing.T) {
			d := &Document{N: c.n, Finding: &Finding{Rows: c.rows}, Encoding: Encoding{RowWeight: &RowWeight{"w", 4, 1}}}
			d.Privacy.RowsPerPerson, d.Privacy.PersonColumn = c.perRow, c.column
			if note := weightNote(d); !strings.Contains(note, c.has) || strings.Contains(note, c.no) || !strings.Contains(note, "weighted by w") {
				t.Errorf("%q", note)
			}
		})
	}
	if note := weightNote(&Document{}); note != "" {
		t.Errorf("without weights: %q", note)
	}
}
