package draft_test

import (
	"strings"
	"testing"

	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/core/typed"
)

// A number that may be read in two ways is refused in every field, and both readings are named. In a whole number a comma or a point
// can only set off thousands.
func TestBothReadingsAreNamed(t *testing.T) {
	fresh := func() *draft.Draft {
		d := drafttest.Described(schema.Clip)
		d.Choices.Mechanism, d.Choices.Relation = "gaussian", privacy.ReplaceOne
		return d
	}
	for field, fault := range map[string]func(d *draft.Draft, text string) string{
		"ε": func(d *draft.Draft, text string) string {
			d.Choices.Epsilon = typed.ReadNumber(text)
			return d.Fault("epsilon")
		},
		"δ": func(d *draft.Draft, text string) string {
			d.Choices.Delta = typed.ReadNumber(text)
			return d.Fault("delta")
		},
		"R": func(d *draft.Draft, text string) string {
			d.Answers.Rule = schema.Clip
			drafttest.Answer(&d.Answers, draft.SetNorm{Norm: draft.NormTyped})
			d.Answers.Bound = typed.ReadNumber(text)
			return d.Answers.Fault("norm_bound")
		},
		"The share": func(_ *draft.Draft, text string) string { return draft.ReadShare(text).Fault("The share") },
		"the minimum": func(d *draft.Draft, text string) string {
			drafttest.Answer(&d.Answers, draft.SetMin{Column: 0, Text: text})
			return d.Answers.Columns[0].Fault
		},
		"the weight": func(d *draft.Draft, text string) string {
			d.Answers.Columns[0].Weight = typed.ReadNumber(text)
			drafttest.Answer(&d.Answers, draft.SetMin{Column: 0, Text: "0"})
			return d.Answers.Columns[0].Fault
		},
		"a score": func(d *draft.Draft, text string) string {
			c := d.Answers.Columns[2]
			drafttest.Set(c, draft.SetKind{Kind: draft.Ordinal})
			c.Scores = typed.ReadList("1\n" + text)
			drafttest.Set(c, draft.SetLevels{Lines: "f\nm"})
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
	for _, text := range []string{"1,000", "1.000"} {
		d := fresh()
		drafttest.Answer(&d.Answers, draft.SetUnit{Unit: draft.UnitRows})
		d.Answers.Rows = typed.ReadCount(text)
		d.Choices.K, d.Choices.KMax, d.Choices.Cap, d.Choices.Capped, d.Choices.Mechanism = typed.ReadCount(text), typed.ReadCount(text), typed.ReadCount(text), true, "ppca"
		if m, k, most, limit := d.Answers.RowsPerPerson(), d.Choices.Directions(2000), d.Choices.MostK(2000), d.Choices.Limit(); m != 1000 || k != 1000 || most != 1000 || limit != 1000 {
			t.Errorf("%s is read as %d rows of one person, k = %d of at most %d, %d proposals", text, m, k, most, limit)
		}
	}
}
