package pca

import (
	"context"
	"math"

	"privatepca/core/mechanism"
	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/scaling"
	"privatepca/core/schema"
)

// A drawing is a plan while it runs, after the debit.
type drawing struct {
	ctx      context.Context
	plan     *Plan
	table    *Table
	progress func(Progress)

	schema    schema.Schema  // in use: with the public outputs of the steps
	matrix    *moment.Matrix // by that schema
	centre    []float64      // drawn; nil where the schema's is used
	means     *scaling.Means // of the norm rule mean, with what follows
	cut       *scaling.Cut
	weights   []float64
	normBound float64 // likewise; 0
}

// run draws the steps of the plan in their order: centre, mean, norm bound, k, mechanism. Where
// one of the first three is among them the file is encoded and summed again.
func (d *drawing) run() (*Result, error) {
	p := d.plan
	if p.centre != nil {
		if err := d.drawCentre(); err != nil {
			return nil, err
		}
	}
	if p.mean != nil {
		d.drawMean()
	}
	if p.standard != nil {
		return d.runStandard()
	}
	if p.normBound != nil {
		if err := d.drawNormBound(); err != nil {
			return nil, err
		}
	}
	if d.matrix == nil && p.mean == nil { // for a mechanism that uses nothing of the records
		d.matrix = moment.NewAccumulator(d.schema.D(), schema.Scale).Matrix()
	}
	if p.centre != nil || p.mean != nil || p.normBound != nil {
		if err := d.sumAgain(); err != nil {
			return nil, err
		}
	}
	k, err := d.drawK()
	if err != nil {
		return nil, err
	}
	if err := d.ctx.Err(); err != nil {
		return nil, err
	}
	from, err := p.mechanism(k, d.table.machine, d.progress)
	if err != nil {
		return nil, refused(err)
	}
	out, err := from.Release(d.ctx, d.matrix, d.table.machine.Random)
	if err != nil {
		return nil, refused(err)
	}
	p.charge(out)
	if err := d.shrink(out, k); err != nil {
		return nil, err
	}
	return &Result{plan: p, k: k, output: out}, nil
}

// charge writes the whole's cost and parts into what the mechanism released.
func (p *Plan) charge(out *mechanism.Released) {
	if len(p.parts) == 0 {
		return
	}
	out.Cost = p.cost
	out.Parts = append(append([]privacy.Part(nil), p.parts...), out.Parts...)
}

// drawCentre releases the noisy mean as a point: records are measured from the schema's
// public centre and clipped to its bound, whatever the norm rule.
func (d *drawing) drawCentre() error {
	clipped := d.schema
	clipped.NormRule = schema.Clip
	total := d.plan.centre.Sum()
	if err := d.table.each(d.ctx, &clipped, plan.PhaseCentre, d.progress, total.Add); err != nil {
		return err
	}
	mean := d.plan.centre.Release(total, d.table.machine.Random)
	point := append([]float64(nil), clipped.CentreVector()...)
	feature := 0
	for i := range d.schema.Fields {
		f := &d.schema.Fields[i]
		lo, hi := f.FeatureEnds(d.schema.Scaling)
		for range f.D() {
			x := point[feature] + float64(mean[feature]*clipped.Bound())
			x = math.Max(lo, math.Min(x, hi))
			point[feature] = math.Round(x*1e6) / 1e6
			feature++
		}
	}
	d.centre = point
	d.schema.Centre, d.schema.Point = schema.CentrePoint, point
	return nil
}

// drawNormBound releases a norm bound, up to the one that always holds under the centre in
// use.
func (d *drawing) drawNormBound() error {
	in := *d.plan.normBound
	in.Most = d.schema.AlwaysValidBound()
	b, err := mechanism.NewNormBound(in)
	if err != nil {
		return refused(err)
	}
	counts := b.Counts()
	if err := d.table.Norms(d.ctx, &d.schema, d.progress, counts.Add); err != nil {
		return err
	}
	d.normBound = b.Release(counts, d.table.machine.Random)
	d.schema.NormBound = d.normBound
	return nil
}

// sumAgain encodes and sums the records by the schema in use.
func (d *drawing) sumAgain() error {
	matrix, summary, err := d.table.sum(d.ctx, &d.schema, d.progress)
	if err != nil {
		return err
	}
	if summary.Rows != d.table.summary.Rows {
		return ErrChanged
	}
	d.matrix = matrix
	return nil
}

// drawK gives the stated k, or draws it.
func (d *drawing) drawK() (int, error) {
	from, _ := d.plan.decided.Ks()
	if d.plan.decided.Step(method.StepChoiceOfK) == nil {
		return from, nil
	}
	if err := d.ctx.Err(); err != nil {
		return 0, err
	}
	choice, err := mechanism.NewChooseK(d.plan.chooseK(d.table.machine))
	if err != nil {
		return 0, refused(err)
	}
	d.progress(Progress{Phase: plan.PhaseChooseK, Total: 1, Unit: "decompositions"})
	k, err := choice.Release(d.matrix, d.table.machine.Random)
	if err != nil {
		return 0, refused(err)
	}
	d.progress(Progress{Phase: plan.PhaseChooseK, Done: 1, Total: 1, Unit: "decompositions"})
	return k, nil
}
