package privacy

import (
	"errors"
	"math"
)

// By the conversion of Canonne, Kamath and Steinke ("The Discrete Gaussian for
// Differential Privacy", 2020) a ρ-zCDP mechanism is (ε,δ)-differentially
// private whenever, for some α > 1,
//
//	δ ≥ exp((α−1)(αρ−ε)) / (α−1) · (1−1/α)^α.
//
// With x = α−1 and L = log(1/δ) this can be solved for either unknown:
//
//	ε ≥ (1+x)ρ + (L − log1p x)/x − log1p(1/x)
//	ρ ≤ (ε + log1p(1/x) − (L − log1p x)/x) / (1+x)
//
// Each x > 0 gives a valid bound, so the search for the best x needs no error
// analysis. Only the one final evaluation does: calibration.md, section 1.

// zcdpError bounds the relative error of one evaluation of either line above,
// as a share of the sum of its terms' absolute values.
const zcdpError = 4 * libraryError

// minRho and maxRho bound what EpsilonFor evaluates. Below minRho it answers for
// minRho, which proves less but is as good as zero.
const (
	minRho = 1e-40
	maxRho = 1e18
)

// EpsilonFor returns an ε such that every ρ-zCDP mechanism is
// (ε,δ)-differentially private: the best ε of Canonne, Kamath and Steinke's
// conversion, rounded up. It wants 0 ≤ ρ ≤ 1e18 and δ in [MinDelta, 1).
func EpsilonFor(rho, delta float64) (epsilon float64, err error) {
	if err := validateDelta(delta); err != nil {
		return 0, err
	}
	if !(rho >= 0 && rho <= maxRho) {
		return 0, errors.New("privacy: ρ must lie between 0 and 1e18")
	}
	if rho == 0 {
		return 0, nil
	}
	rho = max(rho, minRho)
	l := -math.Log(delta)

	// dε/dx = 0 at the root of the increasing function ρx² + log1p x − L.
	x := bisect(func(x float64) bool { return rho*x*x+math.Log1p(x) < l })

	a, b, c, d := (1+x)*rho, l/x, math.Log1p(x)/x, math.Log1p(1/x)
	epsilon = (a + b - c - d) + zcdpError*(a+b+c+d)
	return max(0, epsilon), nil
}

// RhoFor returns a ρ such that every ρ-zCDP mechanism is (ε,δ)-differentially
// private: the largest that Canonne, Kamath and Steinke's conversion allows,
// rounded down, far enough that EpsilonFor(ρ, δ) does not exceed epsilon. It
// wants ε in [MinEpsilon, MaxEpsilon] and δ in [MinDelta, 1).
func RhoFor(epsilon, delta float64) (rho float64, err error) {
	if err := validateEpsilon(epsilon); err != nil {
		return 0, err
	}
	if err := validateDelta(delta); err != nil {
		return 0, err
	}
	l := -math.Log(delta)

	// dρ/dx = 0 at the root of this increasing function.
	x := bisect(func(x float64) bool {
		return (epsilon+math.Log1p(1/x))*x*x/(1+2*x)+math.Log1p(x) < l
	})

	b, c, d := l/x, math.Log1p(x)/x, math.Log1p(1/x)
	rho = ((epsilon + d + c - b) - 4*zcdpError*(epsilon+d+c+b)) / (1 + x)
	rho = down(rho)
	if rho <= 0 { // not reached for the parameters accepted above
		return 0, errors.New("privacy: ε and δ are too small together")
	}
	return rho, nil
}

// bisect returns about the largest x in (2⁻⁶⁰, 2¹⁰⁰) for which below, true for
// small x and false for large, is true.
func bisect(below func(x float64) bool) float64 {
	lo, hi := -60.0, 100.0 // log₂ x
	for range 50 {
		if mid := (lo + hi) / 2; below(math.Exp2(mid)) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return math.Exp2(lo)
}
