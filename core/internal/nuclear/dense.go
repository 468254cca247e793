package nuclear

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// matrix is dense and row-major.
type matrix struct {
	rows, cols int
	a          []float64
}

func newMatrix(rows, cols int) *matrix {
	return &matrix{rows, cols, make([]float64, rows*cols)}
}

func (m *matrix) row(i int) []float64     { return m.a[i*m.cols : (i+1)*m.cols] }
func (m *matrix) at(i, j int) float64     { return m.a[i*m.cols+j] }
func (m *matrix) set(i, j int, v float64) { m.a[i*m.cols+j] = v }

// part returns the given number of rows of m, from one on.
func (m *matrix) part(from, rows int) *matrix {
	return &matrix{rows, m.cols, m.a[from*m.cols : (from+rows)*m.cols]}
}

// general is m as gonum has it.
func (m *matrix) general() blas64.General {
	return blas64.General{Rows: m.rows, Cols: m.cols, Stride: max(1, m.cols), Data: m.a}
}

func vector(x []float64) blas64.Vector { return blas64.Vector{N: len(x), Data: x, Inc: 1} }

// trailing is the block of a symmetric matrix, of which the lower triangle stands, from row and
// column k on.
func (m *matrix) trailing(k int) blas64.Symmetric {
	return blas64.Symmetric{Uplo: blas.Lower, N: m.rows - k, Stride: m.cols, Data: m.a[k*m.cols+k:]}
}

// mulVec stores m·x in out.
func (m *matrix) mulVec(x, out []float64) {
	blas64.Gemv(blas.NoTrans, 1, m.general(), vector(x), 0, vector(out))
}

// lu is a factorisation with row exchanges, P·A = L·U.
type lu struct {
	a     *matrix
	pivot []int
}

// factor overwrites the square matrix a.
func factor(a *matrix) *lu {
	f := &lu{a, make([]int, a.rows)}
	lapack64.Getrf(a.general(), f.pivot)
	return f
}

// addLogAbsDet adds log|det A| to s.
func (f *lu) addLogAbsDet(s *sum) {
	for i := 0; i < f.a.rows; i++ {
		s.add(math.Log(math.Abs(f.a.at(i, i))))
	}
}

// inverse returns A⁻¹ or, for blas.Trans, A⁻ᵀ. That of a singular matrix is not finite, which the
// certificate refuses.
func (f *lu) inverse(t blas.Transpose) *matrix {
	out := newMatrix(f.a.rows, f.a.rows)
	for i := range out.rows {
		out.set(i, i, 1)
	}
	lapack64.Getrs(t, f.a.general(), out.general(), f.pivot)
	return out
}
