package bingham

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"privatepca/core/noise"
)

// A Vector draws from the vector Bingham law on the unit sphere of ℝ^d:
// density ∝ exp(Σ b[i]xᵢ²), in the eigenbasis of the form.
//
// The sampler is that of Kent, Ganeiber and Mardia (2018): the angular central
// Gaussian with precision s−B is an envelope of it. It is exact for every s;
// s at the saddle accepts most often: always where b is flat, and somewhat less
// often than 1/√d at high concentration.
type Vector struct {
	gap, sd []float64 // s−b, 1/√(s−b)
}

// NewVector prepares draws. The eigenvalues b may be in any order; they must
// be finite and at least one, or NewVector panics.
func NewVector(b []float64) *Vector {
	if len(b) == 0 {
		panic("bingham: no eigenvalue")
	}
	for _, x := range b {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			panic("bingham: eigenvalue not finite")
		}
	}
	p := simple(b)
	t, _ := p.saddle()
	top := p.top()
	v := &Vector{gap: make([]float64, len(b)), sd: make([]float64, len(b))}
	for i, x := range b {
		v.gap[i] = t + (top - x)
		v.sd[i] = 1 / math.Sqrt(v.gap[i])
	}
	return v
}

// Draw fills dst, of length d, with a unit vector.
func (v *Vector) Draw(dst []float64, src noise.Source) {
	dst = dst[:len(v.sd)]
	for {
		n2, w := 0.0, 0.0
		for i, sd := range v.sd {
			z := noise.Normal(src)
			w += z * z
			dst[i] = z * sd
			n2 += dst[i] * dst[i]
		}
		if accept(w/n2, float64(len(dst)), src) {
			floats.Scale(1/math.Sqrt(n2), dst)
			return
		}
	}
}

// Orthogonal draws a unit vector orthogonal to the orthonormal columns y, with
// density ∝ exp(xᵀBx) on the sphere of their complement, B = diag(b): the step
// of sequential (deflating) releases. It panics unless b is finite, not
// increasing and spread over at most 1e12, and the columns fewer than its
// elements.
func Orthogonal(b []float64, y [][]float64, src noise.Source) []float64 {
	check(b, len(y)+1)
	c := newColumn(b, len(y))
	t, k2 := simple(b[len(y):]).saddle()
	x := make([]float64, len(b))
	c.draw(y, x, &start{t, k2}, src)
	return x
}

// accept decides on an angular central Gaussian proposal: w = xᵀ(s−B)x for
// the unit vector x, q the dimension. The ratio e^{−w}w^{q/2} of target to
// envelope is largest at w = q/2.
func accept(w, q float64, src noise.Source) bool {
	h := q / 2
	return noise.Exponential(src) >= w-h-h*math.Log(w/h)
}
