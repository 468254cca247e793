package finding

import (
	"context"
	"math/rand/v2"
	"testing"

	"privatepca/core/scaling"
	"privatepca/core/scaling/scalingtest"
)

// muThirty is μ of ε = 30 at δ = 1e-6.
const muThirty = 4.408865712753313

// A repair is a null table that is false in most releases without one of the test's terms.
type repair struct {
	name string
	made
	repeats  int  // how many equal rows a person has; 0 for one
	midpoint bool // missing cells count as the middle of their bounds, and as answered
	without  func(a *analysis, t *Test) float64
}

func repairs() []repair {
	block := func(d, h int, share, mean float64, missing bool) func(rng *rand.Rand, z []float64, there []bool) {
		return func(rng *rand.Rand, z []float64, there []bool) {
			uses := rng.Float64() < share
			for j := range z {
				if z[j] = affine(mean+rng.NormFloat64(), -6, 6); j < h && !uses {
					z[j], there[j] = 0, !missing
				}
			}
		}
	}
	answering := func(rng *rand.Rand, z []float64, there []bool) {
		q := rng.Float64()
		for j := range z {
			if there[j] = rng.Float64() < q; there[j] {
				z[j] = affine(rng.ExpFloat64(), 0, 10)
			}
		}
	}
	modules := func(rng *rand.Rand, z []float64, there []bool) {
		part := rng.IntN(5)
		for j := range z {
			if there[j] = j/8 == part; there[j] {
				z[j] = affine(2+.4*rng.NormFloat64(), 0, 10)
			}
		}
	}
	filter := func(rng *rand.Rand, z []float64, there []bool) {
		asked := rng.Float64() < .15
		for j := range z {
			switch {
			case j == 0 && asked:
				z[j] = 1
			case j == 0:
				z[j] = -1
			case j < 15:
				if there[j] = asked; asked {
					z[j] = affine(rng.ExpFloat64(), 0, 10)
				}
			default:
				z[j] = affine(rng.NormFloat64(), -4, 4)
			}
		}
	}
	// Who is asked has the longest records: the cut shortens all of them, and no others.
	rare := func(rng *rand.Rand, z []float64, there []bool) {
		asked := rng.Float64() < .1
		for j := range z {
			switch {
			case j == 0:
				z[j] = sign(asked)
			case j < 31:
				if there[j] = asked; asked {
					z[j] = sign(rng.Float64() < .03)
				}
			default:
				z[j] = affine(rng.NormFloat64(), -4, 4)
			}
		}
	}
	made := func(d, n int, mu float64, row func(rng *rand.Rand, z []float64, there []bool)) made {
		return made{columns: make(scaling.Columns, d), n: n, mu: mu, row: row}
	}
	level := func(_ *analysis, t *Test) float64 { return t.Level.Level }
	return []repair{
		{name: "a missing cell is its column's mean", made: made(30, 3000, muThree, answering), midpoint: true, without: level},
		{name: "cells that are missing together", made: made(40, 3000, muOne, modules), without: func(_ *analysis, t *Test) float64 { return t.Level.Level - t.Level.Missing }},
		{name: "a filter question says who is asked", made: made(22, 20000, muThree, filter), without: func(a *analysis, t *Test) float64 {
			plain := *a
			plain.plain = true
			return t.Level.Level - t.Level.Missing + plain.missing(t.Level.Blocks)
		}},
		{name: "the cut ties skewed answers that few give", made: made(41, 20000, muThirty, rare), without: func(a *analysis, t *Test) float64 {
			in := *a.in
			in.CutAnswers = false
			before := *a
			before.in = &in
			return t.Level.Level - t.Level.Missing + before.missing(t.Level.Blocks)
		}},
		{name: "t′ in place of t", made: made(60, 3000, muThirty, block(60, 30, .1, 0, false)), without: func(a *analysis, t *Test) float64 {
			l, roots := Level{Blocks: t.Level.Blocks}, make([]square, a.p)
			for i, b := range a.blocks {
				roots[i], _ = a.root(b)
			}
			s := spreads{seen: t.Level.T, all: t.Level.T}
			if err := a.simulate(context.Background(), &l, roots, s, nil); err != nil {
				panic(err)
			}
			return l.Blocks + l.Mean + 3*l.Deviation + float64(a.in.Columns.Rank())/(a.rows*s.seen) + t.Level.Missing
		}},
		{name: "rows over rows of a person", made: made(30, 5000, muThirty, nil), repeats: 5, without: func(a *analysis, _ *Test) float64 {
			in := *a.in
			in.Effect = 1
			l, err := a.Solver.analyse(&in, false).level(context.Background(), nil)
			if err != nil {
				panic(err)
			}
			return l.Level
		}},
	}
}

// sign is 1 for yes and −1 for no, the ends of a number's bounds.
func sign(yes bool) float64 {
	if yes {
		return 1
	}
	return -1
}

// Each term of the level is needed: of ten releases of a table without relations none has a direction with it, and most have one without.
func TestRepairsAreNeeded(t *testing.T) {
	for _, x := range repairs() {
		t.Run(x.name, func(t *testing.T) {
			false_, broken := 0, 0
			for rep := range uint64(10) {
				f, table := x.facts(), (*scalingtest.Table)(nil)
				if f.RowsPerPerson = x.repeats; x.repeats > 0 {
					table = repeated(x.n/x.repeats, x.repeats, len(x.columns), rep)
				} else {
					table = x.table(700 + rep)
				}
				clear := func(table *scalingtest.Table, least func(a *analysis, t *Test) float64) int {
					r, err := scalingtest.Run(f, table, scalingtest.Drawn(rand.New(rand.NewPCG(rep, 31))))
					if err != nil {
						t.Fatal(err)
					}
					a := Solver{}.analyse(inputOf(r), false)
					found, err := a.test(context.Background(), nil)
					if err != nil {
						t.Fatal(err)
					}
					if least != nil && found.Corrected[0] > least(a, &found) || least == nil && found.Clear > 0 {
						return 1
					}
					return 0
				}
				false_ += clear(table, nil)
				if x.midpoint {
					for i, row := range table.There {
						for j := range row {
							table.There[i][j] = true
						}
					}
				}
				broken += clear(table, x.without)
			}
			t.Logf("false: %d of 10, without the repair %d", false_, broken)
			if false_ > 0 || broken < 6 {
				t.Errorf("%d of 10 releases have a direction, and %d without the repair", false_, broken)
			}
		})
	}
}
