package bingham

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"privatepca/core/noise"
)

// Uniform draws k orthonormal columns of length d, Haar distributed on the
// Stiefel manifold: Gram–Schmidt of a Gaussian matrix (Eaton 1983, prop. 7.2).
// It panics unless 1 ≤ k ≤ d.
func Uniform(d, k int, src noise.Source) [][]float64 {
	if k < 1 || k > d {
		panic("bingham: k out of range")
	}
	v := newFrame(d, k)
	for _, x := range v {
		for i := range x {
			x[i] = noise.Normal(src)
		}
	}
	orthonormalise(v)
	return v
}

// Rotate replaces V, k columns of length d, by VO in place, O a fresh Haar
// k×k rotation. The subspace stays, and nothing else of V does: whatever the
// gauge of the columns said about the eigenbasis is gone.
func Rotate(v [][]float64, src noise.Source) {
	k := len(v)
	o := Uniform(k, k, src)
	row := make([]float64, k)
	for i := range v[0] {
		for l := range row {
			row[l] = v[l][i]
		}
		for j := range v {
			v[j][i] = floats.Dot(o[j], row)
		}
	}
}

// complement returns an orthonormal basis of the complement of the m columns
// of w: the last d−m columns of the product of their Householder reflectors.
func complement(w [][]float64, d int) [][]float64 {
	m := len(w)
	house := newFrame(d, m)
	for j, h := range house {
		copy(h, w[j])
		for l := range j {
			reflect(house[l][l:], h[l:])
		}
		clear(h[:j])
		tail := h[j:]
		tail[0] += math.Copysign(math.Sqrt(floats.Dot(tail, tail)), tail[0])
		floats.Scale(1/math.Sqrt(floats.Dot(tail, tail)), tail)
	}
	v := newFrame(d, d-m)
	for j, x := range v {
		x[m+j] = 1
		for l := m - 1; l >= 0; l-- {
			reflect(house[l][l:], x[l:])
		}
	}
	return v
}

// reflect applies I − 2hhᵀ to x, |h| = 1.
func reflect(h, x []float64) {
	floats.AddScaled(x, -2*floats.Dot(h, x), h)
}

// orthonormalise makes the columns orthonormal in order, by Gram–Schmidt
// applied twice, which is as orthogonal as Householder (Giraud et al. 2005).
// Not gonum's QR: the law is Haar's only where R has a positive diagonal
// (Mezzadri 2007), which LAPACK's does not.
func orthonormalise(v [][]float64) {
	for j, x := range v {
		for range 2 {
			for _, y := range v[:j] {
				floats.AddScaled(x, -floats.Dot(y, x), y)
			}
		}
		floats.Scale(1/math.Sqrt(floats.Dot(x, x)), x)
	}
}

func newFrame(d, k int) [][]float64 {
	v := make([][]float64, k)
	for j := range v {
		v[j] = make([]float64, d)
	}
	return v
}
