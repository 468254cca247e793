package mechanism

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"privatepca/core/eigen"
	"privatepca/core/moment"
	"privatepca/core/noise/noisetest"
	"privatepca/core/privacy"
)

func newChooseK(t testing.TB, dim, most int, target, epsilon float64, relation privacy.Relation, rows int) *ChooseK {
	t.Helper()
	c, err := NewChooseK(ChooseKParams{Dim: dim, Scale: testScale, Most: most, Target: target, Epsilon: epsilon, Relation: relation, RowsPerPerson: rows})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// kLaw returns the law of k − 1; sharper is 1 but in mutants.
func kLaw(c *ChooseK, m *moment.Matrix, sharper float64) []float64 {
	s2 := int64(m.Scale()) * int64(m.Scale())
	values, _ := decompose(eigen.Solver{}, m.Dim(), func(i, j int) float64 { return float64(m.At(i, j)) })
	trace := int64(0)
	for i := range m.Dim() {
		trace += m.At(i, i)
	}
	sensitivity := shareSensitivity(c.target, c.p.Relation, c.p.RowsPerPerson)
	sensitivity.Mul(sensitivity, big.NewInt(s2))
	return selectionLaw(c.losses(values, trace), sensitivity, c.p.Epsilon, sharper, 0)
}

// The exact log ratio of the laws of neighbours: n copies of e₁ and one row that is
// e₁ or e₂ are near the worst; random rows besides.
func TestChooseKLoss(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const epsilon, d = .5, 5
	sum := func(rows [][]int16) *moment.Matrix {
		a := moment.NewAccumulator(d, testScale)
		for _, q := range rows {
			if err := a.Add(q); err != nil {
				t.Fatal(err)
			}
		}
		return a.Matrix()
	}
	unit := func(i int) []int16 {
		q := make([]int16, d)
		q[i] = testScale
		return q
	}
	random := func() []int16 {
		x, norm := make([]float64, d), 0.0
		for i := range x {
			x[i] = rng.NormFloat64()
			norm += x[i] * x[i]
		}
		q := make([]int16, d)
		for i := range q {
			q[i] = int16(x[i] / math.Sqrt(norm) * testScale)
		}
		return q
	}
	for _, c := range []struct {
		relation privacy.Relation
		rows     int
		target   float64
	}{{privacy.ReplaceOne, 1, .5}, {privacy.ReplaceOne, 2, .8}, {privacy.AddRemove, 1, .5}, {privacy.AddRemove, 1, .9}} {
		choice := newChooseK(t, d, d-1, c.target, epsilon, c.relation, c.rows)
		worst, mutant := 0.0, 0.0
		for trial := range 24 {
			const n = 1000
			var rest [][]int16
			for i := range n {
				switch {
				case trial >= 16:
					rest = append(rest, random())
				case float64(i) < n*(c.target+.01*float64(trial-8)): // e₁ alone is near the share
					rest = append(rest, unit(0))
				case i%100 == 0:
					rest = append(rest, unit(d-1))
				default:
					rest = append(rest, unit(1+i%(d-2)))
				}
			}
			before, after := rest[:len(rest):len(rest)], rest[:len(rest):len(rest)]
			for range c.rows {
				row, other := unit(trial%2*(d-1)), unit((1-trial%2)*(d-1))
				if trial >= 20 {
					row, other = random(), random()
				}
				before = append(before, row)
				if c.relation == privacy.ReplaceOne {
					after = append(after, other)
				}
			}
			worst = max(worst, worstLogRatio(kLaw(choice, sum(before), 1), kLaw(choice, sum(after), 1)))
			mutant = max(mutant, worstLogRatio(kLaw(choice, sum(before), 2), kLaw(choice, sum(after), 2)))
		}
		judgeLoss(t, fmt.Sprintf("%+v", c), epsilon, worst, mutant, 1e-6)
	}
}

// judgeLoss holds a step's worst loss over its pairs to ε, up to a rounding error: it comes near ε and does not pass it, but does with half the sensitivity.
func judgeLoss(t *testing.T, what string, epsilon, worst, mutant, rounding float64) {
	t.Helper()
	if worst > epsilon*(1+rounding) {
		t.Errorf("%s: loss %v passes ε = %v", what, worst, epsilon)
	}
	if worst < .9*epsilon {
		t.Errorf("%s: no pair comes near: loss %v of ε = %v", what, worst, epsilon)
	}
	if mutant <= epsilon {
		t.Errorf("%s: with half the sensitivity the loss is only %v", what, mutant)
	}
	t.Logf("%s: loss %.3f of ε = %v; with half the sensitivity %.3f", what, worst, epsilon, mutant)
}

// What Release draws follows that law: χ², false-rejection rate about 1e-9.
func TestChooseKLaw(t *testing.T) {
	if testing.Short() {
		t.Skip("statistics: not with -short")
	}
	m := spectrum(t, 500, synthetic)
	c := newChooseK(t, m.Dim(), 9, .8, .05, privacy.ReplaceOne, 1)
	src := noisetest.New(3)
	draw := func() int {
		k, err := c.Release(m, src)
		if err != nil {
			t.Fatal(err)
		}
		return k - 1
	}
	if !follows(kLaw(c, m, 1), 10_000, draw) {
		t.Error("another law")
	}
	if follows(kLaw(c, m, 2), 10_000, draw) {
		t.Error("passes for a law of half the sensitivity")
	}
}

// With many records k is the one that comes nearest to the share.
func TestChooseKFindsTheShare(t *testing.T) {
	m := spectrum(t, 50_000, synthetic) // .5, .8, .84, .87, .89, … of a trace of .913
	for target, want := range map[float64]int{.3: 1, .55: 1, .85: 2, .95: 4} {
		t.Run(fmt.Sprint(target), func(t *testing.T) {
			c := newChooseK(t, m.Dim(), 8, target, 1, privacy.AddRemove, 1)
			if k, err := c.Release(m, noisetest.New(4)); err != nil || k != want {
				t.Errorf("share %v: k = %d, %v, want %d", target, k, err, want)
			}
		})
	}
}

func TestChooseKRefuses(t *testing.T) {
	good := ChooseKParams{Dim: 5, Scale: testScale, Most: 4, Target: .8, Epsilon: 1, Relation: privacy.ReplaceOne, RowsPerPerson: 1}
	for want, spoil := range map[string]func(*ChooseKParams){
		"share":        func(p *ChooseKParams) { p.Target = 0 },
		"below d":      func(p *ChooseKParams) { p.Most = 5 },
		"1 … 0":        func(p *ChooseKParams) { p.Most = 0 },
		"scale":        func(p *ChooseKParams) { p.Scale = 1 << 20 },
		"ε must be at": func(p *ChooseKParams) { p.Epsilon = 1e300 },
		"rows":         func(p *ChooseKParams) { p.RowsPerPerson = 1 << 20 },
	} {
		t.Run(want, func(t *testing.T) {
			p := good
			spoil(&p)
			if _, err := NewChooseK(p); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%+v: %v, want %q", p, err, want)
			}
		})
	}
	c, err := NewChooseK(good)
	if err != nil {
		t.Fatal(err)
	}
	if p := c.Part(); p.Epsilon != 1 || p.Claim != privacy.Idealised || p.Rho > .1250001 {
		t.Errorf("part %+v", p)
	}
	if _, err := c.Release(spectrum(t, 5, []float64{1, 0}), noisetest.New(1)); err == nil {
		t.Error("took a matrix of another shape")
	}
	// All zero: any k, and no panic.
	if k, err := c.Release(spectrum(t, 5, make([]float64, 5)), noisetest.New(1)); err != nil || k < 1 || k > 4 {
		t.Errorf("k = %d, %v of an all-zero matrix", k, err)
	}
}
