package mechanism

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"privatepca/core/subspace"
)

// eigen decomposes the symmetric matrix whose upper triangle entry gives:
// eigenvalues descending by sign, and eigenvectors as rows.
func eigen(dim int, entry func(i, j int) float64) ([]float64, subspace.Basis) {
	sym := mat.NewSymDense(dim, nil)
	for i := range dim {
		for j := i; j < dim; j++ {
			sym.SetSym(i, j, entry(i, j))
		}
	}
	var e mat.EigenSym
	if !e.Factorize(sym, true) {
		// LAPACK's dsyev fails only on NaN or Inf, which finite integers exclude.
		panic("mechanism: the eigendecomposition did not converge")
	}
	var columns mat.Dense
	e.VectorsTo(&columns)
	values := e.Values(nil) // ascending
	slices.Reverse(values)
	vectors := make(subspace.Basis, dim)
	for r := range vectors {
		vectors[r] = mat.Col(nil, dim-1-r, &columns)
	}
	return values, vectors
}
