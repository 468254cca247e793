package privacy

import (
	"errors"
	"fmt"
	"math"
)

// Laws of noise on a symmetric matrix.
const (
	GaussianNoise = "gaussian"
	LaplaceNoise  = "laplace"
	NuclearNoise  = "nuclear"
)

// Noise is the public law of the symmetric noise N that a whole second moment was
// released with: fixed before any record was read, so a reader may compare a released
// spectrum with what noise alone would show. See noise.md.
type Noise struct {
	// Law names the distribution. Gaussian and Laplace noise is discrete and
	// independent on the upper triangle; nuclear noise has the density ∝ exp(−c‖N‖_*).
	Law string `json:"law"`
	// Diagonal and OffDiagonal are the σ, or the scale t with P(x) ∝ exp(−|x|/t), of an
	// entry, in units of 1/s²; s is the quantisation.
	Diagonal    float64 `json:"diagonal,omitempty"`
	OffDiagonal float64 `json:"off_diagonal,omitempty"`
	// Exponent is c, for N in units of S/s² (sums over records of the unit ball).
	Exponent float64 `json:"exponent,omitempty"`
}

// Exceedance is the probability with which noise passes Edge, or Trace.
const Exceedance = 0.01

// Validate returns an error unless n is one of the three laws with its numbers.
func (n Noise) Validate() error {
	positive := func(x float64) bool { return x > 0 && x <= math.MaxFloat64 }
	switch n.Law {
	case GaussianNoise, LaplaceNoise:
		if !positive(n.Diagonal) || !positive(n.OffDiagonal) || n.Exponent != 0 {
			return fmt.Errorf("privacy: %s noise needs the widths of its entries, and no exponent", n.Law)
		}
		return nil
	case NuclearNoise:
		if !positive(n.Exponent) || n.Diagonal != 0 || n.OffDiagonal != 0 {
			return errors.New("privacy: nuclear noise needs its exponent alone")
		}
		return nil
	}
	return fmt.Errorf("privacy: %q is no law of noise", n.Law)
}

// Edge returns a b with P(λ₁(N) > b) ≤ Exceedance for the d×d noise N on the scale s,
// in units of S/s². N and −N have one law, so P(‖N‖ > b) ≤ 2·Exceedance. ok is false where
// the law is too narrow, or d out of the table, for what noise.md proves.
func (n Noise) Edge(d, s int) (b float64, ok bool) {
	unit := float64(s) * float64(s)
	rounding := float64(d) / 2 / unit // ‖·‖ of a matrix with entries in [−½, ½]
	switch n.Law {
	case GaussianNoise:
		tau := math.Max(n.OffDiagonal, n.Diagonal/math.Sqrt2)
		narrow := math.Min(n.OffDiagonal, n.Diagonal)
		left := Exceedance - float64(d)*float64(d+1)/(48*narrow*narrow)
		if left < Exceedance/2 {
			return 0, false
		}
		return 2*tau*(math.Sqrt(float64(d))+math.Sqrt(-math.Log(left)))/unit + rounding, true
	case LaplaceNoise:
		return math.Max(n.Diagonal, n.OffDiagonal) / unit * chernoff(d, math.Log(float64(d)/Exceedance)), true
	case NuclearNoise:
		q, ok := nuclearEdge(d)
		return q/n.Exponent + rounding, ok
	}
	return 0, false
}

// Trace returns a t with P(|tr N| > t) ≤ Exceedance, in units of S/s². ok is false for
// nuclear noise, whose trace noise.md does not bound.
func (n Noise) Trace(d, s int) (t float64, ok bool) {
	unit := float64(s) * float64(s)
	switch n.Law {
	case GaussianNoise:
		return n.Diagonal / unit * math.Sqrt(2*float64(d)*math.Log(2/Exceedance)), true
	case LaplaceNoise:
		return n.Diagonal / unit * chernoff(d, math.Log(2/Exceedance)), true
	}
	return 0, false
}

// Deviations are the standard deviations of an entry on the diagonal and of one off it, for d×d noise
// on the scale s, in units of S/s². ok is false for what is no law.
func (n Noise) Deviations(d, s int) (diagonal, offDiagonal float64, ok bool) {
	unit := float64(s) * float64(s)
	switch n.Law {
	case GaussianNoise:
		return n.Diagonal / unit, n.OffDiagonal / unit, true
	case LaplaceNoise: // variance 2t²
		return math.Sqrt2 * n.Diagonal / unit, math.Sqrt2 * n.OffDiagonal / unit, true
	case NuclearNoise:
		// ‖N‖²_F is spread over d entries of variance σ² and d(d−1)/2 of σ²/2, each counted twice: d(d+1)/2·σ².
		x := float64(d)
		sigma := math.Sqrt(2*nuclearSquares(x)/(x*(x+1))) / n.Exponent
		return sigma, sigma / math.Sqrt2, true
	}
	return 0, 0, false
}

// nuclearSquares is E‖N‖²_F for density ∝ exp(−‖N‖_*) in d dimensions, within 2.3 % of the quadrature that nuclear.md's
// moments come from (d = 2 … 513; within .3 % from d = 10).
func nuclearSquares(d float64) float64 { return d * d * d * (.4112 + .93/d + .57/(d*d)) }

// chernoff is, for Laplace noise, the least (a − d·log(1 − θ²))/θ over a grid of θ in (0, 1): each θ is a
// bound (Chernoff's), in units of the scale.
func chernoff(d int, a float64) float64 {
	least := math.Inf(1)
	for i := 1; i < 1000; i++ {
		theta := float64(i) / 1000
		least = math.Min(least, (a-float64(d)*math.Log1p(-theta*theta))/theta)
	}
	return least
}

// nuclearQuantiles are the 99 % quantiles of λ₁ at c = 1, by quadrature of the exact law.
var nuclearQuantiles = []struct {
	d int
	q float64
}{{2, 6.16963}, {3, 8.19789}, {10, 20.95825}, {50, 87.5933}, {150, 248.753}, {513, 825.718}}

// nuclearEdge is the quantile for d, or where it is not tabulated that of the next smaller
// d in proportion: q/d falls with d.
func nuclearEdge(d int) (float64, bool) {
	for i := len(nuclearQuantiles) - 1; i >= 0; i-- {
		if t := nuclearQuantiles[i]; t.d <= d {
			return t.q * float64(d) / float64(t.d), true
		}
	}
	return 0, false
}
