package audit

import (
	"math"

	"privatepca/core/moment"
	"privatepca/core/privacy"
)

// The mechanisms that noise the integer second moment entry by entry. What they
// release determines the noisy matrix, exactly on a coarse lattice.

// coarse is a scale at which six decimals of the eigenvectors leave the noisy
// integers certain, and with the Pythagorean record (8, 15) and 2·12² = 17²−1.
const coarse = 17

// noisyMatrix returns the upper triangle of the released matrix, row by row, in
// units of 1/s²: Σ (λ_r − λ_d) v_r v_rᵀ + λ_d·I needs no last eigenvector.
func noisyMatrix(o Output, scale int) []float64 {
	if o.noisy != nil {
		return o.noisy
	}
	d := len(o.Spectrum)
	s2 := float64(scale * scale)
	last := o.Spectrum[d-1]
	out := make([]float64, 0, d*(d+1)/2)
	for i := range d {
		for j := i; j < d; j++ {
			y := 0.0
			if i == j {
				y = last
			}
			for r, v := range o.Basis {
				y += (o.Spectrum[r] - last) * v[i] * v[j] / dot(v, v)
			}
			out = append(out, y*s2)
		}
	}
	return out
}

// upperTriangle of m, row by row.
func upperTriangle(m *moment.Matrix) []int {
	var out []int
	for i := range m.Dim() {
		for _, x := range m.Row(i) {
			out = append(out, int(x))
		}
	}
	return out
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}

// laplaceScore is the loss: Σ (|y−B| − |y−A|)/t over the entries.
func laplaceScore(a, b *moment.Matrix, t float64) func(Output) float64 {
	from, to := upperTriangle(a), upperTriangle(b)
	return func(o Output) float64 {
		score := 0.0
		for i, y := range noisyMatrix(o, a.Scale()) {
			y = math.Round(y)
			score += math.Abs(y-float64(to[i])) - math.Abs(y-float64(from[i]))
		}
		return score / t
	}
}

// laplaceLaw is the law of the loss: entries are independent.
func laplaceLaw(a, b *moment.Matrix, t float64) *Law {
	from, to := upperTriangle(a), upperTriangle(b)
	all := lattice{a: []float64{1}, b: []float64{1}}
	for i := range from {
		delta := to[i] - from[i] // in units of the lattice; noise n under A gives |n−delta| − |n|
		size := max(delta, -delta)
		if size == 0 {
			continue
		}
		one := lattice{from: -size, a: make([]float64, 2*size+1), b: make([]float64, 2*size+1)}
		zero := math.Tanh(1 / (2 * t)) // P(n = 0)
		for n := -size * 3; n <= size*4; n++ {
			// n is measured from A towards B; the tails beyond are two atoms.
			loss := max(n-size, size-n) - max(n, -n)
			pa, pb := zero*math.Exp(-math.Abs(float64(n))/t), zero*math.Exp(-math.Abs(float64(n-size))/t)
			if n == -size*3 || n == size*4 { // Σ over the tail: a geometric series
				tail := 1 / (1 - math.Exp(-1/t))
				pa, pb = pa*tail, pb*tail
			}
			one.a[loss+size] += pa
			one.b[loss+size] += pb
		}
		all = all.plus(one)
	}
	return all.law(1/t, 0)
}

// gaussianScore is the loss: Σ ((y−B)² − (y−A)²)/(2σ²) with the widths of the
// diagonal and off it.
func gaussianScore(a, b *moment.Matrix, on, off float64) func(Output) float64 {
	from, to := upperTriangle(a), upperTriangle(b)
	widths := widths(a.Dim(), on, off)
	return func(o Output) float64 {
		score := 0.0
		for i, y := range noisyMatrix(o, a.Scale()) {
			if from[i] != to[i] {
				y, from, to := math.Round(y), float64(from[i]), float64(to[i])
				score += (from - to) * (2*y - from - to) / (2 * widths[i] * widths[i])
			}
		}
		return score
	}
}

func widths(d int, on, off float64) []float64 {
	var out []float64
	for i := range d {
		for j := i; j < d; j++ {
			if i == j {
				out = append(out, on)
			} else {
				out = append(out, off)
			}
		}
	}
	return out
}

// gaussianLaw is the law of the loss where all entries that differ do so by the
// same amount D at the same width: with n the noise under A, in the direction
// from A to B, it is Σ (D² − 2Dn)/(2σ²).
func gaussianLaw(a, b *moment.Matrix, on, off float64) *Law {
	from, to := upperTriangle(a), upperTriangle(b)
	all := lattice{a: []float64{1}, b: []float64{1}}
	size, width, entries := 0, 0.0, 0
	for i, w := range widths(a.Dim(), on, off) {
		delta := max(to[i]-from[i], from[i]-to[i])
		if delta == 0 {
			continue
		}
		if entries > 0 && (delta != size || w != width) {
			panic("audit: entries differ by different amounts")
		}
		size, width, entries = delta, w, entries+1
		reach := int(9*w) + size
		one := lattice{from: -reach, a: make([]float64, 2*reach+1), b: make([]float64, 2*reach+1)}
		for v := -reach; v <= reach; v++ { // v = −n
			one.a[v+reach] = math.Exp(-float64(v*v) / (2 * w * w))
			one.b[v+reach] = math.Exp(-float64((v+size)*(v+size)) / (2 * w * w))
		}
		normalised(one.a)
		normalised(one.b)
		all = all.plus(one)
	}
	unit := float64(size) / (width * width)
	return all.law(unit, float64(entries*size)/2)
}

// worstRecords returns the two records, of all on the coarse lattice in two
// dimensions, that a function of the difference (11, 12, 22) of their second
// moments is largest for. Under add/remove the second is zero: as good as absent.
func worstRecords(relation privacy.Relation, loss func(d11, d12, d22 float64) float64) (x, y []int16) {
	var ball [][]int16
	for i := -coarse; i <= coarse; i++ {
		for j := 0; j <= coarse; j++ { // x and −x are the same
			if i*i+j*j <= coarse*coarse {
				ball = append(ball, []int16{int16(i), int16(j)})
			}
		}
	}
	others := ball
	if relation == privacy.AddRemove {
		others = [][]int16{{0, 0}}
	}
	best := math.Inf(-1)
	for _, p := range ball {
		for _, q := range others {
			d := func(i, j int) float64 { return float64(int(p[i])*int(p[j]) - int(q[i])*int(q[j])) }
			if l := loss(d(0, 0), d(0, 1), d(1, 1)); l > best {
				best, x, y = l, p, q
			}
		}
	}
	return x, y
}

// repeated returns the second moments of m copies of x, and of y or of nothing.
func repeated(x, y []int16, m int, relation privacy.Relation) (a, b *moment.Matrix) {
	at, bt := moment.NewAccumulator(len(x), coarse), moment.NewAccumulator(len(x), coarse)
	for range m {
		if err := at.Add(x); err != nil {
			panic("audit: " + err.Error())
		}
		if relation == privacy.ReplaceOne {
			if err := bt.Add(y); err != nil {
				panic("audit: " + err.Error())
			}
		}
	}
	return at.Matrix(), bt.Matrix()
}
