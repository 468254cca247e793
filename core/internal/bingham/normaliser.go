package bingham

import (
	"math"
	"math/cmplx"
)

// LogNormaliser returns log c(μ), where
//
//	c(μ) = E exp(Σ μᵢ|xᵢ|²),  x uniform on the unit sphere of ℝ^q,
//
// xᵢ a block of mult[i] ≥ 0 coordinates and q = Σ mult[i]: the normaliser of
// the vector Bingham law against the uniform law. Multiplicities need not be
// integers. The absolute error is below 1e-10, apart from the rounding of the
// largest μ, which the result contains. LogNormaliser panics unless the μ are
// finite, the multiplicities finite and not negative, their sum positive.
//
// It is an inverse Laplace transform at 1 (Kume and Wood 2005),
//
//	c(μ) = Γ(q/2) (1/2πi) ∫ eˢ ∏ (s−μᵢ)^(−mᵢ/2) ds,
//
// by quadrature on a parabola through the saddle point of the integrand.
func LogNormaliser(mu, mult []float64) float64 {
	if len(mu) != len(mult) {
		panic("bingham: as many multiplicities as eigenvalues")
	}
	var p spectrum
	for i, m := range mult {
		if math.IsNaN(mu[i]) || math.IsInf(mu[i], 0) || !(m >= 0) || math.IsInf(m, 1) {
			panic("bingham: eigenvalue or multiplicity out of range")
		}
		if m > 0 {
			p.mu, p.mult = append(p.mu, mu[i]), append(p.mult, m)
		}
	}
	if len(p.mu) == 0 {
		panic("bingham: no coordinates")
	}
	top := p.top()
	for i := range p.mu {
		p.mu[i] -= top
	}
	return top + p.logC()
}

// logC is LogNormaliser for a spectrum whose top is 0.
func (p spectrum) logC() float64 {
	t, k2 := p.saddle()
	q := 0.0
	for _, m := range p.mult {
		q += m
	}
	var c contour
	c.build(t, k2, -p.k3(t)/(6*k2*k2), p.logProduct)
	v, _ := c.log(c.product)
	return logGamma(q/2) + v
}

// k3 returns K₃, the third derivative of s − ½ Σ mᵢ log(s−μᵢ), at t.
func (p spectrum) k3(t float64) float64 {
	k3 := 0.0
	for i, m := range p.mult {
		r := 1 / (t - p.mu[i])
		k3 -= m * r * r * r
	}
	return k3
}

// logProduct returns Σ mᵢ log(s−μᵢ), continued from the positive axis into
// the upper half plane, where s is.
func (p spectrum) logProduct(s complex128) complex128 {
	w, sum := winding{z: 1}, complex128(0)
	for i, m := range p.mult {
		if z := s - complex(p.mu[i], 0); m == 1 {
			w.multiply(z)
		} else {
			sum += complex(m, 0) * cmplx.Log(z)
		}
	}
	return sum + w.log()
}

func logGamma(x float64) float64 {
	v, _ := math.Lgamma(x)
	return v
}
