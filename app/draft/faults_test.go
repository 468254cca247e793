package draft_test

import (
	"errors"
	"testing"

	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/core/fault"
	"privatepca/core/method"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/core/typed"
)

// What the page lets pass, the plan accepts, and what the plan refuses, the page has a
// fault for: of every mechanism, relation, rule, step and share.
func TestThePageRefusesWhatThePlanRefuses(t *testing.T) {
	passed, refused := 0, 0
	each := func(choose func(d *draft.Draft)) {
		for _, rule := range []schema.NormRule{schema.Pairs, schema.Clip, schema.Unit} {
			for _, m := range method.All() {
				for _, relation := range []privacy.Relation{privacy.ReplaceOne, privacy.AddRemove} {
					for bits := range 32 {
						d := drafttest.Described(schema.Clip)
						d.Answers.Rule = rule
						d.Answers.Mean, d.Answers.NormPrivate = bits&1 > 0, bits&2 > 0
						d.Choices.KPrivate, d.Choices.Core, d.Choices.Capped = bits&4 > 0, bits&8 > 0, bits&16 > 0
						d.Choices.KMax = typed.ReadCount("3")
						d.Choices.Mechanism, d.Choices.Relation = m.Name, relation
						d.Answers.Count()
						choose(d)
						if len(d.Answers.MissingAnswers()) > 0 {
							continue
						}
						_, err := plan.New(d.Answers.Schema(), d.Release(nil).Choices)
						var f *fault.Error
						if err != nil && !errors.As(err, &f) {
							t.Fatal(err)
						}
						at := d.FirstFault()
						switch {
						case at == "" && err == nil:
							passed++
						case at != "" && err != nil:
							refused++
						default:
							t.Fatalf("%s, %s, %s, choices %05b: the page has a fault at %q, the plan says %v", m.Name, relation, rule, bits, at, err)
						}
					}
				}
			}
		}
	}
	each(func(*draft.Draft) {})
	each(func(d *draft.Draft) { d.Choices.Delta = typed.ReadNumber("0") })
	each(func(d *draft.Draft) { d.Choices.K, d.Choices.KMax = typed.ReadCount("9"), typed.ReadCount("9") })
	each(func(d *draft.Draft) {
		d.Answers.CentreShare, d.Answers.NormShare, d.Choices.KShare = draft.ReadShare("0.5"), draft.ReadShare("0.3"), draft.ReadShare("0.3")
	})
	each(func(d *draft.Draft) { d.Choices.CoreShare = draft.ReadShare("0.9999999") })
	each(func(d *draft.Draft) { d.Choices.Epsilon = typed.ReadNumber("1e300") })
	each(func(d *draft.Draft) { d.Answers.Equal = true })
	if passed < 500 || refused < 500 {
		t.Errorf("%d passed, %d were refused: too few of either to compare", passed, refused)
	}
}
