package nuclear

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"

	"privatepca/core/noise"
)

// Matrix draws a symmetric d×d matrix N with density ∝ exp(−c‖N‖_*), ‖N‖_* the
// sum of the absolute eigenvalues, and returns all its d² entries, row by row.
// It panics unless c is positive and finite. If progress is not nil it is called
// up to a thousand times with the share of the work done so far; an error of it
// ends the draw and is returned. Other errors are those of Eigenvalues. O(d³).
func (p *Plan) Matrix(c float64, src noise.Source, progress func(done, total int) error) ([]float64, error) {
	if !(c > 0) || math.IsInf(c, 1) {
		panic("nuclear: c must be positive and finite")
	}
	d := float64(p.d)
	meter := newMeter(progress, p.eigenvaluesWork()+2*d*d*d/3)
	lambda, _, err := p.certified(src, meter)
	if err != nil {
		return nil, err
	}
	for i := range lambda {
		lambda[i] /= c
	}
	n, err := conjugate(lambda, src, meter)
	if err != nil {
		return nil, err
	}
	if err := meter.finish(); err != nil {
		return nil, err
	}
	return n, nil
}

// conjugate returns QΛQᵀ for Λ = diag(lambda) and a Haar orthogonal Q.
//
// Q = H₁H₂⋯H_{d−1} up to the signs of its columns, which QΛQᵀ does not see:
// H_k is the Householder reflection of coordinates k…d that sends e_k to the
// direction, up to sign, of a Gaussian vector (Stewart 1980). The reflections
// are applied from the smallest, so each meets a block that is still diagonal
// outside of it.
func conjugate(lambda []float64, src noise.Source, meter *meter) ([]float64, error) {
	d := len(lambda)
	n := newMatrix(d, d) // lower triangle until the end
	for i, l := range lambda {
		n.set(i, i, l)
	}
	for k := d - 2; k >= 0; k-- {
		reflectBlock(n, k, householder(src, d-k))
		if err := meter.advance(2 * float64((d-k)*(d-k))); err != nil {
			return nil, err
		}
	}
	for i := range d {
		for j := range i {
			n.set(j, i, n.at(i, j))
		}
	}
	return n.a, nil
}

// householder returns v with |v|² = 2 such that I − vvᵀ sends e₁ to the
// direction of a Gaussian vector of the given size, up to sign.
func householder(src noise.Source, size int) []float64 {
	v := make([]float64, size)
	for i := range v {
		v[i] = noise.Normal(src)
	}
	v[0] += math.Copysign(math.Sqrt(floats.Dot(v, v)), v[0]) // the sign that does not cancel
	scale := math.Sqrt(2 / floats.Dot(v, v))
	for i := range v {
		v[i] *= scale
	}
	return v
}

// reflectBlock replaces the trailing block B of n, from row and column k on, by
// (I − vvᵀ)B(I − vvᵀ) = B − vwᵀ − wvᵀ, w = Bv − (vᵀBv/2)v.
func reflectBlock(n *matrix, k int, v []float64) {
	b := n.trailing(k)
	w := make([]float64, len(v))
	blas64.Symv(1, b, vector(v), 0, vector(w))
	floats.AddScaled(w, -0.5*floats.Dot(v, w), v)
	blas64.Syr2(-1, vector(v), vector(w), b)
}
