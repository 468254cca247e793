package words

import "testing"

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
