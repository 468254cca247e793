package nuclear

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"

	"privatepca/core/noise"
)

// drawB draws the other points given A: one in each gap of A, where (0, a_m)
// counts as a gap for odd d and not for even d. It returns them descending and
// adds the logarithm of the density it used to logQ.
//
// The density of z is det[b_j(zᵢ)]. With L_ij = ∫ over gap i of b_j and
// C = L⁻ᵀ the functions fᵢ = Cᵢ·b satisfy ∫ over gap j of fᵢ = [i = j], so z₁ has
// density f₁ on its gap; once it is drawn the others become
// fᵢ − fᵢ(z₁)/f₁(z₁)·f₁, which vanish at z₁, and so on.
func (p *Plan) drawB(src noise.Source, a []point, logQ *sum, meter *meter) ([]float64, error) {
	c := factor(p.gapIntegrals(a)).inverse(blas.Trans)
	z, here := make([]float64, p.n), make([]float64, p.n)
	end := point{panel: p.panels() - 1, t: 1}
	for i := range z {
		lower, upper := point{panel: 0, t: -1}, end
		if i > 0 {
			upper = a[i-1]
		}
		if i < p.m {
			lower = a[i]
		}
		at, f := p.drawInGap(src, c.row(i), lower, upper)
		logQ.add(math.Log(f))
		z[i] = at.x
		b := p.interpolate(p.b, at.panel, at.t)
		fi := floats.Dot(c.row(i), b)
		if rest := c.part(i+1, p.n-i-1); rest.rows > 0 {
			rest.mulVec(b, here[:rest.rows])
			blas64.Ger(-1/fi, vector(here[:rest.rows]), vector(c.row(i)), rest.general())
		}
		if err := meter.advance(float64(2 * p.n * (p.n - i))); err != nil {
			return nil, err
		}
	}
	return z, nil
}

// gapIntegrals returns L.
func (p *Plan) gapIntegrals(a []point) *matrix {
	integrals := newMatrix(p.n, p.n)
	above := make([]float64, p.n) // tail at the upper end of the gap
	for i := 0; i < p.n; i++ {
		here := p.whole
		if i < p.m {
			here = p.interpolate(p.tail, a[i].panel, a[i].t)
		}
		for j := range above {
			integrals.set(i, j, here[j]-above[j])
		}
		above = here
	}
	return integrals
}

// drawInGap draws one point between lower and upper with density c·b, and
// returns it with that density, normalised by the total mass it found.
func (p *Plan) drawInGap(src noise.Source, c []float64, lower, upper point) (point, float64) {
	q, count := p.rule.q, upper.panel-lower.panel+1
	part, mass, total := make([]series, count), make([]float64, count), 0.0
	for j := range mass {
		k := lower.panel + j
		if j == 0 || j == count-1 {
			part[j] = p.density(c, k)
			from, to := ends(k, lower, upper)
			_, a := part[j].eval(from)
			_, b := part[j].eval(to)
			mass[j] = p.half(k) * (b - a)
		} else {
			for l := k * q; l < (k+1)*q; l++ {
				mass[j] += p.w[l] * floats.Dot(c, p.b.row(l))
			}
		}
		mass[j] = math.Max(0, mass[j])
		total += mass[j]
	}
	j, u := pick(mass, noise.Uniform(src)*total)
	k := lower.panel + j
	if 0 < j && j < count-1 {
		part[j] = p.density(c, k)
	}
	from, to := ends(k, lower, upper)
	t := part[j].quantile(from, to, u/p.half(k))
	f, _ := part[j].eval(t)
	return point{k, t, p.at(k, t)}, f / total
}

// ends returns the local ends of the part of panel k between lower and upper.
func ends(k int, lower, upper point) (from, to float64) {
	from, to = -1, 1
	if k == lower.panel {
		from = lower.t
	}
	if k == upper.panel {
		to = upper.t
	}
	return from, to
}

// density returns c·b on panel k.
func (p *Plan) density(c []float64, k int) series {
	q := p.rule.q
	values := make([]float64, q)
	for l := range values {
		values[l] = floats.Dot(c, p.b.row(k*q+l))
	}
	return p.rule.fit(values)
}
