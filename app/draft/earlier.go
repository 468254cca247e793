package draft

import (
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

// countsRows reports whether a release as an earlier one pays for the number of rows, since that is private.
func countsRows(d *Draft) bool {
	return privacy.MeanQuery{Relation: d.Choices.Relation, RowsPerPerson: d.Answers.RowsPerPerson(), WeightUnit: d.Answers.RowWeight.Stated().Unit()}.Counted()
}
