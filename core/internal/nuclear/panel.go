package nuclear

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// A panel resolves products φψ of two functions with pointsPerPanel sign
// changes each, which takes π nodes a point and some more; smooth decay by
// e^−maxFall in b, e^−2maxFall in φψ, costs it no more than that in accuracy.
const (
	nodesPerPanel  = 64
	pointsPerPanel = 10
	maxFall        = 4
)

// layPanels cuts (0, ∞), truncated where less than about 1e-16 of a point is
// left beyond, into panels as wide as resolution allows, and places the nodes.
func (p *Plan) layPanels() {
	a := math.Pi * float64(p.d) / 2
	end := a + 14*math.Cbrt(float64(p.d)) + 45
	p.edge = []float64{0}
	for x := 0.0; x < end; {
		hi := end
		if !fits(x, end, a) {
			for lo := x; hi-lo > 1e-3; {
				if mid := 0.5 * (lo + hi); fits(x, mid, a) {
					lo = mid
				} else {
					hi = mid
				}
			}
		}
		if end-hi < 1 {
			hi = end
		}
		x = hi
		p.edge = append(p.edge, x)
	}
	for k := range p.panels() {
		for i, t := range p.rule.node {
			p.x = append(p.x, p.at(k, t))
			p.w = append(p.w, p.half(k)*p.rule.weight[i])
		}
	}
}

// fits says whether the nodes of one panel (lo, hi) resolve the functions there.
// By the equilibrium density there are (2/π²)·arccosh(a/x) points of A per length
// up to a = πd/2 and none beyond. Gauss-Legendre nodes stand 1/√((x−lo)(hi−x))
// dense, so the product of the point density and that root must be small
// everywhere. Beyond a, −log of B's density rises at the rate (2/π)·arccos(a/x).
func fits(lo, hi, a float64) bool {
	const grid = 32
	for i := 1; i < grid; i++ {
		x := lo + (hi-lo)*float64(i)/grid
		if x < a && 2*(2/(math.Pi*math.Pi))*math.Acosh(a/x)*math.Sqrt((x-lo)*(hi-x)) > pointsPerPanel {
			return false
		}
	}
	return hi <= a || (hi-lo)*2/math.Pi*math.Acos(a/hi) <= maxFall
}

// panels returns the number of panels.
func (p *Plan) panels() int { return len(p.edge) - 1 }

// half returns half the width of panel k.
func (p *Plan) half(k int) float64 { return 0.5 * (p.edge[k+1] - p.edge[k]) }

// at returns the point with local coordinate t ∈ [−1, 1] in panel k.
func (p *Plan) at(k int, t float64) float64 { return p.edge[k] + p.half(k)*(t+1) }

// interpolate returns the row of table that belongs to the point t of panel k.
func (p *Plan) interpolate(table *matrix, k int, t float64) []float64 {
	l := make([]float64, p.rule.q)
	p.rule.lagrange(t, l)
	row := make([]float64, table.cols)
	if table.cols > 0 {
		blas64.Gemv(blas.Trans, 1, table.part(k*p.rule.q, p.rule.q).general(), vector(l), 0, vector(row))
	}
	return row
}
