package nuclear

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"privatepca/core/noise"
)

// A point is where a draw fell: panel, local coordinate and value.
type point struct {
	panel int
	t, x  float64
}

// drawA draws the ⌊d/2⌋ points of A, descending, and adds the logarithm of
// the density it used, as an unordered set, to logQ.
//
// A is the biorthogonal process with kernel K(x, y) = Σ φⱼ(x)ψⱼ(y). Given
// a₁, …, a_k the next point has density K_k(x, x)/(m−k) with
// K_{k+1}(x, y) = K_k(x, y) − K_k(x, a)K_k(a, y)/K_k(a, a), a = a_{k+1}.
func (p *Plan) drawA(src noise.Source, logQ *sum, meter *meter) ([]point, error) {
	if p.m == 0 {
		return nil, nil
	}
	q := p.rule.q
	phi, psi := p.phi.part(0, p.reach), p.psi.part(0, p.reach)
	density := make([]float64, p.reach) // K_k(x, x) at the nodes
	for i := range density {
		density[i] = floats.Dot(phi.row(i), psi.row(i))
	}
	mass := make([]float64, p.reach/q)
	left, right := make([]float64, p.reach), make([]float64, p.reach)
	points := make([]point, 0, p.m)
	var projection oblique
	for k := 0; k < p.m; k++ {
		total := 0.0
		for j := range mass {
			mass[j] = math.Max(0, floats.Dot(density[j*q:(j+1)*q], p.w[j*q:(j+1)*q]))
			total += mass[j]
		}
		j, u := pick(mass, noise.Uniform(src)*total)
		c := p.rule.fit(density[j*q : (j+1)*q])
		t := c.quantile(-1, 1, u/p.half(j))
		f, _ := c.eval(t)
		logQ.add(math.Log(f * float64(p.m-k) / total)) // times m−k: m! orders in all
		points = append(points, point{j, t, p.at(j, t)})

		// K_k(x, a) = φ(x)·α and K_k(a, x) = β·ψ(x).
		alpha, beta, kaa := projection.remove(p.interpolate(psi, j, t), p.interpolate(phi, j, t))
		phi.mulVec(alpha, left)
		psi.mulVec(beta, right)
		for i := range density {
			density[i] -= left[i] * right[i] / kaa
		}
		if err := meter.advance(float64(p.m * (2*p.reach + 4*k))); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(points, func(a, b point) int { return cmp.Compare(b.x, a.x) })
	return points, nil
}

// pick returns the index j into the non-negative masses at which their running
// total passes u, and what of u is left for j.
func pick(mass []float64, u float64) (int, float64) {
	j := 0
	for ; j+1 < len(mass) && u >= mass[j]; j++ {
		u -= mass[j]
	}
	return j, math.Min(u, mass[j])
}

// oblique is the projection that K_k applies to coefficients: the identity
// minus Σ α_l β_lᵀ / (α_l·β_l).
type oblique struct {
	alpha, beta [][]float64
	inner       []float64
}

// remove projects ψ(a) to α and φ(a) to β, in place, and takes the pair out of
// the projection. It returns α, β and α·β = K_k(a, a). One pass of the modified
// Gram-Schmidt process: a second one does not improve the certificate.
func (o *oblique) remove(alpha, beta []float64) ([]float64, []float64, float64) {
	for l, inner := range o.inner {
		floats.AddScaled(alpha, -floats.Dot(o.beta[l], alpha)/inner, o.alpha[l])
		floats.AddScaled(beta, -floats.Dot(o.alpha[l], beta)/inner, o.beta[l])
	}
	inner := floats.Dot(alpha, beta)
	o.alpha, o.beta, o.inner = append(o.alpha, alpha), append(o.beta, beta), append(o.inner, inner)
	return alpha, beta, inner
}
