package dataset

import (
	"fmt"
	"math"
	"testing"

	"privatepca/core/schema"
)

// A centre lies within the ends of its features, and weights are positive, up to a million.
func TestNewStandardAtItsEnds(t *testing.T) {
	number := func(name string) schema.Field {
		return schema.Field{Name: name, Kind: schema.Number, Minimum: -1, Maximum: 1}
	}
	s := schema.New(number("a"), number("b"))
	s.NormRule, s.Scaling = schema.Mean, schema.Affine
	for _, c := range []struct {
		centre, weight float64
		want           bool
	}{
		{0, 1, true},
		{1, 1e6, true},
		{-1, 1e-300, true},
		{1.0001, 1, false},
		{-1.0001, 1, false},
		{math.NaN(), 1, false},
		{math.Inf(1), 1, false},
		{0, 0, false},
		{0, -1, false},
		{0, 1.0001e6, false},
		{0, math.Inf(1), false},
		{0, math.NaN(), false},
	} {
		t.Run(fmt.Sprint(c.centre, c.weight), func(t *testing.T) {
			for at := range 2 {
				centre, weights := []float64{0, 0}, []float64{1, 1}
				centre[at], weights[at] = c.centre, c.weight
				if _, err := NewStandard(s, centre, weights); (err == nil) != c.want {
					t.Errorf("the centre %g and the weight %g of feature %d: %v", c.centre, c.weight, at+1, err)
				}
			}
		})
	}
	for _, n := range []int{1, 3} {
		if _, err := NewStandard(s, make([]float64, n), []float64{1, 1}); err == nil {
			t.Errorf("a centre of %d numbers was taken", n)
		}
	}
}
