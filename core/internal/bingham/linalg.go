package bingham

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// cholesky factors the n×n row-major matrix a = LLᵀ in its lower triangle.
// It reports false when a is not positive definite to working precision.
func cholesky(a []float64, n int) bool {
	if n == 0 {
		return true
	}
	_, ok := lapack64.Potrf(blas64.Symmetric{Uplo: blas.Lower, N: n, Stride: n, Data: a})
	return ok
}

// solve solves LLᵀx = x in place, L the lower triangle of l.
func solve(l []float64, n int, x []float64) {
	if n == 0 {
		return
	}
	t := blas64.Triangular{Uplo: blas.Lower, Diag: blas.NonUnit, N: n, Stride: n, Data: l}
	v := blas64.Vector{N: n, Data: x, Inc: 1}
	blas64.Trsv(blas.NoTrans, t, v)
	blas64.Trsv(blas.Trans, t, v)
}
