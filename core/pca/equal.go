package pca

import (
	"context"
	"math"

	"privatepca/core/dataset"
	"privatepca/core/fault"
	"privatepca/core/mechanism"
	"privatepca/core/plan"
	"privatepca/core/release"
	"privatepca/core/scaling"
	"privatepca/core/schema"
)

// Equal are second moments about the mean in which every column counts equally: what a release under the norm rule mean estimates, without noise. They
// are not private: this is for practice on public data.
type Equal struct {
	// Whole is that of the records as they are, a missing cell counting as its column's mean, and Cut that of records as a release with little noise cuts
	// them: lower triangles of d features, in which each column's features have the variance 1 in total, or 0.
	Whole, Cut []float64
	// Scale is what each feature is divided by, in the schema's units; features of one column have one. 0 where a column does not vary.
	Scale []float64
}

// mostCut is κ where there is little noise: records are cut at that many typical lengths.
const mostCut = 1.5

// Equal reads the rows twice. The table's norm rule is mean. progress may be nil.
func (t *Table) Equal(ctx context.Context, progress func(Progress)) (*Equal, error) {
	if progress == nil {
		progress = func(Progress) {}
	}
	if _, err := t.Sum(ctx, progress); err != nil {
		return nil, err
	}
	s := t.schema
	facts := scaling.Facts{Columns: release.ScalingColumns(s, true), Weighted: true, Mu: 1} // so that the number of rows comes with the sums
	means, err := meansOf(s, facts, exactSums(t))
	if err != nil {
		return nil, err
	}
	z, err := dataset.NewStandard(s, onFeatures(s, means.Centre), means.Weight)
	if err != nil {
		return nil, fault.Of(err)
	}
	d := s.D()
	whole, cut := newCentred(d), newCentred(d)
	squares, radius := 0.0, math.Inf(1)
	pass := func(c *centred) error {
		return eachRow(ctx, t, plan.PhaseRead, progress, func(row []int16) error {
			v, squared := z.Record(row)
			w := float64(z.Weight(row)) / float64(max(1, s.RowWeight.Unit()))
			shorter := 1.0
			if !math.IsInf(radius, 1) {
				shorter = 1 / math.Max(radius, math.Sqrt(squared))
			} else {
				squares += w * squared
			}
			c.add(v, w, shorter)
			return nil
		})
	}
	if err := pass(whole); err != nil {
		return nil, err
	}
	radius = math.Max(1e-6, mostCut*math.Sqrt(squares/math.Max(1, whole.rows)))
	if err := pass(cut); err != nil {
		return nil, err
	}
	out := &Equal{}
	var spread []float64
	out.Whole, spread = whole.equal(facts.Columns)
	out.Cut, _ = cut.equal(facts.Columns)
	for i := range s.Fields {
		_, half := schema.OfLattice(&s.Fields[i], s.Scaling)
		for range s.Fields[i].D() {
			at := len(out.Scale)
			out.Scale = append(out.Scale, half*spread[at]/means.Weight[at])
		}
	}
	return out, nil
}

// exactSums are the first step's sums as if they had hardly any noise.
func exactSums(t *Table) mechanism.NoisySums {
	sum, base, unit := t.features, schema.SumsBase(t.schema), float64(max(1, t.schema.RowWeight.Unit()))
	out := mechanism.NoisySums{Weight: 1, Deviation: 1e-4 * math.Max(1, float64(sum.Rows)/unit)}
	for i, x := range sum.Sum {
		out.Coordinates = append(out.Coordinates, float64(x-sum.Rows*base[i])/schema.Scale/unit)
	}
	out.Coordinates = append(out.Coordinates, float64(sum.Rows)/unit)
	return out
}

// A centred second moment is summed row by row.
type centred struct {
	rows   float64
	sum    []float64
	moment []float64 // lower triangle
}

func newCentred(d int) *centred {
	return &centred{sum: make([]float64, d), moment: make([]float64, d*(d+1)/2)}
}

// add adds a row of that weight, shortened.
func (c *centred) add(v []float64, weight, shorter float64) {
	c.rows += weight
	at := 0
	for i, x := range v {
		c.sum[i] += weight * shorter * x
		x *= weight * shorter * shorter
		if x == 0 {
			at += i + 1
			continue
		}
		for _, y := range v[:i+1] {
			c.moment[at] += x * y
			at++
		}
	}
}

// equal is the second moment per row about the mean, each column divided by its spread, and these spreads.
func (c *centred) equal(columns scaling.Columns) (matrix, spread []float64) {
	n := math.Max(1, c.rows)
	entry := func(i, j int) float64 { return (c.moment[i*(i+1)/2+j] - c.sum[i]*c.sum[j]/n) / n }
	for _, b := range columns.Blocks() {
		trace := 0.0
		for i := b.From; i < b.To; i++ {
			trace += math.Max(0, entry(i, i))
		}
		if trace < 1e-12 { // rounding alone
			trace = 0
		}
		for range b.Size() {
			spread = append(spread, math.Sqrt(trace))
		}
	}
	for i := range spread {
		for j := range i + 1 {
			x := 0.0
			if spread[i] > 0 && spread[j] > 0 {
				x = entry(i, j) / spread[i] / spread[j]
			}
			matrix = append(matrix, x)
		}
	}
	return matrix, spread
}
