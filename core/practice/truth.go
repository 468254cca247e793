// Package practice compares mechanisms with the truth, on data that is public.
//
// Nothing here is private, and nothing here is a mechanism: exact eigenvalues,
// energies and angles are functions of the records that no noise covers. The rule of
// this package: it decides nothing about whom its numbers may reach. Who calls it with
// records has made sure that everybody may see them.
package practice

import (
	"math"

	"privatepca/core/eigen"
	"privatepca/core/moment"
	"privatepca/core/subspace"
)

// A Truth is exact principal component analysis: the eigenvalues and eigenvectors of a
// second moment, or of a covariance, that no noise was added to. "Exact" is up to
// quantisation of the records and double precision.
type Truth struct {
	solver eigen.Solver
	matrix *eigen.Symmetric
	values []float64      // all, descending; nil until they are asked for
	top    subspace.Basis // of the k that was asked for last
}

// Exactly decomposes the second moment of records, per record and in units where the
// ball of radius s has radius unit: eigenvalues are mean squared lengths.
func Exactly(by eigen.Solver, m *moment.Matrix, unit float64) *Truth {
	scale := weight(m, unit)
	return decompose(by, m.Dim(), func(i, j int) float64 { return float64(m.At(i, j)) * scale })
}

// Covariance decomposes the covariance, (1/n) Σ (x − x̄)(x − x̄)ᵀ, of the records that m
// and total = Σq sum. It panics where their lengths differ.
func Covariance(by eigen.Solver, m *moment.Matrix, total []int64, unit float64) *Truth {
	if len(total) != m.Dim() {
		panic("practice: a sum of another length")
	}
	n := math.Max(1, float64(m.Records()))
	scale := weight(m, unit)
	return decompose(by, m.Dim(), func(i, j int) float64 {
		return (float64(m.At(i, j)) - float64(total[i])/n*float64(total[j])) * scale
	})
}

// weight turns a sum of products of integers into a mean of products of lengths.
func weight(m *moment.Matrix, unit float64) float64 {
	r := unit / float64(m.Scale())
	return r * r / math.Max(1, float64(m.Records()))
}

func decompose(by eigen.Solver, d int, entry func(i, j int) float64) *Truth {
	a := eigen.New(d)
	for i := range d {
		for j := i; j < d; j++ {
			a.Set(i, j, entry(i, j))
		}
	}
	return &Truth{solver: by, matrix: a}
}

// Values are all d eigenvalues, descending. The caller must not change them.
func (t *Truth) Values() []float64 {
	if t.values == nil {
		t.values = t.solver.Values(t.matrix)
	}
	return t.values
}

// Optimum is the energy of the first k eigenvectors, 1 ≤ k ≤ d: no subspace of k
// dimensions has more (Ky Fan 1949).
func (t *Truth) Optimum(k int) float64 { return sum(t.Values()[:k]) }

// Top is the basis of the first k eigenvectors, 1 ≤ k ≤ d.
func (t *Truth) Top(k int) subspace.Basis {
	if len(t.top) != k {
		_, vectors := t.solver.Top(t.matrix, k)
		t.top = vectors
	}
	return t.top
}

func sum(x []float64) float64 {
	total := 0.0
	for _, v := range x {
		total += v
	}
	return total
}

// A Utility says how near a subspace of k dimensions comes to the first k eigenvectors.
type Utility struct {
	Energy float64 // tr(VᵀAV) / Σ_{i≤k} λᵢ(A), in [0, 1]; 1 where all of A is zero
	Angle  float64 // the largest principal angle, in radians in [0, π/2]
}

// Utility measures a basis of orthonormal rows. Rows that are orthonormal only to
// rounding can pass an energy of 1 by as much, and are taken as 1.
func (t *Truth) Utility(v subspace.Basis) Utility {
	k := len(v)
	u := Utility{Energy: 1}
	if best := t.Optimum(k); best > 0 {
		u.Energy = math.Max(0, math.Min(t.energy(v)/best, 1))
	}
	u.Angle = subspace.Angles(v, t.Top(k))[k-1]
	return u
}

// energy is tr(VᵀAV).
func (t *Truth) energy(v subspace.Basis) float64 {
	total := 0.0
	for i := range t.matrix.Dim() {
		for j := range i + 1 {
			weight := 0.0
			for _, row := range v {
				weight += row[i] * row[j]
			}
			if i != j {
				weight *= 2
			}
			total += t.matrix.At(i, j) * weight
		}
	}
	return total
}
