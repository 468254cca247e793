package pca

import (
	"privatepca/core/mechanism"
	"privatepca/core/noise"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// A mean is the step that releases the mean of the features, by either of two mechanisms. Release gives the
// mean and about the standard deviation of each of its features.
type mean interface {
	Part() privacy.Part
	Release(sum []int64, rows int64, src noise.Source) (mean []float64, sigma float64)
}

var (
	_ mean = (*mechanism.Mean)(nil)
	_ mean = (*mechanism.KNormMean)(nil)
)

// newMean makes the step: Gaussian noise where its budget has a δ, K-norm noise under pure ε.
func newMean(decided *plan.Plan, step *plan.Step) (mean, error) {
	s := decided.Schema
	in := mechanism.MeanParams{MeanQuery: decided.MeanQuery(), Scale: schema.Scale, Base: s.Base()}
	if step.Budget.Pure() {
		var columns []mechanism.MeanColumn
		for i := range s.Fields {
			f := &s.Fields[i]
			lo, hi := f.Ends(s.Scaling)
			if f.Kind == schema.Category {
				columns = append(columns, mechanism.MeanColumn{Levels: f.D(), Range: hi})
				continue
			}
			for range f.D() { // a cycle is within the square about it
				columns = append(columns, mechanism.MeanColumn{Range: hi - lo})
			}
		}
		return mechanism.NewKNormMean(in, columns, step.Budget.Epsilon)
	}
	width := step.Width
	if width == nil {
		joint, err := privacy.CalibrateGaussians([]privacy.Query{in.Query(1)}, step.Budget)
		if err != nil {
			return nil, err
		}
		width = &joint.Steps[0]
		width.Epsilon, width.Delta = joint.Epsilon, joint.Delta
	}
	return mechanism.NewMean(in, *width)
}

// drawMean releases the mean of the features, from which the directions of the records are then measured.
func (d *drawing) drawMean() {
	sum := d.table.features
	point, sigma := d.plan.mean.Release(sum.Sum, sum.Rows, d.table.machine.Random)
	d.schema.Settle(point, sigma)
	d.centre = point
	d.schema.Centre, d.schema.Point = schema.CentrePoint, point
}
