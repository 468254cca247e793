package panel

import "testing"

// Where what is left and what is spent seem to make more than the limit, the page says why; where they do not, it says nothing.
func TestReleasesTogetherAreExplained(t *testing.T) {
	for name, c := range map[string]struct {
		spent, next, limit float64
		want               string
	}{
		"more than the rest":    {1, 1.6712, 2, "Releases together reveal less than the sum of their ε: 1 and then 1.67 make ε = 2."},
		"the rest":              {1, 1, 2, ""},
		"the rest, rounded":     {1, 1.0000001, 2, ""},
		"less than the rest":    {1.23, .6, 2, ""},
		"nothing spent so far":  {0, 2, 2, ""},
		"nothing left to spend": {2, 0, 2, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Together(c.spent, c.next, c.limit); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
