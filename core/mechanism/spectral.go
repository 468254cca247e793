package mechanism

import (
	"math"

	"privatepca/core/eigen"
	"privatepca/core/subspace"
)

// symmetric is the matrix whose upper triangle entry gives; it is asked row by row.
func symmetric(dim int, entry func(i, j int) float64) *eigen.Symmetric {
	a := eigen.New(dim)
	for i := range dim {
		for j := i; j < dim; j++ {
			a.Set(i, j, entry(i, j))
		}
	}
	return a
}

// decompose decomposes the symmetric matrix whose upper triangle entry gives:
// eigenvalues descending by sign, and eigenvectors as rows.
func decompose(by eigen.Solver, dim int, entry func(i, j int) float64) ([]float64, subspace.Basis) {
	values, vectors := by.All(symmetric(dim, entry))
	return values, vectors
}

// A spectral decomposition of a released matrix: all eigenvalues, and the leading
// eigenvectors, of which more are computed when they are asked for.
type spectral struct {
	solver  eigen.Solver
	matrix  *eigen.Symmetric
	values  []float64 // descending
	vectors subspace.Basis
}

func newSpectral(by eigen.Solver, a *eigen.Symmetric) *spectral {
	return &spectral{solver: by, matrix: a, values: by.Values(a)}
}

// same is how far, relative to the largest, two computed eigenvalues may differ and
// be the same.
const same = 1e-10

// leading returns the first k eigenvectors. Those that were returned before are among
// them, also where eigenvalues are tied: a smaller k is a prefix.
func (s *spectral) leading(k int) subspace.Basis {
	have := len(s.vectors)
	if k <= have {
		return s.vectors[:k]
	}
	largest, lowest := s.values[0], s.values[len(s.values)-1]
	size := math.Max(math.Abs(largest), math.Abs(lowest))
	rest := s.matrix
	if have > 0 {
		rest = rest.Deflated(s.values[:have], s.vectors, 2*lowest-largest-size)
	}
	values, vectors := s.solver.Top(rest, k-have)
	for i, x := range values {
		if math.Abs(x-s.values[have+i]) > same*size { // one was missed
			_, vectors = s.solver.All(rest)
			vectors = vectors[:k-have]
			break
		}
	}
	s.vectors = append(s.vectors, vectors...)
	return s.vectors
}
