package mechanism

import (
	"context"
	"errors"
	"fmt"
	"math"

	"privatepca/core/eigen/schur"
	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/privacy"
)

// NameSULQ is the name of SULQ in documents, requests and files.
const NameSULQ = "sulq"

// SULQ is the method of Blum, Dwork, McSherry and Nissim (2005), as the paper
// describes it: noise on all d² entries, so the noisy matrix is not symmetric
// and its leading eigenvalues may be complex. Then it refuses. It is kept for
// comparison. Proof: sulq.md.
type SULQ struct {
	p     Params
	sigma uint64
}

var _ Mechanism = (*SULQ)(nil)

// ErrComplex is SULQ's refusal. It is a function of the noisy matrix, so it says
// no more than was paid for; the budget is spent.
var ErrComplex = errors.New("mechanism: SULQ gives no subspace here: one of the k leading eigenvalues of its noisy matrix is complex; its cost is spent, choose MOD-SULQ or Gaussian, whose noise is symmetric")

// NewSULQ wants δ > 0, and returns an error where the noise would be too wide
// for 64-bit sums.
func NewSULQ(p Params) (*SULQ, error) {
	least, err := calibrated(p, p.Dim*p.Dim)
	if err != nil {
		return nil, err
	}
	d, b := float64(p.Dim), p.Budget
	width := math.Sqrt(8) * d * (math.Log(d) - math.Log(b.Delta)) / b.Epsilon // the published σ times n
	sigma, err := published(width, p, least)
	if err != nil {
		return nil, err
	}
	return &SULQ{p: p, sigma: sigma}, nil
}

// Cost is (ε,δ) as published, and zCDP at the ρ of the σ that is drawn.
func (q *SULQ) Cost() privacy.Cost {
	return gaussianCost(q.p.Budget, q.p.frobenius(), q.sigma, q.p.Dim*q.p.Dim)
}

// Release draws one noisy matrix. It returns ErrComplex, the cost being spent,
// where a leading eigenvalue is complex.
func (q *SULQ) Release(ctx context.Context, s *moment.Matrix, src noise.Source) (*Released, error) {
	if err := q.p.fits(s); err != nil {
		return nil, err
	}
	draw, err := noise.NewDiscreteGaussian(q.sigma)
	if err != nil {
		return nil, err
	}
	d := s.Dim()
	s2 := float64(s.Scale()) * float64(s.Scale())
	noisy := make([][]float64, d)
	for i := range d {
		noisy[i] = make([]float64, d)
		for j := range d {
			noisy[i][j] = float64(s.At(i, j)+draw.Draw(src)) / s2
		}
		if err := q.p.progress(ctx, PhaseNoise, (i+1)*d, d*d); err != nil {
			return nil, err
		}
	}
	if err := q.p.progress(ctx, PhaseVectors, 0, 1); err != nil {
		return nil, err
	}
	values, basis, err := schur.Leading(noisy, q.p.K)
	if err := q.p.progress(ctx, PhaseVectors, 1, 1); err != nil {
		return nil, err
	}
	if errors.Is(err, schur.ErrComplex) {
		return nil, ErrComplex
	}
	if err != nil {
		return nil, fmt.Errorf("mechanism: SULQ gives no subspace here, its cost is spent: %w", err)
	}
	cost := q.Cost()
	return &Released{
		Cost:    cost,
		Parts:   []privacy.Part{part(method.StepSecondMoment, NameSULQ, cost, discrete(method.StepSecondMoment, privacy.DiscreteGaussian, q.sigma, q.sigma))},
		basis:   basis,
		values:  values,
		ordered: true,
	}, nil
}
