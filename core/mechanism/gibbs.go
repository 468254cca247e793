package mechanism

import (
	"context"

	"privatepca/core/internal/bingham"
	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/privacy"
	"privatepca/core/subspace"
)

// NameGibbs is the name of Gibbs in documents, requests and files.
const NameGibbs = "ppca-gibbs"

// DefaultSweeps is some twenty times the autocorrelation time seen on any
// spectrum tried (gibbs.md).
const DefaultSweeps = 50

const maxSweeps = 1_000_000

// Gibbs is the paper's PPCA: the exponential mechanism with score tr(VᵀSV),
// whose output is matrix Bingham, drawn by Hoff's Gibbs sampler. Its claim is
// conditional on convergence. Proof: gibbs.md.
type Gibbs struct {
	p        Params
	exponent float64 // c of density ∝ exp(c·tr VᵀSV), S in units of s²
}

var _ Mechanism = (*Gibbs)(nil)

// NewGibbs returns the mechanism for a pure ε: it spends no δ, so a budget's δ
// is left unspent.
func NewGibbs(p Params) (*Gibbs, error) {
	if err := p.validate(); err != nil {
		return nil, err
	}
	if p.Sweeps == 0 {
		p.Sweeps = DefaultSweeps
	}
	return &Gibbs{p: p, exponent: exponent(p, p.Budget.Epsilon)}, nil
}

// Cost is pure ε, of bounded range, conditional on convergence.
func (g *Gibbs) Cost() privacy.Cost { return rangedCost(g.p.Budget.Epsilon, privacy.Conditional) }

// Release draws one subspace and shows it by its canonical basis.
func (g *Gibbs) Release(ctx context.Context, m *moment.Matrix, src noise.Source) (*Released, error) {
	if err := g.p.fits(m); err != nil {
		return nil, err
	}
	b, vectors, err := g.p.eigenbasis(ctx, m, g.exponent)
	if err != nil {
		return nil, err
	}
	// In the eigenbasis; Gibbs has rotated the columns by a Haar matrix.
	frame, err := bingham.Gibbs(b, g.p.K, g.p.Sweeps, src, func(done, total int) error { return g.p.progress(ctx, PhaseNoise, done, total) })
	if err != nil {
		return nil, err
	}
	cost := g.Cost()
	law := scored(method.StepSubspace, privacy.Exponential, g.exponent)
	law.Directions, law.Sweeps = g.p.K, g.p.Sweeps
	return &Released{
		Cost:  cost,
		Parts: []privacy.Part{part(method.StepSubspace, NameGibbs, cost, law)},
		basis: subspace.Canonical(fromEigenbasis(frame, vectors)),
	}, nil
}
