package eigen

import "math"

// A tridiagonal is T = QᵀAQ, with Q = H(n−1)·…·H(1), H(m) = I − β(m)·u(m)u(m)ᵀ.
type tridiagonal struct {
	diagonal []float64 // n
	off      []float64 // n−1: beside the diagonal
	// Row m holds u(m), of m entries.
	reflections *Symmetric
	beta        []float64
}

// reduce makes A tridiagonal, from the last row up (Golub, Van Loan: Matrix
// Computations, §8.3.1). A is overwritten by the reflections.
//
// The update of one step, A − vwᵀ − wvᵀ, and the product A·u of the next are made
// in one passage over the matrix, whose reading is what costs.
func (k *Kernel) reduce(a *Symmetric) *tridiagonal {
	n := a.n
	least := faint * a.norm()
	t := &tridiagonal{make([]float64, n), make([]float64, n-1), a, make([]float64, n)}
	v, w := make([]float64, a.stride), make([]float64, a.stride)
	u, y := make([]float64, a.stride), make([]float64, a.stride)
	for m := n - 1; m > 0; m-- {
		row := a.row(m)
		for j := range row {
			row[j] -= v[m]*w[j] + w[m]*v[j]
		}
		v[m], w[m] = 0, 0
		t.diagonal[m] = row[m]
		x := row[:m]
		t.off[m-1], t.beta[m] = reflection(x, least*least)
		copy(u, x)
		u[m] = 0
		clear(y)
		k.Update(a.data, a.stride, padded(m)/Block, v, w, u, y)

		beta := t.beta[m]
		for j := range m {
			w[j] = beta * y[j]
		}
		half := beta / 2 * dot(u[:m], w[:m])
		for j := range m {
			w[j] -= half * u[j]
		}
		v, u = u, v
	}
	t.diagonal[0] = a.data[0] - 2*v[0]*w[0]
	return t
}

// faint is a share of a matrix's norm that is nothing to it, and whose square is far from the least number. Of a matrix of low rank, such as that of
// equal records, all rows after the first few are rounding of rounding, and their squares underflow.
const faint = 0x1p-200

// reflection turns x into u, H = I − β·uuᵀ, where Hx is zero but for its last entry,
// which it returns. Others are taken as 0 where their squares add up to no more than least.
func reflection(x []float64, least float64) (last, beta float64) {
	pivot := x[len(x)-1]
	sigma := dot(x[:len(x)-1], x[:len(x)-1])
	if sigma <= least {
		clear(x)
		if pivot*pivot <= least {
			pivot = 0
		}
		return pivot, 0
	}
	length := math.Sqrt(pivot*pivot + sigma)
	x[len(x)-1] = pivot + math.Copysign(length, pivot)
	return -math.Copysign(length, pivot), 1 / (length * (length + math.Abs(pivot)))
}

// together is how many reflections are applied at a time.
const together = 32

// back maps eigenvectors of T, the rows of x, to those of A: x ← Qx, as
//
//	xᵀ·H(l)·…·H(h−1) = xᵀ − (xᵀUᵀ)·R·U
//
// for the rows u(l) … u(h−1) of U and an upper triangular R (Schreiber, Van Loan 1989).
func (k *Kernel) back(t *tridiagonal, x *dense) {
	n := t.reflections.n
	for l := 1; l < n; l += together {
		h := min(l+together, n)
		b := h - l
		u := newDense(b, h-1)
		r := newDense(b, b)
		for i := range b {
			copy(u.row(i), t.reflections.row(l + i)[:l+i])
			beta := t.beta[l+i]
			along := make([]float64, i)
			for j := range along {
				along[j] = dot(u.row(j)[:l+j], u.row(i)[:l+j])
			}
			for j := range i {
				r.row(j)[i] = -beta * dot(r.row(j)[:i], along)
			}
			r.row(i)[i] = beta
		}
		left := x.columns(0, h-1)
		xu, xur := newDense(n, b), newDense(n, b)
		k.product(xu, left, u.transposed())
		r.negate()
		k.product(xur, xu, r)
		k.product(left, xur, u)
	}
}

func dot(a, b []float64) float64 {
	b = b[:len(a)]
	var s, t, u, v float64
	for len(a) >= 4 {
		x, y := (*[4]float64)(a), (*[4]float64)(b)
		s += x[0] * y[0]
		t += x[1] * y[1]
		u += x[2] * y[2]
		v += x[3] * y[3]
		a, b = a[4:], b[4:]
	}
	for i, x := range a {
		s += x * b[i]
	}
	return s + t + (u + v)
}
