package mechanism

import (
	"context"
	"errors"

	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/privacy"
)

// NameGaussian is the name of Gaussian in documents, requests and files.
const NameGaussian = "gaussian"

// Gaussian adds exact discrete Gaussian noise to the integer second moment
// (Analyze Gauss of Dwork, Talwar, Thakurta and Zhang 2014, made symmetric and
// discrete) and releases the whole noisy matrix: every k, the spectrum and the
// trace are post-processing. Its claim is exact arithmetic. Proof: gaussian.md.
type Gaussian struct {
	p     Params
	width privacy.Gaussian
}

var _ Mechanism = (*Gaussian)(nil)

// NewGaussian calibrates the noise. It wants δ > 0, and returns an error where
// the noise would be too wide for 64-bit sums.
func NewGaussian(p Params) (*Gaussian, error) {
	if p.Width != nil {
		return &Gaussian{p: p, width: *p.Width}, p.validate()
	}
	width, err := calibrated(p, entries(p.Dim))
	if err != nil {
		return nil, err
	}
	return &Gaussian{p: p, width: width}, nil
}

// calibrated is the narrowest discrete Gaussian, on that many coordinates, that
// keeps p's budget.
func calibrated(p Params, coordinates int) (privacy.Gaussian, error) {
	if err := p.validate(); err != nil {
		return privacy.Gaussian{}, err
	}
	if p.Budget.Pure() {
		return privacy.Gaussian{}, errors.New("mechanism: Gaussian noise needs δ > 0; for δ = 0 choose a mechanism with pure ε")
	}
	squared := privacy.FrobeniusSquared(p.Relation, uint64(p.Scale), uint64(p.RowsPerPerson))
	return privacy.CalibrateGaussian(squared, coordinates, p.Budget)
}

// Cost is (ε,δ), and zCDP at the ρ that the integer σ attains.
func (g *Gaussian) Cost() privacy.Cost {
	return gaussianCost(privacy.Budget{Epsilon: g.width.Epsilon, Delta: g.width.Delta}, g.p.frobenius(), g.width.Sigma, entries(g.p.Dim))
}

// Release draws one noisy second moment and decomposes it.
func (g *Gaussian) Release(ctx context.Context, m *moment.Matrix, src noise.Source) (*Released, error) {
	noisy, err := g.noisy(ctx, m, src)
	if err != nil {
		return nil, err
	}
	return g.p.whole(ctx, noisy, NameGaussian, g.Cost(), gaussianLaw(method.StepSecondMoment, g.width, true))
}
