package forecast

import (
	"math"
	"testing"
)

// What advice names suffices: at that ε, with that many rows, the cautious end keeps the half that was asked for.
func TestAdvice(t *testing.T) {
	table, p := insurance()
	f := forecaster(t, p, Spread(p.Features, p.Directions))
	first := func(table Table, epsilon float64) (Choice, Advice) {
		ways := Ways(table, p)
		ranked, err := f.Rank(ways, epsilon)
		if err != nil {
			t.Fatal(err)
		}
		a, err := f.Advise(ways, ranked[0], epsilon)
		if err != nil {
			t.Fatal(err)
		}
		return ranked[0], a
	}
	if _, a := first(table, 1); a.Needed() {
		t.Errorf("advice where nothing is lacking: %+v", a)
	}
	few := table
	few.Rows = 500
	c, a := first(few, .1)
	if !a.Needed() || !(a.Epsilon > .1) || !(a.Rows > 500) || !(a.Features < 150) {
		t.Fatalf("%+v: %+v", c, a)
	}
	more := few
	more.Rows = a.Rows * 1.02
	for _, w := range Ways(more, p) {
		if w.Rule == c.Rule {
			if b, _, err := f.Band(w.Encoding, c.Mechanism, .1); err != nil || math.Abs(b.Low[0]-a.Half) > .03 {
				t.Errorf("%g rows keep %.3f, want about %.2f: %v", more.Rows, b.Low[0], a.Half, err)
			}
		}
	}
	for _, w := range Ways(few, p) {
		if w.Rule == c.Rule {
			if b, _, err := f.Band(w.Encoding, c.Mechanism, a.Epsilon*w.Part); err != nil || math.Abs(b.Low[0]-a.Half) > .03 {
				t.Errorf("at ε = %g the cautious end keeps %.3f, want about %.2f: %v", a.Epsilon, b.Low[0], a.Half, err)
			}
		}
	}
	few.Rows = 20
	if _, a := first(few, .05); a.High >= a.Half {
		t.Errorf("20 people at ε = .05: %+v", a)
	}
}
