package dataset

import (
	"fmt"
	"math"
	"math/rand/v2"
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

// A vector is rounded to the nearest integers wherever these are within the limit, also exactly at it, and cut toward zero elsewhere.
func TestVectorsAtTheLimit(t *testing.T) {
	s := schema.New(
		schema.Field{Name: "a", Kind: schema.Number, Minimum: -1, Maximum: 1}, schema.Field{Name: "b", Kind: schema.Number, Minimum: -1, Maximum: 1},
		schema.Field{Name: "c", Kind: schema.Number, Minimum: -1, Maximum: 1},
	)
	s.NormRule, s.Scaling = schema.Mean, schema.Affine
	z, err := NewStandard(s, make([]float64, 3), []float64{1, 1, 1})
	if err != nil {
		t.Fatal(err)
	}
	limit := int64(schema.Scale*schema.Scale) - schema.Constant()*schema.Constant()
	within, at, beyond := 0, 0, 0
	q, rng := make([]int16, z.D()), rand.New(rand.NewPCG(5, 7))
	for range 200_000 {
		row := make([]int16, 3)
		for i := range row {
			row[i] = int16(rng.IntN(2*schema.Scale+1) - schema.Scale)
		}
		z.Vector(row, 1e-6, q)
		v, squared := z.Record(row)
		var near [3]int16
		sum := int64(0)
		for j, x := range v {
			near[j] = int16(math.RoundToEven(float64(x * (schema.UnitScale() / math.Sqrt(squared)))))
			sum += int64(near[j]) * int64(near[j])
		}
		same := [3]int16(q[:3]) == near
		switch {
		case sum < limit:
			within++
		case sum == limit:
			at++
		default:
			beyond++
		}
		if same != (sum <= limit) {
			t.Fatalf("of %v, whose square is %d of %d, came %v", near, sum, limit, q)
		}
	}
	if within == 0 || at == 0 || beyond == 0 {
		t.Errorf("%d rows within the limit, %d at it, %d beyond: not all is tested", within, at, beyond)
	}
}
