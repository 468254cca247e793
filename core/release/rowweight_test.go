package release

import (
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
