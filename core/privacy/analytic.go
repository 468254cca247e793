package privacy

import "math"

// AnalyticGaussian returns the least standard deviation, per unit of ℓ₂
// sensitivity, at which continuous Gaussian noise is (ε,δ)-differentially private
// (Balle and Wang 2018, Theorem 8), rounded up. It wants ε in
// [MinEpsilon, MaxEpsilon] and δ in [MinDelta, 1).
func AnalyticGaussian(epsilon, delta float64) (sigma float64, err error) {
	if err := validateEpsilon(epsilon); err != nil {
		return 0, err
	}
	if err := validateDelta(delta); err != nil {
		return 0, err
	}
	// δ grows with θ = 1/σ. Keep the largest θ that was seen to be private.
	lo, hi := 0x1p-60, 0x1p60
	for range 60 {
		mid := math.Sqrt(lo) * math.Sqrt(hi)
		if gaussianDelta(mid, epsilon) <= delta {
			lo = mid
		} else {
			hi = mid
		}
	}
	return up(1 / lo), nil
}

// gaussianDelta returns an upper bound, tight to many digits, on the least δ for
// which Gaussian noise of standard deviation σ and ℓ₂ sensitivity Δ = θσ is
// (ε,δ)-differentially private. With a = θ/2 and b = ε/θ that is
//
//	δ = Φ(a−b) − e^ε Φ(−a−b) = φ(b−a)·∫ g(y) dy over [b−a, b+a],
//
// g(y) = 1 − y·M(y) being the falling slope of Mills' ratio M = (1−Φ)/φ. The
// difference serves where it does not cancel; the trapezoid rule, which bounds
// the integral of the convex g from above, where the interval is short.
// Section 5 of calibration.md bounds the rounding errors.
func gaussianDelta(theta, epsilon float64) float64 {
	a, b := theta/2, epsilon/theta
	y, z := b-a, b+a
	switch {
	case y > 37.5:
		return 0x1p-1014 // 5.7e-306, above δ ≤ 1−Φ(37.5) = 4.6e-308
	case y < -37:
		return 1
	}
	arguments := (z + 2) * (z + 2) * 0x1p-49 // what rounding y and z does

	p := upperTail(y)
	var q float64
	if z < 30 {
		q = math.Exp(epsilon) * upperTail(z)
	} else {
		q = density(y) * mills(z)
	}
	difference := p - q + (p+q)*(4*libraryError+arguments)

	trapezoid := density(y) * a * (millsSlope(y) + millsSlope(z)) *
		(1 + 256*libraryError + arguments)
	return min(difference, trapezoid)
}

// upperTail returns 1 − Φ(y).
func upperTail(y float64) float64 { return math.Erfc(y/math.Sqrt2) / 2 }

// density returns the standard normal density φ(y).
func density(y float64) float64 { return math.Exp(-y*y/2) / math.Sqrt(2*math.Pi) }

// mills returns (1 − Φ(y))/φ(y) for y ≥ 4, by Laplace's continued fraction.
func mills(y float64) float64 { return 1 / (y + laplaceTail(y)) }

// millsSlope returns 1 − y·mills(y), the negative of mills' derivative.
func millsSlope(y float64) float64 {
	if y < 4 {
		return 1 - y*(upperTail(y)/density(y))
	}
	k := laplaceTail(y)
	return k / (y + k)
}

// laplaceTail returns 1/(y + 2/(y + 3/(y + …))), the continued fraction in
// M(y) = 1/(y + laplaceTail(y)), cut where the remainder is below rounding for
// y ≥ 4.
func laplaceTail(y float64) float64 {
	t := y
	for n := 80.0; n >= 2; n-- {
		t = y + n/t
	}
	return 1 / t
}
