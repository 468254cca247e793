package bingham

import "math"

// A tilt is one step of the exact sampler: column j is proposed from the
// vector Bingham law of the form C = diag(c), and what its normaliser costs is
// bounded linearly or convexly, see bingham.md, "The bound":
//
//	log c(μ) ≤ bound + Σ_{l>j} ( f(c_l) − v_lᵀ f(C) v_l ).
type tilt struct {
	gap     []float64 // top(c) − c[i] for i = j, …, d−1
	f       []float64 // f(c[i]) for the same i, up to a constant
	bound   float64
	t0      float64 // saddle of the lower corner, left of every other
	bend    float64 // its contour's curvature over its variance
	predict float64 // guess of the mean of log acceptance
}

// slopes of a tilt: f rises by x below tau and by y ≥ x above it.
type slopes struct{ tau, x, y float64 }

func (s slopes) at(c float64) float64 {
	return s.x*(min(c, s.tau)-s.tau) + s.y*(max(c, s.tau)-s.tau)
}

// plan chooses the tilts of all k steps for B = diag(b), with one slope (f
// linear) or two. Any slopes in [0, 1) with x ≤ y give an exact sampler.
func plan(b []float64, k int, two bool) []tilt {
	c := append([]float64(nil), b...)
	steps := make([]tilt, k)
	for j := range steps {
		steps[j] = newTilt(c, j, k, two)
		for i, f := range steps[j].f {
			c[j+i] -= f
		}
	}
	return steps
}

// newTilt plans step j of k under C = diag(c), c[j:] in descending order.
func newTilt(c []float64, j, k int, two bool) tilt {
	gap := make([]float64, len(c)-j)
	for i := range gap {
		gap[i] = c[j] - c[j+i]
	}
	s := tilt{gap: gap, f: make([]float64, len(gap))}
	m := len(c) - k
	box := &ladder{r: float64(k - j), low: gap[k-j:], high: gap[1 : 1+m]}
	corner := box.spectrum(0, 0)
	t, k2 := corner.saddle()
	s.t0, s.bend = t, -corner.k3(t)/(6*k2)
	if j == k-1 {
		return s // the last column comes first: its normaliser is a constant
	}
	share := spread(gap, k-j)
	best, excess := oneSlope(box, gap, share)
	s.choose(box, share, best, excess)
	if two {
		other := s
		other.f = make([]float64, len(gap))
		best, excess = twoSlopes(box, gap, share)
		if other.choose(box, share, best, excess); other.predict > s.predict {
			return other
		}
	}
	return s
}

// choose sets the tilt to f, whose excess over the box is given.
func (s *tilt) choose(box *ladder, share [][]float64, f slopes, excess float64) {
	for i, g := range s.gap {
		s.f[i] = f.at(-g)
	}
	s.bound = box.logC(0, 0) + excess + slack
	s.predict = s.guess(box, share, f)
}

// slack covers what quadrature and rounding may take from a maximum over
// vertices.
const slack = 1e-9

// spread returns how much of its square each later column l > j is expected to
// put on each low coordinate i, if it lies about its own eigenvector e_l:
// 1/(2(s_l − c_i)). So much of the gap between c_l and c_i leaves the columns'
// energy and enters the form's restriction to what is left.
func spread(gap []float64, r int) [][]float64 {
	low := gap[r:]
	share := newFrame(len(low), r-1)
	for l := 1; l < r; l++ {
		p := spectrum{mu: []float64{0}, mult: []float64{float64(r - l)}}
		for _, g := range low {
			p.mu, p.mult = append(p.mu, gap[l]-g), append(p.mult, 1)
		}
		t, _ := p.saddle()
		for i, g := range low {
			share[l-1][i] = 1 / (2 * (t + g - gap[l]))
		}
	}
	return share
}

// moved returns Σ share·(f(c_l) − f(c_i)): what the linear or convex bound is
// expected to cost, f as a function of the gap.
func moved(gap []float64, share [][]float64, f func(gap float64) float64) float64 {
	r := len(share) + 1
	sum := 0.0
	for l, row := range share {
		fl := f(gap[l+1])
		for i, x := range row {
			sum += x * (fl - f(gap[r+i]))
		}
	}
	return sum
}

// guess predicts the mean log acceptance of the step, from the log normaliser
// at the spectrum that the expected spread makes.
func (s *tilt) guess(box *ladder, share [][]float64, f slopes) float64 {
	p := box.spectrum(0, 0)
	over := 0.0 // what does not fit under an upper bound goes to the next
	for i, g := range box.low {
		mu := over - g
		for l, row := range share {
			mu += row[i] * (g - s.gap[l+1])
		}
		p.mu[1+i] = min(mu, -box.high[i])
		over = mu - p.mu[1+i]
	}
	return p.logC() - s.bound - moved(s.gap, share, func(g float64) float64 { return f.at(-g) })
}

// oneSlope minimises A(β) + β·(expected rise) over β, A(β) the largest excess
// of log c over its linear bound. The greedily filled vertices (a, a) are all
// that can attain it.
func oneSlope(box *ladder, gap []float64, share [][]float64) (slopes, float64) {
	total := moved(gap, share, func(g float64) float64 { return -g })
	vertices := make([]vertex, 0, len(box.low)+1)
	base, width := box.logC(0, 0), 0.0
	for a := range len(box.low) + 1 {
		vertices = append(vertices, vertex{box.logC(a, a) - base, width, 0})
		if a < len(box.low) {
			width += box.low[a] - box.high[a]
		}
	}
	steepest := steepest(vertices)
	cost := func(beta float64) float64 { return excess(vertices, beta, 0) + beta*total }
	beta := minimise(cost, 0, steepest)
	return slopes{0, beta, beta}, excess(vertices, beta, 0)
}

// vertex is what the bound must hold against: log c above the lower corner,
// and how far the box was filled below and above tau.
type vertex struct{ logC, below, above float64 }

func excess(vertices []vertex, x, y float64) float64 {
	most := 0.0
	for _, v := range vertices {
		most = max(most, v.logC-x*v.below-y*v.above)
	}
	return most
}

// steepest returns the slope from which on the excess is zero, at most ½.
func steepest(vertices []vertex) float64 {
	s := 0.0
	for _, v := range vertices {
		if w := v.below + v.above; w > 0 {
			s = max(s, v.logC/w)
		}
	}
	return min(s, 0.5)
}

// minimise returns an approximate minimiser of a convex function on [lo, hi]
// by golden section, or the better end.
func minimise(f func(float64) float64, lo, hi float64) float64 {
	const golden = 0.6180339887498949
	first, last := lo, hi
	a, b := hi-golden*(hi-lo), lo+golden*(hi-lo)
	fa, fb := f(a), f(b)
	for range 28 {
		if fa <= fb {
			hi, b, fb = b, a, fa
			a = hi - golden*(hi-lo)
			fa = f(a)
		} else {
			lo, a, fa = a, b, fb
			b = lo + golden*(hi-lo)
			fb = f(b)
		}
	}
	best, value := a, fa
	for _, x := range []float64{b, first, last} {
		if v := f(x); v < value {
			best, value = x, v
		}
	}
	return best
}

// tauShares are where the break of the two slopes is tried, as shares of the
// way from the lowest upper bound of interest to the highest.
var tauShares = [...]float64{0.03, 0.15, 0.3, 0.45, 0.6, 0.75, 0.88}

// twoSlopes does the same for a convex f with a break. The vertices (a, c) of
// the two-dimensional staircase attain the excess. They are taken on a grid;
// within a cell log c is at most its value at the far corner and the filling
// at least that of the near one, so that the bound holds for all of them.
func twoSlopes(box *ladder, gap []float64, share [][]float64) (best slopes, top float64) {
	least := math.Inf(1)
	m := len(box.low)
	base := box.logC(0, 0)
	mid := make([]float64, m)
	for _, part := range tauShares {
		tau := box.low[0] + (box.high[0]-box.low[0])*part // as a gap
		within := 0                                       // how many coordinates can pass tau
		for i := range mid {
			mid[i] = max(box.high[i], min(box.low[i], tau))
			if box.high[i] < tau {
				within = i + 1
			}
		}
		box.useMid(mid)
		below, above := make([]float64, m+1), make([]float64, m+1)
		for i := range mid {
			below[i+1] = below[i] + max(box.low[i], tau) - max(mid[i], tau)
			above[i+1] = above[i] + min(mid[i], tau) - min(box.high[i], tau)
		}
		belowRise := moved(gap, share, func(g float64) float64 { return -max(g, tau) })
		aboveRise := moved(gap, share, func(g float64) float64 { return -min(g, tau) })
		var vertices []vertex
		nearA := 0
		for _, a := range grid(0, within) {
			nearC := nearA // c may stay behind a within the cell
			for _, c := range grid(a, m) {
				vertices = append(vertices, vertex{box.logC(a, c) - base, below[nearC], above[nearA]})
				nearC = c + 1
			}
			nearA = a + 1
		}
		hi := min(2*steepest(vertices), 0.5)
		var y float64
		outer := func(x float64) float64 {
			inner := func(y float64) float64 { return excess(vertices, x, y) + x*belowRise + y*aboveRise }
			y = minimise(inner, x, max(x, min(3*hi, 0.9)))
			return inner(y)
		}
		x := minimise(outer, 0, hi)
		if cost := outer(x); cost < least {
			least, best, top = cost, slopes{-tau, x, y}, excess(vertices, x, y)
		}
	}
	return best, top
}

// grid returns lo, …, hi with steps that grow from 1 to an eighth.
func grid(lo, hi int) []int {
	g := []int{lo}
	for x := lo; x < hi; {
		x = min(hi, x+max(1, x/8))
		g = append(g, x)
	}
	return g
}
