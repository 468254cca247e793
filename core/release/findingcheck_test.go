package release

import (
	"math"
	"slices"
	"strings"
	"testing"

	"privatepca/core/scaling"
	"privatepca/core/schema"
)

// Ranks of a plane follow one another, from 0 to below the limit, and there is one at least.
func TestRanksWithin(t *testing.T) {
	for _, c := range []struct {
		ranks []int
		want  bool
	}{
		{[]int{0}, true},
		{[]int{3}, true},
		{[]int{0, 1, 2, 3}, true},
		{[]int{2, 3}, true},
		{nil, false},
		{[]int{-1}, false},
		{[]int{-1, 0}, false},
		{[]int{4}, false},
		{[]int{3, 4}, false},
		{[]int{5, 6}, false},
		{[]int{0, 2}, false},
		{[]int{1, 0}, false},
		{[]int{1, 1}, false},
		{[]int{0, 1, 3}, false},
	} {
		if got := ranksWithin(c.ranks, 4); got != c.want {
			t.Errorf("%v below 4: %t", c.ranks, got)
		}
	}
}

// Rounding is forgiven beside the number, whatever its size: a billionth of it, and no more.
func TestNearly(t *testing.T) {
	for _, c := range []struct {
		a, b []float64
		want bool
	}{
		{nil, nil, true},
		{[]float64{1}, []float64{1}, true},
		{[]float64{1e3 * (1 + 5e-10)}, []float64{1e3}, true},
		{[]float64{1e3 * (1 + 2e-9)}, []float64{1e3}, false},
		{[]float64{1e-3 * (1 + 5e-10)}, []float64{1e-3}, true},
		{[]float64{1e-3 * (1 - 2e-9)}, []float64{1e-3}, false},
		{[]float64{-1e-3}, []float64{1e-3}, false},
		{[]float64{0}, []float64{0}, true},
		{[]float64{1, 2}, []float64{1}, false},
		{[]float64{1}, []float64{1, 2}, false},
		{[]float64{math.NaN()}, []float64{1}, false},
		{[]float64{1}, []float64{math.NaN()}, false},
	} {
		if got := nearly(c.a, c.b); got != c.want {
			t.Errorf("%v and %v: %t", c.a, c.b, got)
		}
	}
}

// The finding of more than 256 features states no matrix: without one it is whole, and cannot be computed again; with one, or of another shape, it is refused. Of
// 256 it states the matrix.
func TestAFindingWithoutItsMatrix(t *testing.T) {
	of := func(n int) (*Document, *Finding) {
		d := large(n, 1)
		d.Encoding.NormRule = string(schema.Mean)
		f := &Finding{
			Rows: 1000, DesignEffect: 1, MeanNoise: 1e-3, Radius: 3, LengthsNoise: 1, Tau: 1, TauMean: 1, Longest: 4, Lengths: make([]float64, scaling.Bins), Mean: make([]float64, n),
			Answered: ones(n), Weights: ones(n), Scales: ones(n),
		}
		d.Finding = f
		return d, f
	}
	d, f := of(MostMatrix + 1)
	if err := f.validate(d); err != nil {
		t.Errorf("without its matrix: %v", err)
	}
	if c := verifyFinding(d); !c.Holds || !strings.Contains(c.Detail, "cannot be computed again") {
		t.Errorf("%+v", c)
	}
	f.Matrix = make([]float64, (MostMatrix+1)*(MostMatrix+2)/2)
	if err := f.validate(d); err == nil || !strings.Contains(err.Error(), "is stated") {
		t.Errorf("with its matrix: %v", err)
	}
	f.Matrix, f.Mean = nil, f.Mean[1:]
	if err := f.validate(d); err == nil {
		t.Error("with a mean of another length it is taken")
	}
	d, f = of(MostMatrix)
	if err := f.validate(d); err == nil {
		t.Error("of 256 features it is taken without its matrix")
	}
	f.Matrix = make([]float64, MostMatrix*(MostMatrix+1)/2)
	if err := f.validate(d); err != nil {
		t.Errorf("of 256 features: %v", err)
	}
}

func ones(n int) []float64 { return slices.Repeat([]float64{1}, n) }
