package subspace

import (
	"math"
	"slices"
)

// Angles returns the principal angles between span(v) and span(w), ascending,
// in radians in [0, π/2]; there are min(k_v, k_w) of them. The sines are used
// where the angle is small, since arccos loses half the digits there
// (Björck and Golub, 1973).
func Angles(v, w Basis) []float64 {
	if len(v) > len(w) {
		v, w = w, v
	}
	k := len(v)
	cosines, sines := make([][]float64, k), make([][]float64, k)
	inner := make(Basis, k)    // V Wᵀ
	residual := make(Basis, k) // V − V WᵀW
	for i, a := range v {
		inner[i] = make([]float64, len(w))
		residual[i] = slices.Clone(a)
		for j, b := range w {
			c := dot(a, b)
			inner[i][j] = c
			for l, y := range b {
				residual[i][l] -= c * y
			}
		}
	}
	for i := range v {
		cosines[i], sines[i] = make([]float64, k), make([]float64, k)
		for j := range v {
			cosines[i][j] = dot(inner[i], inner[j])
			sines[i][j] = dot(residual[i], residual[j])
		}
	}
	c2, s2 := symmetricEigenvalues(cosines), symmetricEigenvalues(sines)
	slices.Sort(s2) // ascending sines
	slices.Sort(c2) // ascending cosines: reversed angles
	angles := make([]float64, k)
	for i := range angles {
		s, c := math.Sqrt(max(0, s2[i])), math.Sqrt(max(0, c2[k-1-i]))
		angles[i] = math.Atan2(s, c)
	}
	return angles
}

// symmetricEigenvalues diagonalises the k×k matrix m in place by cyclic Jacobi
// rotations and returns its diagonal.
func symmetricEigenvalues(m [][]float64) []float64 {
	k := len(m)
	for range 50 {
		off := 0.0
		for p := range m {
			for q := range m[:p] {
				off += m[p][q] * m[p][q]
				if m[p][q] == 0 {
					continue
				}
				theta := (m[q][q] - m[p][p]) / (2 * m[p][q])
				t := 1 / (math.Abs(theta) + math.Hypot(theta, 1))
				if theta < 0 {
					t = -t
				}
				c := 1 / math.Hypot(t, 1)
				s := t * c
				for r := range k {
					x, y := m[r][p], m[r][q]
					m[r][p], m[r][q] = c*x-s*y, s*x+c*y
				}
				for r := range k {
					x, y := m[p][r], m[q][r]
					m[p][r], m[q][r] = c*x-s*y, s*x+c*y
				}
			}
		}
		if off < 1e-34 {
			break
		}
	}
	values := make([]float64, k)
	for i := range values {
		values[i] = m[i][i]
	}
	return values
}
