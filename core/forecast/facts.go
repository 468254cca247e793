package forecast

import (
	"errors"
	"fmt"

	"privatepca/core/privacy"
)

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

// MaxFeatures is the largest d that is forecast.
const MaxFeatures = 20000

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
