package draft_test

import (
	"math"
	"testing"

	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/app/keep"
	"privatepca/core/method"
	"privatepca/core/plan"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

func none() {}

// A new draft follows the recommendation, with the rule's usual scaling; one in which rule or mechanism was chosen, by hand, by a schema, by a
// config or in an earlier version of the page, stays as it is.
func TestFollow(t *testing.T) {
	names := []string{"age", "sex"}
	fresh := func() *draft.Draft {
		return &draft.Draft{Answers: draft.NewAnswers(names), Choices: draft.NewChoices(plan.Limits{})}
	}
	d := fresh()
	if d.Answers.Rule != schema.Mean || d.Answers.Scaling != schema.Affine || !d.Answers.Equal || d.Choices.Mechanism != method.Default {
		t.Errorf("a new draft begins with %s, %s, %s", d.Answers.Rule, d.Answers.Scaling, d.Choices.Mechanism)
	}
	ranked := []protocol.ForecastChoice{{Rule: "clip", Mechanism: "gaussian"}, {Rule: "pairs", Mechanism: "nuclear"}, {Rule: "sign", Mechanism: "gaussian"}}
	follows := func(d *draft.Draft, ranked []protocol.ForecastChoice) bool {
		rule, mechanism := d.Answers.Rule, d.Choices.Mechanism
		drafttest.Tell(d, draft.FollowForecast{Ranked: ranked})
		return d.Answers.Rule != rule || d.Choices.Mechanism != mechanism
	}
	if !follows(d, ranked) || d.Answers.Rule != schema.Pairs || d.Answers.Scaling != schema.Affine || d.Choices.Mechanism != "nuclear" {
		t.Errorf("it follows to %s, %s, %s", d.Answers.Rule, d.Answers.Scaling, d.Choices.Mechanism)
	}
	if follows(d, ranked) || follows(d, nil) {
		t.Error("the same recommendation changes it again")
	}
	kept, err := keep.Decode(keep.Of(*d, names).Encode(none), none)
	if err != nil {
		t.Fatal(err)
	}
	back := fresh()
	if *back = kept.TakeBack(*back, none); !follows(back, ranked[2:]) {
		t.Error("kept answers in which nothing was chosen do not follow")
	}
	for name, choose := range map[string]func(d *draft.Draft){
		"the rule":      func(d *draft.Draft) { drafttest.Answer(&d.Answers, draft.ChooseRule{Rule: schema.Sign}) },
		"the mechanism": func(d *draft.Draft) { d.Choices.MechanismOpen = false },
		"the rule that stands there": func(d *draft.Draft) {
			if drafttest.Tell(d, draft.ConfirmRule{Rule: schema.Mean}); d.Answers.RuleOpen {
				t.Error("the rule that stands there is open after it was confirmed")
			}
		},
		"the mechanism that stands there": func(d *draft.Draft) {
			if drafttest.Tell(d, draft.ConfirmMechanism{Name: method.Default}); d.Choices.MechanismOpen {
				t.Error("the mechanism that stands there is open after it was confirmed")
			}
		},
		"a schema": func(d *draft.Draft) {
			s, err := schema.Parse([]byte(`{"privatepca":{"norm_rule":"unit"},"fields":[{"name":"age","constraints":{"minimum":0,"maximum":1}}]}`))
			if err != nil {
				t.Fatal(err)
			}
			d.Answers.Adopt(s, none)
		},
		"a config": func(d *draft.Draft) {
			c := &plan.Config{Schema: []byte(`{}`), Choices: plan.Choices{Mechanism: method.Default}}
			d.Answers.Restore(c)
			d.Choices.Restore(c.Choices)
		},
		"an earlier version": func(d *draft.Draft) {
			k, err := keep.Decode(`[{"format":"privatepca/answers","version":1,"header":"x","rest":{"rule":"sign","scaling":"max-abs","centre":"none"},"choices":{"Mechanism":"gaussian"}}]`, none)
			if err != nil {
				t.Fatal(err)
			}
			if *d = k.TakeBack(*d, none); d.Choices.MechanismOpen || d.Answers.RuleOpen {
				t.Error("what an earlier version kept is taken as not chosen")
			}
		},
	} {
		d := fresh()
		choose(d)
		if follows(d, ranked) {
			t.Errorf("where %s was chosen the draft follows to %s, %s", name, d.Answers.Rule, d.Choices.Mechanism)
		}
	}
}

// Under pure ε a draft leads to sign with equal columns, by the mechanism that releases a matrix; by one that does not, columns keep their units. With
// a δ it stays with mean.
func TestFollowToARuleWithEqualColumns(t *testing.T) {
	for _, c := range []struct {
		best  protocol.ForecastChoice
		equal bool
	}{
		{protocol.ForecastChoice{Rule: "mean", Mechanism: "gaussian"}, true},
		{protocol.ForecastChoice{Rule: "sign", Mechanism: "nuclear"}, true},
		{protocol.ForecastChoice{Rule: "sign", Mechanism: "ppca"}, false},
	} {
		d := &draft.Draft{Answers: draft.NewAnswers([]string{"age"}), Choices: draft.NewChoices(plan.Limits{})}
		drafttest.Tell(d, draft.FollowForecast{Ranked: []protocol.ForecastChoice{c.best}})
		if a := &d.Answers; string(a.Rule) != c.best.Rule || a.Scaling != schema.Affine || a.Equal != c.equal || d.Choices.Mechanism != c.best.Mechanism {
			t.Errorf("%+v: the draft follows to %s, %s, equal %t, %s", c.best, a.Rule, a.Scaling, a.Equal, d.Choices.Mechanism)
		}
	}
}

// The three parts of the rule mean have shares of μ² and no ε of their own, and the forecast of their sum reads its curve at the whole ε. Noise of
// pure ε is divided.
func TestPartsOfOneCalibration(t *testing.T) {
	d := &draft.Draft{Answers: draft.NewAnswers([]string{"age"}), Choices: draft.NewChoices(plan.Limits{})}
	want := []float64{.2, .03, .77}
	parts := d.Parts()
	if len(parts) != len(want) {
		t.Fatalf("parts %+v", parts)
	}
	for i, p := range parts {
		if !p.Together || math.Abs(p.Share-want[i]) > 1e-12 {
			t.Errorf("part %+v, want %g of μ²", p, want[i])
		}
	}
	if part := d.DirectionsPart(d.Method()); math.Abs(part-1) > 1e-12 {
		t.Errorf("the forecast is read at %g of ε", part)
	}
	drafttest.Tell(d, draft.ChooseMechanism{Name: "nuclear"})
	for _, p := range d.Parts() {
		if p.Together {
			t.Errorf("part %+v of pure ε is said to be set with others", p)
		}
	}
}

// Only what stands there can be confirmed: a click on another control is followed by its change.
func TestConfirmAnother(t *testing.T) {
	d := &draft.Draft{Answers: draft.NewAnswers([]string{"age"}), Choices: draft.NewChoices(plan.Limits{})}
	if drafttest.Tell(d, draft.ConfirmRule{Rule: schema.Pairs}, draft.ConfirmMechanism{Name: "nuclear"}); !d.Answers.RuleOpen || !d.Choices.MechanismOpen {
		t.Error("a rule and a mechanism that are not in use are confirmed")
	}
}

// Levels may lead where a mechanism releases no matrix, about a mean, and a column is a category.
func TestLevelsMayLead(t *testing.T) {
	numbers := schema.New(schema.Field{Name: "a", Kind: schema.Number, Minimum: 0, Maximum: 1}, schema.Field{Name: "b", Kind: schema.Number, Minimum: 0, Maximum: 1})
	mixed := schema.New(append(numbers.Fields[:1:1], schema.Field{Name: "b", Kind: schema.Category, Minimum: math.NaN(), Maximum: math.NaN(), Enum: []string{"x", "y"}})...)
	for _, m := range method.All() {
		for _, rule := range []schema.NormRule{schema.Sign, schema.Clip} {
			for _, s := range []*schema.Schema{numbers, mixed} {
				d := &draft.Draft{Answers: draft.NewAnswers([]string{"a", "b"}), Choices: draft.NewChoices(plan.Limits{})}
				with := *s
				with.NormRule = rule
				d.Answers.Adopt(&with, none)
				d.Choices.Mechanism = m.Name
				matrix := m.Gives == method.WholeMatrix && m.Law != ""
				if got, want := draft.LevelsMayLead(d), s == mixed && rule == schema.Sign && !matrix && !m.Free(); got != want {
					t.Errorf("%s, %s, categories %t: levels may lead is %t", m.Name, rule, s == mixed, got)
				}
			}
		}
	}
}
