package bingham

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"privatepca/core/noise"
)

// ks returns the two-sample Kolmogorov–Smirnov p-value (asymptotic, with
// Stephens' correction).
func ks(a, b []float64) float64 {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	most := 0.0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		x := min(a[i], b[j])
		for i < len(a) && a[i] == x {
			i++
		}
		for j < len(b) && b[j] == x {
			j++
		}
		most = max(most, math.Abs(float64(i)/float64(len(a))-float64(j)/float64(len(b))))
	}
	return kolmogorov(most, float64(len(a))*float64(len(b))/float64(len(a)+len(b)))
}

// ksAgainst is the one-sample test against a continuous distribution function.
func ksAgainst(a []float64, cdf func(float64) float64) float64 {
	a = slices.Clone(a)
	slices.Sort(a)
	n, most := float64(len(a)), 0.0
	for i, x := range a {
		f := cdf(x)
		most = max(most, f-float64(i)/n, float64(i+1)/n-f)
	}
	return kolmogorov(most, n)
}

func kolmogorov(most, n float64) float64 {
	x := (math.Sqrt(n) + 0.12 + 0.11/math.Sqrt(n)) * most
	if x < 0.2 {
		return 1
	}
	p, sign := 0.0, 2.0
	for m := 1.0; m < 60; m++ {
		p += sign * math.Exp(-2*m*m*x*x)
		sign = -sign
	}
	return min(max(p, 0), 1)
}

// mean returns the mean of xs and its standard error.
func mean(xs []float64) (m, se float64) {
	for _, x := range xs {
		m += x
	}
	n := float64(len(xs))
	m /= n
	for _, x := range xs {
		se += (x - m) * (x - m)
	}
	return m, math.Sqrt(se/(n-1)) / math.Sqrt(n)
}

func energy(v [][]float64, b []float64) float64 {
	e := 0.0
	for _, x := range v {
		for i, y := range x {
			e += b[i] * y * y
		}
	}
	return e
}

// projected returns ‖P e_i‖², P the projection on the span of v.
func projected(v [][]float64, i int) float64 {
	s := 0.0
	for _, x := range v {
		s += x[i] * x[i]
	}
	return s
}

// statistics of a subspace that are compared between samplers: its energy,
// ‖P e_i‖² for the first, the k-th, the next and the last direction, and one
// element off P's diagonal.
func statistics(v [][]float64, b []float64) []float64 {
	d, k := len(b), len(v)
	off := 0.0
	for _, x := range v {
		off += x[0] * x[d-1]
	}
	return []float64{energy(v, b), projected(v, 0), projected(v, k-1), projected(v, min(k, d-1)), projected(v, d-1), off}
}

// sample collects the statistics of n draws, one slice a statistic.
func sample(n int, b []float64, draw func() [][]float64) [][]float64 {
	var out [][]float64
	for range n {
		for i, x := range statistics(draw(), b) {
			if i == len(out) {
				out = append(out, make([]float64, 0, n))
			}
			out[i] = append(out[i], x)
		}
	}
	return out
}

// leastP returns the smallest two-sample p-value over the statistics.
func leastP(a, b [][]float64) float64 {
	p := 1.0
	for i := range a {
		p = min(p, ks(a[i], b[i]))
	}
	return p
}

// exactly draws with the given steps, in their own gauge, unrotated.
func exactly(d int, steps []tilt, src noise.Source) [][]float64 {
	p := newProposer(d, steps)
	for !p.propose(src) {
	}
	return p.v
}

// unchecked is the mutant that accepts every proposal.
func unchecked(d int, steps []tilt, src noise.Source) [][]float64 {
	p := newProposer(d, steps)
	for j := p.k - 1; j >= 0; j-- {
		_, t := p.acceptance(j)
		p.column(j, t, src)
	}
	return p.v
}

func scaled(b []float64, c float64) []float64 {
	b = slices.Clone(b)
	floats.Scale(c, b)
	return b
}

// simpson integrates f over [lo, hi] with n (even) intervals.
func simpson(f func(float64) float64, lo, hi float64, n int) float64 {
	h := (hi - lo) / float64(n)
	s := f(lo) + f(hi)
	for i := 1; i < n; i++ {
		s += f(lo+float64(i)*h) * float64(2+2*(i%2))
	}
	return s * h / 3
}

// orthonormality returns the largest element of |VᵀV − I|.
func orthonormality(v [][]float64) float64 {
	most := 0.0
	for i, x := range v {
		for j, y := range v[:i+1] {
			g := floats.Dot(x, y)
			if i == j {
				g--
			}
			if math.IsNaN(g) {
				return math.Inf(1)
			}
			most = max(most, math.Abs(g))
		}
	}
	return most
}
