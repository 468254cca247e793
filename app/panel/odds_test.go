package panel

import (
	"strings"
	"testing"

	"privatepca/core/privacy"
	"privatepca/core/words"
)

func TestOdds(t *testing.T) {
	got := strings.Join(Odds(privacy.Budget{Epsilon: 1, Delta: 1e-6}, privacy.ReplaceOne), "")
	for _, want := range []string{"2.72 times", "plus one in a million", "73.2 % of the time"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
	// No δ is a chance that ε fails, nor small where it is not: with δ = ½, (e+½)/(1+e) = 86.6 %.
	if strings.Contains(got, "fail") || strings.Contains(got, "odds") {
		t.Errorf("a δ is said to be what it is not: %q", got)
	}
	if got := strings.Join(Odds(privacy.Budget{Epsilon: 1, Delta: .5}, privacy.AddRemove), ""); !strings.Contains(got, "86.6 %") || !strings.Contains(got, "without that person") {
		t.Errorf("a large δ: %q", got)
	}
	if got := strings.Join(Odds(privacy.Budget{Epsilon: 1}, privacy.AddRemove), ""); strings.Contains(got, "plus") || !strings.Contains(got, "is in the data") {
		t.Errorf("pure ε under add/remove: %q", got)
	}
	for p, want := range map[float64]string{1e-6: "one in a million", 1e-5: "one in 100,000", 1e-9: "one in a billion", .4: "one in 2", 1.5e-6: "one in 666,666", 1e-15: "one in 10¹⁵"} {
		if got := words.OneIn(p); got != want {
			t.Errorf("oneIn(%g) = %s, want %s", p, got, want)
		}
	}
}
