package draft

import (
	"privatepca/core/fault"
	"privatepca/core/plan"
	"privatepca/core/privacy"
)

// taken is what the release takes over from an earlier one; nil where it measures on its own.
func taken(d *Draft) (*plan.As, error) {
	if d.Choices.As == nil {
		return nil, nil
	}
	return d.Choices.As.Take(d.Answers.Schema(), d.Choices.Relation)
}

// AsFault says why the release cannot measure as the earlier one; "" where it can, or is to measure on its own.
func AsFault(d *Draft) string {
	_, err := taken(d)
	switch {
	case err != nil:
		return fault.Sentence(err.Error())
	case d.Choices.As != nil && !d.Answers.Equal:
		return "The earlier release counts every column equally, and this one is in the units of the bounds. Choose the same under Columns."
	}
	return ""
}

// countsRows reports whether a release as an earlier one pays for the number of rows, since that is private.
func countsRows(d *Draft) bool {
	return privacy.MeanQuery{Relation: d.Choices.Relation, RowsPerPerson: d.Answers.RowsPerPerson(), WeightUnit: d.Answers.RowWeight.Stated().Unit()}.Counted()
}
