package forecast_test

import (
	"testing"

	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/app/page/tabtest"
	"privatepca/core/schema"
	"privatepca/core/typed"
	"privatepca/wasm/protocol"
)

// A draft that nobody chose a rule for takes the forecast's when it arrives and when ε changes it, and asks for each only once.
func TestTheForecastsRuleIsTaken(t *testing.T) {
	s, h := tabtest.WithForecast(t)
	s.Draft.Answers.RuleOpen, s.Draft.Choices.MechanismOpen = true, true
	s.Draft.Answers.Want(schema.Sign)
	s.Draft.Choices.Records = typed.ReadCount("42") // typed, so that it stays while the file is read again
	got := tabtest.Forecast()
	for i := range draft.Epsilons { // pairs below ε = 1
		ways := []protocol.ForecastChoice{{Rule: "sign", Mechanism: "gaussian"}, {Rule: "pairs", Mechanism: "gaussian"}}
		if draft.Epsilons[i] < .9 {
			ways[0], ways[1] = ways[1], ways[0]
		}
		got.Ranked = append(got.Ranked, ways)
	}
	s.Draft.Choices.Epsilon = typed.ReadNumber("0.1")
	h.Say(protocol.ForecastRequest.Name, got)
	if s.Draft.Answers.Rule != schema.Pairs || s.Draft.Answers.Scaling != schema.Affine {
		t.Fatalf("the rule is %s, scaled %s", s.Draft.Answers.Rule, s.Draft.Answers.Scaling)
	}
	s.Draft.Answers.Want(schema.Sign) // as if the facts of the other scaling said so
	if s.Change(); s.Draft.Answers.Rule != schema.Sign {
		t.Error("the same facts change the rule a second time")
	}
	s.Draft.Choices.Epsilon = typed.ReadNumber("0.2")
	if s.Change(); s.Draft.Answers.Rule != schema.Pairs {
		t.Error("another ε does not change the rule")
	}
	drafttest.Answer(&s.Draft.Answers, draft.ChooseRule{Rule: schema.Clip})
	s.Draft.Choices.Epsilon = typed.ReadNumber("0.3")
	if s.Change(); s.Draft.Answers.Rule != schema.Clip {
		t.Error("a rule that was chosen is changed")
	}
}
