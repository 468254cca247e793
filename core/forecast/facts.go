package forecast

import (
	"errors"
	"fmt"
	"math"

	"privatepca/core/privacy"
)

// Names of the mechanisms, as core/mechanism has them.
const (
	Gaussian   = "gaussian"
	Nuclear    = "nuclear"
	PPCA       = "ppca"
	PPCAGibbs  = "ppca-gibbs"
	Sequential = "sequential"
	Laplace    = "laplace"
	MODSULQ    = "modsulq"
	SULQ       = "sulq"
	Random     = "random"
)

// Mechanisms lists what can be forecast.
var Mechanisms = []string{Gaussian, Nuclear, PPCA, PPCAGibbs, Sequential, Laplace, MODSULQ, SULQ, Random}

// Facts are what a forecast is made from: public facts, and an assumption.
type Facts struct {
	Records       float64 // n: how many records are summed; pairs are half as many as rows
	Directions    int     // k, 1 ≤ k < d
	Delta         float64 // 0 for pure ε
	Relation      privacy.Relation
	RowsPerPerson int // at least 1

	// Spectrum is the assumed spectrum of A = S/n, records being scaled into the unit
	// ball: d ≥ 2 values, descending, whose sum is the mean squared length, at most 1.
	Spectrum []float64
}

// The largest problems that are forecast.
const (
	MaxFeatures         = 20000
	maxDirections       = 32   // of the exponential mechanisms: their time grows as k²
	maxNuclearDimension = 2048 // core/internal/nuclear's
)

// Validate returns an error unless the facts are in range.
func (f Facts) Validate() error {
	d := len(f.Spectrum)
	switch {
	case d < 2 || d > MaxFeatures:
		return fmt.Errorf("forecast: %d features are not in 2 … %d", d, MaxFeatures)
	case f.Directions < 1 || f.Directions >= d:
		return fmt.Errorf("forecast: k = %d is not in 1 … %d", f.Directions, d-1)
	case !(f.Records >= 1 && f.Records <= 1e15):
		return errors.New("forecast: the number of records must be at least 1")
	case !(f.Delta >= 0 && f.Delta < 1):
		return errors.New("forecast: δ must be at least 0 and below 1")
	case f.RowsPerPerson < 1:
		return errors.New("forecast: a person has at least one row")
	}
	total := 0.0
	for i, x := range f.Spectrum {
		if !(x >= 0) || i > 0 && x > f.Spectrum[i-1] {
			return errors.New("forecast: the spectrum must be descending and not negative")
		}
		total += x
	}
	if !(f.Spectrum[0] > 0) || total > 1+1e-9 {
		return errors.New("forecast: the spectrum must sum to more than 0 and at most 1")
	}
	return f.Relation.Validate()
}

// width is the scale of a mechanism's noise in sums over records of the unit ball, at
// a valid ε: the standard deviation of an entry off the diagonal, or for the
// exponential mechanisms and nuclear the reciprocal 1/c of the exponent. What is
// kept depends on n and ε through width/n alone. It returns false where the
// mechanism cannot run on these facts, or is not forecast.
func (f Facts) width(mechanism string, epsilon float64) (float64, bool) {
	d, m := float64(len(f.Spectrum)), float64(f.RowsPerPerson)
	replace := f.Relation == privacy.ReplaceOne
	exponent := epsilon / m
	if replace {
		exponent /= 2
	}
	switch mechanism {
	case Random:
		return 1, true
	case Gaussian:
		return f.gaussian(epsilon)
	case MODSULQ:
		least, ok := f.gaussian(epsilon)
		if !ok {
			return 0, false
		}
		return max(m*MODSULQBeta(len(f.Spectrum), 1, epsilon, f.Delta), math.Sqrt2*least), true
	case SULQ:
		least, ok := f.gaussian(epsilon)
		if !ok {
			return 0, false
		}
		return max(m*math.Sqrt(8)*d*(math.Log(d)-math.Log(f.Delta))/epsilon, math.Sqrt2*least), true
	case Laplace:
		l1 := (d + 1) / 2
		if replace {
			l1 = math.Sqrt((d*d + 3*d) / 2)
		}
		return math.Sqrt2 * m * l1 / epsilon, true
	case Nuclear:
		return 1 / exponent, len(f.Spectrum) <= maxNuclearDimension
	case Sequential:
		k := f.Directions
		return float64(k) / exponent, k <= maxDirections
	case PPCA, PPCAGibbs:
		return 1 / exponent, min(f.Directions, len(f.Spectrum)-f.Directions) <= maxDirections
	}
	panic("forecast: no mechanism " + mechanism)
}

// gaussian is the calibrated Gaussian noise, off the diagonal: σ/√2.
func (f Facts) gaussian(epsilon float64) (float64, bool) {
	if f.Delta == 0 {
		return 0, false
	}
	sigma, err := privacy.AnalyticGaussian(epsilon, f.Delta)
	if err != nil {
		return 0, false
	}
	sigma *= float64(f.RowsPerPerson)
	if f.Relation == privacy.AddRemove {
		sigma /= math.Sqrt2
	}
	return sigma, true // σ = √2·(per unit of sensitivity) for replace-one, over √2
}
