package privacy

import (
	"errors"
	"fmt"
	"math"
)

// Families of laws.
const (
	// DiscreteGaussian: independent integers, P(x) ∝ exp(−x²/2σ²), σ the width.
	DiscreteGaussian = "discrete gaussian"
	// DiscreteLaplace: independent integers, P(x) ∝ exp(−|x|/t), t the width.
	DiscreteLaplace = "discrete laplace"
	// NuclearNorm: a symmetric matrix, density ∝ exp(−c‖N‖_*), c the exponent.
	NuclearNorm = "nuclear norm"
	// KNorm: a vector, density ∝ exp(−c‖z‖_K), K the body that holds the difference of any two records (core/mechanism/mean.md).
	KNorm = "K-norm noise"
	// Exponential: a choice, probability or density ∝ exp(c·score): exp(−c·loss) where a loss is selected by.
	Exponential = "exponential weights"
)

// A Law is the public distribution that a step was drawn from, in fields: fixed before the step
// read any record, and all that a reader needs to calculate the step's cost again.
type Law struct {
	Family string `json:"family"` // one of the families
	// Unit is what the integers of discrete noise count: "1/s", "1/s²" or "1/(4096s)²", s the quantisation.
	// For an exponent it is that of the score: "1" for sums over records of the unit ball, "records" for numbers of them.
	Unit string `json:"unit"`

	Width       uint64 `json:"width,omitempty"`        // σ or t of discrete noise; of a symmetric matrix, on its diagonal
	OffDiagonal uint64 `json:"off_diagonal,omitempty"` // the same off the diagonal; absent where there is none
	// Route is the theorem that Gaussian noise was calibrated by, where it is stated.
	Route Route `json:"route,omitempty"`
	// Weight is what the number of rows was multiplied by in the query that was noised; 0 where it was no part of it.
	Weight uint64 `json:"weight,omitempty"`
	// Reach is a bound on ‖W‖₂² of the basis on the grid of 1/4096 whose core was noised, in units of the grid.
	Reach uint64 `json:"reach,omitempty"`

	Exponent   float64 `json:"exponent,omitempty"`   // c
	Directions int     `json:"directions,omitempty"` // of a subspace and of its core: how many were drawn
	Target     float64 `json:"target,omitempty"`     // of a selection: the share that is aimed at, in millionths exactly
	Candidates int     `json:"candidates,omitempty"` // of a selection: how many there are to choose from
	Proposals  int     `json:"proposals,omitempty"`  // how many an exact sampler makes before a Markov chain finishes; 0: no limit
	Sweeps     int     `json:"sweeps,omitempty"`     // of the Markov chain; 0: there is none
}

// Validate returns an error unless l is of a known family and has that family's numbers, and no other's.
func (l *Law) Validate() error {
	discrete, exponent := false, false
	switch l.Family {
	case DiscreteGaussian, DiscreteLaplace:
		discrete = true
	case NuclearNorm, KNorm, Exponential:
		exponent = true
	default:
		return fmt.Errorf("privacy: %q is no family of laws", l.Family)
	}
	switch {
	case discrete && (l.Width == 0 || l.Width > MaxScale || l.OffDiagonal > MaxScale || l.Exponent != 0):
		return fmt.Errorf("privacy: a %s law needs a width of 1 … 2^60, and no exponent", l.Family)
	case exponent && (!(l.Exponent > 0 && l.Exponent <= math.MaxFloat64) || l.Width != 0 || l.OffDiagonal != 0):
		return fmt.Errorf("privacy: a %s law needs a positive exponent, and no width", l.Family)
	case l.Directions < 0:
		return errors.New("privacy: a number of directions is negative")
	case l.Route != "" && (l.Family != DiscreteGaussian || l.Route != RouteZCDP && l.Route != RouteAnalytic):
		return fmt.Errorf("privacy: %q is no route of its calibration", l.Route)
	case l.Reach != 0 && !discrete:
		return errors.New("privacy: a reach is stated where nothing was put on a grid")
	case (l.Target != 0 || l.Candidates != 0 || l.Proposals != 0 || l.Sweeps != 0) && l.Family != Exponential:
		return errors.New("privacy: a selection or a Markov chain is stated where there is none")
	case (l.Target != 0) != (l.Candidates != 0) || !(l.Target >= 0 && l.Target < 1) || l.Candidates < 0 || l.Proposals < 0 || l.Sweeps < 0:
		return errors.New("privacy: a selection's target, its number of candidates or a number of sweeps is out of range")
	}
	return nil
}

// Noise is l as the law of the noise on a whole symmetric matrix; nil where l is no such law.
func (l *Law) Noise() *Noise {
	switch l.Family {
	case DiscreteGaussian:
		return &Noise{Law: GaussianNoise, Diagonal: float64(l.Width), OffDiagonal: float64(l.OffDiagonal)}
	case DiscreteLaplace:
		return &Noise{Law: LaplaceNoise, Diagonal: float64(l.Width), OffDiagonal: float64(l.OffDiagonal)}
	case NuclearNorm:
		return &Noise{Law: NuclearNoise, Exponent: l.Exponent}
	}
	return nil
}
