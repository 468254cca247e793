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

// filtered are tables in which a yes/no says who is asked further questions: a share of the rows answers each of so many, by one law, and other columns
// are normal. No two columns are related, but for what the cut makes of them.
func filtered() []made {
	exponential := func(rng *rand.Rand) float64 { return affine(rng.ExpFloat64(), 0, 10) }
	normal := func(rng *rand.Rand) float64 { return affine(rng.NormFloat64(), -4, 4) }
	lognormal := func(sigma, high float64) func(*rand.Rand) float64 {
		return func(rng *rand.Rand) float64 { return affine(math.Exp(sigma*rng.NormFloat64()), 0, high) }
	}
	yes := func(rate float64) func(*rand.Rand) float64 {
		return func(rng *rand.Rand) float64 { return sign(rng.Float64() < rate) }
	}
	var tables []made
	for _, c := range []struct {
		law           string
		asked, others int
		share         float64
		answer        func(*rand.Rand) float64
	}{
		{"exponential", 14, 10, .15, exponential},
		{"exponential", 14, 10, .5, exponential},
		{"exponential", 14, 10, .7, exponential},
		{"exponential", 6, 20, .3, exponential},
		{"exponential", 25, 5, .15, exponential},
		{"exponential", 5, 20, .05, exponential},
		{"exponential", 40, 5, .1, exponential},
		{"exponential", 8, 40, .1, exponential},
		{"log-normal, σ = .5", 10, 10, .1, lognormal(.5, 8)},
		{"log-normal, σ = 1", 14, 10, .15, lognormal(1, 30)},
		{"log-normal, σ = 1.5", 14, 10, .1, lognormal(1.5, 60)},
		{"yes/no at 10 %", 12, 10, .2, yes(.1)},
		{"yes/no at 3 %", 30, 10, .1, yes(.03)},
		{"yes/no at 3 %", 30, 10, .4, yes(.03)},
		{"yes/no at 3 %", 30, 10, .6, yes(.03)},
		{"log-normal, σ = 1.5", 14, 10, .6, lognormal(1.5, 60)},
		{"normal", 14, 10, .15, normal},
		{"exponential, one in ten not answered", 14, 10, .15, func(rng *rand.Rand) float64 {
			if rng.Float64() < .1 {
				return math.NaN()
			}
			return exponential(rng)
		}},
	} {
		columns := make(scaling.Columns, 1+c.asked+c.others)
		columns[0] = scaling.Column{Kind: scaling.Category, Levels: 2}
		name := fmt.Sprintf("%d of %d asked of %g: %s", c.asked, len(columns), c.share, c.law)
		tables = append(tables, made{name: name, columns: columns, row: func(rng *rand.Rand, z []float64, there []bool) {
			asked := rng.Float64() < c.share
			z[1] = max(0, sign(asked))
			z[0] = 1 - z[1]
			for j := 1; j < len(columns); j++ {
				if j > c.asked {
					z[j+1] = normal(rng)
				} else if x := c.answer(rng); asked && !math.IsNaN(x) {
					z[j+1] = x
				} else {
					there[j] = false
				}
			}
		}})
	}
	return tables
}

// Who is asked what finds nothing by itself, whatever the answers' law. It runs with -releases alone; TestRepairsAreNeeded has one such table.
func TestFilterQuestions(t *testing.T) {
	if *thorough == 0 {
		t.Skip("takes a minute: -args -releases 20")
	}
	wrong, before, all := 0, 0, 0
	for _, m := range filtered() {
		for _, c := range []struct {
			n, of int
			mu    float64 // of ε = 3 and 30 at δ = 1e-6
		}{{3000, 1, muThirty}, {20000, 1, muThree}, {20000, 1, muThirty}, {100000, 4, muThirty}} {
			m.n, m.mu = c.n, c.mu
			t.Run(fmt.Sprintf("%s, n = %d, μ = %.2f", m.name, m.n, m.mu), func(t *testing.T) {
				here, plain, margin := 0, 0, math.Inf(1)
				reps := max(1, *thorough/c.of)
				for rep := range uint64(reps) {
					r, err := scalingtest.Run(m.facts(), m.table(900+rep), scalingtest.Drawn(rand.New(rand.NewPCG(rep, 31))))
					if err != nil {
						t.Fatal(err)
					}
					a := Solver{}.analyse(inputOf(r), false)
					found, err := a.test(context.Background(), nil)
					if err != nil {
						t.Fatal(err)
					}
					margin = min(margin, found.Level.Level-found.Corrected[0])
					if found.Clear > 0 {
						here++
					}
					a.in.CutAnswers = false
					if found.Corrected[0] > found.Level.Level-found.Level.Missing+a.missing(found.Level.Blocks) {
						plain++
					}
				}
				wrong, before, all = wrong+here, before+plain, all+reps
				t.Logf("%d of %d false, %d without the cut's term; the largest eigenvalue is %.3f below the level at least", here, reps, plain, margin)
			})
		}
	}
	t.Logf("%d of %d releases have a direction, %d without the cut's term", wrong, all, before)
	if 100*wrong > all {
		t.Error("more than one in a hundred")
	}
}
