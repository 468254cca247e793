package bingham

import "math"

// A spectrum is a diagonal form with multiplicities: x ↦ Σ mu[i]|xᵢ|², xᵢ a
// vector of mult[i] coordinates. Its normaliser and its rejection sampler
// share one number, the saddle point.
type spectrum struct {
	mu, mult []float64
}

// saddle returns the gap t = s − max μ, where s > max μ solves
// Σ mᵢ / (2(s−μᵢ)) = 1, and K₂ = Σ mᵢ / (2(s−μᵢ)²) there. The gap and not s
// is kept, because s−max μ may be 10⁻¹⁰ of s. Between ½ and q/2 times the
// multiplicities it is never small: t ≥ m₁/2.
//
// 1/f is concave and increases, f the sum, so that Newton's method on it from
// the left climbs monotonically. (gonum has no scalar root finder.)
func (p spectrum) saddle() (t, k2 float64) {
	top := p.top()
	for i, m := range p.mult {
		if p.mu[i] == top {
			t += m / 2
		}
	}
	for range 200 {
		f, g := 0.0, 0.0
		for i, m := range p.mult {
			r := 1 / (t + (top - p.mu[i]))
			f += m * r / 2
			g += m * r * r / 2
		}
		k2 = g
		step := (f*f - f) / g
		t += step
		if math.Abs(step) <= 1e-13*t {
			break
		}
	}
	return t, k2
}

// top returns the largest μ.
func (p spectrum) top() float64 {
	top := math.Inf(-1)
	for _, x := range p.mu {
		top = max(top, x)
	}
	return top
}

// simple returns the spectrum mu with every multiplicity 1.
func simple(mu []float64) spectrum {
	mult := make([]float64, len(mu))
	for i := range mult {
		mult[i] = 1
	}
	return spectrum{mu, mult}
}

// maxSpread bounds b₁ − b_d: beyond it double precision no longer tells the
// form on a subspace from its rounding.
const maxSpread = 1e12

// check panics unless b is a usable spectrum for k columns: finite, not
// increasing, of spread at most maxSpread, 1 ≤ k ≤ len(b).
func check(b []float64, k int) {
	if k < 1 || k > len(b) {
		panic("bingham: k out of range")
	}
	for i, x := range b {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			panic("bingham: eigenvalue not finite")
		}
		if i > 0 && x > b[i-1] {
			panic("bingham: eigenvalues not in descending order")
		}
	}
	if b[0]-b[len(b)-1] > maxSpread {
		panic("bingham: eigenvalues spread over more than 1e12")
	}
}

// reversed returns −b in descending order: the dual spectrum. The complement
// of a matrix Bingham subspace is matrix Bingham with −B, because
// tr VᵀBV + tr WᵀBW = tr B for an orthogonal matrix (V W).
func reversed(b []float64) []float64 {
	r := make([]float64, len(b))
	for i, x := range b {
		r[len(b)-1-i] = -x
	}
	return r
}
