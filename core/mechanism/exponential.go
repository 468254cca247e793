package mechanism

import (
	"context"

	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/privacy"
	"privatepca/core/subspace"
)

// What the exponential mechanisms on subspaces share: ppca, ppca-gibbs, sequential.

// exponent is c for a step of that ε: the score's sensitivity is m under both
// relations (0 ≤ xᵀVVᵀx ≤ 1), and under add/remove score and normaliser move the
// same way, so that half the exponent is not lost.
func exponent(p Params, epsilon float64) float64 {
	c := epsilon / float64(p.RowsPerPerson)
	if p.Relation == privacy.ReplaceOne {
		c /= 2
	}
	return min(c, method.MaxExponent)
}

// eigenbasis returns the eigenvalues of B = c·S/s², descending, and its
// eigenvectors as rows.
func (p Params) eigenbasis(ctx context.Context, m *moment.Matrix, c float64) ([]float64, subspace.Basis, error) {
	if err := p.progress(ctx, PhaseVectors, 0, 1); err != nil {
		return nil, nil, err
	}
	unit := c / (float64(m.Scale()) * float64(m.Scale()))
	b, vectors := decompose(p.Solver, m.Dim(), func(i, j int) float64 { return unit * float64(m.At(i, j)) })
	return b, vectors, p.progress(ctx, PhaseVectors, 1, 1)
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
