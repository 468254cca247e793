package privacy

import (
	"math"
	"testing"
)

// plainSeries, plainRho and plainMu compute what NuclearRho and NuclearMu are defined by, with no moment kept, no sum given up
// and each μ held against each interval.
func (w *nuclearLoss) plainSeries(coefficient func(n int) float64, a float64) float64 {
	sum, factorial := 0.0, 1.0
	for n := range 600 {
		if n > 0 {
			factorial *= float64(n)
		}
		if factorial > 1e300 {
			break
		}
		term := w.momentOf(n+2) / factorial
		sum += coefficient(n) * term
		if float64(n+1) > 2*max(1, a)*(w.epsilon+4*w.charge) && (math.Pow(a, float64(n))+1)*term < 1e-12*sum {
			return sum * (1 + momentError)
		}
	}
	return math.Inf(1)
}

func (w *nuclearLoss) plainRho(pure float64) float64 {
	best := pure
	for at := 1.5; at < 40; at *= 1.1 {
		above := w.v/2*at/(at-1) + w.charge/(at-1)
		below := w.plainSeries(func(n int) float64 { return math.Pow(at, float64(n)) + math.Pow(1-at, float64(n)) }, at) / 4
		best = min(best, max(above, below)*(1+momentError))
	}
	return best
}

func (w *nuclearLoss) plainMu(pure float64) float64 {
	const points = 200
	var profile [points]float64
	rest := w.plainSeries(func(int) float64 { return 1 }, 1) / 4
	for i := range profile {
		profile[i] = w.plainDelta(w.epsilon*float64(i)/points, rest)
	}
	holds := func(mu float64) bool {
		if !(w.epsilon/mu < 37) {
			return false
		}
		for i, d := range profile {
			if gaussianDelta(mu, w.epsilon*float64(i+1)/points)*(1-1e-5) < d {
				return false
			}
		}
		return true
	}
	lo, hi := 0.0, pure
	for range 60 {
		if mid := lo + (hi-lo)/2; holds(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return hi
}

// plainDelta finds the exponent of its second bound by halving an interval.
func (w *nuclearLoss) plainDelta(x, rest float64) float64 {
	y := max(0, x-w.charge)
	lo, hi := 1+1e-9, 2+2*(y+1)/w.v
	for range 60 {
		if beta := (lo + hi) / 2; beta*w.v+math.Log1p(-1/beta) < y {
			lo = beta
		} else {
			hi = beta
		}
	}
	return w.deltaBy(hi, x, rest)
}

// What is computed once and what is given up change no ρ. A μ differs from the plain one by rounding alone, far less than the
// 1e-5 by which each Gaussian δ is held to be smaller.
func TestNuclearLossIsThePlainOne(t *testing.T) {
	for _, dim := range []int{2, 3, 8, 50, 200, 513, 2048} {
		for _, epsilon := range []float64{1e-6, 1e-3, .01, .1, .25, .5, 1, 2, 4, 10, 19} {
			for _, charge := range []float64{0, 2e-8} {
				w := newNuclearLoss(epsilon, dim, charge)
				if w.v > 1 {
					continue
				}
				if rho, plain := NuclearRho(epsilon, dim, charge), w.plainRho(PureRho(epsilon)); rho != plain {
					t.Errorf("d = %d, ε = %g, charge %g: ρ = %v, the plain one is %v", dim, epsilon, charge, rho, plain)
				}
				if mu, plain := NuclearMu(epsilon, dim, charge), w.plainMu(PureMu(epsilon)); !(math.Abs(mu-plain) <= 1e-12*plain) {
					t.Errorf("d = %d, ε = %g, charge %g: μ = %v, the plain one is %v", dim, epsilon, charge, mu, plain)
				}
			}
		}
	}
}
