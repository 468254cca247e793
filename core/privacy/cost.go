package privacy

import (
	"errors"
	"math"
)

// A Cost is the guarantee of a whole release. Two statements may stand side by
// side, and then both hold: (Epsilon, Delta)-differential privacy, which is pure
// ε-differential privacy where Delta is 0, and Rho-zero-concentrated
// differential privacy. Rho 0 says nothing, unless Epsilon is 0 too.
type Cost struct {
	Epsilon float64 `json:"epsilon"`
	Delta   float64 `json:"delta"`
	Rho     float64 `json:"rho"`
	Claim   Claim   `json:"claim"`
	// Mu is the μ of Gaussian differential privacy, 0 where none is stated. Where Delta is not 0 it holds up to the
	// difference of discrete from continuous noise (GaussianMu).
	Mu float64 `json:"mu,omitempty"`
}

// A Part is what one step of a release costs. Its numbers read as Cost's do.
type Part struct {
	Step      string  `json:"step"`      // what the step is for: "norm bound", "second moment", …
	Mechanism string  `json:"mechanism"` // the mechanism's name
	Epsilon   float64 `json:"epsilon"`
	Delta     float64 `json:"delta"`
	Rho       float64 `json:"rho"`
	Claim     Claim   `json:"claim"`
	// Sigma is the width of discrete Gaussian noise on a step's integers, where it is stated; else 0. Documents
	// of version 1 have it for a mean; later ones have it in Law.
	Sigma uint64 `json:"sigma,omitempty"`
	// Law is what the step was drawn from; nil where nothing was drawn from the records, and in documents of version 1.
	Law *Law    `json:"law,omitempty"`
	Mu  float64 `json:"mu,omitempty"` // as Cost's
}

// Selection is the part as a selection beside Gaussian steps; false where it has a δ. What an exponential mechanism drew is of
// bounded range (calibration.md, section 1).
func (p *Part) Selection() (Selection, bool) {
	return Selection{Epsilon: p.Epsilon, BoundedRange: p.Law != nil && p.Law.Family == Exponential}, p.Delta == 0
}

// Width is the width of discrete noise on the step's integers, as either version of the document states it; 0 where none is.
func (p *Part) Width() uint64 {
	if p.Law != nil {
		return p.Law.Width
	}
	return p.Sigma
}

// Free reports whether nothing is spent: no ledger has to record it.
func (c Cost) Free() bool { return c.Epsilon == 0 && c.Delta == 0 && c.Rho == 0 }

// Validate returns an error unless c's numbers can be a guarantee: ε and ρ
// finite and not negative, δ in [0, 1), and a known claim.
func (c Cost) Validate() error {
	return validate(c.Epsilon, c.Delta, c.Rho, c.Mu, c.Claim)
}

// Validate returns an error unless p's numbers can be a guarantee.
func (p Part) Validate() error {
	if p.Law != nil {
		if err := p.Law.Validate(); err != nil {
			return err
		}
	}
	return validate(p.Epsilon, p.Delta, p.Rho, p.Mu, p.Claim)
}

func validate(epsilon, delta, rho, mu float64, claim Claim) error {
	// The comparisons are written so that NaN fails them.
	switch {
	case !(epsilon >= 0 && epsilon <= math.MaxFloat64):
		return errors.New("privacy: ε must be finite and not negative")
	case !(delta >= 0 && delta < 1):
		return errors.New("privacy: δ must be at least 0 and below 1")
	case !(rho >= 0 && rho <= math.MaxFloat64):
		return errors.New("privacy: ρ must be finite and not negative")
	case !(mu >= 0 && mu <= math.MaxFloat64):
		return errors.New("privacy: μ must be finite and not negative")
	case epsilon == 0 && delta == 0 && (rho > 0 || mu > 0):
		return errors.New("privacy: a cost states ρ or μ without ε and δ")
	}
	return claim.Validate()
}
