package mechanism

import (
	"context"
	"fmt"
	"math"

	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/privacy"
)

// NameMODSULQ is the name of MODSULQ in documents, requests and files.
const NameMODSULQ = "modsulq"

// MODSULQ is the paper's input perturbation (Algorithm 1, MOD-SULQ): symmetric Gaussian
// noise of the paper's β on every entry, drawn here exactly on the integer
// second moment. It is kept for comparison: Gaussian needs about d/√2 times less
// noise for the same guarantee. Proof: modsulq.md.
type MODSULQ struct {
	p     Params
	sigma uint64
}

var _ Mechanism = (*MODSULQ)(nil)

// NewMODSULQ wants δ > 0, and returns an error where the noise would be too wide
// for 64-bit sums.
func NewMODSULQ(p Params) (*MODSULQ, error) {
	least, err := calibrated(p, entries(p.Dim))
	if err != nil {
		return nil, err
	}
	beta := method.MODSULQBeta(p.Dim, 1, p.Budget.Epsilon, p.Budget.Delta) // the paper's β times n
	sigma, err := published(beta, p, least)
	if err != nil {
		return nil, err
	}
	return &MODSULQ{p: p, sigma: sigma}, nil
}

// published turns a published standard deviation, for sums over records of the unit
// ball, into the integer σ that is drawn: never below what is proven for
// discrete noise.
func published(width float64, p Params, least privacy.Gaussian) (uint64, error) {
	s2 := float64(p.Scale) * float64(p.Scale)
	sigma := math.Ceil(width * s2 * float64(p.RowsPerPerson))
	if !(sigma <= noise.MaxScale) {
		return 0, fmt.Errorf("mechanism: the published noise is wider than 64-bit sums hold: raise ε or δ")
	}
	return max(uint64(sigma), least.Sigma), nil
}

// Cost is the paper's (ε,δ), and zCDP at the ρ of the σ that is drawn, which is far less than its ε calls for.
func (m *MODSULQ) Cost() privacy.Cost {
	return gaussianCost(m.p.Budget, m.p.frobenius(), m.sigma, entries(m.p.Dim))
}

// Release draws one noisy second moment and decomposes it.
func (m *MODSULQ) Release(ctx context.Context, s *moment.Matrix, src noise.Source) (*Released, error) {
	if err := m.p.fits(s); err != nil {
		return nil, err
	}
	draw, err := noise.NewDiscreteGaussian(m.sigma)
	if err != nil {
		return nil, err
	}
	noisy, err := m.p.perturb(ctx, s, draw, draw, src)
	if err != nil {
		return nil, err
	}
	return m.p.whole(ctx, noisy, NameMODSULQ, m.Cost(), discrete(method.StepSecondMoment, privacy.DiscreteGaussian, m.sigma, m.sigma))
}
