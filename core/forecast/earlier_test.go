package forecast

import (
	"math"
	"slices"
	"testing"
)

func TestEarlier(t *testing.T) {
	got, err := Earlier([]float64{.3, .1}, 12)
	if err != nil || len(got) != 2 {
		t.Fatal(got, err)
	}
	for _, a := range got {
		total := 0.0
		for _, x := range a.Shares {
			total += x
		}
		if len(a.Shares) != 12 || math.Abs(total-1) > 1e-9 || !slices.IsSortedFunc(a.Shares, compareDown) || math.Abs(a.Shares[0]/a.Shares[1]-3) > 1e-9 {
			t.Errorf("%s: %v", a.Name, a.Shares)
		}
	}
	if even, falling := got[0].Shares, got[1].Shares; math.Abs(even[2]-.06) > 1e-9 || even[11] != even[2] || !(falling[2] > .06) || !(falling[11] < .06) {
		t.Errorf("the rest is %v and %v", even[2:], falling[2:])
	}
	if got, err := Earlier([]float64{.5, .5}, 2); err != nil || len(got) != 1 {
		t.Errorf("nothing is left: %v, %v", got, err)
	}
	for _, bad := range [][]float64{nil, {.9, .9}, {0}} {
		if _, err := Earlier(bad, 12); err == nil {
			t.Errorf("%v is accepted", bad)
		}
	}
}
