package audit

import (
	"math"

	"privatepca/core/internal/bingham"
)

// Exact laws of the exponential mechanisms on subspaces. All pairs here have
// second moments c·S = diag(a), diag(b), so that outputs count through squares
// of coordinates alone.

// energies returns P_ii, the squared length of the projection of e_i on the
// released subspace.
func energies(o Output, rows int) []float64 {
	out := make([]float64, len(o.Basis[0]))
	for _, v := range o.Basis[:rows] {
		n := dot(v, v)
		for i, x := range v {
			out[i] += x * x / n
		}
	}
	return out
}

// binghamScore is c·tr Vᵀ(A−B)V: the loss up to the normalisers.
func binghamScore(a, b []float64) func(Output) float64 {
	return func(o Output) float64 {
		score := 0.0
		for i, e := range energies(o, len(o.Basis)) {
			score += (a[i] - b[i]) * e
		}
		return score
	}
}

// reach of the score, and some room.
func reach(a, b []float64) float64 {
	r := 0.1
	for i := range a {
		r += math.Abs(a[i] - b[i])
	}
	return r
}

// points of the sphere and the plane from the unit cube; by symmetry an octant of the
// sphere is enough where only squares count.

func sphere(u, v float64) [3]float64 {
	z := 2*u - 1
	r := math.Sqrt(1 - z*z)
	s, c := math.Sincos(2 * math.Pi * v)
	return [3]float64{z, r * c, r * s}
}

// lineLaw: one direction in the plane, density ∝ exp(vᵀSv).
func lineLaw(n int, a, b []float64) *Law {
	return integrate(1, n, reach(a, b), func(u []float64) (float64, float64) {
		s, c := math.Sincos(math.Pi * u[0])
		return a[0]*c*c + a[1]*s*s, b[0]*c*c + b[1]*s*s
	})
}

// planeLaw: a plane in ℝ³, by its normal w: tr VᵀSV = tr S − wᵀSw.
func planeLaw(n int, a, b []float64) *Law {
	return integrate(2, n, reach(a, b), func(u []float64) (pa, pb float64) {
		w := sphere(u[0], u[1])
		for i, x := range w {
			pa += a[i] * (1 - x*x)
			pb += b[i] * (1 - x*x)
		}
		return pa, pb
	})
}

// planesLaw: a plane in ℝ⁴. Its self-dual and anti-self-dual parts p, q are
// independent and uniform on two spheres under the invariant measure, and
//
//	P_ii = (1 + Σ_j ε_ij p_j q_j)/2, ε = +++, +−−, −+−, −−+.
//
// (Check: e₁∧e₂ has p = q = (1,0,0), P = diag(1,1,0,0).) So no Stiefel manifold
// has to be integrated over.
func planesLaw(n int, a, b []float64) *Law {
	signs := [4][3]float64{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}
	return integrate(4, n, reach(a, b), func(u []float64) (pa, pb float64) {
		p, q := sphere(u[0], u[1]), sphere(u[2], u[3])
		for i, s := range signs {
			e := (1 + s[0]*p[0]*q[0] + s[1]*p[1]*q[1] + s[2]*p[2]*q[2]) / 2
			pa += a[i] * e
			pb += b[i] * e
		}
		return pa, pb
	})
}

// deflated is the log density of two directions drawn one after the other in ℝ³, up
// to the normaliser of the first: c·v₁ᵀSv₁ + c·v₂ᵀSv₂ − log c(S on v₁^⊥), where the
// last is, for eigenvalues m ± r, m + log I₀(r).
func deflated(s []float64, v1, v2 [3]float64) float64 {
	first, second := 0.0, 0.0
	square, trace := 0.0, 0.0
	for i, x := range s {
		first += x * v1[i] * v1[i]
		second += x * v2[i] * v2[i]
		square += x * x * v1[i] * v1[i]
		trace += x
	}
	// Of S restricted to v₁^⊥: trace t and determinant, from tr S² there.
	t := trace - first
	norm := -2*square + first*first
	for _, x := range s {
		norm += x * x
	}
	r := math.Sqrt(max(0, norm/2-t*t/4)) // eigenvalues t/2 ± r: λ₁²+λ₂² = t²/2 + 2r²
	return first + second - t/2 - logBesselI0(r)
}

// logBesselI0 returns log I₀(x), by the series for small x, else the normaliser of
// the vector Bingham law on the circle.
func logBesselI0(x float64) float64 {
	if x > 20 {
		return bingham.LogNormaliser([]float64{x, -x}, []float64{1, 1})
	}
	sum, term := 1.0, 1.0
	for k := 1.0; term > 1e-17*sum; k++ {
		term *= x * x / (4 * k * k)
		sum += term
	}
	return math.Log(sum)
}

// deflatedLaw: two directions in ℝ³, in order.
func deflatedLaw(n int, a, b []float64) *Law {
	return integrate(3, n, 2*reach(a, b), func(u []float64) (pa, pb float64) {
		v1 := sphere(u[0], u[1])
		v2 := across(v1, 2*math.Pi*u[2])
		return deflated(a, v1, v2), deflated(b, v1, v2)
	})
}

// across returns the unit vector orthogonal to v at that angle.
func across(v [3]float64, angle float64) [3]float64 {
	least := 0
	for i, x := range v {
		if math.Abs(x) < math.Abs(v[least]) {
			least = i
		}
	}
	var x [3]float64
	x[least] = 1
	n := math.Sqrt(1 - v[least]*v[least])
	for i := range x {
		x[i] = (x[i] - v[least]*v[i]) / n
	}
	y := [3]float64{v[1]*x[2] - v[2]*x[1], v[2]*x[0] - v[0]*x[2], v[0]*x[1] - v[1]*x[0]}
	s, c := math.Sincos(angle)
	for i := range x {
		x[i] = c*x[i] + s*y[i]
	}
	return x
}

func deflatedScore(a, b []float64) func(Output) float64 {
	return func(o Output) float64 {
		v1, v2 := [3]float64(o.Basis[0]), [3]float64(o.Basis[1])
		return deflated(a, v1, v2) - deflated(b, v1, v2)
	}
}
