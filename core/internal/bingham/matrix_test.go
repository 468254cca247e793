package bingham

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"privatepca/core/noise"
	"privatepca/core/noise/noisetest"
)

// With one column less than dimensions the complement is vector Bingham with
// −B: closed form for a sampler that does not know it (plan is called below
// the dual). False rejection: 16 z-values at 4.9σ, about 2e-5. Mutants: twice
// the concentration; and accepting always, in six dimensions, where that moves
// the last moment by .14 of a standard deviation: 9.9σ expected, so that the
// test misses it with probability 3e-7.
func TestMatrixDuality(t *testing.T) {
	if testing.Short() {
		t.Skip("long sums: not with -short")
	}
	src := noisetest.New(21)
	const n = 5000
	for _, b := range [][]float64{{2, 1, 0}, {4, 4, 0}, {4, 3, 1.5, 0}, {12, 12, 12, 12, 12, 0}} {
		t.Run(fmt.Sprint(b), func(t *testing.T) {
			d := len(b)
			draws := func(b []float64, draw func(int, []tilt, noise.Source) [][]float64) [][]float64 {
				steps := plan(b, d-1, false)
				normal := newFrame(n, d) // squares of the complement's coordinates
				for i := range n {
					v := draw(d, steps, src)
					for j := range d {
						normal[j][i] = 1 - projected(v, j)
					}
				}
				return normal
			}
			p := simple(scaled(b, -1))
			lc := LogNormaliser(p.mu, p.mult)
			worst := func(squares [][]float64) (z float64) {
				for j := range d {
					p.mult[j] = 3
					want := math.Exp(LogNormaliser(p.mu, p.mult)-lc) / float64(d)
					p.mult[j] = 1
					m, se := mean(squares[j])
					z = max(z, math.Abs(m-want)/se)
				}
				return z
			}
			if z := worst(draws(b, exactly)); z > 4.9 {
				t.Errorf("b=%g: off by %.1fσ", b, z)
			}
			if d == 3 {
				return
			}
			z := worst(draws(scaled(b, 2), exactly))
			t.Logf("b=%g: twice the concentration is found at %.1fσ", b, z)
			if z < 4.9 {
				t.Errorf("b=%g: twice the concentration passes, %.1fσ", b, z)
			}
			if d < 6 {
				return
			}
			z = worst(draws(b, unchecked))
			t.Logf("b=%g: accepting always is found at %.1fσ", b, z)
			if z < 4.9 {
				t.Errorf("b=%g: accepting always passes, %.1fσ", b, z)
			}
		})
	}
}

// E[energy] and E‖Pe₁‖² against uniform subspaces weighted by exp(tr VᵀBV):
// an independent truth at small concentration, for both plans. False
// rejection: 20 z-values at 4.9σ, about 2e-5.
func TestMatrixWeighted(t *testing.T) {
	if testing.Short() {
		t.Skip("long sums: not with -short")
	}
	src := noisetest.New(22)
	const truthN, n = 25000, 2000
	for _, c := range []struct {
		b []float64
		k int
	}{
		{[]float64{3, 2, 1, 0}, 2},
		{[]float64{6, 1, 0.5, 0.2, 0}, 3},
		{[]float64{8, 7, 6, 1, 0}, 2},
		{[]float64{5, 4, 3, 2, 1, 0}, 4},
		{[]float64{6, 6, 6, 0, 0, 0}, 3},
	} {
		t.Run(fmt.Sprint(c.k), func(t *testing.T) {
			var w, we, wp, ww, wwe, wwp, wwee, wwpp float64
			for range truthN {
				v := Uniform(len(c.b), c.k, src)
				e, p := energy(v, c.b), projected(v, 0)
				x := math.Exp(e - float64(c.k)*c.b[0])
				w, we, wp = w+x, we+x*e, wp+x*p
				x *= x
				ww, wwe, wwp, wwee, wwpp = ww+x, wwe+x*e, wwp+x*p, wwee+x*e*e, wwpp+x*p*p
			}
			wantE, wantP := we/w, wp/w
			seE := math.Sqrt(wwee-2*wantE*wwe+wantE*wantE*ww) / w
			seP := math.Sqrt(wwpp-2*wantP*wwp+wantP*wantP*ww) / w
			worst := func(steps []tilt) float64 {
				s := sample(n, c.b, func() [][]float64 { return exactly(len(c.b), steps, src) })
				e, se := mean(s[0])
				p, sp := mean(s[1])
				return max(math.Abs(e-wantE)/math.Hypot(se, seE), math.Abs(p-wantP)/math.Hypot(sp, seP))
			}
			for _, two := range []bool{false, true} {
				steps := plan(c.b, c.k, two)
				if z := worst(steps); z > 4.9 {
					t.Errorf("b=%g k=%d two=%v: off by %.1fσ", c.b, c.k, two, z)
				}
			}
		})
	}
}

// B = 0 is the uniform law, through the gauge and all its Jacobians. False
// rejection: 6 p-values at 1e-6.
func TestMatrixZero(t *testing.T) {
	src := noisetest.New(23)
	b := make([]float64, 9)
	order := spectrumOf(9, 1, 0.5) // statistics need something to weigh
	steps := plan(b, 4, false)
	exact := sample(2500, order, func() [][]float64 { return exactly(9, steps, src) })
	uniform := sample(2500, order, func() [][]float64 { return Uniform(9, 4, src) })
	if p := leastP(exact, uniform); p < 1e-6 {
		t.Errorf("p = %g", p)
	}
}

// Exact draws against long Gibbs chains with one and two slopes, at ties and
// at mid concentration, where the bound is loose and most proposals are
// rejected. False rejection: 36 p-values at 1e-6. Mutant: always accepting.
func TestMatrixAgainstGibbs(t *testing.T) {
	if testing.Short() {
		t.Skip("long sums: not with -short")
	}
	src := noisetest.New(24)
	const n = 1000
	for _, c := range []struct {
		b []float64
		k int
	}{
		{spectrumOf(12, 40, 0.8), 4},
		{[]float64{20, 20, 20, 20, 20, 5, 5, 5, 5, 0, 0, 0}, 4},
		{[]float64{30, 30, 30, 30, 30, 30, 0, 0, 0, 0, 0, 0}, 6},
	} {
		t.Run(fmt.Sprint(c.k), func(t *testing.T) {
			gibbs := sample(n, c.b, func() [][]float64 { v, _ := Gibbs(c.b, c.k, 15, src, nil); return v })
			for _, two := range []bool{false, true} {
				steps := plan(c.b, c.k, two)
				exact := sample(n, c.b, func() [][]float64 { return exactly(len(c.b), steps, src) })
				if p := leastP(exact, gibbs); p < 1e-6 {
					t.Errorf("b=%.3g two=%v: p = %g", c.b, two, p)
				}
			}
			if c.k < 6 {
				return // most proposals have nearly the law: the mutant hides
			}
			one := plan(c.b, c.k, false)
			mutant := sample(4*n, c.b, func() [][]float64 { return unchecked(len(c.b), one, src) })
			e, se := mean(gibbs[0])
			m, sm := mean(mutant[0])
			z := math.Abs(e-m) / math.Hypot(se, sm)
			t.Logf("accepting always is found at %.1fσ", z)
			if z < 4.9 {
				t.Errorf("b=%.3g: accepting always passes, %.1fσ", c.b, z)
			}
		})
	}
}

// Draw's rotation leaves nothing of the gauge: V's first row has uniform
// direction in ℝ². False rejection 2e-6; unrotated, column 2 has v₂₁ = 0.
func TestMatrixGauge(t *testing.T) {
	if testing.Short() {
		t.Skip("long sums: not with -short")
	}
	src := noisetest.New(25)
	m := NewMatrix([]float64{9, 5, 1, 0}, 2)
	var angles []float64
	for range 5000 {
		v, ok, _ := m.Draw(0, src, nil)
		if !ok {
			t.Fatal("no draw")
		}
		angles = append(angles, math.Atan2(v[1][0], v[0][0]))
	}
	if p := ksAgainst(angles, func(x float64) float64 { return (x + math.Pi) / (2 * math.Pi) }); p < 1e-6 {
		t.Errorf("p = %g", p)
	}
	if v := exactly(4, m.steps, src); v[1][0] != 0 {
		t.Error("the gauge is not the one this test is about")
	}
}

// The cap: every proposal is rejected with some probability, so a limit of one
// fails sometimes; progress hears of each.
func TestMatrixLimit(t *testing.T) {
	src := noisetest.New(26)
	m := NewMatrix([]float64{30, 30, 30, 0, 0, 0, 0, 0}, 3)
	failed, heard := 0, 0
	for range 300 {
		v, ok, _ := m.Draw(2, src, func(proposals int) error {
			if heard++; proposals < 1 || proposals > 2 {
				t.Fatalf("%d proposals", proposals)
			}
			return nil
		})
		if ok != (v != nil) {
			t.Fatal("a draw and no draw")
		}
		if !ok {
			failed++
		}
	}
	if failed == 0 || failed == 300 || heard < 2*failed {
		t.Errorf("%d of 300 failed, %d rejections heard", failed, heard)
	}
}

// An error of progress ends a draw, and nothing is drawn.
func TestMatrixEnds(t *testing.T) {
	stop := errors.New("stop")
	ended := 0
	for seed := range uint64(50) {
		calls := 0
		v, ok, err := NewMatrix([]float64{30, 30, 30, 0, 0, 0, 0, 0}, 3).Draw(0, noisetest.New(seed), func(int) error {
			calls++
			return stop
		})
		if calls > 1 || (calls == 1) != (err == stop) || ok != (err == nil) || (v != nil) != ok {
			t.Fatalf("%d calls, then %v, %v, %v", calls, v, ok, err)
		}
		ended += calls
	}
	if ended == 0 {
		t.Error("no proposal was rejected")
	}
}
