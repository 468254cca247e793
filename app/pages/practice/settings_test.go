package practice

import (
	"strings"
	"testing"
)

// Curves and cuts are of the mechanisms that are preferred under δ; a cut, drawn often, is
// never of one that takes minutes.
func TestPracticeFollowsPreference(t *testing.T) {
	for _, c := range []struct {
		delta  float64
		d      int
		curves string
		quick  string
	}{
		{1e-6, 10, "gaussian nuclear ppca", "gaussian"},
		{1e-6, 301, "gaussian nuclear ppca", "gaussian"},
		{0, 300, "nuclear ppca laplace", "nuclear"},
		{0, 301, "nuclear ppca laplace", "ppca"},
	} {
		in := Settings{Delta: c.delta}
		var names []string
		for _, m := range in.CurveMechanisms() {
			names = append(names, m.Name)
		}
		if got := strings.Join(names, " "); got != c.curves {
			t.Errorf("δ = %g: curves of %s, want %s", c.delta, got, c.curves)
		}
		if got := in.Quick(c.d).Name; got != c.quick {
			t.Errorf("δ = %g, d = %d: cuts of %s, want %s", c.delta, c.d, got, c.quick)
		}
	}
}
