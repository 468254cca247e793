package privacy

import (
	"errors"
	"math"
	"math/big"
)

// A Query is one step of a release that adds Gaussian noise to exact integers.
type Query struct {
	Squared     *big.Int // squared sensitivity, in the metric of CalibrateGaussian; positive
	Coordinates int      // how many variates are drawn, at least 1
	Share       float64  // of the whole μ², positive; the shares are divided by their sum
}

// A Joint is the calibration of several Gaussian steps to one guarantee. The steps together, the later ones
// chosen in view of the earlier outputs, are (Epsilon, Delta)-differentially private by Route and Rho-zCDP.
type Joint struct {
	Steps               []Gaussian // one a query, in order. Each step's Epsilon and Delta are its own statement
	Epsilon, Delta, Rho float64
	Route               Route
}

// CalibrateGaussians returns noise for queries that are (ε,δ)-differentially private together: one
// calibration for Σ Δ_i²/σ_i², divided by the shares (calibration.md, Theorem 3). Splitting (ε,δ) among the
// steps first would make the noise wider: by 8 % for a step of a tenth of ε, by 22 % for one of a fifth.
//
// The budget's δ must not be 0. The error says when a width would pass MaxScale.
func CalibrateGaussians(queries []Query, budget Budget) (Joint, error) {
	if len(queries) == 0 {
		panic("privacy: no queries")
	}
	total := 0.0
	for _, q := range queries {
		if q.Squared.Sign() <= 0 || q.Coordinates < 1 {
			panic("privacy: a query without sensitivity or coordinates")
		}
		if !(q.Share > 0) || math.IsInf(q.Share, 1) {
			return Joint{}, errors.New("privacy: shares of a budget must be positive")
		}
		total += q.Share
	}
	rho, err := RhoFor(budget.Epsilon, budget.Delta)
	if err != nil {
		return Joint{}, err
	}
	// at is the noise of Σ Δ_i²/σ_i² ≤ 2ρ.
	at := func(rho float64) (Joint, error) {
		j := Joint{Epsilon: budget.Epsilon, Delta: budget.Delta}
		for _, q := range queries {
			g, err := CalibrateGaussianRho(q.Squared, down(rho*down(q.Share/total)))
			if err != nil {
				return Joint{}, err
			}
			j.Steps, j.Rho = append(j.Steps, g), addUp(j.Rho, g.Rho)
		}
		return j, nil
	}
	joint, err := at(rho)
	if err != nil {
		return Joint{}, err
	}
	for joint.Rho > rho { // a sum that was rounded up
		rho = down(rho)
		if joint, err = at(rho); err != nil {
			return Joint{}, err
		}
	}
	joint.Route = RouteZCDP
	// The analytic route allows a larger ρ, below twice the other's for every ε and δ of use; the bisection keeps
	// only what was proven.
	lo, hi := rho, 16*rho
	for range 60 {
		mid := lo + (hi-lo)/2
		j, err := at(mid)
		if err == nil && j.analyticHolds(queries, budget) {
			lo, joint = mid, j
			joint.Route = RouteAnalytic
		} else {
			hi = mid
		}
	}
	for i := range joint.Steps {
		if err := joint.Steps[i].state(budget.Delta); err != nil {
			return Joint{}, err
		}
	}
	return joint, nil
}

// analyticHolds reports whether Theorem 3 proves the steps private at the budget.
func (j Joint) analyticHolds(queries []Query, budget Budget) bool {
	square, coordinates, narrowest := 0.0, 0, uint64(math.MaxUint64)
	for i, q := range queries {
		s := new(big.Int).SetUint64(j.Steps[i].Sigma)
		square = addUp(square, quoUp(q.Squared, s.Mul(s, s)))
		coordinates += q.Coordinates
		narrowest = min(narrowest, j.Steps[i].Sigma)
	}
	return analyticAt(up(math.Sqrt(square)), narrowest, coordinates, budget)
}

// GaussianRho is the ρ of discrete Gaussian noise of the integer width sigma for a query of that squared
// sensitivity, rounded up.
func GaussianRho(squared *big.Int, sigma uint64) float64 {
	var g Gaussian
	g.set(squared, sigma)
	return g.Rho
}

// GaussianHolds reports whether Gaussian steps that are together rho-zCDP, in that many coordinates of at least
// narrowest/√2 width, are (ε,δ)-differentially private by either route (Theorem 3). A reader of a document
// asks it, who has no calibration.
func GaussianHolds(rho float64, narrowest uint64, coordinates int, budget Budget) bool {
	if !(rho > 0) || coordinates < 1 || budget.Validate() != nil || budget.Pure() {
		return false
	}
	epsilon, err := EpsilonFor(rho, budget.Delta)
	if err == nil && epsilon <= budget.Epsilon {
		return true
	}
	return analyticAt(up(math.Sqrt(up(2*rho))), narrowest, coordinates, budget)
}

// state fills in what the step costs by itself, at that δ: what its ρ implies.
func (g *Gaussian) state(delta float64) (err error) {
	g.Delta, g.Route = delta, RouteZCDP
	g.Epsilon, err = EpsilonFor(g.Rho, delta)
	return err
}

// Mu is the μ of Gaussian differential privacy of the joint law, for continuous noise of the same widths:
// √(2·Rho), rounded up.
func (j Joint) Mu() float64 { return up(math.Sqrt(up(2 * j.Rho))) }
