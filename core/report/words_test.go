package report

import (
	"math"
	"testing"
)

func TestBoundsAreRoundedUp(t *testing.T) {
	for x, want := range map[float64]string{.0213: "0.0213", .02131: "0.0214", .9991: "1", 1.0001e-5: "1.01e−05", 12345: "1.24e+04", 0: "0"} {
		if got := ceiled(x); got != want {
			t.Errorf("ceiled(%g) = %s, want %s", x, got, want)
		}
	}
}

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
