package eigen

import (
	"cmp"
	"math"
	"slices"
)

// small is the size up to which QL steps are quicker than dividing.
const small = 24

// divide returns the eigenvalues of a tridiagonal matrix, ascending, and its
// eigenvectors, as rows, by divide and conquer (Cuppen 1981; Gu, Eisenstat 1995).
// Both arguments are lost.
//
//	T = (T₁ 0; 0 T₂) + ρ·bbᵀ,  b = (0 … 0, 1, ±1, 0 … 0)
func (k *Kernel) divide(d, e []float64) ([]float64, *dense) {
	n := len(d)
	q := newDense(n, n)
	if n <= small {
		for i := range n {
			q.row(i)[i] = 1
		}
		ql(d, slices.Clone(e[:n-1]), q.data, n)
		return ordered(d, q)
	}
	m := n / 2
	rho, sign := math.Abs(e[m-1]), math.Copysign(1, e[m-1])
	d[m-1] -= rho
	d[m] -= rho
	values1, q1 := k.divide(d[:m], e[:m-1])
	values2, q2 := k.divide(d[m:], e[m:])

	// In the eigenvectors of the halves T is diagonal but for ρ·zzᵀ.
	z := make([]float64, n)
	for i := range m {
		copy(q.row(i), q1.row(i))
		z[i] = q1.row(i)[m-1]
	}
	for i := range n - m {
		copy(q.row(m + i)[m:], q2.row(i))
		z[m+i] = sign * q2.row(i)[0]
	}
	u := update1{k, append(values1, values2...), z, q, m, rho}
	return u.solve()
}

// ordered sorts by eigenvalue.
func ordered(values []float64, q *dense) ([]float64, *dense) {
	order := ascending(values)
	sorted, rows := make([]float64, len(values)), newDense(q.rows, q.cols)
	for to, from := range order {
		sorted[to] = values[from]
		copy(rows.row(to), q.row(from))
	}
	return sorted, rows
}

func ascending(values []float64) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	return order
}

// update1 is the matrix diag(d) + ρ·zzᵀ, ρ ≥ 0, in the basis of q's rows. Rows below
// half have their entries in columns below half, the others in the others.
type update1 struct {
	kernel *Kernel
	d, z   []float64
	q      *dense
	half   int
	rho    float64
}

// solve returns the eigenvalues, ascending, and the eigenvectors.
func (u *update1) solve() ([]float64, *dense) {
	kept, both := u.deflate()
	k := len(kept)
	if k > 0 {
		poles, z := make([]float64, k), make([]float64, k)
		for i, at := range kept {
			poles[i], z[i] = u.d[at], u.z[at]
		}
		roots, gaps := secular(poles, z, u.rho)
		turn := eigenvectors(gaps, poles, z)
		rows := newDense(k, u.q.cols)
		u.combine(rows.columns(0, u.half), turn, kept, func(at int) bool { return at < u.half || both[at] }, 0)
		u.combine(rows.columns(u.half, u.q.cols), turn, kept, func(at int) bool { return at >= u.half || both[at] }, u.half)
		for i, at := range kept {
			u.d[at] = roots[i]
			copy(u.q.row(at), rows.row(i))
		}
	}
	return ordered(u.d, u.q)
}

// combine multiplies turn by those kept rows of q that have entries from the column on.
func (u *update1) combine(to, turn *dense, kept []int, has func(at int) bool, column int) {
	var which []int
	for i, at := range kept {
		if has(at) {
			which = append(which, i)
		}
	}
	left, right := newDense(len(kept), len(which)), newDense(len(which), to.cols)
	for i, w := range which {
		copy(right.row(i), u.q.row(kept[w])[column:column+to.cols])
	}
	for i := range kept {
		from, row := turn.row(i), left.row(i)
		for j, w := range which {
			row[j] = from[w]
		}
	}
	u.kernel.product(to, left, right)
}

// deflate finds eigenvalues that the update leaves alone to working precision: those
// with a z that does not matter, and of two that are close, one, after a rotation of
// their rows. It returns the others, by ascending d, and which rows have entries in both
// halves.
func (u *update1) deflate() (kept []int, both map[int]bool) {
	size := u.rho // of the matrix
	for _, x := range u.d {
		size = max(size, math.Abs(x))
	}
	negligible := 4 * epsilon * size
	both = map[int]bool{}
	last := -1
	for _, at := range ascending(u.d) {
		if u.rho*math.Abs(u.z[at]) <= negligible {
			continue
		}
		if last >= 0 {
			r := math.Hypot(u.z[last], u.z[at])
			c, s := u.z[at]/r, u.z[last]/r
			if gap := u.d[at] - u.d[last]; math.Abs(gap*c*s) <= negligible {
				turn(u.q.row(last), u.q.row(at), c, s)
				u.z[last], u.z[at] = 0, r
				u.d[last], u.d[at] = u.d[last]*c*c+u.d[at]*s*s, u.d[last]*s*s+u.d[at]*c*c
				if (last < u.half) != (at < u.half) || both[last] || both[at] {
					both[last], both[at] = true, true
				}
				kept = kept[:len(kept)-1]
			}
		}
		kept = append(kept, at)
		last = at
	}
	return kept, both
}

// eigenvectors turns gaps, whose row i has δ_j − λ_i, into eigenvectors: of the numbers
// ẑ for which the computed λ are exact, by Löwner's formula (Gu, Eisenstat 1994), so that
// they are orthogonal however close the λ.
func eigenvectors(gaps *dense, poles, z []float64) *dense {
	k := len(poles)
	exact := make([]float64, k)
	for j := range k {
		exact[j] = -gaps.row(k - 1)[j]
	}
	for i := range k - 1 {
		for j, gap := range gaps.row(i) {
			if j <= i {
				exact[j] *= gap / (poles[j] - poles[i+1])
			} else {
				exact[j] *= gap / (poles[j] - poles[i])
			}
		}
	}
	for j, x := range exact {
		exact[j] = math.Copysign(math.Sqrt(math.Abs(x)), z[j])
	}
	for i := range k {
		row := gaps.row(i)
		norm := 0.0
		for j, gap := range row {
			row[j] = exact[j] / gap
			norm += row[j] * row[j]
		}
		norm = 1 / math.Sqrt(norm)
		for j := range row {
			row[j] *= norm
		}
	}
	return gaps
}
