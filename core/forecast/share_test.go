package forecast

import (
	"fmt"

	"privatepca/core/method"
)

// share is what one mechanism keeps at one ε under one assumed spectrum, without the table by which a Forecaster is fast: the
// oracle of bands. It reports whether the mechanism can run on the facts.
func share(f Facts, mechanism string, epsilon float64) (kept float64, ok bool, err error) {
	if err := f.Validate(); err != nil {
		return 0, false, err
	}
	m, ok := method.Of(mechanism)
	if !ok {
		return 0, false, fmt.Errorf("%q is not a mechanism", mechanism)
	}
	w, ok := m.Width(f.at(epsilon))
	if !ok {
		return 0, false, nil
	}
	return newSpectral(f).share(m.Curve, w/f.Records), true, nil
}

// at is the setting of a method at a valid ε. What is kept depends on n and ε through
// the method's width over n alone.
func (f Facts) at(epsilon float64) method.Setting {
	return method.Setting{
		Features: len(f.Spectrum), Directions: f.Directions, Epsilon: epsilon, Delta: f.Delta,
		Relation: f.Relation, RowsPerPerson: f.RowsPerPerson,
	}
}
