package mechanism

import (
	"context"
	"fmt"

	"privatepca/core/internal/bingham"
	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/privacy"
	"privatepca/core/subspace"
)

// NameSequential is the name of Sequential in documents, requests and files.
const NameSequential = "sequential"

// Sequential draws one direction after the other, each by the exponential
// mechanism in the complement of those that are out already, with ε/k each
// (deflation, as of Kapralov and Talwar 2013). Its directions are ordered, and
// any smaller k is a prefix. Proof: sequential.md.
type Sequential struct {
	p    Params
	each float64 // ε of one direction
}

var _ Mechanism = (*Sequential)(nil)

// NewSequential returns the mechanism; it is pure ε and leaves a δ unspent.
func NewSequential(p Params) (*Sequential, error) {
	if err := p.validate(); err != nil {
		return nil, err
	}
	shares := make([]float64, p.K)
	for i := range shares {
		shares[i] = 1 / float64(p.K)
	}
	split, err := privacy.Budget{Epsilon: p.Budget.Epsilon}.Split(shares...)
	if err != nil {
		return nil, err
	}
	return &Sequential{p: p, each: split[0].Epsilon}, nil
}

func (q *Sequential) parts() []privacy.Part {
	parts := make([]privacy.Part, q.p.K)
	for i := range parts {
		parts[i] = part(fmt.Sprintf("%s %d", method.StepDirection, i+1), NameSequential,
			rangedCost(q.each, privacy.Idealised),
			scored(method.StepDirection, privacy.Exponential, exponent(q.p, q.each)))
	}
	return parts
}

// Cost composes k directions.
func (q *Sequential) Cost() privacy.Cost {
	cost, err := privacy.Compose(q.parts(), 0)
	if err != nil {
		panic("mechanism: " + err.Error()) // the parts were split from a valid budget
	}
	return cost
}

// Release draws k directions in order.
func (q *Sequential) Release(ctx context.Context, m *moment.Matrix, src noise.Source) (*Released, error) {
	if err := q.p.fits(m); err != nil {
		return nil, err
	}
	c := exponent(q.p, q.each)
	b, vectors, err := q.p.eigenbasis(ctx, m, c)
	if err != nil {
		return nil, err
	}
	frame := make([][]float64, 0, q.p.K)
	for len(frame) < q.p.K {
		frame = append(frame, bingham.Orthogonal(b, frame, src))
		if err := q.p.progress(ctx, PhaseNoise, len(frame), q.p.K); err != nil {
			return nil, err
		}
	}
	return &Released{
		Cost:    q.Cost(),
		Parts:   q.parts(),
		basis:   subspace.Basis(fromEigenbasis(frame, vectors)),
		ordered: true,
	}, nil
}
