package draft_test

import (
	"testing"

	"privatepca/app/draft"
	"privatepca/core/schema"
	"privatepca/core/typed"
)

// One table of typed texts for all fields: each field takes a text for the same number, or for none.
func TestEveryFieldReadsAlike(t *testing.T) {
	numbers := map[string]func(*draft.Draft, string) typed.Number{
		"ε":     func(d *draft.Draft, s string) typed.Number { draft.SetEpsilon(&d.Choices, s); return d.Choices.Epsilon },
		"δ":     func(d *draft.Draft, s string) typed.Number { draft.SetDelta(&d.Choices, s); return d.Choices.Delta },
		"R":     func(d *draft.Draft, s string) typed.Number { draft.SetBound(&d.Answers, s); return d.Answers.Bound },
		"share": func(_ *draft.Draft, s string) typed.Number { return draft.ReadShare(s).Number },
		"design effect": func(d *draft.Draft, s string) typed.Number {
			draft.SetDesignEffect(&d.Answers, s)
			return d.Answers.DesignEffect.Number
		},
		"mean weight": func(d *draft.Draft, s string) typed.Number {
			draft.SetMeanWeight(&d.Choices, s)
			return d.Choices.MeanWeight
		},
		"typical": func(d *draft.Draft, s string) typed.Number { draft.SetTypical(&d.Choices, s); return d.Choices.Typical },
		"wanted": func(d *draft.Draft, s string) typed.Number {
			draft.SetWanted(&d.Choices, s)
			return d.Choices.Wanted.Number
		},
		"minimum": func(d *draft.Draft, s string) typed.Number { c := &d.Answers.Columns[0]; c.SetMin(s); return c.Min },
		"maximum": func(d *draft.Draft, s string) typed.Number { c := &d.Answers.Columns[0]; c.SetMax(s); return c.Max },
		"weight":  func(_ *draft.Draft, s string) typed.Number { var d draft.Details; d.SetWeight(s); return d.Weight },
		"largest": func(_ *draft.Draft, s string) typed.Number { var r draft.RowWeight; r.SetMost(s); return r.Most },
		"missing": func(_ *draft.Draft, s string) typed.Number { var r draft.RowWeight; r.SetMissing(s); return r.Missing },
		"a score": func(_ *draft.Draft, s string) typed.Number {
			var d draft.Details
			d.SetScores(s)
			if all, wrong := d.Scores.Numbers(); len(all) == 0 {
				return wrong
			}
			return typed.ReadNumber(d.Scores.Text())
		},
	}
	counts := map[string]func(*draft.Draft, string) typed.Count{
		"k":       func(d *draft.Draft, s string) typed.Count { draft.SetK(&d.Choices, s); return d.Choices.K },
		"most k":  func(d *draft.Draft, s string) typed.Count { draft.SetMostK(&d.Choices, s); return d.Choices.KMax },
		"cap":     func(d *draft.Draft, s string) typed.Count { draft.SetCap(&d.Choices, s); return d.Choices.Cap },
		"records": func(d *draft.Draft, s string) typed.Count { draft.SetRecords(&d.Choices, s); return d.Choices.Records },
		"rows":    func(d *draft.Draft, s string) typed.Count { draft.SetRows(&d.Answers, s); return d.Answers.Rows },
	}
	for _, text := range []string{"7", "0,5", "0.5", "1,5e-6", "−3", "1.234,56", "1,234.56", "5 000", "1’000.25", "100.000", "4.812", "1,000", "-12,345", "1.2.3", "1 00", "abc", "NaN", "1_000", ""} {
		t.Run(text, func(t *testing.T) {
			want := typed.ReadNumber(text)
			for field, set := range numbers {
				t.Run(field, func(t *testing.T) {
					if got := set(described(schema.Clip), text); got != want {
						t.Errorf("read as %+v, want %+v", got, want)
					}
				})
			}
			whole := typed.ReadCount(text)
			for field, set := range counts {
				t.Run(field, func(t *testing.T) {
					if got := set(described(schema.Clip), text); got != whole {
						t.Errorf("read as %+v, want %+v", got, whole)
					}
				})
			}
		})
	}
}

// A bound is read by its column's type, whichever was answered first.
func TestBoundsAreReadByTheirType(t *testing.T) {
	var c draft.Column
	c.SetMin("1950")
	c.SetMax("2020-12-31")
	c.SetDetails(draft.Details{Part: schema.Year})
	if c.SetKind(draft.Date); c.Fault != "" || c.Min.Or(0) != -7305 {
		t.Errorf("as dates: %q, %+v", c.Fault, c.Min)
	}
	if c.SetKind(draft.Number); c.Min.Or(0) != 1950 || c.Max.Why() != typed.None {
		t.Errorf("as numbers: %+v, %+v", c.Min, c.Max)
	}
	if c.SetKind(draft.Date); c.Fault != "" || c.Min.Text() != "1950" {
		t.Errorf("as dates again: %q, %+v", c.Fault, c.Min)
	}
}
