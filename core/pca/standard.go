package pca

import (
	"errors"
	"math"
	"slices"

	"privatepca/core/fault"
	"privatepca/core/mechanism"
	"privatepca/core/method"
	"privatepca/core/passes"
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
	lengths := scaling.NewLengths(facts.Columns, weights)
	counts, err := d.sumPass(passes.Pass{Number: passes.Lengths, Centre: d.centre, Weights: weights, Longest: lengths.Top}, plan.PhaseLengths)
	if err != nil {
		return err
	}
	noisy, sigma := d.plan.standard.lengths.Release(counts.Counts(), src)
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
	sum, err := d.sumPass(passes.Pass{Number: passes.Moment, Centre: d.centre, Weights: d.weights, Radius: d.cut.Radius}, plan.PhaseRead)
	if err == nil {
		d.matrix = sum.Matrix()
	}
	return err
}

// sumPass sums a later pass over the rows of the first.
func (d *drawing) sumPass(p passes.Pass, phase string) (*passes.Sum, error) {
	sum, summary, err := passOver{table: d.table, pass: p, phase: phase, progress: d.progress}.sum(d.ctx)
	if err != nil {
		return nil, err
	}
	if summary.Rows != d.table.summary.Rows || sum.Weight() != d.table.features.Rows {
		return nil, ErrChanged
	}
	return sum, nil
}

// tau is the width of the second moment's noise off the diagonal, in units of u.
func (p *Plan) tau() float64 {
	w := p.decided.Step(method.StepSecondMoment).Width
	return float64(w.OffDiagonal) / (schema.UnitScale() * schema.UnitScale())
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
