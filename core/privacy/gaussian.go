package privacy

import (
	"errors"
	"math"
	"math/big"
)

// MaxScale is the largest σ, in units of the integer lattice, that calibration
// returns; noise.NewDiscreteGaussian accepts the same.
const MaxScale = 1 << 60

// A Route names the theorem that a (ε,δ) statement of discrete Gaussian noise
// rests on.
type Route string

const (
	// RouteZCDP: ρ-zero-concentrated differential privacy, converted as by
	// Canonne, Kamath and Steinke.
	RouteZCDP Route = "zero-concentrated differential privacy"
	// RouteAnalytic: Balle and Wang's analytic Gaussian mechanism, carried over
	// to the discrete Gaussian by a bound on the ratio of probabilities.
	RouteAnalytic Route = "analytic Gaussian"
)

// A Gaussian is the calibration of discrete Gaussian noise on a symmetric integer
// matrix: Sigma on the diagonal, OffDiagonal = ⌈Sigma/√2⌉ above it. The noise is
// (Epsilon, Delta)-differentially private by Route, and Rho-zCDP whichever the
// route.
type Gaussian struct {
	Sigma, OffDiagonal  uint64
	Epsilon, Delta, Rho float64
	Route               Route
}

// FrobeniusSquared returns the squared Frobenius sensitivity of the integer second
// moment Σqqᵀ of records with ‖q‖² ≤ scale² when one person owns up to rows of
// them: 2·scale⁴·rows² for replace-one, scale⁴·rows² for add-remove. It panics if
// the relation is unknown.
func FrobeniusSquared(relation Relation, scale, rows uint64) *big.Int {
	s := new(big.Int).SetUint64(scale)
	s.Mul(s, s)
	s.Mul(s, new(big.Int).SetUint64(rows))
	s.Mul(s, s)
	switch relation {
	case ReplaceOne:
		return s.Lsh(s, 1)
	case AddRemove:
		return s
	}
	panic("privacy: unknown neighbour relation")
}

// CalibrateGaussian returns the narrowest noise, by either route, that is
// (ε,δ)-differentially private for a query of the given squared Frobenius
// sensitivity, an integer. Coordinates is how many variates are drawn, d(d+1)/2
// for a symmetric d×d matrix; it enters the analytic route's bound. The same
// calibration serves an integer vector with Sigma on every coordinate.
//
// The budget's δ must not be 0. The error says when the noise would pass MaxScale.
func CalibrateGaussian(squared *big.Int, coordinates int, budget Budget) (Gaussian, error) {
	if coordinates < 1 {
		panic("privacy: no coordinates")
	}
	rho, err := RhoFor(budget.Epsilon, budget.Delta)
	if err != nil {
		return Gaussian{}, err
	}
	g, err := CalibrateGaussianRho(squared, rho)
	if err != nil {
		return Gaussian{}, err
	}
	g.Epsilon, g.Delta, g.Route = budget.Epsilon, budget.Delta, RouteZCDP

	private := func(sigma uint64) bool { return analyticHolds(squared, sigma, coordinates, budget) }
	if !private(g.Sigma - 1) {
		return g, nil
	}
	lo, hi := uint64(0), g.Sigma-1
	for hi-lo > 1 { // private(hi), and lo is not known to be
		if mid := lo + (hi-lo)/2; private(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	g.set(squared, hi)
	g.Route = RouteAnalytic
	return g, nil
}

// CalibrateGaussianRho returns the narrowest noise that is rho-zCDP for a query of
// the given squared Frobenius sensitivity: the least integer σ with
// σ² ≥ squared/(2·rho), exactly. Its Rho is what σ attains, rounded up, at most
// rho; its Epsilon and Delta are left 0 for the caller to state, and so is Route.
func CalibrateGaussianRho(squared *big.Int, rho float64) (Gaussian, error) {
	if squared.Sign() <= 0 {
		panic("privacy: sensitivity is not positive")
	}
	if !(rho > 0 && rho <= math.MaxFloat64) {
		return Gaussian{}, errors.New("privacy: ρ must be positive and finite")
	}
	ratio := new(big.Rat).SetFloat64(2 * min(rho, maxRho))
	ratio.Quo(new(big.Rat).SetInt(squared), ratio)
	sigma := ceilSqrt(ceil(ratio))
	if !sigma.IsUint64() || sigma.Uint64() > MaxScale {
		return Gaussian{}, errors.New("privacy: the noise would be wider than 2^60: raise ε or δ")
	}
	var g Gaussian
	g.set(squared, sigma.Uint64())
	return g, nil
}

// set fills in the widths and the ρ that sigma attains.
func (g *Gaussian) set(squared *big.Int, sigma uint64) {
	g.Sigma = sigma
	square := new(big.Int).SetUint64(sigma)
	square.Mul(square, square)

	// ⌈σ/√2⌉ is the least τ with 2τ² ≥ σ².
	half := new(big.Int).Add(square, big.NewInt(1))
	g.OffDiagonal = ceilSqrt(half.Rsh(half, 1)).Uint64()
	g.Rho = quoUp(squared, square.Lsh(square, 1))
}

// Law is what noise of these widths is drawn from, in that unit: on a symmetric matrix where symmetric, else on a vector.
func (g Gaussian) Law(unit string, symmetric bool) *Law {
	l := &Law{Family: DiscreteGaussian, Unit: unit, Width: g.Sigma, Route: g.Route}
	if symmetric {
		l.OffDiagonal = g.OffDiagonal
	}
	return l
}

// analyticHolds reports whether calibration.md's Theorem 2 proves discrete Gaussian
// noise of this σ private at the budget, when each coordinate's width is at least
// σ/√2.
func analyticHolds(squared *big.Int, sigma uint64, coordinates int, budget Budget) bool {
	square := new(big.Int).SetUint64(sigma)
	square.Mul(square, square)
	return analyticAt(up(math.Sqrt(quoUp(squared, square))), sigma, coordinates, budget, nil)
}

// GaussianProven reports whether discrete Gaussian noise of this σ in a query of that squared sensitivity is proven private at the
// budget, by the analytic route. A σ may be proven that CalibrateGaussian would not choose: it searches among doubles, which are two
// integers apart and more where σ passes 2⁵².
func GaussianProven(squared *big.Int, sigma uint64, coordinates int, budget Budget) bool {
	return sigma > 0 && budget.Validate() == nil && !budget.Pure() && analyticHolds(squared, sigma, coordinates, budget)
}

// analyticAt is the same for noise under which neighbours are at most theta standard deviations
// apart, and whose narrowest coordinate is at least sigma/√2 wide, beside selections whose losses are dominated by the law
// beside; nil for none.
func analyticAt(theta float64, sigma uint64, coordinates int, budget Budget, beside []atom) bool {
	below, above, ok := ratioBounds(float64(sigma)/math.Sqrt2, float64(coordinates), budget)
	if !ok {
		return false
	}
	// The tail takes 2⁻³⁰ of δ; the first term gets e^(−below) of the rest.
	epsilon := down(budget.Epsilon - up(below+above))
	delta := down(budget.Delta * (1 - 0x1p-29 - below))
	if !(epsilon > 0 && delta >= MinDelta/2) {
		return false
	}
	if len(beside) <= 1 {
		return gaussianDelta(theta, epsilon) <= delta
	}
	return besideDelta(theta, epsilon, beside) <= delta
}

// ratioBounds returns what the analytic route adds to ε: how far log P/R and
// log R/P can reach, P being discrete Gaussian noise and R a rounded normal of the
// same widths, all at least width. The second bound fails with probability at
// most δ·e^(−ε)·2⁻³⁰ under R. It reports false where Theorem 2's conditions do
// not hold.
func ratioBounds(width, coordinates float64, budget Budget) (below, above float64, ok bool) {
	return ratios(width, coordinates, budget.Epsilon-math.Log(budget.Delta)+31*math.Ln2)
}

// ratios are ratioBounds whose second fails with probability at most e^(−t).
func ratios(width, coordinates, t float64) (below, above float64, ok bool) {
	radius := math.Sqrt(coordinates)*(1+1/(2*width)) + math.Sqrt(2*t)
	square := width * width
	k := radius * radius
	below = coordinates / (23 * square)
	above = k / (20 * square)
	return below, above, square >= 16 && k <= 2*square
}
