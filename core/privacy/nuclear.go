package privacy

import "math"

// What nuclear-norm noise loses, as zCDP and as GDP. core/mechanism/nuclear.md has the proofs (Theorems 2 and 3).

// A nuclearLoss dominates the privacy loss of nuclear-norm noise on d×d matrices at ε: |loss| ≤ |W| where W is symmetric, within
// ±ε, and E e^(tW) ≤ e^(t²v/2) for all t.
type nuclearLoss struct {
	epsilon float64
	v       float64
	charge  float64   // by how much a loss may be larger, for the sampler's rounding
	moments []float64 // those of orders 2, 3, …, as far as they were asked for: they serve every order of a ρ
}

// newNuclearLoss has v = ε²(2/(d+2) + 1/d).
func newNuclearLoss(epsilon float64, dim int, charge float64) *nuclearLoss {
	d := float64(dim)
	return &nuclearLoss{epsilon: epsilon, v: epsilon * epsilon * (2/(d+2) + 1/d) * (1 + lossError), charge: charge}
}

// moment is an upper bound on E(|W| + 4·charge)ⁿ, n ≥ 2.
func (w *nuclearLoss) moment(n int) float64 {
	for len(w.moments) <= n-2 {
		w.moments = append(w.moments, w.momentOf(len(w.moments)+2))
	}
	return w.moments[n-2]
}

func (w *nuclearLoss) momentOf(n int) float64 {
	x := float64(n)
	root := math.Sqrt(w.v) // of E|W|ⁿ: by E W² ≤ v and |W| ≤ ε
	if n > 2 {
		bounded := math.Pow(w.v, 1/x) * math.Pow(w.epsilon, 1-2/x)
		normal := math.Exp((w.logEven(n/2) + w.logEven((n+1)/2)) / 2 / x) // for odd n by Cauchy and Schwarz
		root = min(bounded, normal)
	}
	return math.Pow(root+4*w.charge, x) * (1 + momentError)
}

// logEven is the logarithm of a bound on E W²ᵏ: (2k)!·(v/2)ᵏ·(e^y − 1)/yᵏ for any y > 0, here k.
func (w *nuclearLoss) logEven(k int) float64 {
	if k == 1 {
		return math.Log(w.v)
	}
	x := float64(k)
	factorial, _ := math.Lgamma(2*x + 1)
	return factorial + x*math.Log(w.v/2/x) + x + math.Log(-math.Expm1(-x))
}

// momentError bounds the relative error of one evaluation of a moment, with room: exponents are below 600.
const momentError = 1e-9

// series is Σ_{n≥0} coefficient(n)·moment(n+2)/n!, for coefficients from 0 to Aⁿ + 1: an upper bound. It is +∞ once the
// sum reaches useless.
func (w *nuclearLoss) series(coefficient func(n int) float64, a, useless float64) float64 {
	sum, factorial := 0.0, 1.0
	for n := range 600 {
		if n > 0 {
			factorial *= float64(n)
		}
		if factorial > 1e300 {
			break
		}
		term := w.moment(n+2) / factorial
		if sum += coefficient(n) * term; sum >= useless {
			break
		}
		// From here on each term is at most half of the last: moments grow by less than ε + 4·charge.
		if float64(n+1) > 2*max(1, a)*(w.epsilon+4*w.charge) && (math.Pow(a, float64(n))+1)*term < 1e-12*sum {
			return sum * (1 + momentError)
		}
	}
	return math.Inf(1)
}

// NuclearRho is a ρ of nuclear-norm noise on d×d symmetric matrices at ε, rounded up: about 1.5·ε²/d for many features, and no more than
// PureRho. charge is what the sampler's rounding may add to a loss; it is part of ε.
func NuclearRho(epsilon float64, dim int, charge float64) float64 {
	pure := PureRho(epsilon)
	w := newNuclearLoss(epsilon, dim, charge)
	if epsilon <= 0 || dim < 2 || w.v > 1 || epsilon > 20 {
		return pure
	}
	best := pure
	for at := 1.5; at < 40; at *= 1.1 { // orders from there on, and below: any gives a bound
		above := w.v/2*at/(at-1) + charge/(at-1)
		if above >= best {
			continue
		}
		below := w.series(func(n int) float64 { return math.Pow(at, float64(n)) + math.Pow(1-at, float64(n)) }, at, 4*best) / 4
		best = min(best, max(above, below)*(1+momentError))
	}
	return best
}

// NuclearMu is a μ of Gaussian differential privacy of that noise, rounded up, and no more than PureMu.
func NuclearMu(epsilon float64, dim int, charge float64) float64 {
	pure := PureMu(epsilon)
	w := newNuclearLoss(epsilon, dim, charge)
	if epsilon <= 0 || dim < 2 || w.v > 1 || epsilon > 20 {
		return pure
	}
	rest := w.series(func(int) float64 { return 1 }, 1, math.Inf(1)) / 4
	// The profile falls with x: its value at the left end of each interval is held against that of μ at the right. The μ is the
	// largest that an interval needs. They are visited out of order, since what they need rises and falls slowly: so few need more
	// than those before them, and only these are searched.
	const points, stride = 200, 61
	mu := 0.0
	for visit := range points {
		i := visit * stride % points
		delta, end := w.delta(epsilon*float64(i)/points, rest), epsilon*float64(i+1)/points
		holds := func(mu float64) bool {
			if !(epsilon/mu < 37) { // beyond, gaussianDelta gives no figure
				return false
			}
			return gaussianDelta(mu, end)*(1-1e-5) >= delta // it is within 2e-6 of the true one, from above
		}
		if holds(mu) {
			continue
		}
		lo, hi := 0.0, pure // the same steps for every interval: what one of them refuses needs no second look
		for range 60 {
			if mid := lo + (hi-lo)/2; mid > mu && holds(mid) {
				hi = mid
			} else {
				lo = mid
			}
		}
		mu = hi
	}
	return mu
}

// delta is an upper bound on E(e^W − e^x)₊, the δ at x ≥ 0. rest is ¼·E W²e^|W|.
func (w *nuclearLoss) delta(x, rest float64) float64 {
	return w.deltaBy(w.exponent(max(0, x-w.charge)), x, rest)
}

// exponent is the β > 1 that makes the bound of deltaBy least: βv + log(1 − 1/β) = y. The left side is concave and at most βv − 1/β, so
// Newton's steps from where that is y rise to the root.
func (w *nuclearLoss) exponent(y float64) float64 {
	beta := max(1+1e-9, (y+math.Sqrt(y*y+4*w.v))/2/w.v)
	for range 20 {
		step := (y - beta*w.v - math.Log1p(-1/beta)) / (w.v + 1/beta/(beta-1))
		if !(step > 1e-12*beta) {
			break
		}
		beta += step
	}
	return beta
}

// deltaBy is that bound for any β > 1, with e^(β²v/2 − (β−1)y)·(1/β)(1 − 1/β)^(β−1) in it.
func (w *nuclearLoss) deltaBy(beta, x, rest float64) float64 {
	p := 1 / (1 + math.Exp(-w.epsilon))
	pure := max(0, p-math.Exp(x)*(1-p)) + lossError
	y := max(0, x-w.charge)
	near := math.Exp(y) * (w.v/(2*(math.Sqrt(w.v+y*y)+y)) + rest)
	far := math.Exp(beta*beta*w.v/2-(beta-1)*y+(beta-1)*math.Log1p(-1/beta)) / beta
	return min(pure, min(near, far)*(1+4*w.charge)+max(0, w.charge-x)) * (1 + momentError)
}
