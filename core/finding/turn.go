package finding

import (
	"math"
	"slices"
)

// A Turn is a direction of the first release that lies elsewhere in the second, by more than noise, and people's chance where that is asked, may turn it.
type Turn struct {
	// Direction is its rank in the first. Towards is another clear one, with which it turned in their plane, or −1: it turned away from all clear ones.
	Direction, Towards int
	// Apart is by how many standard errors, and May is what that may be.
	Apart, May float64
}

// A both has what turns are tested by: the directions of the average of two matrices, of which the first few are clear in both releases, and
// the difference of the two matrices, whose noise is independent of the average's.
type both struct {
	in      [2]*analysis
	unit    float64 // the second matrix is multiplied by it: it is brought to as many rows as the first has
	values  []float64
	vectors [][]float64
	clear   int
	images  [][]float64 // the second matrix less the first, times each clear direction
	x       [2][]direction
	people  float64 // (1/t)/n' of both together; 0 where the people are the same
}

func (s Solver) both(in [2]*analysis, clear int, people bool) *both {
	a, b := in[0], in[1]
	x := &both{in: in, unit: a.in.Rows / b.in.Rows}
	v, w := a.in.Tau*a.in.Tau, x.unit*x.unit*b.in.Tau*b.in.Tau
	average, apart := newSquare(a.d), newSquare(a.d)
	for i, one := range a.shown.m.data {
		two := x.unit * b.shown.m.data[i]
		average.data[i], apart.data[i] = (w*one+v*two)/(v+w), two-one
	}
	x.values, x.vectors = a.free(average)
	x.clear = min(clear, len(x.values))
	for _, v := range x.vectors[:x.clear] {
		x.images = append(x.images, apart.times(v))
	}
	for k, side := range in {
		for _, v := range x.vectors {
			x.x[k] = append(x.x[k], side.direction(side.shown, v))
		}
		if people {
			x.people += 1 / side.share() / side.rows
		}
	}
	return x
}

// chance is the variance that people's chance gives to the entry of the difference between directions of such eigenvalues.
func (x *both) chance(a, b float64) float64 { return x.people * max(0, a) * max(0, b) }

// units are what variances of the two releases are multiplied by.
func (x *both) units() [2]float64 { return [2]float64{1, x.unit * x.unit} }

// between is v_iᵀ(M₂ − M₁)v_j in standard errors, i a clear direction; 0 where it has none.
func (x *both) between(i, j int) float64 {
	variance := x.chance(x.values[i], x.values[j])
	for k, unit := range x.units() {
		variance += unit * x.in[k].variance(&x.x[k][i], &x.x[k][j])
	}
	if !(variance > 0) {
		return 0
	}
	return dot(x.images[i], x.vectors[j]) / math.Sqrt(variance)
}

// away is how far the part of (M₂ − M₁)v_i outside the clear directions is from 0. With U the other r directions and W the covariance of that part,
// by the law of `variance` for each pair of them,
//
//	χ² = yᵀW⁻¹y,  y = Uᵀ(M₂ − M₁)v_i,      a normal number by Wilson and Hilferty (1931): ((χ²/r)^⅓ − 1 + 2/9r)/√(2/9r).
//
// People's chance takes for a direction that is not clear the mean eigenvalue of all such, where its own is less: half of those are what noise made.
func (x *both) away(i int, gram square) float64 {
	rest, r := x.vectors[x.clear:], float64(gram.n)
	y := make([]float64, gram.n)
	mean := 0.
	for _, v := range x.values[x.clear:] {
		mean += v / r
	}
	w := newSquare(gram.n)
	for j, v := range rest {
		y[j] = dot(x.images[i], v)
		w.data[j*w.n+j] = x.chance(x.values[i], max(mean, x.values[x.clear+j]))
	}
	for k, unit := range x.units() {
		own := &x.x[k][i]
		t2, m2 := unit*x.in[k].in.Tau*x.in[k].in.Tau, unit*x.in[k].in.MeanTau*x.in[k].in.MeanTau
		others, along := x.x[k][x.clear:], make([]float64, gram.n)
		for j := range others {
			along[j] = dot(others[j].x, own.x)
		}
		for a := range w.n {
			row := w.row(a)
			for b := range row {
				row[b] += (t2*own.square+m2*own.mean*own.mean)*gram.data[a*w.n+b] + t2*along[a]*along[b] +
					m2*(own.square*others[a].mean*others[b].mean+own.mean*(others[a].mean*along[b]+along[a]*others[b].mean))
			}
		}
	}
	sum, ok := w.form(y)
	if !ok {
		return 0
	}
	spread := 2 / (9 * r)
	return (math.Cbrt(sum/r) - 1 + spread) / math.Sqrt(spread)
}

// form is yᵀA⁻¹y by Cholesky's factor, which is written over A's lower triangle; false where A is not positive definite.
func (a square) form(y []float64) (sum float64, ok bool) {
	z := slices.Clone(y)
	for i := range a.n {
		row := a.row(i)
		for j := range i {
			row[j] = (row[j] - dot(row[:j], a.row(j)[:j])) / a.row(j)[j]
		}
		pivot := row[i] - dot(row[:i], row[:i])
		if !(pivot > 0) {
			return 0, false
		}
		row[i] = math.Sqrt(pivot)
		z[i] = (z[i] - dot(row[:i], z[:i])) / row[i]
		sum += z[i] * z[i]
	}
	return sum, true
}

// turns are those between two clear directions, at a level of 2 % over all pairs, and those away from all clear ones, at 1 % over all directions
// (Bonferroni). A rank is that of the direction of the first release that is nearest.
func (x *both) turns() (out []Turn) {
	ranks := x.ranks()
	test := func(i, towards int, apart, may float64) {
		if apart > may {
			out = append(out, Turn{ranks[i], towards, apart, may})
		}
	}
	between := quantile(byTurn / float64(max(1, x.clear*(x.clear-1))))
	for i := range x.clear {
		for j := range i {
			test(i, ranks[j], math.Abs(x.between(i, j)), between)
		}
	}
	rest := len(x.vectors) - x.clear
	if rest == 0 {
		return out
	}
	away, gram := quantile(byLeaving/float64(max(1, x.clear))), x.gram()
	for i := range x.clear {
		test(i, -1, x.away(i, gram), away)
	}
	return out
}

// gram has the products of those directions that are not clear, divided by the scales.
func (x *both) gram() square {
	rest := x.x[0][x.clear:]
	out := newSquare(len(rest))
	for i := range rest {
		for j := range i + 1 {
			v := dot(rest[i].x, rest[j].x)
			out.data[i*out.n+j], out.data[j*out.n+i] = v, v
		}
	}
	return out
}

// ranks are those of the first release's directions that the clear ones are nearest to, each taken once.
func (x *both) ranks() []int {
	out := make([]int, x.clear)
	taken := make([]bool, x.clear)
	for i := range out {
		best := -1.
		for j, v := range x.in[0].shown.vectors[:x.clear] {
			if c := math.Abs(dot(v, x.vectors[i])); !taken[j] && c > best {
				best, out[i] = c, j
			}
		}
		taken[out[i]] = true
	}
	return out
}

// quantile is what a standard normal number exceeds with a probability.
func quantile(probability float64) float64 { return math.Sqrt2 * math.Erfcinv(2*probability) }
