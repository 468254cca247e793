package draft_test

import (
	"strings"
	"testing"

	"privatepca/app/draft"
	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// A number that may be read in two ways is refused in every field, and both readings are named. In a whole number a comma or a point
// can only set off thousands.
func TestBothReadingsAreNamed(t *testing.T) {
	fresh := func() *draft.Draft {
		d := described(schema.Clip)
		d.Choices.Mechanism, d.Choices.Relation = "gaussian", privacy.ReplaceOne
		return d
	}
	for field, fault := range map[string]func(d *draft.Draft, typed string) string{
		"ε": func(d *draft.Draft, typed string) string { d.Choices.Epsilon = typed; return d.EpsilonFault() },
		"δ": func(d *draft.Draft, typed string) string { d.Choices.Delta = typed; return d.DeltaFault() },
		"R": func(d *draft.Draft, typed string) string {
			d.Answers.Rule = schema.Clip
			d.Answers.SetNorm(draft.NormTyped)
			d.Answers.Bound = typed
			return d.Answers.BoundFault()
		},
		"The share": func(_ *draft.Draft, typed string) string { return draft.Share(typed).Fault("The share") },
		"the minimum": func(d *draft.Draft, typed string) string {
			d.Answers.Columns[0].SetMin(typed)
			return d.Answers.Columns[0].Fault
		},
		"the weight": func(d *draft.Draft, typed string) string {
			d.Answers.Columns[0].Weight = typed
			d.Answers.Columns[0].SetMin("0")
			return d.Answers.Columns[0].Fault
		},
		"a score": func(d *draft.Draft, typed string) string {
			c := &d.Answers.Columns[2]
			c.SetKind(draft.Ordinal)
			c.Scores = "1\n" + typed
			c.SetLevels("f\nm")
			return c.Fault
		},
	} {
		said := fault(fresh(), "1,000")
		if want := field + " may be read in two ways: type 1000 or 1.000"; !strings.HasPrefix(said, want) {
			t.Errorf("%s = 1,000: the page says %q, want %q", field, said, want)
		}
		if said := fault(fresh(), "abc"); said == "" || strings.Contains(said, "two ways") {
			t.Errorf("%s = abc: the page says %q", field, said)
		}
	}
	for _, typed := range []string{"1,000", "1.000"} {
		d := fresh()
		d.Answers.SetUnit(draft.UnitRows)
		d.Answers.Rows = typed
		d.Choices.K, d.Choices.KMax, d.Choices.Cap, d.Choices.Capped, d.Choices.Mechanism = typed, typed, typed, true, "ppca"
		if m, k, most, limit := d.Answers.RowsPerPerson(), d.Choices.Directions(2000), d.Choices.MostK(2000), d.Choices.Limit(); m != 1000 || k != 1000 || most != 1000 || limit != 1000 {
			t.Errorf("%s is read as %d rows of one person, k = %d of at most %d, %d proposals", typed, m, k, most, limit)
		}
	}
}
