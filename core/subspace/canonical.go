package subspace

import "math"

// pGrid is what entries of the projection are rounded to: rounding errors of
// the sampler's columns stop here.
const pGrid = 1 << 40

// varimaxSweeps is fixed, so that the basis is a function of P and not of how
// fast an iteration happened to converge.
const varimaxSweeps = 30

// Canonical returns the basis of span(V) that depends on the subspace alone:
// pivoted Cholesky of the projection P = VVᵀ (entries rounded to 2⁻⁴⁰; of equal
// pivots the lowest index), then varimax from there, a fixed number of sweeps.
// V's rows must be orthonormal to rounding error. See canonical.md.
func Canonical(v Basis) Basis {
	out := cholesky(v)
	varimax(out)
	return out
}

// cholesky returns the rows L with P = LᵀL by outer products, largest diagonal
// first. P² = P makes the rows orthonormal, and each step takes exactly 1 off the
// trace, so the pivot of step j is at least (k−j)/d: no pivot is small.
func cholesky(v Basis) Basis {
	k, d := len(v), len(v[0])
	projection := func(i, j int) float64 {
		sum := 0.0
		for _, row := range v {
			sum += row[i] * row[j]
		}
		return math.RoundToEven(sum*pGrid) / pGrid
	}
	diagonal := make([]float64, d)
	for i := range diagonal {
		diagonal[i] = projection(i, i)
	}
	out := make(Basis, k)
	for step := range k {
		pivot := 0
		for i, x := range diagonal {
			if x > diagonal[pivot] {
				pivot = i
			}
		}
		root := math.Sqrt(diagonal[pivot])
		row := make([]float64, d)
		for i := range row {
			x := projection(i, pivot)
			for _, earlier := range out[:step] {
				x -= earlier[i] * earlier[pivot]
			}
			row[i] = x / root
			diagonal[i] -= row[i] * row[i]
		}
		diagonal[pivot] = math.Inf(-1) // used up; rounding must not choose it again
		out[step] = row
	}
	return out
}

// varimax rotates pairs of rows by Kaiser's closed form (1958), which maximises
// Σ_rows [Σx⁴ − (Σx²)²/d]; on orthonormal rows the second term is constant. It
// makes loadings large or small, which is what readers want of an unordered basis.
func varimax(v Basis) {
	for range varimaxSweeps {
		for a := range v {
			for b := range v[:a] {
				var u, w, uu, uw float64
				for i, x := range v[b] {
					y := v[a][i]
					p, q := x*x-y*y, 2*x*y
					u += p
					w += q
					uu += p*p - q*q
					uw += p * q
				}
				d := float64(len(v[a]))
				angle := math.Atan2(2*(uw-u*w/d), uu-(u*u-w*w)/d) / 4
				s, c := math.Sincos(angle)
				for i, x := range v[b] {
					y := v[a][i]
					v[b][i], v[a][i] = c*x+s*y, c*y-s*x
				}
			}
		}
	}
}
