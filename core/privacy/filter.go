package privacy

import (
	"errors"
	"math"
	"math/big"
)

// An Accounting is how releases about the same people add up. It is fixed before the first of them, so that it
// filters also where each cost is chosen in view of earlier outputs.
type Accounting string

const (
	// Plain adds up ε, and allows no δ.
	Plain Accounting = "pure"
	// ZCDP adds up ρ (Bun and Steinke 2016; as a filter: Whitehouse, Ramdas, Rogers and Wu 2023).
	ZCDP Accounting = "zcdp"
	// GDP adds up μ² (Dong, Roth and Su 2022; as a filter: Smith and Thakurta 2022).
	GDP Accounting = "gdp"
)

// Validate returns an error unless a is one of the three accountings and δ suits it.
func (a Accounting) Validate(delta float64) error {
	switch a {
	case Plain:
		if delta != 0 {
			return errors.New("privacy: an accounting of pure ε has no δ")
		}
		return nil
	case ZCDP, GDP:
		return validateDelta(delta)
	}
	return errors.New("privacy: unknown accounting")
}

// A Filter composes releases whose costs may depend on earlier outputs. If nothing is released once Epsilon would pass a cap
// that was fixed before, all releases together are (cap, δ)-differentially private (calibration.md, section 9). A copy of it can
// be continued by itself.
type Filter struct {
	accounting Accounting
	delta      float64

	parts, discrete int
	first           Budget  // of the only part
	epsilon         float64 // the sum, where all are pure
	impure          bool
	rho, muSquared  float64
	taken           float64 // δ of parts without a ρ
	noMu            bool
}

// NewFilter returns the filter of no releases. It returns an error where δ does not suit the accounting.
func NewFilter(a Accounting, delta float64) (Filter, error) {
	return Filter{accounting: a, delta: delta}, a.Validate(delta)
}

// Add composes one more release.
func (f *Filter) Add(p Part) error {
	if err := p.Validate(); err != nil {
		return err
	}
	f.parts++
	f.first = Budget{p.Epsilon, p.Delta}
	f.epsilon = addUp(f.epsilon, p.Epsilon)
	if p.Delta > 0 {
		f.impure = true
		f.discrete++
	}
	rho, ok := p.rho()
	if !ok { // (ε,δ)-differential privacy is δ-approximate zCDP (Bun and Steinke 2016, Lemma 8.8)
		rho, f.taken = PureRho(p.Epsilon), addUp(f.taken, p.Delta)
	}
	f.rho = addUp(f.rho, rho)
	mu, ok := p.mu()
	f.muSquared, f.noMu = addUp(f.muSquared, squareUp(mu)), f.noMu || !ok
	return nil
}

// Mu and Rho are what the accounting has added up so far; 0 where it adds up another.
func (f Filter) Mu() float64 {
	if f.accounting != GDP || f.noMu {
		return 0
	}
	return up(math.Sqrt(f.muSquared))
}

// Rho is the sum of ρ, where the accounting adds it up.
func (f Filter) Rho() float64 {
	if f.accounting != ZCDP || f.taken > 0 {
		return 0
	}
	return f.rho
}

// Epsilon is what the releases cost together, at the filter's δ. It never falls as releases are added. It returns an
// error where the accounting does not allow them together.
func (f Filter) Epsilon() (float64, error) {
	if f.parts == 0 {
		return 0, nil
	}
	least := math.Inf(1)
	if !f.impure {
		least = f.epsilon
	}
	if f.parts == 1 && f.first.Delta <= f.delta {
		least = min(least, f.first.Epsilon)
	}
	switch f.accounting {
	case ZCDP:
		if left := down(f.delta - f.taken); left >= MinDelta && f.rho <= maxRho {
			epsilon, err := EpsilonFor(f.rho, left)
			if err != nil {
				return 0, err
			}
			least = min(least, epsilon)
		}
	case GDP:
		if !f.noMu {
			least = min(least, f.gaussian())
		}
	}
	if math.IsInf(least, 1) {
		return 0, errors.New("privacy: the releases need a larger δ, or other noise, than their accounting allows")
	}
	return least, nil
}

// What holds of discrete noise with a μ fails with probability at most e^(−muTail) a step: for so many releases, up to so large
// an ε, a millionth of any δ pays for it.
const (
	muTail       = 1000
	mostDiscrete = 1 << 20
	mostEpsilon  = 250
)

// gaussian is the ε of the sum of μ².
func (f Filter) gaussian() float64 {
	mu := up(math.Sqrt(f.muSquared))
	if f.discrete == 0 {
		return EpsilonForMu(mu, f.delta)
	}
	epsilon := EpsilonForMu(mu, f.delta*(1-1e-6))
	if f.discrete > mostDiscrete || epsilon > mostEpsilon {
		return math.Inf(1)
	}
	return epsilon
}

// EpsilonForMu returns the least ε at which every μ-GDP mechanism is (ε,δ)-differentially private, rounded up. It
// wants μ ≥ 0 and δ in (0, 1).
func EpsilonForMu(mu, delta float64) float64 {
	if mu <= 0 || gaussianDelta(mu, 0) <= delta {
		return 0
	}
	lo, hi := 0.0, mu*mu/2+mu*math.Sqrt(2*(1-math.Log(delta)))
	for gaussianDelta(mu, hi) > delta {
		hi *= 2
	}
	for range 60 {
		if mid := lo + (hi-lo)/2; gaussianDelta(mu, mid) <= delta {
			hi = mid
		} else {
			lo = mid
		}
	}
	return hi
}

// GaussianMu returns a μ of discrete Gaussian noise of the integer width sigma on that many coordinates, the narrowest at least
// sigma/√2 wide, for a query of that squared sensitivity: Δ/σ, and what discrete noise differs by from continuous noise, rounded
// up. It returns 0 where that is more than a thousandth of it. The statement fails with probability at most e^(−1000)
// (calibration.md, section 9).
func GaussianMu(squared *big.Int, sigma uint64, coordinates int) float64 {
	square := new(big.Int).SetUint64(sigma)
	return GaussianMuOf(quoUp(squared, square.Mul(square, square)), sigma, coordinates)
}

// GaussianMuOf is GaussianMu for the squared sensitivity over σ², which is 2ρ.
func GaussianMuOf(square float64, sigma uint64, coordinates int) float64 {
	below, above, ok := ratios(float64(sigma)/math.Sqrt2, float64(coordinates), muTail)
	theta := up(math.Sqrt(square))
	if !ok || !(theta > 0 && theta <= 12) {
		return 0
	}
	more := 2 * (below + above) * (1.3 + upperTail(-theta/2)/density(theta/2))
	if more > theta/1000 {
		return 0
	}
	return up(theta + more)
}
