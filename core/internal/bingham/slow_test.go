package bingham

import (
	"fmt"
	"os"
	"testing"

	"privatepca/core/noise/noisetest"
)

func slow(t *testing.T) {
	if os.Getenv("PRIVATEPCA_SLOW") == "" {
		t.Skip("slow: run by make test-all")
	}
}

// Exact draws against a long Gibbs chain, thinned by six sweeps, on spectra of
// real size. False rejection: 30 p-values at 1e-5 (and some correlation left
// in the chain).
func TestSlowPopulations(t *testing.T) {
	slow(t)
	src := noisetest.New(61)
	for _, c := range []struct {
		population int
		epsilon    float64
		n          int
	}{{0, 0.03, 20000}, {0, 1, 20000}, {1, 0.03, 1500}, {2, 0.1, 2000}, {3, 0.3, 800}} {
		t.Run(fmt.Sprint(c.population, c.epsilon, c.n), func(t *testing.T) {
			p := populations[c.population]
			b, k := p.spectrum(c.epsilon)
			m := NewMatrix(b, k)
			exact := sample(c.n, b, func() [][]float64 { v, _, _ := m.Draw(0, src, nil); return v })
			chain := newChain(b, k)
			for range 50 {
				chain.sweep(src)
			}
			gibbs := sample(c.n, b, func() [][]float64 {
				for range 6 {
					chain.sweep(src)
				}
				return chain.v
			})
			least := leastP(exact, gibbs)
			t.Logf("%s ε=%g: least p = %.3g", p.name, c.epsilon, least)
			if least < 1e-5 {
				t.Errorf("%s ε=%g: p = %g", p.name, c.epsilon, least)
			}
		})
	}
}

// Twenty sweeps from the top eigenvectors, many short chains, against exact
// draws: the number of sweeps that a release may take on trust of this test.
// False rejection: 12 p-values at 1e-5.
func TestSlowTwentySweeps(t *testing.T) {
	slow(t)
	src := noisetest.New(62)
	for _, c := range []struct {
		population int
		epsilon    float64
	}{{1, 0.1}, {3, 0.1}} {
		t.Run(fmt.Sprint(c.population), func(t *testing.T) {
			p := populations[c.population]
			b, k := p.spectrum(c.epsilon)
			m := NewMatrix(b, k)
			exact := sample(500, b, func() [][]float64 { v, _, _ := m.Draw(0, src, nil); return v })
			gibbs := sample(500, b, func() [][]float64 { v, _ := Gibbs(b, k, 20, src, nil); return v })
			if least := leastP(exact, gibbs); least < 1e-5 {
				t.Errorf("%s ε=%g: p = %g", p.name, c.epsilon, least)
			}
		})
	}
}

// The dual and the problem itself draw the same law. False rejection: 12
// p-values at 1e-5.
func TestSlowDual(t *testing.T) {
	slow(t)
	src := noisetest.New(63)
	for _, b := range [][]float64{{7, 6, 5, 4, 3, 2, 1}, {9, 9, 9, 9, 2, 0, 0}} {
		t.Run(fmt.Sprint(b), func(t *testing.T) {
			const k, n = 5, 10000
			m := NewMatrix(b, k)
			short := sample(n, b, func() [][]float64 { v, _, _ := m.Draw(0, src, nil); return v })
			steps := plan(b, k, true)
			long := sample(n, b, func() [][]float64 { return exactly(len(b), steps, src) })
			if least := leastP(short, long); least < 1e-5 {
				t.Errorf("b=%g: p = %g", b, least)
			}
		})
	}
}
