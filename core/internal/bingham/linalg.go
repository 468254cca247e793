package bingham

import "math"

func dot(a, b []float64) float64 {
	b = b[:len(a)]
	s := 0.0
	for i, x := range a {
		s += x * b[i]
	}
	return s
}

// axpy adds a·x to y.
func axpy(a float64, x, y []float64) {
	y = y[:len(x)]
	for i, v := range x {
		y[i] += a * v
	}
}

func scale(x []float64, a float64) {
	for i := range x {
		x[i] *= a
	}
}

// cholesky factors the n×n row-major matrix a = LLᵀ in its lower triangle.
// It reports false when a is not positive definite to working precision.
func cholesky(a []float64, n int) bool {
	for j := range n {
		row := a[j*n : j*n+j]
		pivot := a[j*n+j] - dot(row, row)
		if !(pivot > 0) || math.IsInf(pivot, 1) {
			return false
		}
		pivot = math.Sqrt(pivot)
		a[j*n+j] = pivot
		for i := j + 1; i < n; i++ {
			a[i*n+j] = (a[i*n+j] - dot(row, a[i*n:i*n+j])) / pivot
		}
	}
	return true
}

// forward solves Lx = x in place, L the lower triangle of l.
func forward(l []float64, n int, x []float64) {
	for i := range n {
		x[i] = (x[i] - dot(l[i*n:i*n+i], x)) / l[i*n+i]
	}
}

// backward solves Lᵀx = x in place.
func backward(l []float64, n int, x []float64) {
	for i := n - 1; i >= 0; i-- {
		t := x[i]
		for j := i + 1; j < n; j++ {
			t -= l[j*n+i] * x[j]
		}
		x[i] = t / l[i*n+i]
	}
}

// solve solves LLᵀx = x in place.
func solve(l []float64, n int, x []float64) {
	forward(l, n, x)
	backward(l, n, x)
}
