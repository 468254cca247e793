package draft_test

import (
	"testing"

	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/core/schema"
	"privatepca/core/typed"
)

// One table of typed texts for all fields: each field takes a text for the same number, or for none.
func TestEveryFieldReadsAlike(t *testing.T) {
	numbers := map[string]func(*draft.Draft, string) typed.Number{
		"ε": func(d *draft.Draft, s string) typed.Number {
			drafttest.Tell(d, draft.SetEpsilon{Text: s})
			return d.Choices.Epsilon
		},
		"δ": func(d *draft.Draft, s string) typed.Number {
			drafttest.Tell(d, draft.SetDelta{Text: s})
			return d.Choices.Delta
		},
		"R": func(d *draft.Draft, s string) typed.Number {
			drafttest.Tell(d, draft.SetBound{Text: s})
			return d.Answers.Bound
		},
		"share": func(_ *draft.Draft, s string) typed.Number { return draft.ReadShare(s).Number },
		"design effect": func(d *draft.Draft, s string) typed.Number {
			drafttest.Tell(d, draft.SetDesignEffect{Text: s})
			return d.Answers.DesignEffect.Number
		},
		"mean weight": func(d *draft.Draft, s string) typed.Number {
			drafttest.Tell(d, draft.SetMeanWeight{Text: s})
			return d.Choices.MeanWeight
		},
		"typical": func(d *draft.Draft, s string) typed.Number {
			drafttest.Tell(d, draft.SetTypical{Text: s})
			return d.Choices.Typical
		},
		"wanted": func(d *draft.Draft, s string) typed.Number {
			drafttest.Tell(d, draft.SetWanted{Text: s})
			return d.Choices.Wanted.Number
		},
		"minimum": func(d *draft.Draft, s string) typed.Number {
			drafttest.Tell(d, draft.SetMin{Text: s})
			return d.Answers.Columns[0].Min
		},
		"maximum": func(d *draft.Draft, s string) typed.Number {
			drafttest.Tell(d, draft.SetMax{Text: s})
			return d.Answers.Columns[0].Max
		},
		"weight": func(d *draft.Draft, s string) typed.Number {
			drafttest.Tell(d, draft.SetDetail{Of: draft.Weight, Text: s})
			return d.Answers.Columns[0].Weight
		},
		"largest": func(d *draft.Draft, s string) typed.Number {
			drafttest.Tell(d, draft.SetMostWeight{Text: s})
			return d.Answers.RowWeight.Most
		},
		"missing": func(d *draft.Draft, s string) typed.Number {
			drafttest.Tell(d, draft.SetMissingWeight{Text: s})
			return d.Answers.RowWeight.Missing
		},
		"a score": func(d *draft.Draft, s string) typed.Number {
			drafttest.Tell(d, draft.SetDetail{Of: draft.LevelScores, Text: s})
			scores := d.Answers.Columns[0].Scores
			if all, wrong := scores.Numbers(); len(all) == 0 {
				return wrong
			}
			return typed.ReadNumber(scores.Text())
		},
	}
	counts := map[string]func(*draft.Draft, string) typed.Count{
		"k": func(d *draft.Draft, s string) typed.Count { drafttest.Tell(d, draft.SetK{Text: s}); return d.Choices.K },
		"most k": func(d *draft.Draft, s string) typed.Count {
			drafttest.Tell(d, draft.SetMostK{Text: s})
			return d.Choices.KMax
		},
		"cap": func(d *draft.Draft, s string) typed.Count {
			drafttest.Tell(d, draft.SetCap{Text: s})
			return d.Choices.Cap
		},
		"records": func(d *draft.Draft, s string) typed.Count {
			drafttest.Tell(d, draft.SetRecords{Text: s})
			return d.Choices.Records
		},
		"rows": func(d *draft.Draft, s string) typed.Count {
			drafttest.Tell(d, draft.SetRows{Text: s})
			return d.Answers.Rows
		},
	}
	for _, text := range []string{"7", "0,5", "0.5", "1,5e-6", "−3", "1.234,56", "1,234.56", "5 000", "1’000.25", "100.000", "4.812", "1,000", "-12,345", "1.2.3", "1 00", "abc", "NaN", "1_000", ""} {
		t.Run(text, func(t *testing.T) {
			want := typed.ReadNumber(text)
			for field, set := range numbers {
				t.Run(field, func(t *testing.T) {
					if got := set(drafttest.Described(schema.Clip), text); got != want {
						t.Errorf("read as %+v, want %+v", got, want)
					}
				})
			}
			whole := typed.ReadCount(text)
			for field, set := range counts {
				t.Run(field, func(t *testing.T) {
					if got := set(drafttest.Described(schema.Clip), text); got != whole {
						t.Errorf("read as %+v, want %+v", got, whole)
					}
				})
			}
		})
	}
}

// A bound is read by its column's type, whichever was answered first.
func TestBoundsAreReadByTheirType(t *testing.T) {
	c := &draft.Column{}
	drafttest.Set(c, draft.SetMin{Text: "1950"}, draft.SetMax{Text: "2020-12-31"})
	drafttest.Set(c, drafttest.Details(0, draft.Details{Part: schema.Year})...)
	if drafttest.Set(c, draft.SetKind{Kind: draft.Date}); c.Fault != "" || c.Min.Or(0) != -7305 {
		t.Errorf("as dates: %q, %+v", c.Fault, c.Min)
	}
	if drafttest.Set(c, draft.SetKind{Kind: draft.Number}); c.Min.Or(0) != 1950 || c.Max.Why() != typed.None {
		t.Errorf("as numbers: %+v, %+v", c.Min, c.Max)
	}
	if drafttest.Set(c, draft.SetKind{Kind: draft.Date}); c.Fault != "" || c.Min.Text() != "1950" {
		t.Errorf("as dates again: %q, %+v", c.Fault, c.Min)
	}
}
