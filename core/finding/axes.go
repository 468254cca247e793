package finding

import (
	"math"
	"slices"
)

const (
	// wider is by how much errors of a plane's axes are widened, since the rotation was chosen after the noise.
	wider = 1.15
	// leastGap is how much of a gap is left, at least, when noise is taken off it.
	leastGap = .2
)

// An axes computes errors of the loadings of directions: finding.md §4 has the formulas.
type axes struct {
	*analysis
	*spectrum
	all []direction
	// phi is φ, or 1/t for a verdict.
	phi float64
	// given says that the scales are given: they have no noise.
	given bool
	// positive are the eigenvalues, negative ones as 0; second is Σ λ⁺vvᵀ, the estimate of M that people's chance is computed from.
	positive []float64
	second   square
	// squares has, for each pair of columns whose scale is not on a floor, the sum of squares of second's block.
	squares square
	loose   []int // those columns
}

func (a *analysis) axes(phi float64, given bool) *axes {
	x := &axes{analysis: a, spectrum: a.shown, all: a.directions(a.shown), phi: phi, given: given}
	x.positive = slices.Clone(x.values)
	for i, v := range x.positive {
		x.positive[i] = max(0, v)
	}
	for i := range a.blocks {
		if !a.floored[i] && !given {
			x.loose = append(x.loose, i)
		}
	}
	return x
}

// prepare computes what all directions share.
func (x *axes) prepare() {
	if x.second.n > 0 {
		return
	}
	x.second = square{x.d, x.Eigen.Compose(x.positive, x.vectors)}
	x.squares = newSquare(len(x.loose))
	for i, from := range x.loose {
		for j, to := range x.loose[:i+1] {
			sum := 0.
			for r := x.blocks[from].From; r < x.blocks[from].To; r++ {
				part := x.second.row(r)[x.blocks[to].From:x.blocks[to].To]
				sum += dot(part, part)
			}
			x.squares.data[i*x.squares.n+j], x.squares.data[j*x.squares.n+i] = sum, sum
		}
	}
}

// single is the axis of a direction that stands alone.
func (x *axes) single(rank int) Axis { return x.axis([]int{rank}, 0, []float64{1}) }

// plane returns the varimax axes of a cluster.
func (x *axes) plane(ranks []int) []Axis {
	vectors := make([][]float64, len(ranks))
	for i, r := range ranks {
		vectors[i] = x.vectors[r]
	}
	turned, out := varimax(vectors), make([]Axis, len(ranks))
	for c := range out {
		weights := make([]float64, len(ranks))
		for r := range weights {
			weights[r] = turned[r][c]
		}
		out[c] = x.axis(ranks, c, weights)
	}
	return out
}

// axis is the direction q = Σ weights·v over ranks, with its errors.
func (x *axes) axis(ranks []int, number int, weights []float64) Axis {
	x.prepare()
	q, value := make([]float64, x.d), 0.
	for i, r := range ranks {
		value += weights[i] * weights[i] * x.values[r]
		for l, v := range x.vectors[r] {
			q[l] += weights[i] * v
		}
	}
	single, wide := len(ranks) == 1, wider
	if single {
		wide = 1
	}
	own := x.direction(x.spectrum, q)
	plain, noisy := make([]float64, len(x.values)), make([]float64, len(x.values)) // one over gaps
	longer := 1.
	for j, v := range x.values {
		if slices.Contains(ranks, j) {
			continue
		}
		gap, variance := value-v, x.variance(&own, &x.all[j])
		longer += variance / (gap * gap)
		plain[j] = 1 / gap
		noisy[j] = plain[j]
		if single {
			noisy[j] /= max(leastGap, 1-2*math.Sqrt(variance)/math.Abs(gap))
		}
	}
	axis := Axis{Ranks: ranks, Number: number, Estimate: make([]float64, x.d)}
	longer = math.Sqrt(longer)
	for l, v := range q {
		axis.Estimate[l] = longer * v
	}
	axis.Noise = x.noiseErrors(q, &own, noisy)
	axis.People = x.peopleErrors(q, plain)
	for l := range axis.Noise {
		axis.Noise[l] *= wide
		axis.People[l] *= wide
	}
	return axis
}

// composed is Σ_j w_j f_j v_jv_jᵀ.
func (x *axes) composed(w, f []float64) square {
	product := make([]float64, len(w))
	for j := range w {
		product[j] = w[j] * f[j]
	}
	return square{x.d, x.Eigen.Compose(product, x.vectors)}
}

// scalesPart returns, for loading l and each column B whose scale has noise, how the loading follows the relative noise of s_B²:
//
//	c_lB = −½ Σ_{b in B} (h_lb·(Mq)_b + (hM)_lb·q_b),
//
// divided by the column's public weight, since that noise is in units of M before weights.
func (x *axes) scalesPart(c []float64, h, hm, q, mq []float64) {
	for i, column := range x.loose {
		b := x.blocks[column]
		c[i] = -.5 * (dot(h[b.From:b.To], mq[b.From:b.To]) + dot(hm[b.From:b.To], q[b.From:b.To])) / x.weight[column]
	}
}

// noiseErrors are the standard errors by the noise of M and of the scales. inverse has one over each gap.
func (x *axes) noiseErrors(q []float64, own *direction, inverse []float64) []float64 {
	h, hm := square{x.d, x.Eigen.Compose(inverse, x.vectors)}, x.composed(inverse, x.values)
	mq := x.m.times(q)
	t2, m2, n := x.in.Tau*x.in.Tau, x.in.MeanTau*x.in.MeanTau, x.in.Rows
	out, c, spread := make([]float64, x.d), make([]float64, len(x.loose)), make([]float64, x.d)
	for l := range out {
		row := h.row(l)
		x.scalesPart(c, row, hm.row(l), q, mq)
		for i, column := range x.loose {
			for at := x.blocks[column].From; at < x.blocks[column].To; at++ {
				spread[at] = c[i]
			}
		}
		var squares, along, mean, diagonal float64 // Σ H², Hx, Hg/n, and the diagonal's part that the scales change
		for k, v := range row {
			hk := v / x.divisor[k]
			squares += hk * hk
			along += hk * own.x[k]
			mean += hk * x.in.Mean[k]
			s2 := x.divisor[k] * x.divisor[k]
			diagonal += spread[k] * (2*q[k]*v + spread[k]) / (s2 * s2)
		}
		mean /= n
		centre := 0.
		for k, v := range row {
			s := x.divisor[k]
			e := (own.mean*v+mean*q[k])/s + 2*spread[k]*x.in.Mean[k]/(n*s*s)
			centre += e * e
		}
		e := t2*(own.square*squares+along*along) + 2*t2*diagonal + m2*centre
		out[l] = math.Sqrt(max(0, e))
	}
	return out
}

// peopleErrors are the standard errors by the chance of people, in trace form: (2φ/n')·tr(B_l M⁺ B_l M⁺), B_l = sym(h_l qᵀ) + diag c_l.
func (x *axes) peopleErrors(q []float64, inverse []float64) []float64 {
	h, hm, hp := square{x.d, x.Eigen.Compose(inverse, x.vectors)}, x.composed(inverse, x.values), x.composed(inverse, x.positive)
	mq, pq := x.m.times(q), x.second.times(q)
	qpq := dot(q, pq)
	out, c := make([]float64, x.d), make([]float64, len(x.loose))
	for l := range out {
		x.scalesPart(c, h.row(l), hm.row(l), q, mq)
		row := hp.row(l)
		along := dot(row, q)
		p := .5 * (along*along + dot(row, h.row(l))*qpq)
		for i, column := range x.loose {
			b := x.blocks[column]
			part := 0.
			for at := b.From; at < b.To; at++ {
				part += row[at] * pq[at]
			}
			p += c[i] * (2*part + dot(x.squares.row(i), c))
		}
		out[l] = math.Sqrt(2 * x.phi / x.rows * max(0, p))
	}
	return out
}
