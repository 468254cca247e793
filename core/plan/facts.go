package plan

import (
	"privatepca/core/advice"
	"privatepca/core/fault"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// Facts are what a release is decided by beside its choices. All are public: none comes from a record.
type Facts struct {
	Features      int
	Rule          schema.NormRule
	Centre        schema.Centre
	NormBound     float64 // that is stated; 0 for none
	RowsPerPerson int
	Weights       string // the column that weighs the rows; "" for none
	WeightUnit    int64  // the integer of the largest weight; 0 for none
	Flat          bool   // no column can vary between its bounds

	Limits Limits // of a site around the page

	columns []int // features of each column: of a release as an earlier one
}

// FactsOf has the facts that a valid schema states.
func FactsOf(s *schema.Schema) Facts {
	f := Facts{
		Features: s.D(), Rule: s.NormRule, Centre: s.Centre, NormBound: s.NormBound, RowsPerPerson: s.RowsPerPerson, WeightUnit: s.RowWeight.Unit(), Flat: s.Spread() < 1,
	}
	if s.RowWeight != nil {
		f.Weights = s.RowWeight.Column
	}
	for _, run := range schema.Runs(s) {
		n := 0
		for i := run.From; i < run.To; i++ {
			n += s.Fields[i].D()
		}
		f.columns = append(f.columns, n)
	}
	return f
}

// needsMean reports whether records can be encoded only about a mean that a release pays for.
func (f *Facts) needsMean() bool {
	return f.Rule == schema.Sign && f.Centre != schema.CentrePoint
}

// counted reports whether the number of rows is private.
func (f *Facts) counted(relation privacy.Relation) bool {
	return privacy.MeanQuery{Relation: relation, RowsPerPerson: f.RowsPerPerson, WeightUnit: f.WeightUnit}.Counted()
}

// Limits are the most that a release may spend, as a site around the page states it; nil for no limit.
type Limits struct{ Epsilon, Delta *float64 }

// Refuse refuses an ε and a δ that pass the limits.
func (l Limits) Refuse(epsilon, delta float64) (refused []*fault.Error) {
	if l.Epsilon != nil && epsilon > *l.Epsilon {
		refused = append(refused, advice.Refuse("epsilon", fault.Above, words.Number(*l.Epsilon)))
	}
	if l.Delta != nil && delta > *l.Delta {
		refused = append(refused, advice.Refuse("delta", fault.Above, words.Number(*l.Delta)))
	}
	return refused
}

// Lower takes the smaller of two limits: what was limited stays limited.
func (l *Limits) Lower(epsilon, delta *float64) {
	least := func(a, b *float64) *float64 {
		if a == nil || b != nil && *b < *a {
			return b
		}
		return a
	}
	l.Epsilon, l.Delta = least(l.Epsilon, epsilon), least(l.Delta, delta)
}
