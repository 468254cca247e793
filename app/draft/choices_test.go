package draft_test

import (
	"math"
	"testing"

	"privatepca/app/draft"
	"privatepca/core/plan"
	"privatepca/core/typed"
)

func TestTypedAssumptions(t *testing.T) {
	c := draft.NewChoices(plan.Limits{})
	for text, want := range map[string]int{"40, 15, 10, 5": 4, "50%": 1, "": 0, "60 50": 0, "a": 0, "-3": 0, "30 30 30 5 4 1": 0} {
		c.Shares = typed.ReadShares(text)
		if got, err := c.OwnShares(5); len(got) != want || (err == nil) != (want > 0) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for text, want := range map[string]float64{"90 %": .9, "90": .9, "99.9%": .999, "0": 0, "100": 0, "x": 0} {
		c.Wanted = typed.ReadPercent(text)
		if got := c.WantedShare(); math.Abs(got-want) > 1e-12 {
			t.Errorf("%q: %g, want %g", text, got, want)
		}
	}
}

func TestDirectionsStayBelowTheFeatures(t *testing.T) {
	c := draft.NewChoices(plan.Limits{})
	for text, want := range map[string]int{"1": 1, "2": 2, "3": 0, "0": 0, "1.5": 0, "": 0, "x": 0} {
		if c.K = typed.ReadCount(text); c.Directions(3) != want {
			t.Errorf("k = %q of 3 features gives %d, want %d", text, c.Directions(3), want)
		}
	}
}
