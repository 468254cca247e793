package finding

import "math"

// Steps of varimax end when no entry of the rotation moves by more than settled, or after mostSteps.
const (
	settled   = 1e-14
	mostSteps = 1000
)

// varimax returns the rotation Q, k×k by rows, after which the columns of VQ have few large loadings (Kaiser, 1958): the maximum of
// the sum of variances of squared loadings. The k rows of vectors are V's columns. Each step takes the rotation that is nearest to
// Vᵀ(L³ − L·diag(mean L²)), L = VQ (Horst, 1965), from the identity on.
func varimax(vectors [][]float64) [][]float64 {
	k, d := len(vectors), len(vectors[0])
	q := identity(k)
	turned := make([][]float64, k)
	for range mostSteps {
		for c := range turned { // column c of L³ − L·diag(mean L²)
			l := make([]float64, d)
			for r, v := range vectors {
				w := q[r][c]
				for i, x := range v {
					l[i] += w * x
				}
			}
			mean := dot(l, l) / float64(d)
			for i, x := range l {
				l[i] = x*x*x - x*mean
			}
			turned[c] = l
		}
		b := make([][]float64, k)
		for r, v := range vectors {
			b[r] = make([]float64, k)
			for c := range turned {
				b[r][c] = dot(v, turned[c])
			}
		}
		next, moved := rotation(b), 0.
		for r := range next {
			for c, x := range next[r] {
				moved = max(moved, math.Abs(x-q[r][c]))
			}
		}
		q = next
		if moved < settled {
			break
		}
	}
	return q
}

func identity(k int) [][]float64 {
	q := make([][]float64, k)
	for i := range q {
		q[i] = make([]float64, k)
		q[i][i] = 1
	}
	return q
}

// rotation is the orthogonal matrix that is nearest to b, UVᵀ of b = UΣVᵀ. The singular value decomposition is that of Hestenes (1958):
// columns of b are turned by pairs until they are orthogonal.
func rotation(b [][]float64) [][]float64 {
	k := len(b)
	u, v := make([][]float64, k), identity(k) // rows are columns of bV, and of V
	for c := range u {
		u[c] = make([]float64, k)
		for r := range b {
			u[c][r] = b[r][c]
		}
	}
	for range 60 { // some ten sweeps are enough
		done := true
		for p := range k {
			for q := range p {
				x, y, z := dot(u[p], u[p]), dot(u[q], u[q]), dot(u[p], u[q])
				if math.Abs(z) <= 1e-16*math.Sqrt(x*y) {
					continue
				}
				done = false
				t := (y - x) / (2 * z)
				t = math.Copysign(1, t) / (math.Abs(t) + math.Hypot(1, t))
				cos := 1 / math.Hypot(1, t)
				turn(u[p], u[q], cos, cos*t)
				turn(v[p], v[q], cos, cos*t)
			}
		}
		if done {
			break
		}
	}
	orthonormal(u)
	out := make([][]float64, k)
	for r := range out {
		out[r] = make([]float64, k)
		for c := range k { // entry r, c of Σ u_j v_jᵀ
			for j := range k {
				out[r][c] += u[j][r] * v[j][c]
			}
		}
	}
	return out
}

// turn rotates a pair of columns.
func turn(a, b []float64, cos, sin float64) {
	for i, x := range a {
		a[i], b[i] = cos*x-sin*b[i], sin*x+cos*b[i]
	}
}

// orthonormal gives the orthogonal rows of u length 1. One of length 0, up to rounding, becomes a unit vector that is orthogonal to the others.
func orthonormal(u [][]float64) {
	longest := 0.
	for _, x := range u {
		longest = max(longest, math.Sqrt(dot(x, x)))
	}
	var missing []int
	for i, x := range u {
		length := math.Sqrt(dot(x, x))
		if length <= 1e-14*longest || length == 0 {
			missing = append(missing, i)
			clear(x)
			continue
		}
		for r := range x {
			x[r] /= length
		}
	}
	for _, i := range missing {
		for axis := range u { // one of the axes is far enough from the others' span
			x := make([]float64, len(u))
			x[axis] = 1
			for range 2 {
				for _, y := range u {
					c := dot(x, y)
					for r := range x {
						x[r] -= c * y[r]
					}
				}
			}
			if length := math.Sqrt(dot(x, x)); length > 1/(2*math.Sqrt(float64(len(u)))) {
				for r := range x {
					u[i][r] = x[r] / length
				}
				break
			}
		}
	}
}
