package finding

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"privatepca/core/scaling"
	"privatepca/core/scaling/scalingtest"
)

// unrelated are laws of tables whose columns have nothing to do with each other, though some are missing, or are zero, in the same rows.
func unrelated() []made {
	each := func(name string, d, n int, mu float64, cell func(rng *rand.Rand, j int) float64) made {
		return made{name: name, columns: make(scaling.Columns, d), n: n, mu: mu, row: func(rng *rand.Rand, z []float64, there []bool) {
			for j := range z {
				z[j] = cell(rng, j)
			}
		}}
	}
	return []made{
		each("log-normal", 24, 2000, muOne, func(rng *rand.Rand, _ int) float64 { return affine(math.Exp(rng.NormFloat64()), 0, 20) }),
		each("yes/no at 5 %", 24, 3000, muThree, func(rng *rand.Rand, _ int) float64 {
			if rng.Float64() < .05 {
				return 1
			}
			return -1
		}),
		{name: "a row's own propensity to answer", columns: make(scaling.Columns, 24), n: 3000, mu: muThree, row: func(rng *rand.Rand, z []float64, there []bool) {
			q := math.Sqrt(rng.Float64())
			for j := range z {
				if there[j] = rng.Float64() < q; there[j] {
					z[j] = affine(rng.ExpFloat64(), 0, 10)
				}
			}
		}},
		{name: "each row answers one of five parts", columns: make(scaling.Columns, 25), n: 3000, mu: muThree, row: func(rng *rand.Rand, z []float64, there []bool) {
			part := rng.IntN(5)
			for j := range z {
				if there[j] = j/5 == part; there[j] {
					z[j] = affine(2+rng.NormFloat64(), 0, 10)
				}
			}
		}},
		{name: "half of the columns are used by a tenth of the rows", columns: make(scaling.Columns, 30), n: 3000, mu: 4.408865712753313, row: func(rng *rand.Rand, z []float64, there []bool) {
			uses := rng.Float64() < .1
			for j := range z {
				if j >= 15 || uses {
					z[j] = affine(rng.NormFloat64(), -6, 6)
				}
			}
		}},
		{name: "columns of small spread, and two that few rows use", columns: make(scaling.Columns, 30), n: 5000, mu: 1.8481322057670835, row: func(rng *rand.Rand, z []float64, there []bool) {
			uses := rng.Float64() < .01
			for j := range z {
				if z[j] = affine(rng.NormFloat64(), -6, 6); j < 3 {
					z[j] *= .1
				} else if j < 5 && !uses {
					z[j] = 0
				}
			}
		}},
		{name: "details where an amount is large", columns: make(scaling.Columns, 30), n: 5000, mu: 1.8481322057670835, row: func(rng *rand.Rand, z []float64, there []bool) {
			for j := range z {
				if z[j] = affine(rng.NormFloat64(), -6, 6); j < 10 {
					z[j] *= .1
				}
			}
			if math.Abs(z[29]) < .4 { // 2.4 standard deviations
				clear(z[:10])
			}
		}},
		{name: "five equal rows a person", columns: make(scaling.Columns, 20), n: 2000, mu: muThree}, // rows are made below
	}
}

// No two columns are related, and nothing is found: in the reference program's 800 releases, and in these. Were one in a hundred false, 5 or more of
// these 160 would be in 3 % of seeds; these seeds are fixed.
func TestUnrelated(t *testing.T) {
	const reps = 20
	wrong := 0
	for _, m := range unrelated() {
		for rep := range reps {
			f := m.facts()
			var table *scalingtest.Table
			if m.row == nil {
				f.RowsPerPerson = 5
				table = repeated(m.n/5, 5, len(m.columns), uint64(rep))
			} else {
				table = m.table(uint64(100 + rep))
			}
			r, err := scalingtest.Run(f, table, scalingtest.Drawn(rand.New(rand.NewPCG(uint64(rep), 11))))
			if err != nil {
				t.Fatal(err)
			}
			found, err := Solver{}.analyse(inputOf(r), false).test(context.Background(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if found.Clear > 0 {
				wrong++
				t.Logf("%s, release %d: %d clear", m.name, rep, found.Clear)
			}
		}
	}
	if wrong > 4 {
		t.Errorf("%d of 160 releases have a direction", wrong)
	}
}

// repeated is people's rows of normal numbers, each so many times.
func repeated(people, times, d int, seed uint64) *scalingtest.Table {
	rng := rand.New(rand.NewPCG(seed, 5))
	t := &scalingtest.Table{}
	for range people {
		z := make([]float64, d)
		for j := range z {
			z[j] = affine(rng.NormFloat64(), -4, 4)
		}
		for range times {
			t.Add(z, d)
		}
	}
	return t
}

// A column of small spread does not raise the level for others. It does under the plain rule.
func TestFloorsLeaveTheLevel(t *testing.T) {
	m := simple("", 30, 5000, 1.8481322057670835, []float64{0}, -6, 6, func(j int, z float64) float64 {
		if j == 0 {
			return .05 * z
		}
		return z
	})
	r, err := scalingtest.Run(m.facts(), m.table(1), scalingtest.Drawn(rand.New(rand.NewPCG(1, 1))))
	if err != nil {
		t.Fatal(err)
	}
	var levels [2]float64
	for i, plain := range []bool{false, true} {
		a := Solver{}.analyse(inputOf(r), false)
		a.plain = plain
		if !a.floored[0] {
			t.Fatal("the column does not stand on its floor")
		}
		l, err := a.level(context.Background(), nil)
		if err != nil {
			t.Fatal(err)
		}
		levels[i] = l.Level
	}
	if !(levels[0] < 1.5 && levels[1] > 2) {
		t.Errorf("levels %v", levels)
	}
}
