package experiment

import (
	"privatepca/core/eigen"
	"privatepca/core/moment"
	"privatepca/core/subspace"
)

// unit is what S is divided by for A = S/n in the paper's units.
func unit(m *moment.Matrix) float64 {
	return float64(m.Records()) * float64(m.Scale()) * float64(m.Scale())
}

// decompose gives the spectrum of A = S/n: eigenvalues descending, eigenvectors as rows.
func decompose(m *moment.Matrix) ([]float64, subspace.Basis) {
	d, scale := m.Dim(), unit(m)
	a := eigen.New(d)
	for i := range d {
		for j := i; j < d; j++ {
			a.Set(i, j, float64(m.At(i, j))/scale)
		}
	}
	values, vectors := eigen.All(a)
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
