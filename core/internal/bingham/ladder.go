package bingham

import "math"

// A ladder evaluates log c at the vertices of one step's interlacing box. In
// gaps below the step's top eigenvalue, coordinate i lies between low[i] (its
// lower bound, the larger gap) and high[i]; the vertex (a, c) has the first a
// coordinates at high, those up to c at mid, the rest at low; the top itself
// has multiplicity r.
//
// Vertices near one another share a contour: prefix sums of logarithms at its
// nodes give any vertex in O(nodes). A rung is one contour; a vertex whose
// saddle is too far from every rung gets a new one.
type ladder struct {
	r              float64
	low, high, mid []float64
	rungs          []*rung
}

type rung struct {
	contour
	t, sigma       float64
	low, high, mid prefix
	value          []complex128
}

// prefix has the sums over the first i gaps g of log(s+g), s each node, and
// of 1/(2(t+g)).
type prefix struct {
	log [][]complex128
	f   []float64
}

func (r *rung) sums(gaps []float64) prefix {
	p := prefix{f: make([]float64, len(gaps)+1)}
	for i, g := range gaps {
		p.f[i+1] = p.f[i] + 0.5/(r.t+g)
	}
	for _, s := range r.node {
		sums := make([]complex128, len(gaps)+1)
		w := winding{z: 1}
		for i, g := range gaps {
			w.multiply(s + complex(g, 0))
			sums[i+1] = w.log()
		}
		p.log = append(p.log, sums)
	}
	return p
}

// useMid sets where the middle coordinates of vertices lie.
func (l *ladder) useMid(mid []float64) {
	l.mid = mid
	for _, r := range l.rungs {
		r.mid = r.sums(mid)
	}
}

// maxDrift is how many standard deviations of its contour a saddle may lie
// from the contour's own.
const maxDrift = 0.8

// logC returns log c at the vertex (a, c), a ≤ c, relative to the top.
func (l *ladder) logC(a, c int) float64 {
	var best *rung
	least := maxDrift
	for _, r := range l.rungs {
		f := l.r/(2*r.t) + r.high.f[a] + r.low.f[len(l.low)] - r.low.f[c]
		if c > a {
			f += r.mid.f[c] - r.mid.f[a]
		}
		if drift := math.Abs(f-1) * r.sigma; drift < least {
			best, least = r, drift
		}
	}
	if best != nil {
		if v, ok := best.vertex(l, a, c); ok {
			return v
		}
	}
	r := l.climb(a, c)
	v, ok := r.vertex(l, a, c)
	if !ok {
		panic("bingham: rung does not resolve its own vertex")
	}
	return v
}

// climb adds the rung of the vertex (a, c).
func (l *ladder) climb(a, c int) *rung {
	p := l.spectrum(a, c)
	t, k2 := p.saddle()
	r := &rung{t: t, sigma: 1 / math.Sqrt(k2)}
	r.build(t, k2, -p.k3(t)/(6*k2*k2), p.logProduct)
	r.value = make([]complex128, len(r.node))
	r.low, r.high = r.sums(l.low), r.sums(l.high)
	if l.mid != nil {
		r.mid = r.sums(l.mid)
	}
	l.rungs = append(l.rungs, r)
	return r
}

func (l *ladder) spectrum(a, c int) spectrum {
	mu := make([]float64, 1, 1+len(l.low))
	for i := range l.low {
		switch {
		case i < a:
			mu = append(mu, -l.high[i])
		case i < c:
			mu = append(mu, -l.mid[i])
		default:
			mu = append(mu, -l.low[i])
		}
	}
	p := simple(mu)
	p.mult[0] = l.r
	return p
}

func (r *rung) vertex(l *ladder, a, c int) (value float64, ok bool) {
	for n, s := range r.node {
		low := r.low.log[n]
		v := complex(l.r, 0)*logUpper(s) + r.high.log[n][a] + low[len(low)-1] - low[c]
		if c > a {
			v += r.mid.log[n][c] - r.mid.log[n][a]
		}
		r.value[n] = v
	}
	value, ok = r.log(r.value)
	return logGamma((l.r+float64(len(l.low)))/2) + value, ok
}
