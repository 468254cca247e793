package privacy_test

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"privatepca/core/internal/nuclear"
	"privatepca/core/noise"
	"privatepca/core/noise/noisetest"
	"privatepca/core/privacy"
)

func TestNoiseValidate(t *testing.T) {
	for _, good := range []privacy.Noise{{Law: "gaussian", Diagonal: 2, OffDiagonal: 1}, {Law: "laplace", Diagonal: 1, OffDiagonal: 1}, {Law: "nuclear", Exponent: .1}} {
		t.Run(fmt.Sprint(good), func(t *testing.T) {
			if err := good.Validate(); err != nil {
				t.Errorf("%+v: %v", good, err)
			}
		})
	}
	for _, bad := range []privacy.Noise{
		{},
		{Law: "gaussian"},
		{Law: "gaussian", Diagonal: 1},
		{Law: "laplace", Diagonal: math.NaN(), OffDiagonal: 1},
		{Law: "nuclear", Exponent: math.Inf(1)},
		{Law: "nuclear", Exponent: 1, Diagonal: 1},
		{Law: "uniform", Exponent: 1},
	} {
		t.Run(fmt.Sprint(bad), func(t *testing.T) {
			if bad.Validate() == nil {
				t.Errorf("%+v is a law", bad)
			}
		})
	}
}

// No bound is given where its proof fails.
func TestNoEdgeWithoutProof(t *testing.T) {
	if _, ok := (privacy.Noise{Law: "gaussian", Diagonal: 3, OffDiagonal: 2}).Edge(10, 8191); ok {
		t.Error("a lattice noise of σ = 2 has no proven edge")
	}
	if _, ok := (privacy.Noise{Law: "nuclear", Exponent: 1}).Edge(1, 8191); ok {
		t.Error("no table at d = 1")
	}
	if _, ok := (privacy.Noise{Law: "nuclear", Exponent: 1}).Trace(5, 8191); ok {
		t.Error("the trace of nuclear noise has no bound")
	}
}

type drawer interface{ Draw(noise.Source) int64 }

// spectrum draws a noise matrix: its largest eigenvalue and its trace, in lattice units.
func spectrum(d int, on, off drawer, src noise.Source) (largest, trace float64) {
	m := mat.NewSymDense(d, nil)
	for i := range d {
		x := float64(on.Draw(src))
		trace += x
		m.SetSym(i, i, x)
		for j := range i {
			m.SetSym(i, j, float64(off.Draw(src)))
		}
	}
	var e mat.EigenSym
	e.Factorize(m, false)
	return e.Values(nil)[d-1], trace
}

// atMost says whether so many exceedances of n speak against a probability of at most
// Exceedance: 5 standard errors and 5 more; a true bound is called false with
// probability below 1e-6.
func atMost(exceeded, n int) bool {
	mean := privacy.Exceedance * float64(n)
	return float64(exceeded) <= mean+5*math.Sqrt(mean)+5
}

// Noise passes the edge, and its trace the trace's bound, in at most 1 % of draws. The
// mutant edge, 2.5 times nearer, must be passed too often: the bound is not idle.
func TestNoiseStaysBelowItsEdge(t *testing.T) {
	if testing.Short() {
		t.Skip("statistical")
	}
	src := noisetest.New(41)
	const sigma, n = 100_000, 1500
	gauss := func(s uint64) drawer { g, _ := noise.NewDiscreteGaussian(s); return g }
	lap, _ := noise.NewDiscreteLaplace(sigma)
	for name, c := range map[string]struct {
		law     privacy.Noise
		on, off drawer
	}{
		"gaussian": {privacy.Noise{Law: "gaussian", Diagonal: sigma, OffDiagonal: 70711}, gauss(sigma), gauss(70711)},
		"modsulq":  {privacy.Noise{Law: "gaussian", Diagonal: sigma, OffDiagonal: sigma}, gauss(sigma), gauss(sigma)},
		"laplace":  {privacy.Noise{Law: "laplace", Diagonal: sigma, OffDiagonal: sigma}, lap, lap},
	} {
		t.Run(name, func(t *testing.T) {
			for _, d := range []int{2, 5, 20} {
				edge, ok := c.law.Edge(d, 1)
				bound, ok2 := c.law.Trace(d, 1)
				if !ok || !ok2 {
					t.Fatalf("%s: no bound at d = %d", name, d)
				}
				var over, traces, mutant int
				for range n {
					largest, trace := spectrum(d, c.on, c.off, src)
					if largest > edge {
						over++
					}
					if largest > edge/2.5 {
						mutant++
					}
					if math.Abs(trace) > bound {
						traces++
					}
				}
				if !atMost(over, n) || !atMost(traces, n) {
					t.Errorf("%s, d = %d: %d of %d pass the edge, %d the trace", name, d, over, n, traces)
				}
				if atMost(mutant, n) {
					t.Errorf("%s, d = %d: an edge 2.5 times nearer is hardly passed either (%d of %d)", name, d, mutant, n)
				}
			}
		})
	}
}

// The tabulated edge against the exact sampler, at and between the table's d.
func TestNuclearNoiseStaysBelowItsEdge(t *testing.T) {
	if testing.Short() {
		t.Skip("statistical")
	}
	src := noisetest.New(42)
	for d, n := range map[int]int{2: 4000, 3: 4000, 5: 3000, 10: 2000, 11: 2000, 30: 400} {
		t.Run(fmt.Sprint(d), func(t *testing.T) {
			edge, _ := privacy.Noise{Law: "nuclear", Exponent: 1}.Edge(d, 1<<20)
			plan, err := nuclear.NewPlan(d, nil)
			if err != nil {
				t.Fatal(err)
			}
			over, mutant := 0, 0
			for range n {
				lambda, _, err := plan.Eigenvalues(src)
				if err != nil {
					t.Fatal(err)
				}
				largest := lambda[0]
				for _, x := range lambda {
					largest = math.Max(largest, x)
				}
				if largest > edge {
					over++
				}
				if largest > edge/2 {
					mutant++
				}
			}
			if !atMost(over, n) {
				t.Errorf("d = %d: %d of %d pass the edge", d, over, n)
			}
			if atMost(mutant, n) {
				t.Errorf("d = %d: half the edge is hardly passed either (%d of %d)", d, mutant, n)
			}
		})
	}
}
