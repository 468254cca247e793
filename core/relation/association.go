package relation

import (
	"math"

	"privatepca/core/scaling"
)

// Association says from 0 to 1 how strongly two columns are related: r with its sign for two numbers, else √A² (relation.md §4). chance is how likely
// noise and the choice of people give as much where the columns are not related; NaN where nothing is seen.
//
//	A² = (‖Σ̃_AB‖² − bias)/D,   D² = (‖Σ̃_AA‖² − bias)·(‖Σ̃_BB‖² − bias),   Σ̃ in units of h, a bias the sum of its entries' noise
//
// It is r² for two numbers, φ² for two yes/no columns, Tschuprow's T² for levels that are equally frequent, and the RV coefficient of the two blocks in
// general (Robert and Escoufier 1976; Tschuprow 1939). No level's frequency is a divisor, so rare levels add no noise.
func (m *Matrix) Association(a, b int) (v Value, chance float64) {
	A, B := &m.Columns[a], &m.Columns[b]
	if a == b {
		if !m.ColumnSeen(a) {
			return unseen(A.Name, B.Name), math.NaN()
		}
		return valued(A.Name, B.Name, 1, 0, 0, 0), 0
	}
	x, y := ownBlockOf(m, a), ownBlockOf(m, b)
	if a < b {
		return associate(m, a, b, &x, &y)
	}
	v, chance = associate(m, b, a, &y, &x) // the same to the last digit
	v.Row, v.Column = A.Name, B.Name
	return v, chance
}

// associate is Association of two columns, the first of them before the second in the table.
func associate(m *Matrix, a, b int, ofA, ofB *ownBlock) (v Value, byChance float64) {
	A, B := &m.Columns[a], &m.Columns[b]
	if !ofA.seen || !ofB.seen {
		return unseen(A.Name, B.Name), math.NaN()
	}
	spread, off := together(m, a, b)
	if A.Kind == scaling.Number && B.Kind == scaling.Number {
		v = m.Correlation(A.From, B.From)
		v.Row, v.Column = A.Name, B.Name
		hh := m.unit[A.From] * m.unit[B.From]
		e := math.Abs(m.Covariance(A.From, B.From)/hh) - off
		variance := entryNoise(m, A.From, B.From)/(hh*hh) + spread*ofA.variance[0]*ofB.variance[0]
		return v, 2 * upper(max(0, e)/math.Sqrt(variance))
	}
	x := blocksOf(m, a, b)
	if !(x.aa > 0) || !(x.bb > 0) {
		return unseen(A.Name, B.Name), math.NaN()
	}
	// Where the columns are not related, the entries of their block have the noise, and chance of variance Σ_A ⊗ Σ_B.
	lambda := make([]float64, 0, len(ofA.variance)*len(ofB.variance))
	for _, s := range ofA.variance {
		for _, t := range ofB.variance {
			lambda = append(lambda, x.bias/x.free+spread*s*t)
		}
	}
	e := max(0, math.Sqrt(x.raw)-off)
	square := valuedSquare(m, x)
	return rooted(A.Name, B.Name, square), tail(e*e, lambda)
}

// together is what may come of cells that are missing in the same rows, where the columns are not related: at most so many rows have both columns,
// min(q_a, q_b), which is what the variance of chance is then multiplied by beside what independent columns have; and where both centres are off by b, which
// are 3 errors of the mean at most, missing cells that count as the centre make a covariance of (min(q_a, q_b) − q_a·q_b)·b_a·b_b, in units of h.
func together(m *Matrix, a, b int) (spread, off float64) {
	qa, qb := m.Answered[a], m.Answered[b]
	off = 9 * max(0, min(qa, qb)-qa*qb) * centreOff(m, a) * centreOff(m, b) * factorOf(m, m.Columns[a].From, m.Columns[b].From)
	spread = chance(m) / max(qa, qb)
	if m.missing {
		spread /= qa * qb
	}
	return spread, off
}

// centreOff is one error of a column's centre, in units of h.
func centreOff(m *Matrix, c int) float64 {
	sum := 0.
	for i := m.Columns[c].From; i < m.Columns[c].To; i++ {
		e := m.MeanError[i] / m.unit[i]
		sum += e * e
	}
	return math.Sqrt(sum)
}

// blocksOf are what the association of two columns is made of.
type blocks struct {
	at        []int
	na        int
	ab        square // of both columns' features, in units of h
	raw, bias float64
	aa, bb    float64 // squared norms of the own blocks, without their bias
	free      float64 // r_A·r_B
}

func blocksOf(m *Matrix, a, b int) blocks {
	A, B := &m.Columns[a], &m.Columns[b]
	x := blocks{at: append(A.features(), B.features()...), na: A.size(), free: float64(A.free() * B.free())}
	x.ab = inUnits(m, x.at)
	for i, f := range x.at {
		for j, g := range x.at {
			e := x.ab.at(i, j)
			h := m.unit[f] * m.unit[g]
			noise := entryNoise(m, f, g) / (h * h)
			switch {
			case i < x.na && j >= x.na:
				x.raw += e * e
				x.bias += noise
			case i < x.na && j < x.na:
				x.aa += e*e - noise
			case i >= x.na && j >= x.na:
				x.bb += e*e - noise
			}
		}
	}
	return x
}

// valuedSquare is A² with its errors. Its gradient is that of the ratio, with the bias taken out of the numerator's; the second-order part of the
// noise, which is all of it where columns are unrelated, is added.
func valuedSquare(m *Matrix, x blocks) Value {
	d := math.Sqrt(x.aa * x.bb)
	numerator := x.raw - x.bias
	square := numerator / d
	shrink := math.Sqrt(max(0, numerator) / x.raw)
	n := len(x.at)
	g := newSquare(n)
	for i, f := range x.at {
		for j, k := range x.at {
			e := x.ab.at(i, j) / (m.unit[f] * m.unit[k])
			switch {
			case i < x.na && j < x.na:
				g.set(i, j, -max(0, square)*e/x.aa)
			case i >= x.na && j >= x.na:
				g.set(i, j, -max(0, square)*e/x.bb)
			default:
				g.set(i, j, shrink*e/d)
			}
		}
	}
	noise, people := errorsOf(m, x.at, g)
	second := 2 * x.bias * x.bias / x.free / (d * d)
	return valued("", "", square, math.Sqrt(noise*noise+second), people, .4*m.Cut.Share*max(0, square))
}

// rooted turns a squared measure into its root. Errors of a root near 0 are not those of a derivative: they are the root's distance to the root of
// the square and one error.
func rooted(row, column string, v Value) Value {
	root := func(x float64) float64 { return math.Sqrt(max(0, x)) }
	from := root(v.Value)
	step := func(e float64) float64 { return root(max(0, v.Value)+e) - from }
	return Value{row, column, true, from, root(v.Low), root(v.High), step(v.Noise), step(v.People), step(v.Cut)}.within(0, 1)
}

// Cramer is Cramér's V of two categories, or the root of the correlation ratio of a number and a category: measures that divide by levels'
// frequencies, and therefore are noisier than Association. Levels below four errors of their frequency are pooled.
func (m *Matrix) Cramer(a, b int) Value {
	A, B := &m.Columns[a], &m.Columns[b]
	if A.Kind != scaling.Category && B.Kind != scaling.Category || a == b {
		v, _ := m.Association(a, b)
		return v
	}
	if !m.ColumnSeen(a) || !m.ColumnSeen(b) {
		return unseen(A.Name, B.Name)
	}
	ga, gb := groups(m, A), groups(m, B)
	if len(ga) == 0 || len(gb) == 0 {
		return unseen(A.Name, B.Name)
	}
	// Whitened: rows of U and V divide by the root of a frequency or a standard deviation; then V² = ‖UΣVᵀ‖²/(the smaller number of free levels).
	at := append(A.features(), B.features()...)
	g, value, bias := newSquare(len(at)), 0., 0.
	for _, u := range ga {
		for _, v := range gb {
			e, noise := 0., newSquare(len(at))
			for _, i := range u.at {
				for _, j := range v.at {
					e += m.Covariance(A.From+i, B.From+j)
					noise.setBoth(i, A.size()+j, .5)
				}
			}
			w := 1 / (u.square * v.square)
			one, _ := errorsOf(m, at, noise)
			value += e * e * w
			bias += one * one * w
			for k := range noise.data {
				g.data[k] += 2 * e * w * noise.data[k]
			}
		}
	}
	free := 1. // of a correlation ratio
	if A.Kind == scaling.Category && B.Kind == scaling.Category {
		free = float64(min(len(ga), len(gb)) - 1)
	}
	if free < 1 {
		return unseen(A.Name, B.Name)
	}
	shrink := math.Sqrt(max(0, value-bias) / value)
	for k := range g.data {
		g.data[k] *= shrink / free
	}
	noise, people := errorsOf(m, at, g)
	pairs := float64(len(ga) * len(gb))
	noise = math.Sqrt(noise*noise + 2*bias*bias/pairs/(free*free))
	square := (value - bias) / free
	return rooted(A.Name, B.Name, valued("", "", square, noise, people, .4*m.Cut.Share*max(0, square)))
}

// A group is levels that count as one, with their frequency; of a number its only feature, with its variance.
type group struct {
	at     []int
	square float64
}

// groups pools rare levels. Frequencies are those among all rows, missing cells being no level, unless cells are missing at random.
func groups(m *Matrix, c *Column) []group {
	if c.Kind != scaling.Category {
		v := 0.
		for i := c.From; i < c.To; i++ {
			v += m.Covariance(i, i)
		}
		at := c.features()
		for i := range at {
			at[i] = i
		}
		if len(at) > 1 || !(v > 0) {
			return nil
		}
		return []group{{at, v}}
	}
	var out []group
	var rare group
	for i := range c.size() {
		p, e := m.Mean[c.From+i], m.MeanError[c.From+i]
		if !m.missing {
			p *= m.Answered[m.column[c.From]]
			e *= m.Answered[m.column[c.From]]
		}
		if p < 4*e {
			rare.at, rare.square = append(rare.at, i), rare.square+p
			continue
		}
		out = append(out, group{[]int{i}, p})
	}
	if len(rare.at) > 0 {
		if rare.square > 0 && rare.square >= 4*m.MeanError[c.From]*math.Sqrt(float64(len(rare.at))) {
			return append(out, rare)
		}
		if len(out) > 0 { // too rare even together: with the rarest of the others
			least := 0
			for i := range out {
				if out[i].square < out[least].square {
					least = i
				}
			}
			out[least].at, out[least].square = append(out[least].at, rare.at...), out[least].square+rare.square
		}
	}
	return out
}
