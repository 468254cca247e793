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

// An axes computes errors of the loadings of directions: finding.md §4 has the formulas. With v_j the free directions, and q one that
// lies in the span of those of some ranks, it uses h = Σ_{j not in ranks} v_jv_jᵀ/(value − λ_j).
type axes struct {
	*analysis
	*spectrum
	all []direction
	// phi is φ, or 1/t for a verdict.
	phi float64
	// given says that the scales are given: they have no noise.
	given bool
	// positive are the eigenvalues, negative ones as 0, and above says which are above 0.
	positive, above []float64
	// loose are the columns whose scale has noise: it was not given, and does not stand on a floor.
	loose []int
	// looseAt is where in loose a feature's column stands, −1 where it does not.
	looseAt []int
	// factor is A, 1/divisor, and its powers; means is A·g.
	factor, second, fourth, means []float64
	// span is the projection on the directions above 0, and squares has, for each pair of loose columns, the sum of squares of
	// the block of M⁺ = Σ positive·vvᵀ. They are computed when they are first needed.
	span, squares square
}

func (a *analysis) axes(phi float64, given bool) *axes {
	x := &axes{analysis: a, spectrum: a.shown, all: a.directions(a.shown), phi: phi, given: given}
	for _, v := range x.values {
		x.positive = append(x.positive, max(0, v))
		if v > 0 {
			x.above = append(x.above, 1)
		} else {
			x.above = append(x.above, 0)
		}
	}
	for i, b := range a.blocks {
		at := -1
		if !a.floored[i] && !given {
			at = len(x.loose)
			x.loose = append(x.loose, i)
		}
		for range b.Size() {
			x.looseAt = append(x.looseAt, at)
		}
	}
	for i, s := range x.divisor {
		x.factor, x.second, x.fourth = append(x.factor, 1/s), append(x.second, 1/(s*s)), append(x.fourth, 1/(s*s*s*s))
		x.means = append(x.means, a.in.Mean[i]/s)
	}
	return x
}

// prepare computes what all directions share.
func (x *axes) prepare() {
	if x.span.n > 0 || len(x.loose) == 0 {
		return
	}
	x.span = x.composed(x.above)
	m := x.composed(x.positive)
	x.squares = newSquare(len(x.loose))
	for i, from := range x.loose {
		for j, to := range x.loose[:i+1] {
			sum := 0.
			for r := x.blocks[from].From; r < x.blocks[from].To; r++ {
				part := m.row(r)[x.blocks[to].From:x.blocks[to].To]
				sum += dot(part, part)
			}
			x.squares.data[i*x.squares.n+j], x.squares.data[j*x.squares.n+i] = sum, sum
		}
	}
}

// composed is Σ_j w_j·v_jv_jᵀ.
func (x *axes) composed(w []float64) square { return square{x.d, x.Eigen.Compose(w, x.vectors)} }

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
	t := x.turned(ranks, weights)
	axis := Axis{Ranks: ranks, Number: number, Estimate: make([]float64, x.d)}
	for l, v := range t.q {
		axis.Estimate[l] = math.Sqrt(t.longer) * v
	}
	var h resolvent
	axis.People, h = x.peopleErrors(t)
	if t.noisy != nil {
		h = resolvent{h: x.composed(t.noisy)}
		if len(x.loose) > 0 {
			h.hm = x.composed(times(t.noisy, x.values))
		}
	} else if h.h.n == 0 {
		h.h = x.composed(t.inverse)
	}
	axis.Noise = x.noiseErrors(t, h)
	if len(ranks) > 1 {
		for l := range axis.Noise {
			axis.Noise[l] *= wider
			axis.People[l] *= wider
		}
	}
	return axis
}

// A turned is an axis within the span of the directions of some ranks.
type turned struct {
	q     []float64
	value float64 // qᵀMq
	own   direction
	ranks []int
	// inverse has 1/(value − λ_j) for each direction, 0 for those of ranks.
	inverse []float64
	// noisy is the same, where noise was taken off gaps: a direction stands alone because its gap is large, and it may be large by noise.
	// It is nil for the axes of a plane.
	noisy []float64
	// longer is 1 + Σ Var_j/(value − λ_j)²: noise makes a direction of length 1 shorter by its square root.
	longer float64
	// mq is M·q, and pq is M⁺·q.
	mq, pq []float64
	// scales and chance have, for each of ranks and each loose column B, Σ_{a in B} v_ra·q_a and Σ_{a in B} v_ra·(M⁺q)_a.
	scales, chance [][]float64
}

func (x *axes) turned(ranks []int, weights []float64) *turned {
	t := &turned{ranks: ranks, q: make([]float64, x.d), mq: make([]float64, x.d), pq: make([]float64, x.d), longer: 1}
	for i, r := range ranks {
		t.value += weights[i] * weights[i] * x.values[r]
		for l, v := range x.vectors[r] {
			t.q[l] += weights[i] * v
			t.mq[l] += weights[i] * x.values[r] * v
			t.pq[l] += weights[i] * x.positive[r] * v
		}
	}
	t.own = x.direction(x.spectrum, t.q)
	t.inverse = make([]float64, len(x.values))
	if len(ranks) == 1 {
		t.noisy = make([]float64, len(x.values))
	}
	for j, v := range x.values {
		if slices.Contains(ranks, j) {
			continue
		}
		gap, variance := t.value-v, x.variance(&t.own, &x.all[j])
		t.longer += variance / (gap * gap)
		t.inverse[j] = 1 / gap
		if t.noisy != nil {
			sd := math.Sqrt(variance)
			if !x.plain && !x.given {
				sd = x.turning(ranks[0], j)
			}
			t.noisy[j] = 1 / (gap * max(leastGap, 1-2*sd/math.Abs(gap)))
		}
	}
	for _, r := range ranks {
		t.scales = append(t.scales, x.within(x.vectors[r], t.q))
		t.chance = append(t.chance, x.within(x.vectors[r], t.pq))
	}
	return t
}

// within is Σ_{a in B} v_a·w_a for each loose column B.
func (x *axes) within(v, w []float64) []float64 {
	out := make([]float64, len(x.loose))
	for i, column := range x.loose {
		b := x.blocks[column]
		out[i] = dot(v[b.From:b.To], w[b.From:b.To])
	}
	return out
}

// A resolvent is h, and hM where that does not follow from it.
type resolvent struct{ h, hm square }

// scalesPart returns in c, for loading l and each loose column B, how the loading follows the relative noise of s_B²:
//
//	c_lB = −½ Σ_{b in B} (h_lb·(Mq)_b + (hM)_lb·q_b),
//
// divided by the column's public weight, since that noise is in units of M before weights. Where h has the plain gaps,
// λ_j/(value − λ_j) = value/(value − λ_j) − 1, and so hM = value·h − (P − Σ_{r in ranks} v_rv_rᵀ), P the projection on free directions.
func (x *axes) scalesPart(c []float64, h resolvent, t *turned, l int) {
	row, given := h.h.row(l), []float64(nil)
	if h.hm.n > 0 {
		given = h.hm.row(l)
	}
	for i, column := range x.loose {
		sum := 0.
		for at := x.blocks[column].From; at < x.blocks[column].To; at++ {
			if given != nil {
				sum += row[at]*t.mq[at] + given[at]*t.q[at]
			} else {
				sum += row[at] * (t.mq[at] + t.value*t.q[at])
			}
		}
		c[i] = sum
	}
	if given == nil {
		if at := x.looseAt[l]; at >= 0 { // (Pq)_l = q_l
			c[at] -= t.q[l]
		}
		for k, r := range t.ranks {
			v := x.vectors[r][l]
			for i, y := range t.scales[k] {
				c[i] += v * y
			}
		}
	}
	for i, column := range x.loose {
		c[i] *= -.5 / x.weight[column]
	}
}

// noiseErrors are the standard errors by the noise of M and of the scales: with H = h·A, and c by scalesPart,
//
//	e_l² = τ²(|x|²Σ_k H_lk² + (Hx)_l²) + 2τ²Σ_a((q_a h_la + c_la)² − (q_a h_la)²)·A_a⁴ + τ_m²Σ_a((γh_la + (Hg)_l q_a/n̂)·A_a + 2c_la g_a A_a²/n̂)².
func (x *axes) noiseErrors(t *turned, h resolvent) []float64 {
	t2, m2, n := x.in.Tau*x.in.Tau, x.in.MeanTau*x.in.MeanTau, x.in.Rows
	out, c, spread := make([]float64, x.d), make([]float64, len(x.loose)), make([]float64, x.d)
	for l := range out {
		row := h.h.row(l)
		x.scalesPart(c, h, t, l)
		for k, at := range x.looseAt {
			if at >= 0 {
				spread[k] = c[at]
			}
		}
		var squares, along, mean, diagonal float64 // Σ H², Hx, Hg/n̂, and the diagonal's part that the scales change
		for k, v := range row {
			hk := v * x.factor[k]
			squares += hk * hk
			along += hk * t.own.x[k]
			mean += v * x.means[k]
			diagonal += spread[k] * (2*t.q[k]*v + spread[k]) * x.fourth[k]
		}
		mean /= n
		centre := 0.
		for k, v := range row {
			e := (t.own.mean*v+mean*t.q[k])*x.factor[k] + 2*spread[k]*x.in.Mean[k]*x.second[k]/n
			centre += e * e
		}
		e := t2*(t.own.square*squares+along*along) + 2*t2*diagonal + m2*centre
		out[l] = math.Sqrt(max(0, e))
	}
	return out
}

// peopleErrors are the standard errors by the chance of people, and h. In trace form, with B_l = sym(h_l qᵀ) + diag c_l,
//
//	p_l² = (2φ/n')·tr(B_l M⁺ B_l M⁺) = (2φ/n')·(½(hM⁺h)_ll·qᵀM⁺q + 2Σ_a c_la (hM⁺)_la (M⁺q)_a + c_lᵀ(M⁺∘M⁺)c_l),
//
// since hM⁺q = 0. h is the sum over eigenvalues above 0, h₊, and over others; hM⁺ = value·h₊ − (span − Σ_{r in ranks, above 0} v_rv_rᵀ).
func (x *axes) peopleErrors(t *turned) ([]float64, resolvent) {
	p := make([]float64, x.d)
	qpq := dot(t.q, t.pq)
	for j, v := range x.vectors {
		w := .5 * qpq * x.positive[j] * t.inverse[j] * t.inverse[j]
		for l, y := range v {
			p[l] += w * y * y
		}
	}
	var h resolvent
	if len(x.loose) > 0 {
		above := x.composed(times(t.inverse, x.above))
		below := slices.Clone(t.inverse)
		for j, a := range x.above {
			below[j] *= 1 - a
		}
		h.h = x.composed(below)
		for i, v := range above.data {
			h.h.data[i] += v
		}
		x.addScalesChance(p, above, h, t)
	}
	for l, v := range p {
		p[l] = math.Sqrt(2 * x.phi / x.rows * max(0, v))
	}
	return p, h
}

// addScalesChance adds what people's chance does to the scales.
func (x *axes) addScalesChance(p []float64, above square, h resolvent, t *turned) {
	all := make([][]float64, x.d)
	for l := range p {
		c := make([]float64, len(x.loose))
		all[l] = c
		x.scalesPart(c, h, t, l)
		row, span := above.row(l), x.span.row(l)
		for i, column := range x.loose {
			b := x.blocks[column]
			part := 0.
			for at := b.From; at < b.To; at++ {
				part += (t.value*row[at] - span[at]) * t.pq[at]
			}
			p[l] += 2 * c[i] * part
		}
		for k, r := range t.ranks { // Σ_B c_lB·v_rl·Σ_{a in B} v_ra (M⁺q)_a
			if x.above[r] > 0 {
				p[l] += 2 * x.vectors[r][l] * dot(c, t.chance[k])
			}
		}
	}
	for l, v := range x.Eigen.Forms(x.squares.data, all) {
		p[l] += v
	}
}

func times(a, b []float64) []float64 {
	out := make([]float64, len(a))
	for i := range a {
		out[i] = a[i] * b[i]
	}
	return out
}
