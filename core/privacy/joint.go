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

// A Joint is the calibration of several Gaussian steps to one guarantee. The steps and the selections beside them, the later
// ones chosen in view of the earlier outputs, are (Epsilon, Delta)-differentially private by Route, Rho-zCDP and Mu-GDP.
type Joint struct {
	Steps               []Gaussian // one a query, in order. Each step's Epsilon and Delta are its own statement
	Beside              []Selection
	Epsilon, Delta, Rho float64
	Route               Route
}

// CalibrateGaussians returns noise for queries that are (ε,δ)-differentially private together, and together with selections of
// a fixed ε: one calibration for Σ Δ_i²/σ_i², divided by the shares (calibration.md, Theorems 3 and 4). Splitting (ε,δ) among
// the steps first would make the noise wider: by 8 % for a step of a tenth of ε, by 22 % for one of a fifth.
//
// The budget's δ must not be 0, and the selections' ε together must be below its ε. The error says when a width would pass
// MaxScale.
func CalibrateGaussians(queries []Query, budget Budget, beside ...Selection) (Joint, error) {
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
	together := newTogether(budget, beside)
	rho, err := together.certain()
	if err != nil {
		return Joint{}, err
	}
	// at is the noise of Σ Δ_i²/σ_i² ≤ 2ρ.
	at := func(rho float64) (Joint, error) {
		j := Joint{Beside: beside, Epsilon: budget.Epsilon, Delta: budget.Delta}
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
	// The analytic route allows a larger ρ, below twice the other's for every ε and δ of use where there is no selection; the
	// bisection keeps only what was proven.
	lo, hi := rho, 16*rho
	for range 60 {
		mid := lo + (hi-lo)/2
		j, err := at(mid)
		if err == nil && j.analyticHolds(queries, together) {
			lo, joint = mid, j
			joint.Route = RouteAnalytic
		} else {
			hi = mid
		}
	}
	for i := range joint.Steps {
		if err := joint.Steps[i].state(queries[i], budget.Delta); err != nil {
			return Joint{}, err
		}
	}
	for _, s := range beside {
		joint.Rho = addUp(joint.Rho, s.Rho())
	}
	return joint, nil
}

// analyticHolds reports whether Theorem 4 proves the steps private at the budget.
func (j Joint) analyticHolds(queries []Query, together together) bool {
	square, coordinates, narrowest := 0.0, 0, uint64(math.MaxUint64)
	for i, q := range queries {
		s := new(big.Int).SetUint64(j.Steps[i].Sigma)
		square = addUp(square, quoUp(q.Squared, s.Mul(s, s)))
		coordinates += q.Coordinates
		narrowest = min(narrowest, j.Steps[i].Sigma)
	}
	return together.analyticHolds(up(math.Sqrt(square)), narrowest, coordinates)
}

// together is what Gaussian steps are held to, with selections beside them.
type together struct {
	budget  Budget
	beside  []Selection
	losses  []atom // of the selections
	epsilon float64
	rho     float64 // of the selections
}

func newTogether(budget Budget, beside []Selection) together {
	t := together{budget: budget, beside: beside, losses: dominating(beside)}
	for _, s := range beside {
		t.epsilon, t.rho = addUp(t.epsilon, s.Epsilon), addUp(t.rho, s.Rho())
	}
	return t
}

// certain is a ρ of the Gaussian steps that is private whatever their widths: by zCDP of all steps, or by that of the
// Gaussian ones, to which the selections' ε is added.
func (t together) certain() (float64, error) {
	rho, err := RhoFor(t.budget.Epsilon, t.budget.Delta)
	if err != nil || len(t.beside) == 0 {
		return rho, err
	}
	left := down(t.budget.Epsilon - t.epsilon)
	if left < MinEpsilon {
		return 0, errors.New("privacy: the selections leave nothing of ε")
	}
	apart, err := RhoFor(left, t.budget.Delta)
	return max(apart, down(rho-t.rho)), err
}

// analyticHolds is analyticAt with the selections.
func (t together) analyticHolds(theta float64, sigma uint64, coordinates int) bool {
	return analyticAt(theta, sigma, coordinates, t.budget, t.losses)
}

// GaussianRho is the ρ of discrete Gaussian noise of the integer width sigma for a query of that squared
// sensitivity, rounded up.
func GaussianRho(squared *big.Int, sigma uint64) float64 {
	var g Gaussian
	g.set(squared, sigma)
	return g.Rho
}

// GaussianHolds reports whether Gaussian steps that are together rho-zCDP, in that many coordinates of at least
// narrowest/√2 width, are (ε,δ)-differentially private by either route, with the selections beside them (Theorem 4). A
// reader of a document asks it, who has no calibration.
func GaussianHolds(rho float64, narrowest uint64, coordinates int, budget Budget, beside ...Selection) bool {
	if !(rho > 0) || coordinates < 1 || budget.Validate() != nil || budget.Pure() {
		return false
	}
	for _, s := range beside {
		if !(s.Epsilon > 0 && s.Epsilon <= budget.Epsilon) {
			return false
		}
	}
	together := newTogether(budget, beside)
	if certain, err := together.certain(); err == nil && rho <= certain {
		return true
	}
	return together.analyticHolds(up(math.Sqrt(up(2*rho))), narrowest, coordinates)
}

// state fills in what the step costs by itself, at that δ: the smaller of what its ρ implies, and of what the analytic route
// proves of its width.
func (g *Gaussian) state(q Query, delta float64) (err error) {
	g.Delta, g.Route = delta, RouteZCDP
	g.Epsilon, err = EpsilonFor(g.Rho, delta)
	lo, hi := 0.0, g.Epsilon
	for range 50 {
		mid := lo + (hi-lo)/2
		if mid >= MinEpsilon && analyticHolds(q.Squared, g.Sigma, q.Coordinates, Budget{mid, delta}) {
			hi, g.Epsilon, g.Route = mid, mid, RouteAnalytic
		} else {
			lo = mid
		}
	}
	g.Epsilon = max(g.Epsilon, MinEpsilon) // δ alone may cover it, and a step that uses the records states an ε
	return err
}

// MostGaussianRho is an upper bound on the ρ of any noise that CalibrateGaussian returns for the budget, whatever the query: ρ
// of the zCDP route, or θ²/2 of the largest θ that the analytic route may find private. It is 0, and none is proven, for δ above
// one half.
func MostGaussianRho(budget Budget) (float64, error) {
	if budget.Delta > .5 {
		return 0, nil
	}
	rho, err := RhoFor(budget.Epsilon, budget.Delta)
	if err != nil {
		return 0, err
	}
	sigma, err := AnalyticGaussian(budget.Epsilon, budget.Delta)
	if err != nil {
		return 0, err
	}
	// gaussianDelta is within 2·10⁻⁶ of δ from above, and for δ ≤ ½ a larger θ makes δ larger by more than half as much: no θ is
	// private that is above the one that was found by more than 4·10⁻⁶.
	return max(rho, 1/(2*sigma*sigma)*(1+1e-5)), nil
}
