// Package scalingtest has made-up releases for tests: the test vectors of a reference program, and the mechanism of
// the rule "mean" on real numbers with noise from the test. No shipped program may import it.
package scalingtest

import (
	"math"
	"math/rand/v2"

	"privatepca/core/scaling"
)

// A Table is records as the rule "mean" encodes them: d features and p answers a row. Features of a missing cell are 0.
type Table struct {
	Z     [][]float64
	There [][]bool
	// Omega are the rows' weights.
	Omega []float64
}

// Add appends a row of weight 1 without missing cells.
func (t *Table) Add(z []float64, columns int) {
	there := make([]bool, columns)
	for i := range there {
		there[i] = true
	}
	t.Z, t.There, t.Omega = append(t.Z, z), append(t.There, there), append(t.Omega, 1)
}

// Sums adds up step 1's coordinates, without noise.
func (t *Table) Sums(f scaling.Facts) []float64 {
	layout := f.Sums()
	sums := make([]float64, layout.Len)
	_, constant := f.Sensitivity()
	for row, z := range t.Z {
		w, number := t.Omega[row], 0
		for i, b := range f.Columns.Blocks() {
			there := t.There[row][i]
			for at := b.From; at < b.To && there; at++ {
				x := z[at]
				if f.Columns[i].Kind == scaling.List {
					x -= .5
				}
				sums[at] += w * x
			}
			if !there {
				sums[layout.Missing+i] += w * layout.MissingUnit[i]
			}
			if f.Columns[i].Kind == scaling.Number {
				square := .5
				if there {
					square = z[b.From] * z[b.From]
				}
				sums[layout.Squares+number] += w * layout.SquareUnit * square
				number++
			}
		}
		if f.PrivateRows() {
			for i, base := range layout.Base {
				sums[i] -= w * base
			}
			sums[layout.Constant] += w * constant
		}
	}
	return sums
}

// Vector is v = w∘(e − ĉ) of a row, 0 in missing cells, and its length.
func (t *Table) Vector(row int, columns scaling.Columns, m *scaling.Means) (v []float64, length float64) {
	v = make([]float64, len(m.Centre))
	for i, b := range columns.Blocks() {
		for at := b.From; at < b.To && t.There[row][i]; at++ {
			v[at] = m.Weight[at] * (t.Z[row][at] - m.Centre[at])
			length += v[at] * v[at]
		}
	}
	return v, math.Sqrt(length)
}

// Bin is the number of the bin that a length falls into, 0 … Bins−1, by the formula: dataset.Lengths compares squares. Every value, NaN too, falls
// into exactly one.
func Bin(l scaling.Lengths, length float64) int {
	x := math.Floor(math.Log(l.Top/max(length, 1e-12)) / math.Log(scaling.Ratio))
	if !(x > 0) {
		return 0
	}
	return int(min(x, scaling.Bins-1))
}

// Counts adds up the rows' weights in each bin of lengths, without noise.
func (t *Table) Counts(f scaling.Facts, m *scaling.Means, l scaling.Lengths) []float64 {
	counts := make([]float64, scaling.Bins)
	for row := range t.Z {
		_, length := t.Vector(row, f.Columns, m)
		counts[Bin(l, length)] += t.Omega[row]
	}
	return counts
}

// Moment is the second moment of (u, a), u = v/max(R, |v|), without noise: a lower triangle.
func (t *Table) Moment(f scaling.Facts, m *scaling.Means, radius float64) []float64 {
	d := f.Columns.Features()
	lower := make([]float64, (d+1)*(d+2)/2)
	for row := range t.Z {
		u, length := t.Vector(row, f.Columns, m)
		for i := range u {
			u[i] /= max(radius, length)
		}
		u = append(u, math.Sqrt(scaling.ConstantSquare))
		at := 0
		for i, x := range u {
			x *= t.Omega[row]
			for _, y := range u[:i+1] {
				lower[at] += x * y
				at++
			}
		}
	}
	return lower
}

// Noise returns k numbers of noise. name says of what: "step1", "step2", "step3" (a lower triangle, whose diagonal is wider by √2) or "count".
type Noise func(name string, k int, width float64) []float64

// Drawn is normal noise.
func Drawn(rng *rand.Rand) Noise {
	return func(name string, k int, width float64) []float64 {
		x := make([]float64, k)
		for i := range x {
			x[i] = width * rng.NormFloat64()
		}
		for i, at := 0, 0; name == "step3" && at < k; i++ {
			x[at] *= math.Sqrt2
			at += i + 2
		}
		return x
	}
}

// A Release is the outputs of three steps.
type Release struct {
	Facts  scaling.Facts
	Sums   []float64
	Means  *scaling.Means
	Cut    *scaling.Cut
	Tau    float64
	Rows   float64
	Moment []float64
}

// Run makes a release of a table.
func Run(f scaling.Facts, t *Table, noise Noise) (*Release, error) {
	r := &Release{Facts: f, Tau: f.MatrixNoise()}
	r.Sums = add(t.Sums(f), noise("step1", f.Sums().Len, f.SumsNoise()))
	var err error
	if r.Means, err = scaling.FromSums(f, r.Sums, f.SumsNoise()); err != nil {
		return nil, err
	}
	r.Rows = r.Means.Rows
	lengths := scaling.NewLengths(f.Columns, r.Means.Weight)
	counts := add(t.Counts(f, r.Means, lengths), noise("step2", scaling.Bins, f.LengthsNoise()))
	if r.Cut, err = scaling.FromCounts(f, lengths, counts, f.LengthsNoise(), r.Tau, r.Rows); err != nil {
		return nil, err
	}
	r.Moment = t.Moment(f, r.Means, r.Cut.Radius)
	add(r.Moment, noise("step3", len(r.Moment), r.Tau))
	return r, nil
}

// Again makes a release "as the first".
func (r *Release) Again(t *Table, noise Noise) *Release {
	count, tau := r.Facts.AgainNoise()
	b := &Release{Facts: r.Facts, Means: r.Means, Cut: r.Cut, Tau: tau, Rows: float64(r.Facts.Rows)}
	if r.Facts.PrivateRows() {
		rows := 0.
		for _, w := range t.Omega {
			rows += w
		}
		b.Rows = max(1, rows+noise("count", 1, count)[0])
	}
	b.Moment = t.Moment(r.Facts, r.Means, r.Cut.Radius)
	add(b.Moment, noise("step3", len(b.Moment), tau))
	return b
}

// add adds y to x, and returns x.
func add(x, y []float64) []float64 {
	for i := range x {
		x[i] += y[i]
	}
	return x
}

// MeanNoise is τ/a, the width of the noise in g, the sum of the records as step 3 measured it.
func MeanNoise(tau float64) float64 { return tau / math.Sqrt(scaling.ConstantSquare) }

// Apart is the largest difference of two arrays in units of the largest entry; +Inf where one has more.
func Apart(a, b []float64) float64 {
	if len(a) != len(b) {
		return math.Inf(1)
	}
	worst, size := 0., 1e-12
	for i := range a {
		worst, size = max(worst, math.Abs(a[i]-b[i])), max(size, math.Abs(a[i]))
	}
	return worst / size
}
