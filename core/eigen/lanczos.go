package eigen

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Top returns the k largest eigenvalues, descending, and their eigenvectors, as rows.
// It panics unless 1 ≤ k ≤ n.
//
// Residuals ‖Av − λv‖ are at most 1e-12·‖A‖, as computed. That nothing larger was left
// out is checked by a second iteration in the complement, from another start: what is
// tied or too close to tell, and what does not converge soon, is left to All.
func (s Solver) Top(a *Symmetric, k int) (values []float64, vectors [][]float64) {
	if k < 1 || k > a.n {
		panic("eigen: k is not in 1 … n")
	}
	if a.n >= least && k <= a.n/8 {
		if values, vectors, ok := s.top(a, k); ok {
			return values, vectors
		}
	}
	values, vectors = s.All(a)
	return values[:k], vectors[:k]
}

// least is the dimension below which All is as quick.
const least = 64

// precision is the residual asked for, in units of ‖A‖.
const precision = 1e-12

func (s Solver) top(a *Symmetric, k int) (values []float64, vectors [][]float64, ok bool) {
	kernel := s.kernel()
	l := newLanczos(kernel, a, nil, 1)
	if !l.run(func(r ritz) bool {
		return len(r.values) >= k && slices.Max(r.residuals[:k]) <= precision/8*l.scale
	}, k) {
		return nil, nil, false
	}
	values, vectors = l.leading(k)
	x, y := make([]float64, a.stride), make([]float64, a.stride)
	for i, v := range vectors {
		copy(x, v)
		kernel.multiply(a, x, y)
		values[i] = dot(v, y[:a.n])
		residual := 0.0
		for j, t := range v {
			r := y[j] - values[i]*t
			residual += r * r
		}
		if !(math.Sqrt(residual) <= precision*l.scale) || i > 0 && values[i] > values[i-1] {
			return nil, nil, false
		}
	}
	lowest := values[k-1]
	rest := newLanczos(kernel, a, vectors, 2)
	tied := false
	if !rest.run(func(r ritz) bool {
		gap := lowest - r.values[0]
		tied = gap <= 64*precision*l.scale
		return tied || r.residuals[0] <= gap/10
	}, 1) || tied {
		return nil, nil, false
	}
	return values, vectors, true
}

// A lanczos is Lanczos's recurrence with full reorthogonalisation (Golub, Van Loan
// §10.3), in the complement of vectors that are found.
type lanczos struct {
	kernel      *Kernel
	a           *Symmetric
	found       [][]float64
	basis       [][]float64 // orthonormal
	alpha, beta []float64   // T = basisᵀ·A·basis, tridiagonal
	next        []float64
	scale       float64 // of A: the largest entry of T so far
	rng         *rand.Rand
}

// newLanczos starts at a vector that does not depend on A: from a seed, so that the
// result is the same each time.
func newLanczos(k *Kernel, a *Symmetric, found [][]float64, seed uint64) *lanczos {
	l := &lanczos{kernel: k, a: a, found: found, rng: rand.New(rand.NewPCG(seed, 0))}
	l.next = make([]float64, a.n)
	for i := range l.next {
		l.next[i] = l.rng.NormFloat64()
	}
	l.orthogonalise()
	return l
}

// ritz are the Ritz values, descending, and the residuals of their vectors.
type ritz struct{ values, residuals []float64 }

// run iterates until the Ritz values are enough, which is asked every few steps, once
// there are more than `wanted`. It reports false where they are not within a third of the
// dimension: All is about as quick then.
func (l *lanczos) run(enough func(ritz) bool, wanted int) bool {
	n := l.a.n
	x, y := make([]float64, l.a.stride), make([]float64, l.a.stride)
	check := max(2*wanted, 12)
	for len(l.basis) < n/3 {
		length := norm(l.next)
		if j := len(l.basis); j > 0 {
			l.beta = append(l.beta, length)
			if length <= 1e-14*l.scale { // the space is invariant: all is in it but what the start lacks
				return false
			}
		}
		v := slices.Clone(l.next)
		for i := range v {
			v[i] /= length
		}
		l.basis = append(l.basis, v)
		copy(x, v)
		l.kernel.multiply(l.a, x, y)
		copy(l.next, y)
		alpha := dot(v, l.next)
		l.alpha = append(l.alpha, alpha)
		l.scale = max(l.scale, math.Abs(alpha))
		j := len(l.basis) - 1
		for i, t := range v {
			l.next[i] -= alpha * t
		}
		if j > 0 {
			b := l.beta[j-1]
			l.scale = max(l.scale, b)
			for i, t := range l.basis[j-1] {
				l.next[i] -= b * t
			}
		}
		before := norm(l.next)
		l.orthogonalise()
		after := norm(l.next)
		if after < before*0.7 { // twice is enough (Parlett, after Kahan)
			l.orthogonalise()
			after = norm(l.next)
		}
		if len(l.basis) >= check {
			if enough(l.ritz(after)) {
				return true
			}
			check += max(4, check/8)
		}
	}
	return false
}

// orthogonalise takes out of next what is in the basis or found.
func (l *lanczos) orthogonalise() {
	for _, set := range [][][]float64{l.found, l.basis} {
		for _, v := range set {
			c := dot(v, l.next)
			for i, t := range v {
				l.next[i] -= c * t
			}
		}
	}
}

// ritz returns the Ritz values; of a vector s of T the residual is β·|s_last|.
func (l *lanczos) ritz(beta float64) ritz {
	j := len(l.basis)
	d, z := slices.Clone(l.alpha), make([]float64, j)
	z[j-1] = 1
	ql(d, slices.Clone(l.beta), z, 1)
	order := ascending(d)
	slices.Reverse(order)
	var r ritz
	for _, at := range order {
		r.values = append(r.values, d[at])
		r.residuals = append(r.residuals, math.Abs(beta*z[at]))
	}
	l.scale = max(l.scale, math.Abs(r.values[0]), math.Abs(r.values[j-1]))
	return r
}

// leading returns the k largest Ritz values and their vectors.
func (l *lanczos) leading(k int) ([]float64, [][]float64) {
	j := len(l.basis)
	values, s := l.kernel.divide(slices.Clone(l.alpha), slices.Clone(l.beta))
	top, vectors := make([]float64, k), make([][]float64, k)
	for i := range k {
		top[i] = values[j-1-i]
		vectors[i] = make([]float64, l.a.n)
		for q, c := range s.row(j - 1 - i) {
			for at, t := range l.basis[q] {
				vectors[i][at] += c * t
			}
		}
		length := norm(vectors[i])
		for at := range vectors[i] {
			vectors[i][at] /= length
		}
	}
	return top, vectors
}

func norm(x []float64) float64 { return math.Sqrt(dot(x, x)) }
