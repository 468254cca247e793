package privacy

import "math"

// What a step that is not Gaussian noise is proven to lose: its ρ of zero-concentrated differential privacy and its μ of
// Gaussian differential privacy, for its ε. calibration.md, section 7, has the proofs.

// lossError bounds the relative error of one evaluation of the formulas below.
const lossError = 8 * libraryError

// PureRho returns ε·tanh(ε/2), rounded up: every ε-differentially private step is ρ-zCDP for this ρ, and randomised
// response for no smaller one. It is below ε²/2 (Bun and Steinke 2016, Proposition 1.4).
func PureRho(epsilon float64) float64 {
	if epsilon <= 0 {
		return 0
	}
	tanh := 1.0
	if m := math.Expm1(epsilon); m < 0x1p60 {
		tanh = m / (m + 2)
	}
	return min(up(epsilon*epsilon/2), up(epsilon*tanh*(1+lossError)))
}

// BoundedRangeRho returns 4·log cosh(ε/4), rounded up: every step of bounded range ε is ρ-zCDP for this ρ. It is below
// ε²/8 (Cesar and Rogers 2021). The exponential mechanism with weight exp(ε·score/(2Δ)) is of bounded range ε, and so is
// PPCA at ε.
func BoundedRangeRho(epsilon float64) float64 {
	if epsilon <= 0 {
		return 0
	}
	x := epsilon / 4
	var logCosh float64
	if x < 1 {
		m := math.Expm1(x / 2)
		sinh := (m + m/(m+1)) / 2
		logCosh = math.Log1p(2 * sinh * sinh)
	} else {
		logCosh = x - math.Ln2 + math.Log1p(math.Exp(-2*x))
	}
	return min(up(epsilon*epsilon/8), up(4*logCosh*(1+lossError)))
}

// LaplaceRho returns an upper bound on the ρ of Laplace noise at ε in each coordinate of a query, where that ε is
// calibrated for the ℓ₁ sensitivity l1 and the query's ℓ₂ sensitivity is l2: ε²·l2²/(2·l1²). Both are given squared.
func LaplaceRho(epsilon, squaredL1, squaredL2 float64) float64 {
	return epsilon * epsilon * (squaredL2 / squaredL1) / 2 * (1 + lossError)
}

// PureMu returns 2Φ⁻¹(1/(1+e^(−ε))), rounded up: every ε-differentially private step is μ-GDP for this μ, and randomised
// response for no smaller one.
func PureMu(epsilon float64) float64 {
	if epsilon <= 0 {
		return 0
	}
	// Three upper bounds: the tangent at 0, √(8ε) for large ε, and the root of 1 − Φ(z) = 1/(1+e^ε) by bisection.
	most := min(epsilon*math.Sqrt(math.Pi/2), math.Sqrt(8*epsilon)) * (1 + lossError)
	if epsilon > 600 {
		return most
	}
	target := math.Exp(-epsilon) / (1 + math.Exp(-epsilon)) * (1 - lossError)
	lo, hi := 0.0, most/2
	for range 60 {
		if mid := lo + (hi-lo)/2; upperTail(mid)*(1+lossError) <= target {
			hi = mid
		} else {
			lo = mid
		}
	}
	return min(most, up(2*hi))
}

// BoundedRangeMu returns PureMu(ε/2): every step of bounded range ε is μ-GDP for this μ.
func BoundedRangeMu(epsilon float64) float64 { return PureMu(epsilon / 2) }

// LaplaceMu returns √(π·ρ), rounded up: Laplace noise with the ρ of LaplaceRho is μ-GDP for this μ.
func LaplaceMu(rho float64) float64 { return up(math.Sqrt(math.Pi*rho) * (1 + lossError)) }
