// Package subspace has orthonormal bases of k-dimensional subspaces of ℝᵈ and
// what is asked of them: a canonical basis, energy, principal angles.
//
// The rule of this package: a basis that is released is a function of the
// projection P = VVᵀ alone, or of eigenvectors that were released; the columns
// a sampler happened to produce are never shown.
//
// The page reaches this package, and must not reach gonum: its Cholesky factors are its own.
package subspace

import (
	"fmt"
	"math"
)

// A Basis is k orthonormal vectors of length d, one a row: the layout of
// scikit-learn's components_.
type Basis [][]float64

// Decimals is the grid that released loadings are rounded to. At d = 513, four
// decimals would leave rows orthonormal to 1e-3 only; six leave 1e-5.
const Decimals = 6

// Rounded returns the basis on the decimal grid, each row with the sign that
// makes its largest loading positive (of equals, the first).
func (v Basis) Rounded() Basis {
	grid := math.Pow10(Decimals)
	out := make(Basis, len(v))
	for r, row := range v {
		rounded := make([]float64, len(row))
		largest := 0
		for i, x := range row {
			rounded[i] = math.RoundToEven(x*grid) / grid
			if math.Abs(rounded[i]) > math.Abs(rounded[largest]) {
				largest = i
			}
		}
		if rounded[largest] < 0 {
			for i := range rounded {
				rounded[i] = -rounded[i]
			}
		}
		for i := range rounded {
			rounded[i] += 0 // −0 becomes 0
		}
		out[r] = rounded
	}
	return out
}

// OrthonormalError returns max |VᵀV − I| over all entries.
func (v Basis) OrthonormalError() float64 {
	worst := 0.0
	for i, a := range v {
		for j, b := range v[:i+1] {
			e := dot(a, b)
			if i == j {
				e--
			}
			worst = max(worst, math.Abs(e))
		}
	}
	return worst
}

// Symmetric is a symmetric matrix that is read entry by entry.
type Symmetric interface {
	Dim() int
	At(i, j int) int64
}

// Energy returns tr(VᵀSV). It panics when the lengths differ.
func (v Basis) Energy(s Symmetric) float64 {
	d := s.Dim()
	total := 0.0
	for _, row := range v {
		if len(row) != d {
			panic(fmt.Sprintf("subspace: a basis of ℝ^%d on a matrix of dimension %d", len(row), d))
		}
		for i, x := range row {
			if x == 0 {
				continue
			}
			inner := 0.0
			for j, y := range row {
				inner += float64(s.At(i, j)) * y
			}
			total += x * inner
		}
	}
	return total
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}
