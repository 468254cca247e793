package page_test

import (
	"testing"

	"privatepca/app/account"
	"privatepca/app/draft"
	"privatepca/app/job"
	"privatepca/app/page/tabtest"
	"privatepca/core/plan"
	"privatepca/core/typed"
)

// A portal can lower its caps, never raise them.
func TestCapsAreOnlyLowered(t *testing.T) {
	var c plan.Limits
	c.Lower(tabtest.Number(2), nil)
	c.Lower(tabtest.Number(5), tabtest.Number(1e-5))
	c.Lower(nil, tabtest.Number(1e-3))
	if *c.Epsilon != 2 || *c.Delta != 1e-5 {
		t.Errorf("ε ≤ %g, δ ≤ %g", *c.Epsilon, *c.Delta)
	}
	if len(c.Refuse(2, 1e-5)) > 0 || len(c.Refuse(2.1, 0)) == 0 || len(c.Refuse(1, 1e-4)) == 0 {
		t.Error("the caps do not bind where they should")
	}
}

// What a portal caps is refused beside the field, in the review, and again when the
// release is sent.
func TestPortalCapsBindTheRelease(t *testing.T) {
	s := tabtest.AtPrivacy(t)
	s.Deliver(job.Limit{Epsilon: tabtest.Number(0.5), Delta: tabtest.Number(1e-8)})
	s.Draft.Choices.Epsilon, s.Draft.Choices.Delta = typed.ReadNumber("1"), typed.ReadNumber("1e-6")
	if s.Draft.FirstFault() != "epsilon" || s.Draft.Fault("delta") == "" || s.Draft.Decided() {
		t.Errorf("the first fault is at %q, that of δ is %q", s.Draft.FirstFault(), s.Draft.Fault("delta"))
	}
	s.Draft.Choices.Epsilon, s.Draft.Choices.Delta = typed.ReadNumber("0.5"), typed.ReadNumber("1e-8")
	if s.Draft.FirstFault() != "" || s.Account().CapTyped().Text() != "0.5" || s.Account().Fault("cap-epsilon") != "" {
		t.Errorf("at the caps themselves: fault at %q, cap %q %q", s.Draft.FirstFault(), s.Account().CapTyped().Text(), s.Account().Fault("cap-epsilon"))
	}
	s.Deliver(account.SetCap{Text: "1"})
	if s.Account().Fault("cap-epsilon") == "" {
		t.Error("a population may have more than the portal allows")
	}
	if c := draft.NewChoices(s.Draft.Limits); c.Epsilon.Text() != "0.5" || c.Delta.Text() != "1e-08" && c.Delta.Text() != "1e-8" {
		t.Errorf("a new file starts at ε = %s, δ = %s", c.Epsilon.Text(), c.Delta.Text())
	}
}
