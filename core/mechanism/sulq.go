package mechanism

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/privacy"
	"privatepca/core/subspace"
)

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
	return &SULQ{p: p, sigma: sigma}, err
}

// Cost is (ε,δ) as published.
func (q *SULQ) Cost() privacy.Cost {
	return privacy.Cost{
		Epsilon:     q.p.Budget.Epsilon,
		Delta:       q.p.Budget.Delta,
		Claim:       privacy.Exact,
		Assumptions: []string{"one draw: each refusal before it cost as much again, and is not counted here", idealGenerator},
	}
}

// Release draws one noisy matrix. It returns ErrComplex, the cost being spent,
// where a leading eigenvalue is complex.
func (q *SULQ) Release(s *moment.Matrix, src noise.Source) (*Released, error) {
	if err := q.p.fits(s); err != nil {
		return nil, err
	}
	draw, err := noise.NewDiscreteGaussian(q.sigma)
	if err != nil {
		return nil, err
	}
	d := s.Dim()
	s2 := float64(s.Scale()) * float64(s.Scale())
	noisy := mat.NewDense(d, d, nil)
	for i := range d {
		for j := range d {
			noisy.Set(i, j, float64(s.At(i, j)+draw.Draw(src))/s2)
		}
		q.p.progress(PhaseNoise, (i+1)*d, d*d)
	}
	q.p.progress(PhaseVectors, 0, 1)
	values, basis := leadingReal(noisy, q.p.K)
	q.p.progress(PhaseVectors, 1, 1)
	if basis == nil {
		return nil, ErrComplex
	}
	cost := q.Cost()
	return &Released{
		Cost:    cost,
		Parts:   []privacy.Part{part("second moment", NameSULQ, cost)},
		Formula: fmt.Sprintf("S + N, N discrete Gaussian on all d² entries, σ = %d in units of 1/s²; eigenvectors made orthonormal in order", q.sigma),
		basis:   basis,
		values:  values,
		ordered: true,
	}, nil
}

// leadingReal returns the k eigenvalues of largest real part and an orthonormal
// basis, in order, of their eigenvectors' span; nil where one of them is complex.
func leadingReal(a *mat.Dense, k int) ([]float64, subspace.Basis) {
	d, _ := a.Dims()
	var e mat.Eigen
	if !e.Factorize(a, mat.EigenRight) {
		return nil, nil
	}
	values := e.Values(nil)
	var vectors mat.CDense
	e.VectorsTo(&vectors)
	order := make([]int, d)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(real(values[j]), real(values[i])) })

	leading := make([]float64, k)
	columns := mat.NewDense(d, k, nil)
	for c, at := range order[:k] {
		if imag(values[at]) != 0 {
			return nil, nil
		}
		leading[c] = real(values[at])
		for i := range d {
			columns.Set(i, c, real(vectors.At(i, at)))
		}
	}
	var qr mat.QR
	qr.Factorize(columns)
	var q mat.Dense
	qr.QTo(&q)
	basis := make(subspace.Basis, k)
	for r := range basis {
		basis[r] = mat.Col(nil, r, &q)
	}
	return leading, basis
}
