package words

import (
	"strings"
	"testing"
)

func TestRange(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{
		{.33, .909, "between 33 % and 90 %"},
		{.33, .339, "about 33 %"},
		{.29, .58, "between 29 % and 58 %"}, // 100·.29 is below 29 in floating point
		{.9, .9999, "between 90 % and 99.9 %"},
		{.004, .05, "between 0.4 % and 5 %"},
		{1, 1, "about 100 %"},
		{0, .5, "between 0.0 % and 50 %"},
	} {
		if got := Range(c.low, c.high); got != c.want {
			t.Errorf("%g, %g: %q, want %q", c.low, c.high, got, c.want)
		}
	}
}

// Of a share that is kept, what directions drawn at random keep is said: it is no finding.
func TestChanceIsSaid(t *testing.T) {
	if got := Chance(.7701); !strings.Contains(got, "up to 55 %") {
		t.Error(got)
	}
	if got := Advice(.64, .775, 3, 0, 20_000) + Advice(.9, .775, 3, 0, 20_000); strings.Count(got, ". Directions drawn at random keep up to 55 %. From ε = 3 on") != 2 {
		t.Error(got)
	}
}
