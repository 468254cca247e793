// Package mechanism releases principal subspaces under differential privacy.
//
// Each mechanism stands in a file of its own, with its proof beside it
// (gaussian.go, gaussian.md). The rules of this package: a mechanism's cost
// depends on public parameters alone; it reads the records only through a
// moment.Matrix, whose sensitivity is a fact of integer arithmetic; randomness
// comes from the Source it is handed; what it returns holds only values it has
// proven private, or functions of them.
package mechanism

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"privatepca/core/eigen"
	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/privacy"
)

// A Mechanism releases what it can prove private at the cost that Cost reports.
type Mechanism interface {
	// Cost is known before any record is read: it comes from public parameters.
	Cost() privacy.Cost
	// Release draws once. It returns an error, before drawing, when the matrix
	// has not the public shape that the mechanism was made for. Where ctx ends
	// between two pieces of the work it returns ctx's error and releases nothing:
	// what was drawn so far is lost, and the cost is spent.
	Release(ctx context.Context, m *moment.Matrix, src noise.Source) (*Released, error)
}

// Params are the public choices that a mechanism is made from. All are fixed
// before any randomness is drawn, and none may depend on the records.
type Params struct {
	Dim           int // d, the number of features; at least 2
	Scale         int // s, the radius of the unit ball in integers
	K             int // directions wanted, 1 ≤ k < d
	Budget        privacy.Budget
	Relation      privacy.Relation
	RowsPerPerson int // m, at least 1
	// Nonzero is how many features of a record can be other than 0 (schema.Nonzero); 0 means all. Laplace noise is narrower where it is
	// less than d.
	Nonzero int

	// Sweeps of the Gibbs sampler (ppca-gibbs, and ppca beyond its Cap); 0 means
	// DefaultSweeps.
	Sweeps int

	// Cap is the most proposals that ppca makes before it finishes by Gibbs
	// sampling; 0 means no cap. It changes the claim: ppca.md.
	Cap int

	// Core is what ppca spends beside its Budget on ordering its directions and on
	// their eigenvalues; the zero Budget means that neither is released.
	Core privacy.Budget

	// Solver decomposes matrices; the zero value does so in Go. All give the same bits.
	Solver eigen.Solver

	// Width is the noise of a mechanism whose calibration was shared with other steps (privacy.CalibrateGaussians);
	// nil calibrates for Budget.
	Width *privacy.Gaussian

	// Progress, when not nil, receives how far a phase is; a total of 0 means that
	// this is not known, or is withheld. It learns nothing of the records but time.
	Progress func(phase Phase, done, total int)
}

// A Phase of a release.
type Phase string

const (
	PhaseNoise   Phase = "noise"   // random draws: entries, or sweeps
	PhaseVectors Phase = "vectors" // an eigendecomposition
)

// New makes the mechanism of that name, one of method.Names. For an unknown name, and for
// parameters that the mechanism cannot keep, it returns nil and an error that is written
// from public parameters alone.
func New(name string, p Params) (Mechanism, error) {
	if construct, ok := constructors[name]; ok {
		return construct(p)
	}
	return nil, fmt.Errorf("mechanism: %q is not one of %s", name, strings.Join(method.Names(), ", "))
}

func (p Params) validate() error {
	switch {
	case p.Dim < 2:
		return errors.New("mechanism: there is one feature only; a subspace needs at least two")
	case p.Scale < 1 || p.Scale > moment.MaxScale:
		return fmt.Errorf("mechanism: scale %d is not in 1 … %d", p.Scale, moment.MaxScale)
	case p.K < 1:
		return fmt.Errorf("mechanism: k = %d; at least one direction must be asked for", p.K)
	case p.K >= p.Dim:
		return fmt.Errorf("mechanism: k = %d of d = %d features; k must be below d, or nothing is reduced", p.K, p.Dim)
	case p.Nonzero < 0 || p.Nonzero > p.Dim:
		return fmt.Errorf("mechanism: %d features that are not 0, of %d", p.Nonzero, p.Dim)
	case p.RowsPerPerson < 1:
		return fmt.Errorf("mechanism: %d rows for one person; at least one is needed", p.RowsPerPerson)
	case p.RowsPerPerson > maxRowsPerPerson:
		return fmt.Errorf("mechanism: %d rows for one person are more than %d", p.RowsPerPerson, maxRowsPerPerson)
	case p.Sweeps < 0 || p.Sweeps > maxSweeps:
		return fmt.Errorf("mechanism: %d sweeps are not in 1 … %d", p.Sweeps, maxSweeps)
	case p.Cap < 0:
		return fmt.Errorf("mechanism: a cap of %d proposals; 0 means none", p.Cap)
	}
	if p.Core != (privacy.Budget{}) {
		if err := p.Core.Validate(); err != nil {
			return err
		}
	}
	if err := p.Relation.Validate(); err != nil {
		return err
	}
	return p.Budget.Validate()
}

// maxRowsPerPerson keeps m²·2·s⁴ within 2⁹³, which calibration takes exactly.
const maxRowsPerPerson = 1 << 16

// fits says whether m has the public shape that p was made for.
func (p Params) fits(m *moment.Matrix) error {
	if m.Dim() != p.Dim || m.Scale() != p.Scale {
		return fmt.Errorf("mechanism: made for dimension %d at scale %d, given %d at %d", p.Dim, p.Scale, m.Dim(), m.Scale())
	}
	return nil
}

// progress tells how far a phase is. It returns ctx's error where ctx has ended.
func (p Params) progress(ctx context.Context, phase Phase, done, total int) error {
	if p.Progress != nil {
		p.Progress(phase, done, total)
	}
	return ctx.Err()
}

// part is a step's cost with the law that it is drawn from; nil where nothing of the records is used.
func part(step, mechanism string, c privacy.Cost, law *privacy.Law) privacy.Part {
	return privacy.Part{Step: step, Mechanism: mechanism, Epsilon: c.Epsilon, Delta: c.Delta, Rho: c.Rho, Claim: c.Claim, Law: law, Mu: c.Mu}
}

// discrete is a law of discrete noise, in the unit that the step's row states; off is its width off the diagonal
// of a symmetric matrix, or 0.
func discrete(step, family string, width, off uint64) *privacy.Law {
	s, _ := method.StepOf(step)
	return &privacy.Law{Family: family, Unit: s.Lattice, Width: width, OffDiagonal: off}
}

// gaussianLaw is a law of calibrated noise, in the unit that the step's row states.
func gaussianLaw(step string, g privacy.Gaussian, symmetric bool) *privacy.Law {
	s, _ := method.StepOf(step)
	return g.Law(s.Lattice, symmetric)
}

// scored is a law with an exponent, in the unit of the step's score.
func scored(step, family string, exponent float64) *privacy.Law {
	s, _ := method.StepOf(step)
	return &privacy.Law{Family: family, Unit: s.Score, Exponent: exponent}
}
