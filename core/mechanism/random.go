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

// NameRandom is the name of Random in documents, requests and files.
const NameRandom = "random"

// Random releases a uniformly random subspace: the floor that every mechanism is
// compared with. It uses nothing of the data and costs nothing.
type Random struct{ p Params }

var _ Mechanism = (*Random)(nil)

// NewRandom returns the mechanism; the budget is not spent.
func NewRandom(p Params) (*Random, error) {
	if err := p.validate(); err != nil {
		return nil, err
	}
	return &Random{p: p}, nil
}

// Cost is nothing.
func (r *Random) Cost() privacy.Cost { return privacy.Cost{Claim: privacy.NoData} }

// Release draws a uniform point of the Grassmannian; of m it reads the shape alone.
func (r *Random) Release(ctx context.Context, m *moment.Matrix, src noise.Source) (*Released, error) {
	if err := r.p.fits(m); err != nil {
		return nil, err
	}
	frame := bingham.Uniform(m.Dim(), r.p.K, src)
	if err := r.p.progress(ctx, PhaseNoise, r.p.K, r.p.K); err != nil {
		return nil, err
	}
	return &Released{
		Cost:  r.Cost(),
		Parts: []privacy.Part{part(method.StepSubspace, NameRandom, r.Cost(), nil)},
		basis: subspace.Canonical(subspace.Basis(frame)),
	}, nil
}
