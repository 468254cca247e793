package bingham

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"privatepca/core/noise/noisetest"
)

// A sweep leaves the law as it is: exact draws before and after one. This
// finds an error in the column draws that mixing would blur. False rejection:
// 12 p-values at 1e-6.
func TestGibbsInvariance(t *testing.T) {
	if testing.Short() {
		t.Skip("long sums: not with -short")
	}
	src := noisetest.New(11)
	for _, b := range [][]float64{{5, 4, 3, 2, 1, 0}, spectrumOf(9, 60, 0.6)} {
		t.Run(fmt.Sprint(b), func(t *testing.T) {
			const k, n = 3, 2000
			steps := plan(b, k, false)
			before := sample(n, b, func() [][]float64 { return exactly(len(b), steps, src) })
			chain := newChain(b, k)
			after := sample(n, b, func() [][]float64 {
				v := exactly(len(b), steps, src)
				Rotate(v, src) // the chain moves on the Stiefel manifold, not in the gauge
				for j, x := range v {
					copy(chain.v[j], x)
				}
				chain.sweep(src)
				return chain.v
			})
			if p := leastP(before, after); p < 1e-6 {
				t.Errorf("b=%g: p = %g", b, p)
			}
		})
	}
}

// From the top eigenvectors a few sweeps arrive at the exact law. With one
// column less than dimensions and without the dual this is the hardest
// geometry for the chain. False rejection: 12 p-values at 1e-6.
func TestGibbsArrives(t *testing.T) {
	if testing.Short() {
		t.Skip("long sums: not with -short")
	}
	src := noisetest.New(12)
	b := []float64{5, 4, 3, 2, 1, 0}
	for _, k := range []int{2, 5} {
		const n = 1500
		m := NewMatrix(b, k)
		exact := sample(n, b, func() [][]float64 { v, _, _ := m.Draw(0, src, nil); return v })
		gibbs := sample(n, b, func() [][]float64 {
			c := newChain(b, k)
			for range 25 {
				c.sweep(src)
			}
			return c.v
		})
		if p := leastP(exact, gibbs); p < 1e-6 {
			t.Errorf("k=%d: p = %g", k, p)
		}
	}
}

// An error of progress ends the chain, and nothing is drawn.
func TestGibbsEnds(t *testing.T) {
	stop, calls := errors.New("stop"), 0
	v, err := Gibbs([]float64{3, 2, 1, 0}, 2, 4, noisetest.New(13), func(done, _ int) error {
		calls++
		if done == 2 {
			return stop
		}
		return nil
	})
	if v != nil || err != stop || calls != 2 {
		t.Errorf("%v, %v after %d sweeps", v, err, calls)
	}
}

func TestGibbsProgress(t *testing.T) {
	var seen []int
	v, _ := Gibbs([]float64{3, 2, 1, 0}, 2, 4, noisetest.New(13), func(done, total int) error {
		if total != 4 {
			t.Fatalf("total %d", total)
		}
		seen = append(seen, done)
		return nil
	})
	if len(seen) != 4 || seen[3] != 4 {
		t.Errorf("progress %v", seen)
	}
	if e := orthonormality(v); e > 1e-14 || math.Abs(float64(len(v)-2)) > 0 {
		t.Errorf("%d columns, off orthonormality by %g", len(v), e)
	}
}
