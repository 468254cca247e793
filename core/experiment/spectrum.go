package experiment

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"privatepca/core/moment"
	"privatepca/core/subspace"
)

// unit is what S is divided by for A = S/n in the paper's units.
func unit(m *moment.Matrix) float64 {
	return float64(m.Records()) * float64(m.Scale()) * float64(m.Scale())
}

// eigen decomposes A = S/n: eigenvalues descending, eigenvectors as rows.
func eigen(m *moment.Matrix) ([]float64, subspace.Basis) {
	d, scale := m.Dim(), unit(m)
	sym := mat.NewSymDense(d, nil)
	for i := range d {
		for j := i; j < d; j++ {
			sym.SetSym(i, j, float64(m.At(i, j))/scale)
		}
	}
	var e mat.EigenSym
	if !e.Factorize(sym, true) {
		panic("experiment: the eigendecomposition did not converge") // finite by construction
	}
	var columns mat.Dense
	e.VectorsTo(&columns)
	values := e.Values(nil)
	slices.Reverse(values)
	vectors := make(subspace.Basis, d)
	for r := range vectors {
		vectors[r] = mat.Col(nil, d-1-r, &columns)
	}
	return values, vectors
}

func sum(x []float64) float64 {
	total := 0.0
	for _, v := range x {
		total += v
	}
	return total
}

// energy is q_F = tr(VᵀAV).
func energy(v subspace.Basis, m *moment.Matrix) float64 { return v.Energy(m) / unit(m) }
