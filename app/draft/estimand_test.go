package draft_test

import (
	"testing"

	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/core/method"
	"privatepca/core/plan"
	"privatepca/core/schema"
)

// What is said of a mechanism before it is chosen is what holds once it is.
func TestEachMechanismHasAnEstimand(t *testing.T) {
	fresh := func(tell ...draft.Msg) *draft.Draft {
		d := &draft.Draft{Answers: draft.NewAnswers([]string{"age", "sex"}), Choices: draft.NewChoices(plan.Limits{})}
		for _, m := range tell {
			drafttest.Tell(d, m)
		}
		return d
	}
	rule := func(r schema.NormRule) draft.Msg { return draft.ChooseRule{Rule: r} }
	for name, c := range map[string]struct {
		of        *draft.Draft
		mechanism string
		want      string
		untested  bool
	}{
		"as recommended":    {fresh(), "gaussian", "Estimates the correlations of rows, cut where they lie far from the mean.", false},
		"another noise":     {fresh(), "nuclear", "Estimates the correlations of rows, each scaled to one length from the centre.", true},
		"a subspace alone":  {fresh(), "ppca", "Estimates the covariances of rows, each scaled to one length from the centre.", true},
		"nothing is read":   {fresh(), "random", "", false},
		"back again":        {fresh(draft.ChooseMechanism{Name: "ppca"}), "gaussian", "Estimates the correlations of rows, cut where they lie far from the mean.", false},
		"a rule was chosen": {fresh(rule(schema.Pairs)), "nuclear", "Estimates the covariances of differences between rows, each scaled to one length.", false},
		"refused":           {fresh(rule(schema.Mean)), "nuclear", "", false},
		"raw":               {fresh(rule(schema.Clip)), "gaussian", "Estimates the second moments of rows, cut at a stated length.", false},
		"raw, one length":   {fresh(rule(schema.Unit)), "sulq", "Estimates the second moments of rows, each scaled to one length.", true},
	} {
		t.Run(name, func(t *testing.T) {
			m := method.Named(c.mechanism)
			got, untested := draft.Estimand(c.of, m), draft.Untested(c.of, m)
			if got != c.want || untested != c.untested {
				t.Errorf("%q, untested %t; want %q, %t", got, untested, c.want, c.untested)
			}
			drafttest.Tell(c.of, draft.ChooseMechanism{Name: c.mechanism})
			if after, still := draft.Estimand(c.of, m), draft.Untested(c.of, m); after != got || still != untested {
				t.Errorf("once it is chosen: %q, untested %t", after, still)
			}
		})
	}
}
