package madeup

import (
	"math"
	"math/rand/v2"
)

// Own are null tables as Null has them, made after the test was, each to break one of its arguments. Their names say how.
func Own() []Maker {
	lognormal := func(sigma float64) func(*rand.Rand) float64 {
		return func(r *rand.Rand) float64 { return math.Exp(sigma * r.NormFloat64()) }
	}
	return []Maker{
		// Records are cut at a length that three columns make: the cut itself ties them.
		{"three skewed columns alone", 1, func(n int, r *rand.Rand) *Table {
			t := empty(n)
			for range 3 {
				t.number(0, 50, func(int) float64 { return lognormal(1)(r) })
			}
			return t
		}},
		// Scales of columns without spread stand on a floor.
		{"6 log-normal columns beside 20 constant ones", 1, func(n int, r *rand.Rand) *Table {
			t := empty(n)
			for range 6 {
				t.number(0, 30, func(int) float64 { return lognormal(.8)(r) })
			}
			for j := range 20 {
				t.number(0, 10, func(int) float64 { return float64(j % 11) })
			}
			return t
		}},
		// The centre of the answers there are is not that of the column, and rows differ in how many there are.
		{"missing by value, and by own propensity", 1, answered(func(n int, r *rand.Rand) *Table {
			t := empty(n)
			for range 25 {
				t.number(0, 10, func(int) float64 {
					if x := r.ExpFloat64(); r.Float64() < math.Exp(-x/2) {
						return x
					}
					return math.NaN()
				})
			}
			return t
		}, propensity)},
		// Lengths hang together with which columns vary.
		{"two kinds of people, who vary in different columns", 1, func(n int, r *rand.Rand) *Table {
			t := empty(n)
			kind := make([]bool, n)
			for i := range kind {
				kind[i] = r.Float64() < .3
			}
			for j := range 30 {
				t.number(-12, 12, func(i int) float64 {
					if kind[i] == (j < 15) {
						return 3 * r.NormFloat64()
					}
					return .5 * r.NormFloat64()
				})
			}
			return t
		}},
		// A few cells hold all of a column's spread.
		{"1 % of cells hold the code 99", 1, func(n int, r *rand.Rand) *Table {
			t := empty(n)
			for range 30 {
				t.number(0, 100, func(int) float64 {
					if r.Float64() < .01 {
						return 99
					}
					return math.Max(0, 5+2*r.NormFloat64())
				})
			}
			return t
		}},
	}
}

// Filtered is a null table whose first column says who is asked the next 14, which are skewed: no two columns correlate, but they depend on each other,
// and the cut moves the mean of the answers.
func Filtered() Maker {
	return Maker{"a filter question says who is asked", 1, func(n int, r *rand.Rand) *Table {
		t := empty(n)
		asked := make([]bool, n)
		for i := range asked {
			asked[i] = r.Float64() < .15
		}
		t.category(2, func(i int) int { return int(flag(asked[i])) })
		for range 14 {
			t.number(0, 10, func(i int) float64 {
				if asked[i] {
					return r.ExpFloat64()
				}
				return math.NaN()
			})
		}
		for range 10 {
			t.number(-4, 4, func(int) float64 { return r.NormFloat64() })
		}
		return t
	}}
}
