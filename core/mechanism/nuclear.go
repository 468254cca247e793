package mechanism

import (
	"context"
	"errors"
	"fmt"
	"math"

	"privatepca/core/internal/nuclear"
	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/privacy"
)

// NameNuclear is the name of Nuclear in documents, requests and files.
const NameNuclear = "nuclear"

// Nuclear is the K-norm mechanism of Hardt and Talwar (2010) for the nuclear
// norm, the one whose ball the second moments of one record span: density ∝
// exp(−c‖N‖_*), drawn exactly, with no Markov chain. It releases the whole noisy
// matrix under pure ε. Proof: nuclear.md.
type Nuclear struct {
	p Params
	c float64 // in units of s²
}

var _ Mechanism = (*Nuclear)(nil)

// NewNuclear returns the mechanism; a budget's δ is left unspent. It returns an
// error where ε is no larger than what the sampler's certificate charges, and
// for more features than its tables hold.
func NewNuclear(p Params) (*Nuclear, error) {
	if err := p.validate(); err != nil {
		return nil, err
	}
	if p.Dim > nuclear.MaxDimension {
		return nil, fmt.Errorf("mechanism: nuclear-norm noise is made for at most %d features, not %d", nuclear.MaxDimension, p.Dim)
	}
	epsilon := p.Budget.Epsilon - 2*nuclear.ChargedGap
	if epsilon <= 0 {
		return nil, errors.New("mechanism: ε is too small for nuclear-norm noise, whose sampler charges 2e-8 of it")
	}
	return &Nuclear{p: p, c: exponent(p, epsilon)}, nil
}

// Cost is pure ε, in real arithmetic, with a ρ and a μ that fall with the number of features (nuclear.md).
func (n *Nuclear) Cost() privacy.Cost {
	c := pureCost(n.p.Budget.Epsilon, privacy.Idealised)
	c.Rho = privacy.NuclearRho(c.Epsilon, n.p.Dim, method.NuclearCharge)
	c.Mu = privacy.NuclearMu(c.Epsilon, n.p.Dim, method.NuclearCharge)
	return c
}

// Release draws one noisy second moment, rounds it to integers and decomposes it.
func (n *Nuclear) Release(ctx context.Context, m *moment.Matrix, src noise.Source) (*Released, error) {
	if err := n.p.fits(m); err != nil {
		return nil, err
	}
	d := m.Dim()
	// Planning and drawing cost about the same; both report here.
	const half = 1000
	plan, err := nuclear.NewPlan(d, func(done, total int) error { return n.p.progress(ctx, PhaseNoise, half*done/total, 2*half) })
	if err != nil {
		return nil, err
	}
	draw, err := plan.Matrix(n.c, src, func(done, total int) error { return n.p.progress(ctx, PhaseNoise, half+half*done/total, 2*half) })
	if err != nil {
		return nil, err
	}
	s2 := float64(m.Scale()) * float64(m.Scale())
	noisy := make([]float64, 0, entries(d))
	for i := range d {
		for j, x := range m.Row(i) {
			noisy = append(noisy, math.RoundToEven(float64(x)+draw[i*d+i+j]*s2))
		}
	}
	return n.p.whole(ctx, noisy, NameNuclear, n.Cost(), scored(method.StepSecondMoment, privacy.NuclearNorm, n.c))
}
