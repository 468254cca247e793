package app

import (
	"testing"

	"privatepca/core/schema"
)

func num(x float64) *float64 { return &x }

// A portal can lower its caps, never raise them.
func TestCapsAreOnlyLowered(t *testing.T) {
	var c Limits
	c.lower(num(2), nil)
	c.lower(num(5), num(1e-5))
	c.lower(nil, num(1e-3))
	if *c.epsilon != 2 || *c.delta != 1e-5 {
		t.Errorf("ε ≤ %g, δ ≤ %g", *c.epsilon, *c.delta)
	}
	if c.exceeded(2, 1e-5) != "" || c.exceeded(2.1, 0) == "" || c.exceeded(1, 1e-4) == "" {
		t.Error("the caps do not bind where they should")
	}
}

// What a portal caps is refused beside the field, in the review, and again when the
// release is sent.
func TestPortalCapsBindTheRelease(t *testing.T) {
	s := atPrivacy(t)
	inFrame{s}.Limit(num(0.5), num(1e-8))
	s.draft.choices.epsilon, s.draft.choices.delta = "1", "1e-6"
	if s.draft.firstFault() != "epsilon" || s.draft.deltaFault() == "" || s.draft.decided() {
		t.Errorf("the first fault is at %q, that of δ is %q", s.draft.firstFault(), s.draft.deltaFault())
	}
	s.draft.choices.epsilon, s.draft.choices.delta = "0.5", "1e-8"
	if s.draft.firstFault() != "" || s.account.capText() != "0.5" || s.account.capFault() != "" {
		t.Errorf("at the caps themselves: fault at %q, cap %q %q", s.draft.firstFault(), s.account.capText(), s.account.capFault())
	}
	over := "1"
	s.account.cap = &over
	if s.account.capFault() == "" {
		t.Error("a population may have more than the portal allows")
	}
	if c := newChoices(s.draft.limits); c.epsilon != "0.5" || c.delta != "1e-08" && c.delta != "1e-8" {
		t.Errorf("a new file starts at ε = %s, δ = %s", c.epsilon, c.delta)
	}
}

// Where a schema was published stands in what the worker gets, as long as one bound is
// still the schema's.
func TestSourceOfASchema(t *testing.T) {
	text := []byte(`{"privatepca":{"source":"https://d.example/s.json"},"fields":[{"name":"age","type":"number","constraints":{"minimum":0,"maximum":120}}]}`)
	parsed, err := schema.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	a := newAnswers([]string{"age"})
	a.adopt(parsed, func() {})
	if got := a.schema().Source; got != "https://d.example/s.json" {
		t.Errorf("the source is %q", got)
	}
	a.columns[0].from = schema.Typed
	if got := a.schema().Source; got != "" {
		t.Errorf("with typed bounds alone the source is %q", got)
	}
	came := Offered{Schema: text, Source: "https://portal.example/other.json"}
	if came.stand(parsed, text); parsed.Source != "https://portal.example/other.json" {
		t.Errorf("the address that a schema came from does not count: %q", parsed.Source)
	}
}
