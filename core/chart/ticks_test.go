package chart

import (
	"math"
	"testing"
)

func TestTicks(t *testing.T) {
	for x, want := range map[float64]float64{.09: .1, .1: .1, .11: .2, 3: 5, 7: 10, 0: 1} {
		if got := NiceStep(x); math.Abs(got-want) > 1e-12 {
			t.Errorf("NiceStep(%g) = %g, want %g", x, got, want)
		}
	}
	for _, c := range []struct {
		v, step float64
		want    string
	}{{.2, .1, "0.2"}, {-.05, .05, "−0.05"}, {0, .1, "0"}, {4, 2, "4"}} {
		if got := TickLabel(c.v, c.step); got != c.want {
			t.Errorf("TickLabel(%g, %g) = %s, want %s", c.v, c.step, got, c.want)
		}
	}
}
