package pca

import (
	"math"
	"slices"
	"strconv"

	"privatepca/core/finding"
	"privatepca/core/mechanism"
	"privatepca/core/plan"
	"privatepca/core/release"
	"privatepca/core/scaling"
	"privatepca/core/schema"
)

// find computes what the noisy second moment of (u, a) says, given as the lower triangle of integers: a function of what was released. All
// of it is computed from the numbers that the document states, rounded as they are there.
func (d *drawing) find(noisy []float64) (*release.Finding, *mechanism.Directions, error) {
	s, facts := &d.schema, d.plan.facts(d.table.summary.Rows)
	f := d.stated(facts, noisy)
	in := f.Input(facts.Columns, facts.Effect())
	if as := d.plan.decided.Choices.As; as != nil {
		in.Scale, in.Floored = facts.Columns.Spread(as.Scales), as.Floored
	}
	solver := finding.Solver{Eigen: d.table.machine.Solver()}
	found, err := solver.Find(d.ctx, in, func(done, of int) {
		d.progress(Progress{Phase: plan.PhaseTest, Done: int64(done), Total: int64(of), Unit: "draws"})
	})
	if err != nil {
		return nil, nil, err
	}
	equal := d.plan.decided.Choices.Correlations
	f.State(found, equal, release.ColumnNames(s), facts.Columns.Blocks())
	if s.D() > release.MostMatrix {
		f.Matrix = nil
	}
	if equal {
		return f, d.equalColumns(found), nil
	}
	directions, err := d.inBounds(*in)
	return f, directions, err
}

// stated has what the document states of the three steps.
func (d *drawing) stated(facts scaling.Facts, noisy []float64) *release.Finding {
	unit := schema.UnitScale()
	constant := float64(schema.Constant()) / unit
	tau := d.plan.tau()
	moment := make([]float64, len(noisy))
	for i, x := range noisy {
		moment[i] = x / (unit * unit)
	}
	// The constant is an integer: what was summed with it is brought to exactly a.
	last, exactly := d.schema.D()*(d.schema.D()+1)/2, math.Sqrt(scaling.ConstantSquare)/constant
	for i := last; i < len(moment); i++ {
		moment[i] *= exactly
	}
	moment[len(moment)-1] *= exactly
	mean, matrix := finding.Centred(facts.Columns, moment, d.means.Rows)
	gridded(mean, tau/constant/1000)
	gridded(matrix, tau/1000)
	as := ""
	if d.plan.decided.Choices.As != nil {
		as = d.plan.decided.Choices.As.Document
	}
	return &release.Finding{
		As: as, Rows: d.means.Rows, DesignEffect: facts.Effect(), Filters: true, CutAnswers: true, Answered: d.means.Present, MeanNoise: d.means.Noise,
		Weights: d.weights, Radius: d.cut.Radius, Longest: d.cut.Top, Lengths: d.cut.Counts, LengthsNoise: d.cut.Noise,
		Tau: tau, TauMean: tau / constant, Mean: mean, Matrix: matrix,
	}
}

// gridded rounds to a power of ten that is at most step.
func gridded(x []float64, step float64) {
	digits := int(math.Ceil(-math.Log10(step)))
	for i, v := range x {
		if digits > 0 {
			x[i], _ = strconv.ParseFloat(strconv.FormatFloat(v, 'f', digits, 64), 64)
		} else {
			grid := math.Pow10(-digits)
			x[i] = math.RoundToEven(v/grid) * grid
		}
		x[i] += 0 // no negative zero
	}
}

// equalColumns are directions in which every column counts equally.
func (d *drawing) equalColumns(found *finding.Result) *mechanism.Directions {
	s := &d.schema
	scale := make([]float64, s.D())
	at := 0
	for i := range s.Fields {
		_, half := schema.OfLattice(&s.Fields[i], s.Scaling)
		for range s.Fields[i].D() {
			scale[at] = found.Scale[at] * half / d.weights[at]
			at++
		}
	}
	largest := slices.Max(scale)
	for i := range scale {
		scale[i], _ = strconv.ParseFloat(strconv.FormatFloat(scale[i]/largest, 'g', 6, 64), 64)
	}
	return &mechanism.Directions{Basis: found.Vectors, Values: found.Values, Spectrum: wholeSpectrum(found.Values, s.D()), Scale: scale}
}

// inBounds are directions in the units of the columns' bounds: those of the noisy matrix itself.
func (d *drawing) inBounds(in finding.Input) (*mechanism.Directions, error) {
	in.Scale, in.Floored = make([]float64, d.schema.D()), make([]bool, len(in.Columns))
	for i := range in.Scale {
		in.Scale[i] = 1
	}
	values, vectors, err := finding.Solver{Eigen: d.table.machine.Solver()}.Directions(&in)
	if err != nil {
		return nil, err
	}
	out := &mechanism.Directions{Basis: vectors, Values: values, Spectrum: wholeSpectrum(values, d.schema.D())}
	if d.plan.decided.Choices.Shrink {
		out.Shrunk, err = d.shrunkInBounds(&in)
	}
	return out, err
}

// wholeSpectrum adds the zeros of directions in which no record can vary: one of each category.
func wholeSpectrum(values []float64, d int) []float64 {
	out := make([]float64, d)
	copy(out, values)
	slices.Sort(out)
	slices.Reverse(out)
	return out
}
