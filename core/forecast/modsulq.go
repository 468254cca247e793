package forecast

import (
	"math"

	"privatepca/core/method"
)

// MODSULQUtility returns the paper's upper bound on MOD-SULQ's expected correlation
// E|⟨v̂₁,v₁⟩| on the worst data set, for noise of standard deviation β on A (Theorem
// "utility bound for MOD-SULQ"), and the φ that attains it:
//
//	min over φ of 1 − (1−φ)/4 · (1 − (1/β² + log 2)/log K(φ))²,
//
// over the φ for which the bracket is not negative and the packing is no smaller than an
// orthonormal basis; log K = (d−1)·log(1/√(1−φ²)) − log 8 is the logarithm of the number of unit
// vectors, no two with |⟨μ,ν⟩| above φ, that the paper's "simple packing set" lemma promises. It wants d ≥ 2 and β positive.
//
// With 1−φ² = e^(−s), log K = s(d−1)/2 − log 8 is linear in s, and what is subtracted
// has one maximum, where log K ≤ c + √(c(d−1)), c = 1/β² + log 2, unless the range
// starts beyond it (forecast.md, section 5): golden section finds it.
func MODSULQUtility(d int, beta float64) (bound, phi float64) {
	if d < 2 || !(beta > 0) {
		panic("forecast: d or β out of range")
	}
	half := float64(d-1) / 2
	need := 1/(beta*beta) + math.Ln2
	// The three lower ends of the paper's range of φ, as values of s.
	low := max(
		-math.Log1p(-1/(2*math.Pi*float64(d))),
		math.Log(8*float64(d))/half,
		(need+math.Log(8))/half)
	// log of (1−φ)·bracket²
	loss := func(s float64) float64 {
		bracket := 1 - need/(s*half-math.Log(8))
		if bracket <= 0 {
			return math.Inf(-1)
		}
		return -s - math.Log1p(math.Sqrt(-math.Expm1(-s))) + 2*math.Log(bracket)
	}
	high := (need + math.Sqrt(2*need*half) + math.Log(8)) / half
	s := maximum(loss, low, max(low, high))
	return 1 - math.Exp(loss(s))/4, math.Sqrt(-math.Expm1(-s))
}

// maximum returns the place of the only maximum of f on [lo, hi], by golden section.
func maximum(f func(float64) float64, lo, hi float64) float64 {
	const golden = 0.6180339887498949
	a, b := hi-golden*(hi-lo), lo+golden*(hi-lo)
	fa, fb := f(a), f(b)
	for range 120 {
		if fa < fb {
			lo, a, fa = a, b, fb
			b = lo + golden*(hi-lo)
			fb = f(b)
		} else {
			hi, b, fb = b, a, fa
			a = hi - golden*(hi-lo)
			fa = f(a)
		}
	}
	return lo + (hi-lo)/2
}

// MODSULQNecessary returns the n below which MOD-SULQ's expected correlation is at most
// ρ on some data set of n records. The paper's Theorem "sample complexity lower bound
// for MOD-SULQ", n ≥ c·d^(3/2)·√log(d/δ)/ε·(1−c′(1−ρ)), does not state its constants;
// this is the n at which its source, MODSULQUtility, passes ρ. It returns 0 where
// the bound is above ρ for every n: it never falls below ¾, nor below .91 at d = 50.
func MODSULQNecessary(d int, epsilon, delta, rho float64) float64 {
	checkBound(d, epsilon, rho)
	bound := func(n float64) float64 {
		b, _ := MODSULQUtility(d, method.MODSULQBeta(d, n, epsilon, delta))
		return b
	}
	lo, hi := 1.0, 1.0
	if bound(lo) > rho {
		return 0
	}
	for bound(hi) <= rho {
		lo, hi = hi, 2*hi
	}
	for hi/lo > 1+1e-9 {
		if mid := math.Sqrt(lo * hi); bound(mid) <= rho {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}
