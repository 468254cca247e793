package method

import (
	"math"

	"privatepca/core/privacy"
)

// A Setting is what the scale of a method's noise depends on. All of it is
// public. Its values are in range: 2 ≤ Features, 1 ≤ Directions < Features,
// 0 < Epsilon as privacy.Budget takes it, 0 ≤ Delta < 1, 1 ≤ RowsPerPerson.
type Setting struct {
	Features, Directions int // d and k
	Epsilon, Delta       float64
	Relation             privacy.Relation
	RowsPerPerson        int // m
	Nonzero              int // features of a record that can be other than 0; 0 means all
}

// The widths below are in sums over records of the unit ball. What a method keeps
// of n records depends on n and ε through width/n alone (core/forecast/forecast.md).

// The largest problems that are forecast.
const (
	maxDirections       = 32   // of the exponential mechanisms: the forecast's time grows as k²
	maxNuclearDimension = 2048 // that of core/internal/nuclear
)

// exponent is c of density ∝ exp(c·score): the score's sensitivity is m under
// both relations, and replace-one loses half of ε to the normaliser.
func (s Setting) exponent() float64 {
	c := s.Epsilon / float64(s.RowsPerPerson)
	if s.Relation == privacy.ReplaceOne {
		c /= 2
	}
	return c
}

func floor(Setting) (float64, bool) { return 1, true }

// gaussian is the calibrated σ off the diagonal, which is σ/√2. The sensitivity
// in ‖·‖_F is √2·m for replace-one and m for add-remove (gaussian.md).
func gaussian(s Setting) (float64, bool) {
	if s.Delta == 0 {
		return 0, false
	}
	sigma, err := privacy.AnalyticGaussian(s.Epsilon, s.Delta)
	if err != nil {
		return 0, false
	}
	sigma *= float64(s.RowsPerPerson)
	if s.Relation == privacy.AddRemove {
		sigma /= math.Sqrt2
	}
	return sigma, true // of σ = √2·(that for sensitivity 1) for replace-one, over √2
}

// modsulq is the paper's β, but never below what is proven for discrete noise
// (modsulq.md).
func modsulq(s Setting) (float64, bool) {
	least, ok := gaussian(s)
	if !ok || s.Features < 2 {
		return 0, false
	}
	return max(float64(s.RowsPerPerson)*MODSULQBeta(s.Features, 1, s.Epsilon, s.Delta), math.Sqrt2*least), true
}

// MODSULQBeta returns the standard deviation of each entry of the noise that MOD-SULQ
// adds to A = S/n (Algorithm 1 of the paper), n the number of records:
//
//	β = (d+1)/(nε)·√(2·log((d²+d)/(2δ√(2π)))) + 1/(n√ε).
//
// It wants d ≥ 2, n and ε positive, and δ in (0, 1); it panics otherwise.
func MODSULQBeta(d int, n, epsilon, delta float64) float64 {
	if d < 2 || !(n > 0) || !(epsilon > 0) || !(delta > 0 && delta < 1) {
		panic("method: d, n, ε or δ out of range")
	}
	x := float64(d)
	root := math.Sqrt(2 * (math.Log((x*x+x)/(2*math.Sqrt(2*math.Pi))) - math.Log(delta)))
	return ((x+1)/epsilon*root + 1/math.Sqrt(epsilon)) / n
}

// sulq is the published σ, but never below what is proven for discrete noise
// (sulq.md).
func sulq(s Setting) (float64, bool) {
	least, ok := gaussian(s)
	if !ok {
		return 0, false
	}
	d, m := float64(s.Features), float64(s.RowsPerPerson)
	return max(m*math.Sqrt(8)*d*(math.Log(d)-math.Log(s.Delta))/s.Epsilon, math.Sqrt2*least), true
}

// laplace is √2 times the scale: the sensitivity in ℓ₁ over ε (laplace.md).
func laplace(s Setting) (float64, bool) {
	d, z := float64(s.Features), float64(s.Nonzero)
	if z == 0 {
		z = d
	}
	l1 := (z + 1) / 2
	if s.Relation == privacy.ReplaceOne {
		l1 = min(math.Sqrt((d*d+3*d)/2), z+1)
	}
	return math.Sqrt2 * float64(s.RowsPerPerson) * l1 / s.Epsilon, true
}

func nuclear(s Setting) (float64, bool) {
	return 1 / s.exponent(), s.Features <= maxNuclearDimension
}

func sequential(s Setting) (float64, bool) {
	return float64(s.Directions) / s.exponent(), s.Directions <= maxDirections
}

// exponential works with a subspace or with its complement, whichever is smaller.
func exponential(s Setting) (float64, bool) {
	return 1 / s.exponent(), min(s.Directions, s.Features-s.Directions) <= maxDirections
}
