package bingham

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"privatepca/core/noise/noisetest"
)

// ‖P e₁‖² of a uniform k-dimensional subspace is Beta(k/2, (d−k)/2). False
// rejection: 3 statistics at 1e-5.
func TestUniform(t *testing.T) {
	src := noisetest.New(1)
	const n, d, k = 20000, 4, 2 // Beta(1, 1): uniform
	var first, last, off []float64
	for range n {
		v := Uniform(d, k, src)
		if e := orthonormality(v); e > 1e-14 {
			t.Fatalf("off orthonormality by %g", e)
		}
		first, last = append(first, projected(v, 0)), append(last, projected(v, d-1))
		off = append(off, v[0][1]*v[1][1])
	}
	identity := func(x float64) float64 { return x }
	if p := min(ksAgainst(first, identity), ksAgainst(last, identity)); p < 1e-5 {
		t.Errorf("‖P e‖² is not uniform: p = %g", p)
	}
	if m, se := mean(off); math.Abs(m) > 4.5*se {
		t.Errorf("E v₁v₂ = %g ± %g", m, se)
	}
}

// Rotate keeps the subspace and forgets the gauge: e₁ as first column ends up
// uniform on the circle. False rejection 1e-5; the mutant without rotation has
// its column at angle zero always.
func TestRotate(t *testing.T) {
	src := noisetest.New(2)
	var angles []float64
	for range 5000 {
		v := newFrame(5, 2)
		v[0][0], v[1][3] = 1, 1
		Rotate(v, src)
		if e := orthonormality(v); e > 1e-14 || math.Abs(projected(v, 0)-1) > 1e-14 || math.Abs(projected(v, 3)-1) > 1e-14 {
			t.Fatal("the subspace moved")
		}
		angles = append(angles, math.Atan2(v[0][3], v[0][0]))
	}
	uniform := func(x float64) float64 { return (x + math.Pi) / (2 * math.Pi) }
	if p := ksAgainst(angles, uniform); p < 1e-5 {
		t.Errorf("angle not uniform: p = %g", p)
	}
	if p := ksAgainst(make([]float64, 5000), uniform); p > 1e-5 {
		t.Errorf("the unrotated mutant passes: p = %g", p)
	}
}

func TestComplement(t *testing.T) {
	src := noisetest.New(3)
	for _, c := range [][2]int{{1, 0}, {1, 1}, {2, 1}, {7, 3}, {7, 7}, {200, 199}, {200, 5}} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			d, m := c[0], c[1]
			var w [][]float64
			if m > 0 {
				w = Uniform(d, m, src)
			}
			v := complement(w, d)
			if len(v) != d-m {
				t.Fatalf("d=%d m=%d: %d columns", d, m, len(v))
			}
			if e := orthonormality(append(slices.Clone(w), v...)); e > 1e-13 {
				t.Errorf("d=%d m=%d: off orthonormality by %g", d, m, e)
			}
		})
	}
	// The top eigenvectors themselves: a reflector of e_j must not vanish.
	w := newFrame(5, 2)
	w[0][0], w[1][1] = 1, -1
	if e := orthonormality(append(w, complement(w, 5)...)); e > 1e-15 {
		t.Errorf("off orthonormality by %g", e)
	}
}
