package nuclear

import "math"

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

// top returns the first rows of m.
func (m *matrix) top(rows int) *matrix { return &matrix{rows, m.cols, m.a[:rows*m.cols]} }

// dot is the inner product. Four partial sums, because neither the Go compiler
// nor wasm vectorises and one sum would wait for its own last addition.
func dot(x, y []float64) float64 {
	y = y[:len(x)]
	var s0, s1, s2, s3 float64
	i := 0
	for ; i+4 <= len(x); i += 4 {
		s0 += x[i] * y[i]
		s1 += x[i+1] * y[i+1]
		s2 += x[i+2] * y[i+2]
		s3 += x[i+3] * y[i+3]
	}
	for ; i < len(x); i++ {
		s0 += x[i] * y[i]
	}
	return (s0 + s1) + (s2 + s3)
}

// axpy adds alpha·x to y.
func axpy(alpha float64, x, y []float64) {
	y = y[:len(x)]
	for i, v := range x {
		y[i] += alpha * v
	}
}

// axpy4 adds a₀x₀ + a₁x₁ + a₂x₂ + a₃x₃ to y, loading and storing y once.
func axpy4(a0, a1, a2, a3 float64, x0, x1, x2, x3, y []float64) {
	x0, x1, x2, x3 = x0[:len(y)], x1[:len(y)], x2[:len(y)], x3[:len(y)]
	for i := range y {
		y[i] += (a0*x0[i] + a1*x1[i]) + (a2*x2[i] + a3*x3[i])
	}
}

// mulVec stores m·x in out. Four rows share each load of x.
func (m *matrix) mulVec(x, out []float64) {
	n := len(x)
	i := 0
	for ; i+4 <= m.rows; i += 4 {
		r0, r1, r2, r3 := m.row(i)[:n], m.row(i + 1)[:n], m.row(i + 2)[:n], m.row(i + 3)[:n]
		var s0, s1, s2, s3, t0, t1, t2, t3 float64
		j := 0
		for ; j+2 <= n; j += 2 {
			u, v := x[j], x[j+1]
			s0 += r0[j] * u
			t0 += r0[j+1] * v
			s1 += r1[j] * u
			t1 += r1[j+1] * v
			s2 += r2[j] * u
			t2 += r2[j+1] * v
			s3 += r3[j] * u
			t3 += r3[j+1] * v
		}
		if j < n {
			u := x[j]
			s0 += r0[j] * u
			s1 += r1[j] * u
			s2 += r2[j] * u
			s3 += r3[j] * u
		}
		out[i], out[i+1], out[i+2], out[i+3] = s0+t0, s1+t1, s2+t2, s3+t3
	}
	for ; i < m.rows; i++ {
		out[i] = dot(m.row(i), x)
	}
}

// lu is a factorisation with row exchanges, P·A = L·U.
type lu struct {
	a     *matrix
	pivot []int
}

// factor overwrites the square matrix a.
func factor(a *matrix) *lu {
	n := a.rows
	f := &lu{a, make([]int, n)}
	for k := 0; k < n; k++ {
		p := k
		for i := k + 1; i < n; i++ {
			if math.Abs(a.at(i, k)) > math.Abs(a.at(p, k)) {
				p = i
			}
		}
		f.pivot[k] = p
		rk := a.row(k)
		if p != k {
			rp := a.row(p)
			for j := range rk {
				rk[j], rp[j] = rp[j], rk[j]
			}
		}
		for i := k + 1; i < n; i++ {
			ri := a.row(i)
			ri[k] /= rk[k]
			axpy(-ri[k], rk[k+1:], ri[k+1:])
		}
	}
	return f
}

// addLogAbsDet adds log|det A| to s.
func (f *lu) addLogAbsDet(s *sum) {
	for i := 0; i < f.a.rows; i++ {
		s.add(math.Log(math.Abs(f.a.at(i, i))))
	}
}

// solveTransposed overwrites b with the solution of Aᵀx = b.
func (f *lu) solveTransposed(b []float64) {
	a := f.a
	for i := 0; i < a.rows; i++ {
		b[i] /= a.at(i, i)
		axpy(-b[i], a.row(i)[i+1:], b[i+1:])
	}
	for i := a.rows - 1; i >= 0; i-- {
		axpy(-b[i], a.row(i)[:i], b[:i])
	}
	for k := a.rows - 1; k >= 0; k-- {
		p := f.pivot[k]
		b[k], b[p] = b[p], b[k]
	}
}

// inverseTransposed returns A⁻ᵀ, whose j-th column solves Aᵀx = e_j.
func (f *lu) inverseTransposed() *matrix {
	n := f.a.rows
	inv, x := newMatrix(n, n), make([]float64, n)
	for j := 0; j < n; j++ {
		clear(x)
		x[j] = 1
		f.solveTransposed(x)
		for i, v := range x {
			inv.set(i, j, v)
		}
	}
	return inv
}
