package view

import (
	"strings"
	"testing"

	"privatepca/app/draft"
	"privatepca/app/state/statetest"
	"privatepca/core/schema"
)

// The choice stands where directions are those of variation about a mean, is said before the release, and is refused by name for a mechanism
// without a matrix.
func TestColumnsCountEqually(t *testing.T) {
	s, _ := statetest.WithForecast(t)
	a := &s.Draft.Answers
	for _, c := range []struct {
		rule  schema.NormRule
		mean  bool
		offer bool
	}{{schema.Sign, false, true}, {schema.Pairs, false, true}, {schema.Clip, true, true}, {schema.Clip, false, false}, {schema.Unit, false, false}} {
		a.Rule, a.Mean, a.Equal = c.rule, c.mean, true
		if text := draw(t, &columnsPage{page: of(s)}); strings.Contains(text, "Every column counts equally") != c.offer {
			t.Errorf("%s, a private mean %v: offered is %v", c.rule, c.mean, !c.offer)
		}
		if draft.Correlates(&s.Draft) != c.offer || s.Draft.Release(nil).Correlations != c.offer {
			t.Errorf("%s, a private mean %v: a release of correlations", c.rule, c.mean)
		}
	}
	a.Rule = schema.Sign
	if text := draw(t, &releasePage{of(s)}); !strings.Contains(text, "every one counts equally") {
		t.Error("the last page does not say that columns count equally")
	}
	s.Draft.Choices.Mechanism = "ppca"
	if text := draw(t, &privacyPage{page: of(s)}); !strings.Contains(text, "releases no whole matrix") || s.Draft.FirstFault() != "mech-ppca" {
		t.Errorf("a mechanism without a matrix: %q", s.Draft.FirstFault())
	}
	a.Equal = false
	if s.Draft.FirstFault() == "mech-ppca" {
		t.Error("the mechanism is refused without the choice")
	}
}
