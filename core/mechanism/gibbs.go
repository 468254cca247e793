package mechanism

import (
	"fmt"

	"privatepca/core/bingham"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/privacy"
	"privatepca/core/subspace"
)

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
	return &Gibbs{p: p, exponent: exponent(p)}, nil
}

// exponent is c: the score's sensitivity is m under both relations (Theorem:
// 0 ≤ xᵀVVᵀx ≤ 1), and under add/remove score and normaliser move the same way,
// so that half the exponent is not lost.
func exponent(p Params) float64 {
	c := p.Budget.Epsilon / float64(p.RowsPerPerson)
	if p.Relation == privacy.ReplaceOne {
		c /= 2
	}
	return c
}

// Cost is pure ε and ε²/8-zCDP (bounded range), conditional on convergence.
func (g *Gibbs) Cost() privacy.Cost {
	return privacy.Cost{
		Epsilon: g.p.Budget.Epsilon,
		Rho:     privacy.BoundedRangeRho(g.p.Budget.Epsilon),
		Claim:   privacy.Conditional,
		Assumptions: []string{
			fmt.Sprintf("the Gibbs sampler has converged after %d sweeps", g.p.Sweeps),
			"real arithmetic: the sampler rounds to double precision",
			"an ideal cryptographic generator, and no observer of the run time",
		},
	}
}

// Release draws one subspace and shows it by its canonical basis.
func (g *Gibbs) Release(m *moment.Matrix, src noise.Source) (*Released, error) {
	if err := g.p.fits(m); err != nil {
		return nil, err
	}
	g.p.progress(PhaseVectors, 0, 1)
	unit := g.exponent / (float64(m.Scale()) * float64(m.Scale()))
	b, vectors := eigen(m.Dim(), func(i, j int) float64 { return unit * float64(m.At(i, j)) })
	g.p.progress(PhaseVectors, 1, 1)

	// In the eigenbasis; Gibbs has rotated the columns by a Haar matrix.
	frame := bingham.Gibbs(b, g.p.K, g.p.Sweeps, src, func(done, total int) { g.p.progress(PhaseNoise, done, total) })
	cost := g.Cost()
	return &Released{
		Cost:    cost,
		Parts:   []privacy.Part{part("subspace", NameGibbs, cost)},
		Formula: fmt.Sprintf("density ∝ exp(c·tr VᵀSV), c = %.6g, by %d sweeps of Gibbs sampling", g.exponent, g.p.Sweeps),
		basis:   subspace.Canonical(fromEigenbasis(frame, vectors)),
		k:       g.p.K,
	}, nil
}

// fromEigenbasis maps frame, whose columns have coordinates in the eigenbasis,
// to the coordinates of the features.
func fromEigenbasis(frame [][]float64, vectors subspace.Basis) subspace.Basis {
	d := len(vectors)
	out := make(subspace.Basis, len(frame))
	for r, column := range frame {
		out[r] = make([]float64, d)
		for i, c := range column {
			for j, x := range vectors[i] {
				out[r][j] += c * x
			}
		}
	}
	return out
}

func part(step, mechanism string, c privacy.Cost) privacy.Part {
	return privacy.Part{Step: step, Mechanism: mechanism, Epsilon: c.Epsilon, Delta: c.Delta, Rho: c.Rho, Claim: c.Claim}
}
