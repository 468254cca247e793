package bingham

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"privatepca/core/noise"
)

// floor bounds the diagonal D₀ below. At the saddle every restricted
// eigenvalue is at least ½ below s, so interlacing leaves at most len(Y)
// diagonal elements of s−B under ½; a smaller floor leaves room for an
// approximate saddle.
const floor = 0.25

// column draws exactly from the vector Bingham law on the unit sphere of the
// complement of given orthonormal columns Y: density ∝ exp(xᵀBx), B diagonal.
// No eigendecomposition: the Gaussian with precision D = s−B is conditioned
// on Yᵀz = 0 (bingham.md, "A column in the complement of others").
//
// D may be indefinite though its restriction is positive: the top directions
// are in Y. Then D = D₀ − Δ with D₀ > 0 diagonal and Δ ≥ 0 on the first p
// coordinates; M₀, the restricted inverse of D₀, is corrected by
// M = M₀ + KKᵀ, K = M₀EΔ^½L⁻ᵀ, LLᵀ = I − Δ^½EᵀM₀EΔ^½.
type column struct {
	d, m   int
	gap    []float64 // b[m]−b[i]: D = t + gap, t = s−b[m]
	lo, hi float64   // what t can be for any Y, by interlacing

	diag, r0, sd []float64   // D, 1/D₀, 1/√D₀
	y            [][]float64 // the m columns
	gy           [][]float64 // D₀⁻¹Y
	g, h         []float64   // chol(YᵀD₀⁻¹Y), YᵀD₀⁻²Y; m×m
	p            int         // how many coordinates are corrected
	root         []float64   // Δ^½
	corr         [][]float64 // M₀E, then K; p columns
	l            []float64   // chol(I − Δ^½EᵀM₀EΔ^½); p×p
	small        []float64
	x            []float64
}

// newColumn prepares draws under B = diag(b) in complements of m columns.
func newColumn(b []float64, m int) *column {
	d := len(b)
	c := &column{
		d: d, m: m,
		gap:  make([]float64, d),
		diag: make([]float64, d), r0: make([]float64, d), sd: make([]float64, d),
		gy: newFrame(d, m), g: make([]float64, m*m), h: make([]float64, m*m),
		root: make([]float64, m), corr: newFrame(d, m), l: make([]float64, m*m),
		small: make([]float64, m), x: make([]float64, d),
	}
	for i, v := range b {
		c.gap[i] = b[m] - v
	}
	low, _ := simple(b[m:]).saddle()
	high, _ := simple(b[:d-m]).saddle()
	c.lo, c.hi = low*(1-1e-9), (high+(b[0]-b[m]))*(1+1e-9)
	return c
}

// start is a guess of the saddle and its K₂ that a column keeps between draws.
type start struct{ t, k2 float64 }

// draw replaces dst by a draw orthogonal to y. It begins the search for the
// saddle at *from and leaves there where it ended.
func (c *column) draw(y [][]float64, dst []float64, from *start, src noise.Source) {
	c.y = y
	c.seek(from)
	q := float64(c.d - c.m)
	for {
		c.gaussian(src)
		n2, w := 0.0, 0.0
		for i, x := range c.x {
			n2 += x * x
			w += c.diag[i] * x * x
		}
		if accept(w/n2, q, src) {
			break
		}
	}
	copy(dst, c.x)
	for range 2 { // rounding only: x is orthogonal to y already
		for _, v := range y {
			floats.AddScaled(dst, -floats.Dot(v, dst), v)
		}
		floats.Scale(1/math.Sqrt(floats.Dot(dst, dst)), dst)
	}
}

// seek factors at a t near the saddle. Any t whose restriction is positive
// definite gives exact draws; the best one only accepts most often, and
// (1−f)²/(2K₂) is what log acceptance loses.
func (c *column) seek(from *start) {
	lo, hi := c.lo, c.hi
	t, k2 := min(max(from.t, lo), hi), from.k2
	last, lastInv := 0.0, 0.0
	found := false
	for range 200 {
		f, ok := c.factor(t)
		found = ok
		if ok && (math.Abs(f-1) <= 0.2*min(1, math.Sqrt(k2)) || hi-lo <= 1e-15*hi) {
			break
		}
		next := 0.0
		if ok {
			inv := 1 / f
			if last != 0 && t != last {
				if slope := (inv - lastInv) / (t - last); slope > 0 {
					k2 = slope
				}
			}
			last, lastInv = t, inv
			next = t + (1-inv)/k2
		}
		if ok && f <= 1 {
			hi = t
		} else {
			lo = t
		}
		if !(next > lo && next < hi) {
			next = math.Sqrt(lo) * math.Sqrt(hi)
		}
		t = next
	}
	if !found { // as near as rounding tells: hi was positive definite
		t = hi
		c.factor(t)
	}
	from.t, from.k2 = t, k2
}

// factor prepares M at t and returns f = ½ tr M; not ok where the restriction
// of s−B is not positive definite, that is, t is too small.
func (c *column) factor(t float64) (f float64, ok bool) {
	m := c.m
	trace := 0.0
	c.p = 0
	for i, gap := range c.gap {
		diag := t + gap
		d0 := diag
		if diag < floor {
			if c.p == m {
				return 0, false
			}
			d0 = max(floor, math.Abs(diag))
			c.root[c.p] = math.Sqrt(d0 - diag)
			c.p++
		}
		r := 1 / d0
		c.diag[i], c.r0[i], c.sd[i] = diag, r, math.Sqrt(r)
		trace += r
	}
	for a, y := range c.y {
		gy := c.gy[a]
		for i, v := range y {
			gy[i] = v * c.r0[i]
		}
		for b := range a + 1 {
			c.g[a*m+b] = floats.Dot(gy, c.y[b])
			h := floats.Dot(gy, c.gy[b])
			c.h[a*m+b], c.h[b*m+a] = h, h
		}
	}
	if !cholesky(c.g, m) {
		return 0, false
	}
	for a := range m {
		row := c.h[a*m : a*m+m]
		solve(c.g, m, row)
		trace -= row[a]
	}
	if c.p > 0 {
		extra, ok := c.correct()
		if !ok {
			return 0, false
		}
		trace += extra
	}
	return trace / 2, true
}

// correct builds K and returns tr KKᵀ.
func (c *column) correct() (trace float64, ok bool) {
	m, p := c.m, c.p
	for a := range p { // M₀e_a, scaled by Δ^½
		col := c.corr[a]
		clear(col)
		for b := range m {
			c.small[b] = c.gy[b][a]
		}
		solve(c.g, m, c.small)
		col[a] = c.r0[a]
		for b := range m {
			floats.AddScaled(col, -c.small[b], c.gy[b])
		}
		floats.Scale(c.root[a], col)
	}
	for a := range p {
		for b := range a + 1 {
			v := -c.root[b] * c.corr[a][b]
			if a == b {
				v++
			}
			c.l[a*p+b] = v
		}
	}
	if !cholesky(c.l, p) {
		return 0, false
	}
	for a := range p { // rows of L⁻¹(M₀EΔ^½)ᵀ, in place from the first
		if c.l[a*p+a] < 1e-6 {
			return 0, false // too near singular to be told from it
		}
		for b := range a {
			floats.AddScaled(c.corr[a], -c.l[a*p+b], c.corr[b])
		}
		floats.Scale(1/c.l[a*p+a], c.corr[a])
		trace += floats.Dot(c.corr[a], c.corr[a])
	}
	return trace, true
}

// gaussian leaves a draw from N(0, M) in c.x.
func (c *column) gaussian(src noise.Source) {
	for i := range c.x {
		c.x[i] = noise.Normal(src) * c.sd[i]
	}
	for a, y := range c.y {
		c.small[a] = floats.Dot(y, c.x)
	}
	solve(c.g, c.m, c.small)
	for a, gy := range c.gy {
		floats.AddScaled(c.x, -c.small[a], gy)
	}
	for _, k := range c.corr[:c.p] {
		floats.AddScaled(c.x, noise.Normal(src), k)
	}
}
