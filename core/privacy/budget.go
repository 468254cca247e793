package privacy

import (
	"errors"
	"math"
)

// The parameters that calibration accepts. Outside these the answer would be of
// no use, and the error analysis of calibration.md does not cover it.
const (
	MinEpsilon = 1e-9
	MaxEpsilon = 1e9
	MinDelta   = 1e-300
)

// A Budget is what a release, or a step of one, may spend: pure
// ε-differential privacy where Delta is 0, else (ε,δ).
type Budget struct {
	Epsilon float64 `json:"epsilon"`
	Delta   float64 `json:"delta"`
}

// Pure reports whether the budget is pure ε-differential privacy.
func (b Budget) Pure() bool { return b.Delta == 0 }

// MostDelta is the largest δ that is taken without asking, whatever the number of people is.
const MostDelta = .01

// Validate returns an error unless ε lies in [MinEpsilon, MaxEpsilon] and δ is 0
// or in [MinDelta, 1).
func (b Budget) Validate() error {
	if err := validateEpsilon(b.Epsilon); err != nil {
		return err
	}
	if b.Delta == 0 {
		return nil
	}
	return validateDelta(b.Delta)
}

func validateEpsilon(epsilon float64) error {
	switch {
	case math.IsNaN(epsilon):
		return errors.New("privacy: ε is not a number")
	case epsilon <= 0:
		return errors.New("privacy: ε must be positive")
	case epsilon < MinEpsilon:
		return errors.New("privacy: ε must be at least 1e-9")
	case epsilon > MaxEpsilon:
		return errors.New("privacy: ε must be at most 1e9")
	}
	return nil
}

// validateDelta wants a δ that is not zero.
func validateDelta(delta float64) error {
	switch {
	case math.IsNaN(delta):
		return errors.New("privacy: δ is not a number")
	case delta < 0:
		return errors.New("privacy: δ must not be negative")
	case delta >= 1:
		return errors.New("privacy: δ must be below 1")
	case delta < MinDelta:
		return errors.New("privacy: δ must be at least 1e-300 here; for δ = 0 choose a mechanism with pure ε")
	}
	return nil
}
