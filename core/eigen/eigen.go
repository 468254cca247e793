// Package eigen decomposes real symmetric matrices: all eigenvectors, the leading
// ones, or eigenvalues alone. Package schur is for matrices that are not symmetric.
//
// All reduces the matrix to tridiagonal form by Householder's reflections, solves
// that by Cuppen's divide and conquer, and maps back. Top iterates Lanczos's
// recurrence with full reorthogonalisation, checks what it found, and leaves what it
// is not sure of to All. eigen.md has the accuracy that each is held to, and why.
// Compose and Forms are the products that errors of directions need (core/finding).
//
// These are not gonum's: in the worker, with 128-bit instructions, they are ten times as fast
// (natively twice, in Go). This package does not link gonum.
package eigen

import (
	"fmt"
	"math"
	"slices"
)

// A Solver decomposes symmetric matrices. Its zero value does so in Go, as do the functions
// Values, All and Top; every kernel gives the same bits.
type Solver struct {
	// Kernel has passed its Check; nil is this package's own.
	Kernel *Kernel
}

func (s Solver) kernel() *Kernel {
	if s.Kernel == nil {
		return inGo()
	}
	return s.Kernel
}

// A Symmetric is a real symmetric n×n matrix. Entries are finite; those that matter
// are between 1e-140 and 1e140 in size, since squares of them are summed.
type Symmetric struct {
	n, stride int
	// Rows of the lower triangle, n padded to whole blocks of rows. Blocks on the
	// diagonal are kept whole.
	data []float64
}

// Block is how many rows a kernel takes together.
const Block = 4

func padded(n int) int { return (n + Block - 1) / Block * Block }

// New returns the n×n matrix of zeros. It panics unless n ≥ 1.
func New(n int) *Symmetric {
	if n < 1 {
		panic(fmt.Sprintf("eigen: dimension %d", n))
	}
	p := padded(n)
	return &Symmetric{n: n, stride: p, data: make([]float64, p*p)}
}

// Dim returns n.
func (a *Symmetric) Dim() int { return a.n }

// At returns entry i, j.
func (a *Symmetric) At(i, j int) float64 {
	if i < j {
		i, j = j, i
	}
	return a.data[i*a.stride+j]
}

// Set sets entries i, j and j, i.
func (a *Symmetric) Set(i, j int, x float64) {
	if i < j {
		i, j = j, i
	}
	a.data[i*a.stride+j] = x
	if i/Block == j/Block {
		a.data[j*a.stride+i] = x
	}
}

func (a *Symmetric) clone() *Symmetric {
	return &Symmetric{a.n, a.stride, slices.Clone(a.data)}
}

// row is row i up to the diagonal.
func (a *Symmetric) row(i int) []float64 { return a.data[i*a.stride : i*a.stride+i+1] }

// multiply returns A·x in y. Both are as long as the stride; past n, x is zero.
func (k *Kernel) multiply(a *Symmetric, x, y []float64) {
	clear(y)
	k.Multiply(a.data, a.stride, a.stride/Block, x, y)
}

// Deflated is the matrix with eigenvalues moved to a place below all others:
// A − Σ(λ − low)vvᵀ for each eigenvalue λ and its eigenvector v, a row of vectors.
func (a *Symmetric) Deflated(values []float64, vectors [][]float64, low float64) *Symmetric {
	a = a.clone()
	for r, v := range vectors {
		for i, x := range v {
			row := a.row(i)
			c := (values[r] - low) * x
			for j := range row {
				row[j] -= c * v[j]
			}
			for j := i + 1; j < a.n && j/Block == i/Block; j++ {
				a.data[i*a.stride+j] -= c * v[j]
			}
		}
	}
	return a
}

// norm is a bound on ‖A‖₂: the largest sum of a row's absolute values.
func (a *Symmetric) norm() float64 {
	sums := make([]float64, a.n)
	for i := range a.n {
		for j, x := range a.row(i) {
			x = math.Abs(x)
			sums[i] += x
			if j < i {
				sums[j] += x
			}
		}
	}
	return slices.Max(sums)
}

// Values is Solver.Values in Go.
func Values(a *Symmetric) []float64 { return Solver{}.Values(a) }

// All is Solver.All in Go.
func All(a *Symmetric) (values []float64, vectors [][]float64) { return Solver{}.All(a) }

// Top is Solver.Top in Go.
func Top(a *Symmetric, k int) (values []float64, vectors [][]float64) { return Solver{}.Top(a, k) }

// Values returns all eigenvalues, descending.
func (s Solver) Values(a *Symmetric) []float64 {
	t := s.kernel().reduce(a.clone())
	values := slices.Clone(t.diagonal)
	ql(values, slices.Clone(t.off), nil, 0)
	slices.Sort(values)
	slices.Reverse(values)
	return values
}

// All returns all eigenvalues, descending, and their eigenvectors, as rows.
func (s Solver) All(a *Symmetric) (values []float64, vectors [][]float64) {
	k := s.kernel()
	t := k.reduce(a.clone())
	values, q := k.divide(t.diagonal, t.off)
	k.back(t, q)
	slices.Reverse(values)
	vectors = make([][]float64, a.n)
	for i := range vectors {
		vectors[i] = q.row(a.n - 1 - i)
	}
	return values, vectors
}
