package finding

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"privatepca/core/scaling"
	"privatepca/core/scaling/scalingtest"
)

// smallSpreads are 30 unrelated columns, of which the first have a small spread, or are used by few rows: they may stand on their floor.
func smallSpreads() []made {
	var tables []made
	add := func(name string, row func(rng *rand.Rand, z []float64)) {
		tables = append(tables, made{name: name, columns: make(scaling.Columns, 30), row: func(rng *rand.Rand, z []float64, _ []bool) {
			for j := range z {
				z[j] = affine(rng.NormFloat64(), -6, 6)
			}
			row(rng, z)
		}})
	}
	shrink := func(z []float64, size float64) {
		for j := range z {
			z[j] *= size
		}
	}
	large := func(z []float64) bool { return math.Abs(z[29]) > .4 } // 2.4 standard deviations
	for _, h := range []int{5, 15} {
		for _, share := range []float64{.003, .01, .03, .1} {
			add(fmt.Sprintf("%d used by %g of rows", h, share), func(rng *rand.Rand, z []float64) {
				if rng.Float64() > share {
					clear(z[:h])
				}
			})
		}
	}
	for _, h := range []int{1, 15} {
		add(fmt.Sprintf("%d of size .05", h), func(_ *rand.Rand, z []float64) { shrink(z[:h], .05) })
	}
	for _, h := range []int{3, 15} {
		for _, size := range []float64{.1, .3, 1} {
			add(fmt.Sprintf("%d of size %g where another is large", h, size), func(_ *rand.Rand, z []float64) {
				if shrink(z[:h], size); !large(z) {
					clear(z[:h])
				}
			})
			add(fmt.Sprintf("%d of size %g used by .05 of rows", h, size), func(rng *rand.Rand, z []float64) {
				if shrink(z[:h], size); rng.Float64() > .05 {
					clear(z[:h])
				}
			})
			add(fmt.Sprintf("%d of size %g, and two more used by .01 of rows", h, size), func(rng *rand.Rand, z []float64) {
				if shrink(z[:h], size); rng.Float64() > .01 {
					clear(z[h : h+2])
				}
			})
		}
	}
	return tables
}

// Columns of small spread find nothing by themselves: at most one release in a hundred, over all tables and cells. It runs with -releases alone.
func TestSmallSpreads(t *testing.T) {
	if *thorough == 0 {
		t.Skip("takes minutes: -args -releases 40")
	}
	wrong, all := 0, 0
	for _, m := range smallSpreads() {
		for _, c := range []struct {
			n  int
			mu float64 // of ε = 3, 10, 30 at δ = 1e-6
		}{{2000, muThree}, {5000, 1.8481322057670835}, {5000, 4.408865712753313}} {
			m.n, m.mu = c.n, c.mu
			here, floors := 0, 0
			for rep := range uint64(*thorough) {
				r, err := scalingtest.Run(m.facts(), m.table(rep), scalingtest.Drawn(rand.New(rand.NewPCG(rep, 21))))
				if err != nil {
					t.Fatal(err)
				}
				a := Solver{}.analyse(inputOf(r), false)
				found, err := a.test(context.Background(), nil)
				if err != nil {
					t.Fatal(err)
				}
				if found.Clear > 0 {
					here++
				}
				for _, f := range a.floored {
					if f {
						floors++
					}
				}
			}
			wrong, all = wrong+here, all+*thorough
			t.Logf("%-50s n %d, μ %.2f: %d false, %.1f columns on their floor", m.name, m.n, m.mu, here, float64(floors)/float64(*thorough))
		}
	}
	if 100*wrong > all {
		t.Errorf("%d of %d releases have a direction", wrong, all)
	}
}
