package mechanism

import (
	"fmt"

	"privatepca/core/privacy"
	"privatepca/core/subspace"
)

// Released is what left a mechanism. Everything asked of it is post-processing
// and costs nothing.
type Released struct {
	Cost  privacy.Cost
	Parts []privacy.Part // with the law that each was drawn from
	// Noise is the law of the noise where a whole noisy matrix was released; else nil.
	Noise *privacy.Noise

	// Where the whole matrix was released, its decomposition, in units of S/s²; the rest
	// is nil then.
	spectrum *spectral
	shrunk   *shrunk   // nil where it was not shrunk
	scale    []float64 // of the matrix's correlations; nil where columns do not count equally

	basis   subspace.Basis // all rows that may be shown
	values  []float64      // eigenvalues in the order of the rows, in units of S/s²; nil where none was released
	all     []float64      // all d eigenvalues of a whole matrix whose directions are basis; nil where none was released
	second  *ShrunkDirections
	ordered bool // the order of the rows was released: a smaller k is a prefix
}

// A View is a released basis of k directions.
type View struct {
	// Basis has k rows, rounded and signed.
	Basis subspace.Basis
	// Values holds the k eigenvalues in the order of the rows, in units of S/s²
	// (sums over records in the unit ball); nil where none was released.
	Values []float64
	// Spectrum holds all d noisy eigenvalues, descending; nil where none was released.
	Spectrum []float64

	// Shrunk says that Basis and Values are those of the shrunk matrix, since these are expected to hold more.
	// Other is the other basis then: the plain one, or the shrunk one where Shrunk is false; nil where
	// nothing was shrunk.
	Shrunk bool
	Other  subspace.Basis

	// Scale, where the directions are those of the correlations, has what each feature was divided by: the standard deviation of its
	// column, as a share of the largest. OtherScale is likewise of Other. Values and Spectrum are then shares of columns, each of which has a
	// variance of about 1. Else nil.
	Scale, OtherScale []float64
}

// MaxK is the largest k that View answers; below d, since all of ℝᵈ is no reduction.
func (r *Released) MaxK() int {
	if r.spectrum != nil {
		return r.spectrum.matrix.Dim() - 1
	}
	return min(len(r.basis), len(r.basis[0])-1)
}

// View returns the first k directions: of a larger k's, where that was released, the first k. It returns an error for a k that was not
// released: below 1, above MaxK, or other than the k that was asked of a
// mechanism that releases one subspace without an order. It is not safe for concurrent
// use.
func (r *Released) View(k int) (View, error) {
	if k < 1 || k > r.MaxK() || r.spectrum == nil && !r.ordered && k != len(r.basis) {
		return View{}, fmt.Errorf("mechanism: k = %d was not released", k)
	}
	if s := r.spectrum; s != nil {
		v := View{Basis: s.rounded(k), Values: s.values[:k], Spectrum: s.values, Scale: r.scale}
		if z := r.shrunk; z != nil {
			v.Other, v.OtherScale = z.spectrum.rounded(k), z.scale
			if z.used {
				v.Shrunk, v.Basis, v.Other, v.Values = true, v.Other, v.Basis, z.spectrum.values[:k]
				v.Scale, v.OtherScale = v.OtherScale, v.Scale
			}
		}
		return v, nil
	}
	v := View{Basis: r.basis[:k].Rounded(), Spectrum: r.all, Scale: r.scale}
	if r.values != nil {
		v.Values = r.values[:k]
	}
	if z := r.second; z != nil {
		v.Other = z.Basis[:k].Rounded()
		if z.Used {
			v.Shrunk, v.Basis, v.Other, v.Values = true, v.Other, v.Basis, z.Values[:k]
		}
	}
	return v, nil
}
