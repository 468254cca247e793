package bingham

import (
	"math"
	"math/cmplx"

	"gonum.org/v1/gonum/floats"
)

// restriction evaluates, at one step of the exact sampler, the form that has
// its top eigenvalue r times and else is diag(−gap) restricted to the
// complement of p orthonormal columns Y:
//
//	∏(s−μ) = s^r ∏(s+gap) · det YᵀR(s)Y,   R = 1/(s+gap).
type restriction struct {
	r, p    int
	gap     []float64 // of the coordinates after the top
	pairs   []float64 // rows Y_a∘Y_b, b ≤ a, of length len(gap)
	weights [3][]float64
	sums    [3][]float64 // of pairs with weights: lower triangles
	det     []complex128
	g, h    []float64
	small   []float64
	contour contour
}

func newRestriction(d, k int) *restriction {
	p := max(0, k-1)
	n := p * (p + 1) / 2
	c := &restriction{pairs: make([]float64, d*n), det: make([]complex128, n), g: make([]float64, p*p), h: make([]float64, p*p), small: make([]float64, p)}
	for i := range c.sums {
		c.weights[i], c.sums[i] = make([]float64, d), make([]float64, n)
	}
	return c
}

// set takes the gaps and columns of a step; skip is how many leading
// coordinates of the columns lie before the gaps.
func (c *restriction) set(r int, gap []float64, y [][]float64, skip int) {
	c.r, c.p, c.gap = r, len(y), gap
	n, e := len(gap), 0
	for a, v := range y {
		for _, w := range y[:a+1] {
			row := c.pairs[e*n : e*n+n]
			for i := range row {
				row[i] = v[skip+i] * w[skip+i]
			}
			e++
		}
	}
}

// apply leaves YᵀRY in sums[k], R = diag(weights[k]), for the first m ≤ 3 of
// them. It is where the sampler spends its time: two rows at once keep four
// or more additions in flight and all of them in registers.
func (c *restriction) apply(m int) {
	n := len(c.gap)
	count := c.p * (c.p + 1) / 2
	for k := 0; k < m; k += 2 {
		u := c.weights[k][:n]
		w := c.weights[min(k+1, m-1)][:n]
		su, sw := c.sums[k], c.sums[min(k+1, m-1)]
		e := 0
		for ; e+1 < count; e += 2 {
			p := c.pairs[e*n : e*n+n][:len(u)]
			q := c.pairs[(e+1)*n : (e+1)*n+n][:len(u)]
			w := w[:len(u)]
			var pu, pw, qu, qw float64
			for i, x := range u {
				pu += p[i] * x
				qu += q[i] * x
				pw += p[i] * w[i]
				qw += q[i] * w[i]
			}
			su[e], sw[e], su[e+1], sw[e+1] = pu, pw, qu, qw
		}
		if e < count {
			row := c.pairs[e*n : e*n+n]
			su[e], sw[e] = floats.Dot(row, u), floats.Dot(row, w)
		}
	}
}

// seek climbs from t, left of the saddle, to the saddle, and leaves the
// Cholesky factor of YᵀR(t)Y in c.g. The second value is K₂.
func (c *restriction) seek(t float64) (saddle, k2 float64) {
	for range 100 {
		f, g := c.slope(t)
		step := (f*f - f) / g
		k2 = g
		if !(math.Abs(step) > 1e-3*t) {
			break
		}
		t += step
	}
	return t, k2
}

// slope returns f = ½ Σ 1/(t−μ) and ½ Σ 1/(t−μ)², as ½ tr M and ½ tr M² of
// the restricted inverse M = R − RY(YᵀRY)⁻¹YᵀR.
func (c *restriction) slope(t float64) (f, g float64) {
	p := c.p
	tr1 := float64(c.r) / t
	tr2 := tr1 / t
	for i, gap := range c.gap {
		r := 1 / (t + gap)
		tr1 += r
		tr2 += r * r
		c.weights[0][i], c.weights[1][i], c.weights[2][i] = r, r*r, r*r*r
	}
	c.apply(3)
	g1, g2, g3 := c.sums[0], c.sums[1], c.sums[2]
	if p > 0 {
		e := 0
		for a := range p {
			for b := range a + 1 {
				c.g[a*p+b] = g1[e]
				c.h[a*p+b], c.h[b*p+a] = g2[e], g2[e]
				e++
			}
		}
		if !cholesky(c.g[:p*p], p) {
			panic("bingham: columns not independent")
		}
		for a := range p { // column a of (YᵀRY)⁻¹YᵀR³Y
			for b := range p {
				lo, hi := min(a, b), max(a, b)
				c.small[b] = g3[hi*(hi+1)/2+lo]
			}
			solve(c.g, p, c.small)
			tr2 -= 2 * c.small[a]
			solve(c.g, p, c.h[a*p:a*p+p])
		}
		for a := range p {
			tr1 -= c.h[a*p+a]
			for b := range p {
				tr2 += c.h[a*p+b] * c.h[b*p+a]
			}
		}
	}
	return tr1 / 2, tr2 / 2
}

// logC returns log c of the restricted spectrum, its top at 0, t near its
// saddle; bend is the curvature of a contour over its variance.
func (c *restriction) logC(t, k2, bend float64) float64 {
	c.contour.build(t, k2, bend/k2, c.logProduct)
	v, _ := c.contour.log(c.contour.product)
	q := float64(c.r + len(c.gap) - c.p)
	return logGamma(q/2) + v
}

// logProduct returns the log product at s in the upper half plane. The
// imaginary part of YᵀRY is negative definite there, and so is that of its
// Schur complements: the pivots lie in the lower half plane.
func (c *restriction) logProduct(s complex128) complex128 {
	x, y := real(s), imag(s)
	re, im := c.weights[0][:len(c.gap)], c.weights[1][:len(c.gap)]
	for i, gap := range c.gap {
		sx := x + gap
		d := 1 / (sx*sx + y*y)
		re[i], im[i] = sx*d, -y*d
	}
	c.apply(2)
	w := winding{z: 1}
	for range c.r {
		w.multiply(s)
	}
	w.multiplyShifted(s, c.gap)
	return w.log() + c.logDet()
}

// logDet returns the sum of the principal logarithms of the pivots of LDLᵀ.
func (c *restriction) logDet() complex128 {
	for e := range c.p * (c.p + 1) / 2 {
		c.det[e] = complex(c.sums[0][e], c.sums[1][e])
	}
	w := winding{z: 1}
	p := c.p
	at := func(a, b int) *complex128 { return &c.det[a*(a+1)/2+b] }
	for j := range p {
		pivot := *at(j, j)
		w.multiply(cmplx.Conj(pivot)) // into the upper half plane
		for a := j + 1; a < p; a++ {
			f := *at(a, j) / pivot
			for b := j + 1; b <= a; b++ {
				*at(a, b) -= f * *at(b, j)
			}
		}
	}
	return cmplx.Conj(w.log())
}
