package madeup

import (
	"math"
	"math/rand/v2"
)

// Null are tables in which no two columns are related: a direction that is called clear in one of them is false. The list was fixed before
// anything was measured with it.
func Null() []Maker {
	alike := func(d int, low, high float64, value func(r *rand.Rand, j int) float64) func(int, *rand.Rand) *Table {
		return func(n int, r *rand.Rand) *Table {
			t := empty(n)
			for j := range d {
				t.number(low, high, func(int) float64 { return value(r, j) })
			}
			return t
		}
	}
	rate := func(of func(j int) float64) func(*rand.Rand, int) float64 {
		return func(r *rand.Rand, j int) float64 { return flag(r.Float64() < of(j)) }
	}
	exponential := func(r *rand.Rand, _ int) float64 { return r.ExpFloat64() }
	lognormal := func(r *rand.Rand, _ int) float64 { return math.Exp(r.NormFloat64()) }
	normal := func(r *rand.Rand, _ int) float64 { return r.NormFloat64() }
	null := func(name string, make func(int, *rand.Rand) *Table) Maker { return Maker{name, 1, make} }
	return []Maker{
		null("fair coins", alike(20, 0, 1, rate(func(int) float64 { return .5 }))),
		null("yes/no at 5 %", alike(30, 0, 1, rate(func(int) float64 { return .05 }))),
		null("yes/no at 1 to 10 %", alike(30, 0, 1, rate(func(j int) float64 { return .01 + .09*float64(j)/29 }))),
		null("yes/no at .4 %", alike(30, 0, 1, rate(func(int) float64 { return .004 }))),
		null("exponential values", alike(20, 0, 10, exponential)),
		null("log-normal, σ = 1", alike(20, 0, 50, lognormal)),
		null("log-normal, σ = 1.5", alike(20, 0, 100, func(r *rand.Rand, _ int) float64 { return math.Exp(1.5 * r.NormFloat64()) })),
		null("unequal variances, unrelated", alike(30, -5, 5, func(r *rand.Rand, j int) float64 { return geometric(.15, 2, 30)[j] * r.NormFloat64() })),
		null("mixed with categories", mixed),
		null("95 % zeros", alike(30, 0, 20, func(r *rand.Rand, _ int) float64 { return flag(r.Float64() < .05) * math.Exp(1+.5*r.NormFloat64()) })),
		null("t of 2.1 degrees", alike(30, -20, 20, func(r *rand.Rand, _ int) float64 { return student(r, 2.1) })),
		null("8 categories of 30 levels", func(n int, r *rand.Rand) *Table {
			t := empty(n)
			for range 8 {
				w := uneven(r, 30, 1.5)
				t.category(30, func(int) int { return levelOf(r, w) })
			}
			return t
		}),
		null("150 normal columns", alike(150, -4, 4, normal)),
		null("6 normal columns", alike(6, -4, 4, normal)),
		null("common length, t of 4 degrees", common(func(r *rand.Rand) float64 { return math.Abs(student(r, 4)) })),
		null("common length, one or three", common(func(r *rand.Rand) float64 { return 1 + 2*flag(r.Float64() < .2) })),
		null("exponential, own propensity to answer", answered(alike(30, 0, 10, exponential), propensity)),
		null("exponential, a third stops half way", answered(alike(30, 0, 10, exponential), halfway)),
		null("log-normal, own propensity to answer", answered(alike(30, 0, 50, lognormal), propensity)),
		null("mixed, own propensity to answer", answered(mixed, propensity)),
		null("0/1 with 90 % ones, own propensity to answer", answered(alike(30, 0, 1, rate(func(int) float64 { return .9 })), propensity)),
		null("half of the columns for half of the rows", answered(alike(40, -5, 5, func(r *rand.Rand, _ int) float64 { return 2 + r.NormFloat64() }), func(p int, r *rand.Rand) func(int) bool {
			has := r.Float64() < .5
			return func(j int) bool { return has || j >= p/2 }
		})),
		null("five modules, each row answers one", answered(alike(40, 0, 10, func(r *rand.Rand, _ int) float64 { return 2 + r.NormFloat64() }), func(_ int, r *rand.Rand) func(int) bool {
			module := r.IntN(5)
			return func(j int) bool { return j/8 == module }
		})),
		null("a block that few answer", answered(alike(60, -5, 5, func(r *rand.Rand, _ int) float64 { return 2 + r.NormFloat64() }), func(_ int, r *rand.Rand) func(int) bool {
			has := r.Float64() < .1
			return func(j int) bool { return has || j >= 30 }
		})),
		null("a block that few use", func(n int, r *rand.Rand) *Table {
			t := empty(n)
			uses := make([]float64, n)
			for i := range uses {
				uses[i] = flag(r.Float64() < .1)
			}
			for range 30 {
				t.number(-6, 6, func(i int) float64 { return uses[i] * r.NormFloat64() })
			}
			for range 30 {
				t.number(-5, 5, func(int) float64 { return r.NormFloat64() })
			}
			return t
		}),
		null("5 equal rows a person", repeated(alike(30, -4, 4, normal), 5, true)),
		null("20 equal rows a person", repeated(alike(30, -4, 4, normal), 20, true)),
		null("5 equal rows a person, stated as a design effect", repeated(alike(30, -4, 4, normal), 5, false)),
		null("clusters of 20, intraclass correlation .3", func(n int, r *rand.Rand) *Table {
			t := empty(n)
			for range 30 {
				var shared float64
				t.number(-4, 4, func(i int) float64 {
					if i%20 == 0 {
						shared = r.NormFloat64()
					}
					return math.Sqrt(.3)*shared + math.Sqrt(.7)*r.NormFloat64()
				})
			}
			t.Effect = 1 + 19*.3
			return t
		}),
		null("row weights, exponential", weighted(alike(25, 0, 10, exponential))),
		null("row weights, normal", weighted(alike(25, -4, 4, normal))),
	}
}

// mixed has twelve normal numbers and eight categories of 2 to 20 levels.
func mixed(n int, r *rand.Rand) *Table {
	t := empty(n)
	for range 12 {
		t.number(-4, 4, func(int) float64 { return r.NormFloat64() })
	}
	for _, count := range [...]int{2, 2, 3, 4, 5, 8, 12, 20} {
		w := uneven(r, count, 1.5)
		t.category(count, func(int) int { return levelOf(r, w) })
	}
	return t
}

// common is rows of 30 normal numbers times a length of the row's own: uncorrelated, and not independent.
func common(length func(r *rand.Rand) float64) func(int, *rand.Rand) *Table {
	return func(n int, r *rand.Rand) *Table {
		t := empty(n)
		l := make([]float64, n)
		for i := range l {
			l[i] = length(r)
		}
		for range 30 {
			t.number(-10, 10, func(i int) float64 { return l[i] * r.NormFloat64() })
		}
		return t
	}
}

// answered makes cells missing by row: which columns a row answers does not depend on its values.
func answered(of func(int, *rand.Rand) *Table, row func(p int, r *rand.Rand) func(j int) bool) func(int, *rand.Rand) *Table {
	return func(n int, r *rand.Rand) *Table {
		t := of(n, r)
		for i := range t.Rows {
			answers := row(len(t.Columns), r)
			for j := range t.Rows[i] {
				if !answers(j) {
					t.Rows[i][j] = math.NaN()
				}
			}
		}
		return t
	}
}

// propensity lets each row answer at a rate of its own.
func propensity(_ int, r *rand.Rand) func(int) bool {
	rate := beta(r, 1.2, .8)
	return func(int) bool { return r.Float64() < rate }
}

// halfway lets a third of the rows answer the first half of the columns alone.
func halfway(p int, r *rand.Rand) func(int) bool {
	stops := r.Float64() < 1./3
	return func(j int) bool { return !stops || j < p/2 }
}

// repeated has n people with m equal rows each: protected as people of m rows, or as rows with a design effect.
func repeated(of func(int, *rand.Rand) *Table, m int, people bool) func(int, *rand.Rand) *Table {
	return func(n int, r *rand.Rand) *Table {
		t := of(n, r)
		rows := make([][]float64, 0, n*m)
		var factors [][]float64
		for i, row := range t.Rows {
			for range m {
				rows = append(rows, row)
				if t.Factors != nil {
					factors = append(factors, t.Factors[i])
				}
				if people {
					t.Persons = append(t.Persons, i)
				}
			}
		}
		t.Rows, t.Factors, t.Effect = rows, factors, float64(m)
		if people {
			t.PerPerson = m
		}
		return t
	}
}

// weighted gives rows log-normal weights, cut at five times their median.
func weighted(of func(int, *rand.Rand) *Table) func(int, *rand.Rand) *Table {
	return func(n int, r *rand.Rand) *Table {
		t := of(n, r)
		t.Heaviest = 5
		for range t.Rows {
			t.Weights = append(t.Weights, math.Min(t.Heaviest, math.Exp(1.2*r.NormFloat64())))
		}
		return t
	}
}
