package madeup

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"
)

// Planted are the tables with factors.
func Planted() []Maker {
	same := func(z float64, _ int, _ *rand.Rand) float64 { return z }
	within := func(low, high float64) func(int) (float64, float64) {
		return func(int) (float64, float64) { return low, high }
	}
	each := func(one, other [2]float64, isOne func(j int) bool) func(int) (float64, float64) {
		return func(j int) (float64, float64) {
			if isOne(j) {
				return one[0], one[1]
			}
			return other[0], other[1]
		}
	}
	odd := func(j int) bool { return j%2 == 1 }
	third := func(j int) bool { return j%3 == 0 }
	return []Maker{
		{"survey, 54 mixed columns", 3, survey},
		{"40 Likert items", 4, numbers(40, []float64{.8, .7, .6, .55}, within(1, 5), func(z float64, j int, _ *rand.Rand) float64 { return likert(z + .8*math.Sin(float64(j))) })},
		{"counts and incomes", 3, numbers(30, []float64{.75, .7, .6}, each([2]float64{0, 60}, [2]float64{0, 30}, odd), func(z float64, j int, r *rand.Rand) float64 {
			if odd(j) {
				return math.Exp(1 + .9*z)
			}
			return poisson(r, math.Exp(.3+.8*z))
		})},
		{"40 rare conditions", 1, conditions},
		{"many-level categories", 2, levels},
		{"30 yes/no", 3, yesNo},
		{"lab values, wide bounds", 4, numbers(24, []float64{.85, .75, .65, .6}, each([2]float64{0, 40}, [2]float64{-6, 6}, third), func(z float64, j int, _ *rand.Rand) float64 {
			if third(j) {
				return math.Exp(1.2 + .6*z)
			}
			return z
		})},
		{"unequal variances", 3, numbers(30, []float64{.65, .65, .65}, within(-5, 5), func(z float64, j int, _ *rand.Rand) float64 { return z * geometric(.15, 2, 30)[j*7%30] })},
		{"two close factors", 2, numbers(24, []float64{.7, .67}, within(-4, 4), same)},
		{"one dominant factor", 3, dominant},
		{"heavy tails, outliers", 3, heavy},
		{"counts with wide bounds", 2, numbers(20, []float64{.8, .7}, within(0, 50), func(z float64, _ int, r *rand.Rand) float64 { return poisson(r, math.Exp(.2+.7*z)) })},
		{"zero-inflated amounts", 2, numbers(20, []float64{.85, .75}, within(0, 60), func(z float64, _ int, _ *rand.Rand) float64 {
			if z < .3 {
				return 0
			}
			return 3 * math.Exp(z)
		})},
		{"noise of t with 3 degrees", 3, tails},
		{"baskets", 2, baskets},
		{"logistic conditions", 2, likely},
		{"one factor on 6 of 30", 1, few},
	}
}

// numbers are d columns, each of the factor j mod k and normal noise, with that load, made into a number of its bounds.
func numbers(d int, loads []float64, bounds func(j int) (low, high float64), value func(z float64, j int, r *rand.Rand) float64) func(int, *rand.Rand) *Table {
	k := len(loads)
	return func(n int, r *rand.Rand) *Table {
		t := empty(n)
		t.Factors = normals(r, n, k)
		for j := range d {
			low, high := bounds(j)
			a := loads[j%k]
			t.number(low, high, func(i int) float64 { return value(a*t.Factors[i][j%k]+math.Sqrt(1-a*a)*r.NormFloat64(), j, r) })
		}
		return t
	}
}

// survey has 34 single columns (age, sex, region, income, blood pressure, visits, smoking, …), then 20 items, of three factors.
func survey(n int, r *rand.Rand) *Table {
	t := empty(n)
	t.Factors = normals(r, n, 3)
	f := t.Factors
	noise := func(sd float64) float64 { return sd * r.NormFloat64() }
	of := func(mean, d, p, s, sd float64) func(int) float64 {
		return func(i int) float64 { return mean + d*f[i][0] + p*f[i][1] + s*f[i][2] + noise(sd) }
	}
	positive := func(x func(int) float64) func(int) float64 { return func(i int) float64 { return math.Max(0, x(i)) } }
	whole := func(x func(int) float64) func(int) float64 { return func(i int) float64 { return math.Round(x(i)) } }
	yes := func(a, d, p, s float64) {
		t.category(2, func(i int) int { return int(flag(r.Float64() < logistic(a+d*f[i][0]+p*f[i][1]+s*f[i][2]))) })
	}
	share := func(w ...float64) { t.category(len(w), func(int) int { return levelOf(r, w) }) }

	t.number(18, 95, whole(of(48, 0, 14, 0, 8)))
	share(.485, .505, .01)
	share(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
	share(.65, .35)
	share(.3, .5, .11, .07)
	t.category(5, func(i int) int { return digitize(.8*f[i][2]+noise(.6), -1.6, -.4, .4, 1.1) })
	share(.42, .18, .05, .23, .08, .04)
	t.number(0, 10000, func(i int) float64 { return math.Exp(7.7 + .45*f[i][2] + noise(.25)) })
	t.number(1, 10, func(int) float64 { return poisson(r, 1.3) + 1 })
	t.number(15, 250, of(85, 0, 0, 22, 16))
	t.number(0, 2500, of(780, 0, 0, 210, 160))
	t.number(140, 210, of(172, 0, 0, 0, 9))
	t.number(40, 180, of(76, 0, 9, 0, 11))
	t.number(15, 50, of(25.5, 0, 2.6, -.8, 2.4))
	t.number(80, 200, of(126, 0, 11, 0, 9))
	t.number(40, 130, of(79, 0, 6, 0, 6))
	t.number(40, 130, of(72, 2, 0, 0, 8))
	smokes := make([]bool, n)
	for i := range smokes {
		smokes[i] = r.Float64() < logistic(-1.2-.5*f[i][2]+.3*f[i][0])
	}
	t.category(2, func(i int) int { return int(flag(smokes[i])) })
	t.number(0, 40, func(i int) float64 { return flag(smokes[i]) * math.Max(1, 12+noise(6)) })
	t.number(0, 7, func(int) float64 { return float64(r.IntN(8)) })
	t.number(0, 20, positive(of(3, 0, -.9, .4, 1.4)))
	t.number(0, 20000, func(i int) float64 { return math.Max(200, 7200-1300*f[i][1]+noise(1700)) })
	t.number(3, 12, of(7.2, -.55, 0, 0, .7))
	t.number(0, 20, positive(whole(of(4, 1.1, 1.6, 0, 1.5))))
	t.number(0, 60, positive(whole(of(8, 5, 0, 0, 5))))
	yes(-1.8, 0, .8, 0)
	yes(-.4, 0, 1.5, 0)
	t.number(0, 12, positive(whole(of(2, 0, 1.5, 0, 1))))
	yes(-.3, 0, .9, 0)
	yes(.6, 0, .5, .2)
	yes(.8, 0, 0, .5)
	for j := range 20 {
		d, p, s, sd := 0.0, 0.0, 0.0, .68
		switch {
		case j == 2 || j == 5:
			d = -.75
		case j < 8:
			d = .75
		case j < 14:
			p = .7 * float64(1-2*(j%2))
		case j < 18:
			s = .72
		default:
			sd = 1
		}
		x := of(0, d, p, s, sd)
		t.number(1, 5, func(i int) float64 { return likert(x(i)) })
	}
	t.number(0, 10, whole(of(6.8, -1.4, 0, .5, 1)))
	t.number(0, 10, whole(of(7, 0, 0, 0, 2)))
	share(.87, .125, .005)
	return t
}

// conditions are 40 at 3 %, six of them at 30 % for a tenth of people.
func conditions(n int, r *rand.Rand) *Table {
	t := empty(n)
	t.Factors = make([][]float64, n)
	for i := range t.Factors {
		t.Factors[i] = []float64{flag(r.Float64() < .1)}
	}
	for j := range 40 {
		t.number(0, 1, func(i int) float64 {
			if j < 6 && t.Factors[i][0] == 1 {
				return flag(r.Float64() < .3)
			}
			return flag(r.Float64() < .03)
		})
	}
	return t
}

// levels are seven categories of 3 to 30 levels and six numbers, of two factors.
func levels(n int, r *rand.Rand) *Table {
	t := empty(n)
	t.Factors = normals(r, n, 2)
	for c, count := range [...]int{3, 4, 5, 8, 12, 20, 30} {
		slope := make([]float64, count)
		for l, at := range r.Perm(count) {
			slope[l] = -1.6 + 3.2*float64(at)/float64(count-1)
		}
		t.category(count, func(i int) int {
			best, most := 0, math.Inf(-1)
			for l, s := range slope {
				if u := s*t.Factors[i][c%2] + gumbel(r); u > most {
					best, most = l, u
				}
			}
			return best
		})
	}
	for j := range 6 {
		t.number(-5, 5, func(i int) float64 { return .7*t.Factors[i][j%2] + .71*r.NormFloat64() })
	}
	return t
}

// yesNo are 30 categories of two levels, of three factors.
func yesNo(n int, r *rand.Rand) *Table {
	t := empty(n)
	t.Factors = normals(r, n, 3)
	for j := range 30 {
		base := [...]float64{-2.5, -1.2, 0, 1}[j%4]
		t.category(2, func(i int) int { return int(flag(r.Float64() < logistic(base+1.6*t.Factors[i][j%3]))) })
	}
	return t
}

// dominant has one factor on all 30 columns, a weaker one, and one that is hardly stronger than a single column.
func dominant(n int, r *rand.Rand) *Table {
	t := empty(n)
	t.Factors = normals(r, n, 3)
	for j := range 30 {
		second, third := .3*float64(1-2*(j%2)), .16*float64(1-2*(j/2%2))
		t.number(-5, 5, func(i int) float64 {
			f := t.Factors[i]
			return .8*f[0] + second*f[1] + third*f[2] + .49*r.NormFloat64()
		})
	}
	return t
}

// heavy are 24 columns of t with 3 degrees, rows of a common length, and 1 % of cells at the bounds.
func heavy(n int, r *rand.Rand) *Table {
	t := empty(n)
	t.Factors = normals(r, n, 3)
	length := make([]float64, n)
	for i := range length {
		length[i] = math.Min(20, 1/math.Sqrt(distuv.ChiSquared{K: 3, Src: r}.Rand()/3))
		for q := range t.Factors[i] {
			t.Factors[i][q] *= length[i]
		}
	}
	for j := range 24 {
		t.number(-10, 10, func(i int) float64 {
			if r.Float64() < .01 {
				return 10 * float64(1-2*r.IntN(2))
			}
			return .7*t.Factors[i][j%3] + .71*length[i]*r.NormFloat64()
		})
	}
	return t
}

// tails have normal factors and noise of t with 3 degrees.
func tails(n int, r *rand.Rand) *Table {
	t := empty(n)
	t.Factors = normals(r, n, 3)
	for j := range 24 {
		t.number(-10, 10, func(i int) float64 { return .8*t.Factors[i][j%3] + .5*student(r, 3) })
	}
	return t
}

// baskets are 40 goods, bought or not; two habits make two groups of ten likelier.
func baskets(n int, r *rand.Rand) *Table {
	t := empty(n)
	t.Factors = normals(r, n, 2)
	for j := range 40 {
		base := -1.5 - float64(j%5)/2
		t.number(0, 1, func(i int) float64 {
			z := base
			if j < 20 {
				z += 1.2 * t.Factors[i][j/10]
			}
			return flag(r.Float64() < logistic(z))
		})
	}
	return t
}

// likely are 30 conditions of 2 to 20 %, whose odds two factors raise.
func likely(n int, r *rand.Rand) *Table {
	t := empty(n)
	t.Factors = normals(r, n, 2)
	for j := range 30 {
		base := -3.5 + 2*float64(j%6)/5
		t.number(0, 1, func(i int) float64 { return flag(r.Float64() < logistic(base+1.3*t.Factors[i][j%2])) })
	}
	return t
}

// few has one factor on the first 6 of 30 columns.
func few(n int, r *rand.Rand) *Table {
	t := empty(n)
	t.Factors = normals(r, n, 1)
	for j := range 30 {
		t.number(-5, 5, func(i int) float64 {
			if j < 6 {
				return .7*t.Factors[i][0] + .714*r.NormFloat64()
			}
			return r.NormFloat64()
		})
	}
	return t
}

// Group is a table of p normal numbers, of which the first g correlate by rho with each other, and the others with nothing.
func Group(p, g int, rho float64) Maker {
	return Maker{"a group", 1, func(n int, r *rand.Rand) *Table {
		t := empty(n)
		t.Factors = normals(r, n, 1)
		for j := range p {
			t.number(-4, 4, func(i int) float64 {
				if j < g {
					return math.Sqrt(rho)*t.Factors[i][0] + math.Sqrt(1-rho)*r.NormFloat64()
				}
				return r.NormFloat64()
			})
		}
		return t
	}}
}
