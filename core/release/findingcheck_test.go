package release

import (
	"math"
	"testing"
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
