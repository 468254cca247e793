package draft

import (
	"privatepca/core/fault"
	"privatepca/core/method"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
)

// MeasureAs has the release measure as an earlier one. What that needs and nobody chose is chosen: the norm rule mean, with Gaussian noise and columns
// that count equally.
func MeasureAs(d *Draft, e *release.Earlier) {
	d.Choices.As = e
	if d.Answers.RuleOpen && d.Choices.MechanismOpen {
		d.Choices.Mechanism = method.Best(false).Name // its noise is what the rule is drawn with
		recommended(d, schema.Mean)
	}
}

// taken is what the release takes over from an earlier one; nil where it measures on its own.
func (d *Draft) taken() (*plan.As, error) {
	if d.Choices.As == nil {
		return nil, nil
	}
	return d.Choices.As.Take(d.Answers.Schema(), d.Choices.Relation)
}

// AsFault says why the release cannot measure as the earlier one; "" where it can, or is to measure on its own.
func (d *Draft) AsFault() string {
	_, err := d.taken()
	switch {
	case err != nil:
		return fault.Sentence(err.Error())
	case d.Choices.As != nil && !d.Answers.Equal:
		return "The earlier release counts every column equally, and this one is in the units of the bounds. Choose the same under Columns."
	}
	return ""
}

// BothCost says what the release and the earlier one that it measures as cost together; "" where that is not known. The release's steps are calibrated
// together, and their μ is that of one step at (ε,δ) to a thousandth, which needs no plan (core/pca has a test).
func (d *Draft) BothCost() string {
	b := d.Budget()
	if d.Choices.As == nil || b.Delta == 0 || !d.Decided() {
		return ""
	}
	sigma, err := privacy.AnalyticGaussian(b.Epsilon, b.Delta)
	if err != nil {
		return ""
	}
	return d.Choices.As.BothCost(1/sigma, b.Delta)
}

// counts reports whether a release as an earlier one pays for the number of rows, since that is private.
func (d *Draft) counts() bool {
	return privacy.MeanQuery{Relation: d.Choices.Relation, RowsPerPerson: d.Answers.RowsPerPerson(), WeightUnit: d.Answers.RowWeight.Stated().Unit()}.Counted()
}

// TakesTooMuchDelta reports whether δ is so large that it has to be agreed to, whatever n is.
func (d *Draft) TakesTooMuchDelta() bool {
	return d.DeltaFault() == "" && d.Budget().Delta > privacy.MostDelta
}
