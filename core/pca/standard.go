package pca

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"privatepca/core/dataset"
	"privatepca/core/fault"
	"privatepca/core/mechanism"
	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/scaling"
	"privatepca/core/schema"
)

// A standard has the first two steps of the norm rule mean, and what they released (core/mechanism/sums.md).
type standard struct {
	sums    *mechanism.Sums    // nil for a release as an earlier one, as is the next
	lengths *mechanism.Lengths // of a release of its own
	count   *mechanism.Lengths // of a release as an earlier one with a private number of rows
}

// parts are what the steps cost.
func (z *standard) parts() (out []privacy.Part) {
	if z.sums != nil {
		out = append(out, z.sums.Part(), z.lengths.Part())
	}
	if z.count != nil {
		out = append(out, z.count.Part())
	}
	return out
}

// newStandard makes the steps of a plan that was decided.
func newStandard(decided *plan.Plan) (*standard, error) {
	s, c := decided.Schema, decided.Choices
	if s.NormRule != schema.Mean || method.Named(c.Mechanism).Free() {
		return nil, nil
	}
	sums, lengths, count := decided.Step(method.StepSums), decided.Step(method.StepLengths), decided.Step(method.StepCount)
	out := &standard{}
	var err error
	if count != nil {
		out.count, err = mechanism.NewCount(mechanism.LengthsParams{Scale: schema.Scale, RowsPerPerson: s.RowsPerPerson, WeightUnit: s.RowWeight.Unit()}, *count.Width)
	}
	if sums == nil || lengths == nil || err != nil {
		return out, err
	}
	if out.sums, err = mechanism.NewSums(mechanism.MeanParams{MeanQuery: decided.SumsQuery(), Scale: schema.Scale, Base: schema.SumsBase(s)}, *sums.Width); err != nil {
		return nil, err
	}
	out.lengths, err = mechanism.NewLengths(mechanism.LengthsParams{
		Bins: scaling.Bins, Scale: schema.Scale, Relation: c.Relation, RowsPerPerson: s.RowsPerPerson, WeightUnit: s.RowWeight.Unit(),
	}, *lengths.Width)
	return out, err
}

// facts are what is public of a release under the norm rule mean. rows counts where the number of rows is public.
func (p *Plan) facts(rows int64) scaling.Facts {
	s, c := p.Schema(), p.decided.Choices
	return scaling.Facts{
		DesignEffect: c.DesignEffect,
		Columns:      release.ScalingColumns(s, c.Correlations), AddRemove: c.Relation == privacy.AddRemove, RowsPerPerson: s.RowsPerPerson, Weighted: s.RowWeight != nil, Rows: int(rows), Mu: 1,
	}
}

// drawStandard releases the mean, the weights and the length at which records are cut.
func (d *drawing) drawStandard() error {
	s, src, facts := &d.schema, d.table.machine.Random, d.plan.facts(d.table.summary.Rows)
	means, err := d.drawSums(facts)
	if err != nil {
		return err
	}
	d.means = means
	d.centre = onFeatures(s, means.Centre)
	weights := means.Weight
	if !d.plan.decided.Choices.Correlations {
		weights = boundWeights(s)
		means.CentreError = scaling.CentreError(facts.Columns, weights, means.Present, means.Noise)
	}
	z, err := dataset.NewStandard(s, d.centre, weights)
	if err != nil {
		return fault.Of(err)
	}
	lengths := scaling.NewLengths(facts.Columns, weights)
	counts := dataset.NewLengths(lengths.Top, scaling.Ratio, scaling.Bins)
	if err := eachRow(d.ctx, d.table, plan.PhaseLengths, d.progress, func(row []int16) error {
		counts.Add(z.Squared(row), z.Weight(row))
		return nil
	}); err != nil {
		return err
	}
	noisy, sigma := d.plan.standard.lengths.Release(counts.Counts, src)
	cut, err := scaling.FromCounts(facts, lengths, noisy, sigma, d.plan.tau(), means.Rows)
	if err != nil {
		return fault.Of(err)
	}
	d.cut, d.weights = cut, weights
	return nil
}

// takeOver measures as an earlier release did. The number of rows is drawn where it is private.
func (d *drawing) takeOver(as *plan.As) {
	rows := float64(d.table.summary.Rows)
	if count := d.plan.standard.count; count != nil {
		noisy, _ := count.Release([]int64{d.table.features.Rows}, d.table.machine.Random)
		rows = math.Max(1, noisy[0])
	}
	d.centre, d.weights = as.Centre, as.Weights
	d.means = &scaling.Means{Rows: rows, Noise: as.MeanNoise, Present: as.Answered}
	d.cut = &scaling.Cut{Radius: as.Radius, Histogram: scaling.Histogram{Lengths: scaling.Lengths{Top: as.Longest}, Counts: as.Lengths, Noise: as.LengthsNoise}}
}

// drawSums releases the noisy sums, and gives what follows from them and the public facts.
func (d *drawing) drawSums(facts scaling.Facts) (*scaling.Means, error) {
	sum := d.table.features
	return meansOf(&d.schema, facts, d.plan.standard.sums.Release(sum.Sum, sum.Rows, d.table.machine.Random))
}

// meansOf gives what follows from noisy sums and the public facts.
func meansOf(s *schema.Schema, facts scaling.Facts, noisy mechanism.NoisySums) (*scaling.Means, error) {
	if layout := facts.Sums(); layout.Constant >= 0 {
		// What was measured has another weight of the rows, and a base of integers.
		_, a := facts.Sensitivity()
		rows := math.Max(1, noisy.Coordinates[layout.Constant]/noisy.Weight)
		noisy.Coordinates[layout.Constant] = rows * a
		for i, base := range schema.SumsBase(s) {
			noisy.Coordinates[i] += rows * (float64(base)/schema.Scale - layout.Base[i])
		}
	}
	for i, half := range halves(s) { // a half of a list's level is a little less than ½
		noisy.Coordinates[i] *= half
	}
	means, err := scaling.FromSums(facts, noisy.Coordinates, noisy.Deviation)
	if err != nil {
		return nil, fault.Of(err)
	}
	return means, nil
}

// halves are what features' sums are multiplied by: ½ over what it is in integers for a list's level, 1 for others.
func halves(s *schema.Schema) (out []float64) {
	for i := range s.Fields {
		f, half := &s.Fields[i], 1.0
		if f.IsList() {
			half = schema.Scale / 2. / schema.HalfLevel
		}
		out = append(out, slices.Repeat([]float64{half}, f.D())...)
	}
	return out
}

// boundWeights make features of the lattice what the schema's scaling and weights say: columns in the units of their bounds.
func boundWeights(s *schema.Schema) []float64 {
	var out []float64
	for i := range s.Fields {
		_, half := schema.OfLattice(&s.Fields[i], s.Scaling)
		for range s.Fields[i].D() {
			out = append(out, half)
		}
	}
	return out
}

// onFeatures is a point of the lattice, in units of schema.Scale, as a point of features: six decimals, as a document states it.
func onFeatures(s *schema.Schema, z []float64) []float64 {
	var out []float64
	for i := range s.Fields {
		f := &s.Fields[i]
		zero, half := schema.OfLattice(f, s.Scaling)
		for range f.D() {
			out = append(out, math.Round((zero+half*z[len(out)])*1e6)/1e6)
		}
	}
	return out
}

// sumStandard sums the second moment of the records (u, a).
func (d *drawing) sumStandard() error {
	z, err := dataset.NewStandard(&d.schema, d.centre, d.weights)
	if err != nil {
		return fault.Of(err)
	}
	a := moment.NewAccumulatorWith(d.table.machine.Sums, z.D(), schema.Scale)
	q := make([]int16, z.D())
	err = eachRow(d.ctx, d.table, plan.PhaseRead, d.progress, func(row []int16) error {
		z.Vector(row, d.cut.Radius, q)
		return a.Add(q)
	})
	d.matrix = a.Matrix()
	return err
}

// tau is the width of the second moment's noise off the diagonal, in units of u.
func (p *Plan) tau() float64 {
	w := p.decided.Step(method.StepSecondMoment).Width
	return float64(w.OffDiagonal) / (schema.UnitScale() * schema.UnitScale())
}

// eachRow gives each row of the lattice to each: those that were kept in memory, or of the file, read again.
func eachRow(ctx context.Context, t *Table, phase string, progress func(Progress), each func(row []int16) error) (err error) {
	if t.kept != nil {
		return t.kept.each(ctx, func(done int64) {
			progress(Progress{Phase: phase, Done: done, Total: t.kept.rows, Unit: "rows", Records: done})
		}, each)
	}
	if t.file == nil {
		return summedElsewhere()
	}
	r := t.reading(ctx, phase, progress)
	defer func() { err = r.end(err) }()
	summary, err := t.machine.reader().ReadRows(r.open(), t.schema, func(row []int16) error {
		r.records++
		return each(row)
	})
	if err == nil && summary.Rows != t.summary.Rows {
		return ErrChanged
	}
	return err
}

// sumRows reads the file and sums what the first step of the norm rule mean is released from. It keeps the rows where they fit.
func (t *Table) sumRows(ctx context.Context, progress func(Progress)) (sum *dataset.FeatureSum, summary *Summary, err error) {
	if t.file == nil {
		return nil, nil, fault.New(fault.CodeRequest, "Records that are summed elsewhere are not yet taken under the norm rule mean: choose the norm rule sign.")
	}
	l := dataset.NewLattice(t.schema)
	sum = dataset.NewFeatureSum(schema.SumsDim(t.schema))
	kept := newKept(l.Width(), t.machine.rowsMemory())
	r := t.reading(ctx, plan.PhaseRead, progress)
	defer func() { err = r.end(err) }()
	summary, err = t.machine.reader().ReadRows(r.open(), t.schema, func(row []int16) error {
		r.records++
		sum.Rows += l.Weight(row)
		l.Add(sum.Sum, row)
		kept.add(row)
		return nil
	})
	t.kept = kept.whole()
	if err == nil {
		err = tooMany(t.schema, summary.Rows)
	}
	return sum, summary, err // a reading that failed or changed is forgotten by Sum
}

// tooMany refuses more weighted rows than 64 bits hold exactly.
func tooMany(s *schema.Schema, rows int64) error {
	if s.RowWeight == nil || rows <= schema.MostWeightedRows {
		return nil
	}
	return fault.New(fault.CodeFile, fmt.Sprintf("Weighted rows are summed exactly up to %d, and the file has more: take a sample of them, or leave row_weight out.", schema.MostWeightedRows))
}

// keptRows are rows of the lattice that stay in memory until a release has been drawn.
type keptRows struct {
	width  int
	most   int64 // bytes
	blocks [][]int16
	rows   int64
	over   bool
}

// keptBlock is how many integers a block has: large ones, so that memory is not moved as it grows.
const keptBlock = 1 << 18

func newKept(width int, most int64) *keptRows { return &keptRows{width: width, most: most} }

func (k *keptRows) add(row []int16) {
	if k.over {
		return
	}
	last := len(k.blocks) - 1
	if last < 0 || len(k.blocks[last])+k.width > cap(k.blocks[last]) {
		size := max(keptBlock, k.width)
		if int64(last+2)*int64(size)*2 > k.most {
			k.forget()
			k.over = true
			return
		}
		k.blocks = append(k.blocks, make([]int16, 0, size))
		last++
	}
	k.blocks[last] = append(k.blocks[last], row...)
	k.rows++
}

// whole is k where it holds every row that was added, else nil.
func (k *keptRows) whole() *keptRows {
	if k.over || k.width == 0 {
		return nil
	}
	return k
}

// each gives every row to f. It stops at f's first error, and where ctx ends.
func (k *keptRows) each(ctx context.Context, progress func(done int64), f func(row []int16) error) error {
	done := int64(0)
	for _, block := range k.blocks {
		if err := ctx.Err(); err != nil {
			return err
		}
		progress(done)
		for at := 0; at < len(block); at += k.width {
			if err := f(block[at : at+k.width : at+k.width]); err != nil {
				return err
			}
			done++
		}
	}
	progress(done)
	return nil
}

// forget overwrites the rows.
func (k *keptRows) forget() {
	if k == nil {
		return
	}
	for _, block := range k.blocks {
		clear(block)
	}
	k.blocks = nil
}

// runStandard draws the three steps of the norm rule mean, and computes what they have found.
func (d *drawing) runStandard() (*Result, error) {
	defer d.table.Forget()
	if as := d.plan.decided.Choices.As; as != nil {
		d.takeOver(as)
	} else if err := d.drawStandard(); err != nil {
		return nil, err
	}
	if err := d.sumStandard(); err != nil {
		return nil, err
	}
	k, _ := d.plan.decided.Ks()
	how, err := d.plan.mechanism(k, d.table.machine, d.progress)
	if err != nil {
		return nil, refused(err)
	}
	gaussian, ok := how.(*mechanism.Gaussian)
	if !ok {
		return nil, fault.Of(errors.New("pca: the norm rule mean needs Gaussian noise"))
	}
	noisy, err := gaussian.Noisy(d.ctx, d.matrix, d.table.machine.Random)
	if err != nil {
		return nil, refused(err)
	}
	found, directions, err := d.find(noisy)
	if err != nil {
		return nil, refused(err)
	}
	out := gaussian.Found(*directions)
	d.plan.charge(out)
	return &Result{plan: d.plan, k: k, output: out, finding: found}, nil
}

// Forget overwrites rows that were kept in memory. Whoever needs them afterwards reads the file again.
func (t *Table) Forget() {
	t.kept.forget()
	t.kept = nil
}
