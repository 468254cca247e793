package eigen

import (
	"errors"
	"fmt"
	"math"
)

// Errors of LeadingReal.
var (
	ErrComplex   = errors.New("eigen: one of the leading eigenvalues is complex")
	ErrUnsettled = errors.New("eigen: the QR iteration did not settle")
)

// LeadingReal returns, of a real n×n matrix that need not be symmetric, the k
// eigenvalues of largest real part, descending, and Schur vectors: k orthonormal
// rows, of which the first r span what is invariant under A for the first r
// eigenvalues, for each r. They are those eigenvectors made orthonormal in
// order, and are orthonormal where eigenvectors are dependent, too.
//
// It returns ErrComplex where one of the k is complex, and ErrUnsettled where the
// iteration gives up, of which no case is known. Entries are finite, and
// those that matter between 1e-140 and 1e140 in size. It panics unless the rows are
// n long and 1 ≤ k ≤ n. eigen.md has the accuracy.
func LeadingReal(rows [][]float64, k int) (values []float64, vectors [][]float64, err error) {
	n := len(rows)
	if k < 1 || k > n {
		panic(fmt.Sprintf("eigen: %d of %d eigenvalues", k, n))
	}
	s := &schur{newDense(n, n), newDense(n, n), make([]float64, n)}
	for i, row := range rows {
		if len(row) != n {
			panic(fmt.Sprintf("eigen: a row of %d in a matrix of %d", len(row), n))
		}
		copy(s.t.row(i), row)
		s.q.row(i)[i] = 1
	}
	s.hessenberg()
	if !s.francis() {
		return nil, nil, ErrUnsettled
	}
	for r := range k {
		at := s.largest(r)
		if s.pair(at) {
			return nil, nil, ErrComplex
		}
		s.raise(at, r)
		values = append(values, s.t.row(r)[r])
		if r > 0 { // where two are tied, rounding may have changed their order
			values[r] = min(values[r], values[r-1])
		}
		vectors = append(vectors, s.q.row(r))
	}
	return values, vectors, nil
}

// A schur is A = QTQᵀ on its way to T quasi-triangular: below the diagonal, T then has
// entries only in blocks of 2×2, each with a pair of complex eigenvalues.
type schur struct {
	t, q    *dense // q holds Qᵀ: a row is a Schur vector
	scratch []float64
}

// hessenberg makes T zero below the entries beside the diagonal (Golub, Van Loan: Matrix
// Computations, §7.4.2).
func (s *schur) hessenberg() {
	n := s.t.rows
	u := make([]float64, n)
	for c := range n - 2 {
		u := u[:n-1-c]
		for i := range u {
			u[i] = s.t.row(c + 1 + i)[c]
		}
		first, beta := towardsFirst(u)
		s.reflect(c+1, u, beta, c+1, n)
		s.t.row(c + 1)[c] = first
		for i := c + 2; i < n; i++ {
			s.t.row(i)[c] = 0
		}
	}
}

// towardsFirst turns x into u, H = I − β·uuᵀ, where Hx is zero but for its first
// entry, which it returns. It is scaled first, since a shift may leave entries
// whose squares are no numbers.
func towardsFirst(x []float64) (first, beta float64) {
	size := 0.0
	for _, c := range x {
		size = max(size, math.Abs(c))
	}
	if size == 0 {
		return 0, 0
	}
	for i := range x {
		x[i] /= size
	}
	pivot := x[0]
	sigma := dot(x[1:], x[1:])
	if sigma == 0 {
		clear(x)
		return pivot * size, 0
	}
	length := math.Sqrt(pivot*pivot + sigma)
	x[0] = pivot + math.Copysign(length, pivot)
	return -math.Copysign(length*size, pivot), 1 / (length * (length + math.Abs(pivot)))
}

// reflect is T ← HTH and Q ← QH with H = I − β·uuᵀ on the coordinates from p on.
// Of HT it makes columns right and on, of TH the rows above down: elsewhere T is
// zero, or what the caller sets.
func (s *schur) reflect(p int, u []float64, beta float64, right, down int) {
	if beta == 0 {
		return
	}
	for _, m := range []struct {
		*dense
		from int
	}{{s.t, right}, {s.q, 0}} {
		if len(u) <= 3 {
			few(m.dense, p, u, beta, m.from)
			continue
		}
		along := s.scratch[m.from:]
		clear(along)
		for i, x := range u {
			add(along, beta*x, m.row(p + i)[m.from:])
		}
		for i, x := range u {
			add(m.row(p + i)[m.from:], -x, along)
		}
	}
	for i := range down {
		row := s.t.row(i)[p : p+len(u)]
		add(row, -beta*dot(u, row), u)
	}
}

// few is reflect's HT for a reflection of two or three rows.
func few(m *dense, p int, u []float64, beta float64, from int) {
	x, y := m.row(p)[from:], m.row(p + 1)[from:]
	y = y[:len(x)]
	if len(u) == 2 {
		for j := range x {
			c := beta * (u[0]*x[j] + u[1]*y[j])
			x[j] -= c * u[0]
			y[j] -= c * u[1]
		}
		return
	}
	z := m.row(p + 2)[from:]
	z = z[:len(x)]
	a, b, c := u[0], u[1], u[2]
	for j := range x {
		s := beta * (a*x[j] + b*y[j] + c*z[j])
		x[j] -= s * a
		y[j] -= s * b
		z[j] -= s * c
	}
}

// add is y ← y + c·x.
func add(y []float64, c float64, x []float64) {
	x = x[:len(y)]
	for i := range y {
		y[i] += c * x[i]
	}
}

// pair reports whether a 2×2 block begins at i.
func (s *schur) pair(i int) bool { return i+1 < s.t.rows && s.t.row(i + 1)[i] != 0 }

// largest returns where, from r on, the block of largest real part begins.
func (s *schur) largest(r int) int {
	at, most := r, math.Inf(-1)
	for i := r; i < s.t.rows; i++ {
		real := s.t.row(i)[i]
		if s.pair(i) {
			real = (real + s.t.row(i + 1)[i+1]) / 2
		}
		if real > most {
			at, most = i, real
		}
		if s.pair(i) {
			i++
		}
	}
	return at
}

// raise brings the real eigenvalue at i up to r, past one block at a time: a reflection
// takes its eigenvector in the two blocks to the first coordinate (Bai, Demmel 1993).
func (s *schur) raise(i, r int) {
	for i > r {
		lambda := s.t.row(i)[i]
		var x []float64
		if i-2 >= r && s.pair(i-2) {
			a, b := s.t.row(i - 2)[i-2:i+1], s.t.row(i - 1)[i-2:i+1]
			x = orthogonal([3]float64{a[0] - lambda, a[1], a[2]}, [3]float64{b[0], b[1] - lambda, b[2]})
		} else {
			x = []float64{s.t.row(i - 1)[i], lambda - s.t.row(i - 1)[i-1]}
		}
		below := i + 1
		i -= len(x) - 1
		_, beta := towardsFirst(x)
		s.reflect(i, x, beta, i, below)
		for l := i + 1; l < below; l++ {
			s.t.row(l)[i] = 0
		}
	}
}

// orthogonal returns a unit vector that is orthogonal to a and b to within rounding,
// however nearly they are parallel. One of them is not zero.
func orthogonal(a, b [3]float64) []float64 {
	if dot(a[:], a[:]) < dot(b[:], b[:]) {
		a, b = b, a
	}
	scale(a[:], 1/norm(a[:]))
	for range 2 {
		add(b[:], -dot(a[:], b[:]), a[:])
		if size := norm(b[:]); size > 0 {
			scale(b[:], 1/size)
		}
	}
	if norm(b[:]) == 0 { // parallel: any direction beside a
		b = [3]float64{a[1], -a[0], 0}
		if math.Abs(a[2]) > math.Abs(a[0]) {
			b = [3]float64{0, a[2], -a[1]}
		}
		scale(b[:], 1/norm(b[:]))
	}
	return []float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// scale is x ← c·x.
func scale(x []float64, c float64) {
	for i := range x {
		x[i] *= c
	}
}
