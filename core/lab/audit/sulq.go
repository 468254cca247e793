package audit

import (
	"math"

	"privatepca/core/moment"
)

// SULQ at d = 2, k = 1 shows the larger eigenvalue λ of a matrix of independent
// normal entries and its direction θ, or refuses. In a frame of that direction the
// matrix is [[λ, b], [0, c]], c < λ, and dA = (λ−c) dλ db dc dθ. Integrating b and c,
//
//	f(λ, θ) = σψ(z)/(2πσ²) · exp(−((λ−s₁₁)² + s₂₁²)/(2σ²)), z = (λ−s₂₂)/σ,
//
// ψ(z) = φ(z) + zΦ(z), s the entries of S in the frame. (The lattice is fine: the
// discrete noise is within 1/σ² of the normal one.)

// sulqLog returns log f at σ = 1.
func sulqLog(lambda, sin, cos float64, s [3]float64) float64 {
	s11 := s[0]*cos*cos + 2*s[1]*sin*cos + s[2]*sin*sin
	s21 := (s[2]-s[0])*sin*cos + s[1]*(cos*cos-sin*sin)
	s22 := s[0] + s[2] - s11
	z := lambda - s22
	psi := math.Exp(-z*z/2)/math.Sqrt(2*math.Pi) + z*math.Erfc(-z/math.Sqrt2)/2
	if psi <= 0 { // cancelled: nothing there
		return math.Inf(-1)
	}
	return math.Log(psi/(2*math.Pi)) - ((lambda-s11)*(lambda-s11)+s21*s21)/2
}

// inSigmas returns the entries 11, 12, 22 of m in units of the noise.
func inSigmas(m *moment.Matrix, sigma float64) [3]float64 {
	return [3]float64{float64(m.At(0, 0)) / sigma, float64(m.At(0, 1)) / sigma, float64(m.At(1, 1)) / sigma}
}

// sulqSpan of λ, in σ, around its means; beyond is nothing to speak of.
const sulqSpan = 12

// sulqRefusals returns the probability that the eigenvalues are complex.
func sulqRefusals(s [3]float64) float64 {
	const n = 1000
	real := 0.0
	for i := range n {
		sin, cos := math.Sincos(math.Pi * (float64(i) + 0.5) / n)
		for j := range n {
			lambda := sulqSpan * (2*(float64(j)+0.5)/n - 1)
			real += math.Exp(sulqLog(lambda, sin, cos, s))
		}
	}
	return 1 - real*math.Pi/n*2*sulqSpan/n
}

// sulqLaw and its score. A refusal is a point of its own: a share of the unit
// square is set aside for it.
func sulqLaw(n int, sigma float64, a, b *moment.Matrix) (*Law, func(Output) float64) {
	sa, sb := inSigmas(a, sigma), inSigmas(b, sigma)
	ra, rb := sulqRefusals(sa), sulqRefusals(sb)
	const aside = 0.125
	area := math.Log(math.Pi * 2 * sulqSpan / (1 - aside))
	const limit = 60
	law := integrate(2, n, limit, func(u []float64) (float64, float64) {
		if u[0] < aside {
			return math.Log(ra / aside), math.Log(rb / aside)
		}
		lambda := sulqSpan * (2*(u[0]-aside)/(1-aside) - 1)
		sin, cos := math.Sincos(math.Pi * u[1])
		la, lb := sulqLog(lambda, sin, cos, sa)+area, sulqLog(lambda, sin, cos, sb)+area
		if math.IsInf(la, -1) || math.IsInf(lb, -1) || math.Abs(la-lb) > limit {
			return math.Inf(-1), math.Inf(-1)
		}
		return la, lb
	})
	s2 := float64(a.Scale() * a.Scale())
	return law, func(o Output) float64 {
		if o.Refused {
			return math.Log(ra / rb)
		}
		v := o.Basis[0]
		r := math.Hypot(v[0], v[1])
		lambda := o.Values[0] * s2 / sigma
		score := sulqLog(lambda, v[1]/r, v[0]/r, sa) - sulqLog(lambda, v[1]/r, v[0]/r, sb)
		if math.IsNaN(score) {
			return 0
		}
		return score
	}
}
