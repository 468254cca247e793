// Package schur finds the leading eigenvalues of a real square matrix that need not be symmetric, as
// far as they are real, and orthonormal vectors for them. Only the mechanism SULQ needs it.
//
// It is gonum's LAPACK. It is a package of its own, apart from core/eigen, since what decomposes
// symmetric matrices must not link gonum.
package schur

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/gonum"
)

// Errors of Leading.
var (
	ErrComplex   = errors.New("schur: one of the leading eigenvalues is complex")
	ErrUnsettled = errors.New("schur: the QR iteration did not settle")
)

// Leading returns, of a real n×n matrix that need not be symmetric, the k
// eigenvalues of largest real part, descending, and Schur vectors: k orthonormal
// rows, of which the first r span what is invariant under A for the first r
// eigenvalues, for each r. They are those eigenvectors made orthonormal in
// order, and are orthonormal where eigenvectors are dependent, too.
//
// It is LAPACK's real Schur form A = QTQᵀ, whose leading eigenvalues Dtrexc then brings
// to the front of T.
//
// It returns ErrComplex where one of the k is complex, and ErrUnsettled where the
// iteration gives up, of which no case is known. Entries are finite, and
// those that matter between 1e-140 and 1e140 in size. It panics unless the rows are
// n long and 1 ≤ k ≤ n. core/eigen/eigen.md has the accuracy.
func Leading(rows [][]float64, k int) (values []float64, vectors [][]float64, err error) {
	n := len(rows)
	if k < 1 || k > n {
		panic(fmt.Sprintf("schur: %d of %d eigenvalues", k, n))
	}
	s := &form{n: n}
	for _, row := range rows {
		if len(row) != n {
			panic(fmt.Sprintf("schur: a row of %d in a matrix of %d", len(row), n))
		}
		s.t = append(s.t, row...)
	}
	if !s.factor() {
		return nil, nil, ErrUnsettled
	}
	for r := range k {
		at := s.largest(r)
		if s.pair(at) {
			return nil, nil, ErrComplex
		}
		if !s.raise(at, r) {
			return nil, nil, ErrUnsettled
		}
		values = append(values, s.t[r*n+r])
		if r > 0 { // where two are tied, rounding may have changed their order
			values[r] = min(values[r], values[r-1])
		}
		vectors = append(vectors, s.vector(r))
	}
	return values, vectors, nil
}

// A form is A = QTQᵀ, T quasi-triangular: below the diagonal, T has entries only in
// blocks of 2×2, each with a pair of complex eigenvalues.
type form struct {
	n    int
	t, q []float64 // row by row; t is A at first
	work []float64
}

// factor makes t triangular but for complex pairs. It returns false where an eigenvalue does not
// converge.
//
// These are LAPACK's routines for one column, or one double shift, at a time. Those for blocks of
// them (Dgehrd, Dorghr, Dhseqr) take half to all of the time at n = 600, and are
// 26 KB more of the worker, compressed, for one mechanism that is kept for comparison.
func (s *form) factor() bool {
	var l gonum.Implementation
	n := s.n
	s.work = make([]float64, n)
	tau := make([]float64, n-1)
	l.Dgehd2(n, 0, n-1, s.t, n, tau, s.work)

	// Reflection i acts on the rows from i+1 on, so that Q is 1 ⊕ a product of n−1 of them, whose
	// vectors stand below T's diagonal.
	s.q = make([]float64, n*n)
	s.q[0] = 1
	for i := 1; i < n; i++ {
		copy(s.q[i*n+1:i*n+i], s.t[i*n:i*n+i-1])
		if i > 1 {
			clear(s.t[i*n : i*n+i-1])
		}
	}
	if n > 1 {
		l.Dorg2r(n-1, n-1, n-1, s.q[n+1:], n, tau, s.work)
	}
	real, imaginary := make([]float64, n), make([]float64, n)
	return l.Dlahqr(true, true, n, 0, n-1, s.t, n, real, imaginary, 0, n-1, s.q, n) == 0
}

// vector is Schur vector r, a column of Q.
func (s *form) vector(r int) []float64 {
	v := make([]float64, s.n)
	for i := range v {
		v[i] = s.q[i*s.n+r]
	}
	return v
}

// pair reports whether a 2×2 block begins at i.
func (s *form) pair(i int) bool { return i+1 < s.n && s.t[(i+1)*s.n+i] != 0 }

// largest returns where, from r on, the block of largest real part begins.
func (s *form) largest(r int) int {
	at, most := r, math.Inf(-1)
	for i := r; i < s.n; i++ {
		if real := s.t[i*s.n+i]; real > most { // of a pair both diagonal entries are the real part
			at, most = i, real
		}
		if s.pair(i) {
			i++
		}
	}
	return at
}

// raise brings the real eigenvalue at i up to r. It returns false where it is too close to a
// complex pair that it has to pass.
func (s *form) raise(i, r int) bool {
	var l gonum.Implementation
	_, _, ok := l.Dtrexc(lapack.UpdateSchur, s.n, s.t, s.n, s.q, s.n, i, r, s.work)
	return ok
}
