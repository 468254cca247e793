package bingham

import "math"

// restriction evaluates, at one step of the exact sampler, the form that has
// its top eigenvalue r times and else is diag(−gap) restricted to the
// complement of p orthonormal columns Y:
//
//	∏(s−μ) = s^r ∏(s+gap) · det YᵀR(s)Y,   R = 1/(s+gap).
type restriction struct {
	r, p     int
	gap      []float64 // of the coordinates after the top
	pairs    []float64 // Y_a[i]·Y_b[i], b ≤ a, for each i
	re, im   []float64 // one determinant's lower triangle
	det      []complex128
	g, h, h3 []float64
	small    []float64
	contour  contour
}

func newRestriction(d, k int) *restriction {
	p := max(0, k-1)
	n := p * (p + 1) / 2
	return &restriction{
		pairs: make([]float64, 0, d*n), re: make([]float64, n), im: make([]float64, n), det: make([]complex128, n),
		g: make([]float64, p*p), h: make([]float64, p*p), h3: make([]float64, p*p), small: make([]float64, p),
	}
}

// set takes the gaps and columns of a step; skip is how many leading
// coordinates of the columns lie before the gaps.
func (c *restriction) set(r int, gap []float64, y [][]float64, skip int) {
	c.r, c.p, c.gap = r, len(y), gap
	c.pairs = c.pairs[:0]
	for i := range gap {
		for a, v := range y {
			x := v[skip+i]
			for _, w := range y[:a+1] {
				c.pairs = append(c.pairs, x*w[skip+i])
			}
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
	n := p * (p + 1) / 2
	g1, g2, g3 := c.re[:n], c.im[:n], c.h3[:n]
	clear(g1)
	clear(g2)
	clear(g3)
	tr1 := float64(c.r) / t
	tr2 := tr1 / t
	for i, gap := range c.gap {
		r := 1 / (t + gap)
		tr1 += r
		r2 := r * r
		tr2 += r2
		r3 := r2 * r
		for e, v := range c.pairs[i*n : i*n+n] {
			g1[e] += v * r
			g2[e] += v * r2
			g3[e] += v * r3
		}
	}
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
// Schur complements: the pivots' logarithms are principal.
func (c *restriction) logProduct(s complex128) complex128 {
	n := len(c.re[:c.p*(c.p+1)/2])
	re, im := c.re[:n], c.im[:n]
	clear(re)
	clear(im)
	w := winding{z: 1}
	x, y := real(s), imag(s)
	for i, gap := range c.gap {
		sx := x + gap
		w.multiply(complex(sx, y))
		d := 1 / (sx*sx + y*y)
		rx, ry := sx*d, -y*d
		for e, v := range c.pairs[i*n : i*n+n] {
			re[e] += v * rx
			im[e] += v * ry
		}
	}
	return complex(float64(c.r), 0)*logUpper(s) + w.log() + c.logDet(n)
}

// logDet returns the sum of the logarithms of the pivots of LDLᵀ.
func (c *restriction) logDet(n int) complex128 {
	for e := range n {
		c.det[e] = complex(c.re[e], c.im[e])
	}
	sum := complex128(0)
	p := c.p
	at := func(a, b int) *complex128 { return &c.det[a*(a+1)/2+b] }
	for j := range p {
		pivot := *at(j, j)
		sum += logLower(pivot)
		for a := j + 1; a < p; a++ {
			f := *at(a, j) / pivot
			for b := j + 1; b <= a; b++ {
				*at(a, b) -= f * *at(b, j)
			}
		}
	}
	return sum
}
