package finding

import (
	"context"
	"math"

	"privatepca/core/scaling"
)

// simulatedUpTo is the largest d for which the level simulates noise and chance. Above it, their edge follows from Dyson's equation.
const simulatedUpTo = 512

// draws is how many matrices are simulated.
func draws(d int) int {
	if d <= 200 {
		return 30
	}
	return 12
}

// level computes
//
//	L = max(1, λ₁ of M's blocks) + (mean + 3 standard deviations of λ₁ of noise and chance off the blocks) + r/(n't') + missing
//
// with n' the independent rows, t' as in spreads, and missing as below. finding.md §3 has the reasons and the sources.
func (a *analysis) level(ctx context.Context, progress Progress) (Level, error) {
	l := Level{Blocks: 1, T: a.share()}
	s := a.spreads(l.T)
	l.TPrime = s.seen
	roots := make([]square, a.p)
	for i, b := range a.blocks {
		var top float64
		roots[i], top = a.root(b)
		l.Blocks = max(l.Blocks, top)
	}
	if a.d > simulatedUpTo {
		l.Mean = a.edge(1 / math.Sqrt(a.rows*s.all))
	} else if err := a.simulate(ctx, &l, roots, s, progress); err != nil {
		return Level{}, err
	}
	l.Chance = max(float64(a.in.Columns.Rank())/(a.rows*s.seen), float64(s.floored)/(a.rows*s.all))
	l.Missing = a.missing(l.Blocks)
	l.Level = l.Blocks + l.Mean + 3*l.Deviation + l.Chance + l.Missing
	return l, nil
}

// missing bounds what missing cells add to the eigenvalues of M's blocks, which are at most top. m is the trace of what columns that are missing together
// have in common. Where another column's value says who is asked, as in a filter question, that column goes with the error of the others' centre, by
// √(top·m) at most; and where few answer, the cut ties their answers to each other, by cut. All together add (m + cut)/2 + √((m + cut)²/4 + top·m) (finding.md §3). Columns
// whose missing cells do not stand clear of the noise add their part of m alone.
func (a *analysis) missing(top float64) float64 {
	var clear, rest, cut float64
	for j, b := range a.blocks {
		q, m, tied := a.in.Present[j], 0., 0.
		for i := b.From; i < b.To; i++ {
			s, square := a.scale[i], a.in.Mean[i]*a.in.Mean[i]-a.in.MeanTau*a.in.MeanTau
			centre := a.in.Rows * a.in.Weight[i] * a.in.SumsNoise * a.shortening(q)
			m += (1 - q) / q * max(0, square) / a.in.Rows / (s * s)
			tied += cutTies * (square - centre*centre) / (q * a.in.Rows) / (s * s)
		}
		if a.in.Filters && !a.plain && 1-q > 3*a.in.SumsNoise {
			clear += m
			if q < few {
				cut += tied
			}
		} else {
			rest += m
		}
	}
	if !a.in.CutAnswers {
		cut = 0
	}
	sum := clear + max(0, cut)
	return sum/2 + math.Sqrt(sum*sum/4+top*clear) + rest
}

// few is the share of rows below which those who answer a column may be cut more than R is made for: R = κr, and r² is at least q times their mean square.
const few = .5

// cutTies is how many times the square of the means that the cut gives to skewed columns it gives to their products, about these means.
const cutTies = 7

// shortening is the mean of 1/max(R, ℓ) over that share of all records that has the largest lengths ℓ: the least that it is over any such share.
func (a *analysis) shortening(share float64) float64 {
	sum, left := 0., share
	for bin, x := range a.histogram.Shares() {
		x = min(x, left)
		left -= x
		sum += x / max(a.histogram.Middle(bin), a.in.Radius)
	}
	return sum / share
}

// spreads are what chance is divided by: t' = min(t, p·min s²/n̂), over columns that do not stand on their floor, and over all. The second
// holds between two columns on their floor, the first between others: a column on its floor has a smaller spread than its scale says, so it
// has less chance with others than theirs.
type spreads struct {
	seen, all float64
	floored   int // free features of columns on their floor
}

func (a *analysis) spreads(t float64) spreads {
	s := spreads{seen: t, all: t}
	for i, b := range a.blocks {
		x := float64(a.p) * a.scale[b.From] * a.scale[b.From] / a.in.Rows
		s.all = min(s.all, x)
		if !a.floored[i] || a.plain {
			s.seen = min(s.seen, x)
			continue
		}
		s.floored += b.Size()
		if a.in.Columns[i].Kind == scaling.Category {
			s.floored--
		}
	}
	return s
}

// chance is the standard deviation of chance between two columns, in units of their spreads: 1/√(n't').
func (a *analysis) chance(s spreads, i, j int) float64 {
	if a.floored[i] && a.floored[j] {
		return 1 / math.Sqrt(a.rows*s.all)
	}
	return 1 / math.Sqrt(a.rows*s.seen)
}

// root returns the square root of the block of M, negative eigenvalues as 0, and its largest eigenvalue.
func (a *analysis) root(b scaling.Block) (root square, top float64) {
	if b.Size() == 1 {
		x := a.tested.m.data[b.From*a.d+b.From]
		return square{1, []float64{math.Sqrt(max(x, 0))}}, x
	}
	values, vectors := a.Eigen.All(a.tested.m.part(b).symmetric())
	top = values[0]
	for i, x := range values {
		values[i] = math.Sqrt(max(x, 0))
	}
	return square{b.Size(), a.Eigen.Compose(values, vectors)}, top
}

// simulate draws what noise, and chance between unrelated columns, make of M off its blocks:
//
//	A·P(N − (gηᵀ + ηgᵀ)/n̂ − ηηᵀ/n̂)P·A  +  D^½·G·D^½/√(n't'),     D the blocks of M,
//
// η of width τ_m, N of width τ, G of width 1 (√2 times that on the diagonals).
func (a *analysis) simulate(ctx context.Context, l *Level, roots []square, s spreads, progress Progress) error {
	rng, n := fixed{Seed}, draws(a.d)
	eta, lower := make([]float64, a.d), make([]float64, a.d*(a.d+1)/2)
	for done := range n {
		if err := ctx.Err(); err != nil {
			return err
		}
		rng.normals(eta)
		for i := range eta {
			eta[i] *= a.in.MeanTau
		}
		rng.normals(lower)
		x := a.noise(lower, eta)
		rng.normals(lower)
		a.addChance(x, lower, roots, s)
		for _, b := range a.blocks {
			for i := b.From; i < b.To; i++ {
				clear(x.row(i)[b.From:b.To])
			}
		}
		l.Draws = append(l.Draws, a.Eigen.Values(x.symmetric())[0])
		progress.report(done+1, n)
	}
	for _, e := range l.Draws {
		l.Mean += e / float64(n)
	}
	for _, e := range l.Draws {
		l.Deviation += (e - l.Mean) * (e - l.Mean) / float64(n-1)
	}
	l.Deviation = math.Sqrt(l.Deviation)
	return nil
}

func (p Progress) report(done, of int) {
	if p != nil {
		p(done, of)
	}
}

// noise is the simulated noise of M, from standard normal numbers in a triangle.
func (a *analysis) noise(lower, eta []float64) square {
	x, at := newSquare(a.d), 0
	for i := range a.d {
		gi, ei := a.in.Mean[i]/a.in.Rows, eta[i]/a.in.Rows
		for j := range i + 1 {
			v := lower[at] * a.in.Tau
			if i == j {
				v *= math.Sqrt2
			}
			at++
			v -= gi*eta[j] + ei*a.in.Mean[j] + ei*eta[j]
			x.data[i*a.d+j], x.data[j*a.d+i] = v, v
		}
	}
	project(x, a.in.Columns)
	for i := range a.d {
		row := x.row(i)
		for j := range row {
			row[j] /= a.scale[i] * a.scale[j]
		}
	}
	return x
}

// addChance adds R·G·R times chance to x off the blocks, R having the roots for blocks; G is symmetric, from standard normal numbers in a
// triangle.
func (a *analysis) addChance(x square, lower []float64, roots []square, s spreads) {
	product := make([]float64, 0, 64)
	for r, rows := range a.blocks {
		for k, cols := range a.blocks[:r] {
			left, right, c := roots[r], roots[k], a.chance(s, r, k)
			// G·right, then left·that.
			product = product[:0]
			for i := rows.From; i < rows.To; i++ {
				g := lower[i*(i+1)/2+cols.From : i*(i+1)/2+cols.To]
				for j := range cols.Size() {
					product = append(product, dot(g, right.row(j)))
				}
			}
			for i := range rows.Size() {
				for j := range cols.Size() {
					sum := 0.
					for h, w := range left.row(i) {
						sum += w * product[h*cols.Size()+j]
					}
					at, to := rows.From+i, cols.From+j
					x.data[at*a.d+to] += sum * c
					x.data[to*a.d+at] += sum * c
				}
			}
		}
	}
}
