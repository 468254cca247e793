package mechanism

import (
	"math/big"

	"privatepca/core/privacy"
)

// What a step is proven to lose, beside its ε and δ: ρ of zero-concentrated and μ of Gaussian differential privacy, from
// core/privacy/calibration.md, section 7. Composition and the ledger go by these.

// pureCost is that of a step of pure ε, of which no more is proven.
func pureCost(epsilon float64, claim privacy.Claim) privacy.Cost {
	return privacy.Cost{Epsilon: epsilon, Rho: privacy.PureRho(epsilon), Mu: privacy.PureMu(epsilon), Claim: claim}
}

// rangedCost is that of an exponential mechanism: ε is the range of its loss.
func rangedCost(epsilon float64, claim privacy.Claim) privacy.Cost {
	return privacy.Cost{Epsilon: epsilon, Rho: privacy.BoundedRangeRho(epsilon), Mu: privacy.BoundedRangeMu(epsilon), Claim: claim}
}

// laplaceCost is that of discrete Laplace noise of that scale at ε, for a query of that squared ℓ₂ sensitivity.
func laplaceCost(epsilon float64, squared *big.Int, scale uint64) privacy.Cost {
	c := pureCost(epsilon, privacy.Exact)
	rho := privacy.GaussianRho(squared, scale) // Σ D²/(2t²): laplace.md
	c.Rho, c.Mu = min(c.Rho, rho), min(c.Mu, privacy.LaplaceMu(rho))
	return c
}

// gaussianCost is that of discrete Gaussian noise of width sigma on that many coordinates at (ε,δ), for a query of that squared ℓ₂
// sensitivity.
func gaussianCost(b privacy.Budget, squared *big.Int, sigma uint64, coordinates int) privacy.Cost {
	return privacy.Cost{
		Epsilon: b.Epsilon, Delta: b.Delta, Claim: privacy.Exact,
		Rho: privacy.GaussianRho(squared, sigma), Mu: privacy.GaussianMu(squared, sigma, coordinates),
	}
}

// frobenius is the squared sensitivity of the second moment.
func (p Params) frobenius() *big.Int {
	return privacy.FrobeniusSquared(p.Relation, uint64(p.Scale), uint64(p.RowsPerPerson))
}
