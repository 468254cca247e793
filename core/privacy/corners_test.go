package privacy

import (
	"math"
	"testing"
)

// What rounding does is added to δ, never taken off: where the trapezoid rule is the smaller bound it is at least 255 library errors above itself
// (calibration.md, section 5).
func TestRoundingIsAddedToDelta(t *testing.T) {
	tried := 0
	for _, theta := range []float64{1e-9, 1e-8, 1e-7, 1e-6, 1e-5} {
		for _, b := range []float64{0, .1, 1, 5, 20} {
			epsilon, a := b*theta, theta/2
			y, z := epsilon/theta-a, epsilon/theta+a
			plain := density(y) * a * (millsSlope(y) + millsSlope(z))
			if p, q := upperTail(y), math.Exp(epsilon)*upperTail(z); p-q+4*libraryError*(p+q) < plain {
				continue // the difference is the smaller bound
			}
			tried++
			if margin := gaussianDelta(theta, epsilon)/plain - 1; !(margin >= 255*libraryError && margin < 1e-9) {
				t.Errorf("θ = %g, ε = %g: a margin of %g", theta, epsilon, margin)
			}
		}
	}
	if tried < 10 {
		t.Errorf("the trapezoid rule was the smaller bound %d times", tried)
	}
}

// Without parts that have no ρ, the whole δ is for zCDP; and the least δ there is can be stated.
func TestWholeDeltaIsForTheSum(t *testing.T) {
	for _, delta := range []float64{1e-6, 1e-100, MinDelta} {
		var s Sum
		const rho = .01
		if err := s.Add(Part{Step: "a", Mechanism: "gaussian", Epsilon: 300, Delta: delta, Rho: rho, Claim: Exact}); err != nil {
			t.Fatal(err)
		}
		want, err := EpsilonFor(rho, delta)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := s.Cost(delta); err != nil || got.Epsilon != want {
			t.Errorf("δ = %g: ε = %v, want %v; %v", delta, got.Epsilon, want, err)
		}
	}
}

// One release costs what it states, where that is less than what its ρ or μ says; two cost more than either.
func TestFilterOfOneAndTwo(t *testing.T) {
	for _, a := range []Accounting{ZCDP, GDP} {
		f, err := NewFilter(a, 1e-6)
		if err != nil {
			t.Fatal(err)
		}
		part := Part{Step: "a", Mechanism: "gaussian", Epsilon: .5, Delta: 1e-6, Rho: .4, Mu: .9, Claim: Exact}
		if err := f.Add(part); err != nil {
			t.Fatal(err)
		}
		if got, err := f.Epsilon(); err != nil || got != .5 {
			t.Errorf("%s: one costs %v, %v", a, got, err)
		}
		if err := f.Add(part); err != nil {
			t.Fatal(err)
		}
		if got, err := f.Epsilon(); err != nil || got < 1 {
			t.Errorf("%s: two cost %v, %v", a, got, err)
		}
	}
}

// The ends of what a filter can state: a δ and a ρ at their limits, and no ε beside an error.
func TestEndsOfAFilter(t *testing.T) {
	least := math.Nextafter(MinDelta, 1) // what is left of it, rounded down, is the least δ
	f := Filter{accounting: ZCDP, delta: least, parts: 2, impure: true, rho: .01}
	if got, err := f.Epsilon(); err != nil || !(got > .01 && got < 10) {
		t.Errorf("at the least δ: %v, %v", got, err)
	}
	f.delta = MinDelta
	if got, err := f.Epsilon(); err == nil || got != 0 {
		t.Errorf("below it: %v, %v", got, err)
	}
	f = Filter{accounting: ZCDP, delta: 1e-6, parts: 2, impure: true, rho: maxRho}
	if got, err := f.Epsilon(); err != nil || !(got >= maxRho) {
		t.Errorf("at the largest ρ: %v, %v", got, err)
	}
	f.rho = math.Nextafter(maxRho, math.Inf(1))
	if got, err := f.Epsilon(); err == nil || got != 0 {
		t.Errorf("beyond it: %v, %v", got, err)
	}
	f = Filter{accounting: GDP, delta: 1e-6, parts: 2, impure: true, muSquared: .1, discrete: mostDiscrete}
	if got, err := f.Epsilon(); err != nil || !(got > 0 && got < 10) {
		t.Errorf("as many discrete releases as are proven: %v, %v", got, err)
	}
	f.discrete++
	if got, err := f.Epsilon(); err == nil || got != 0 {
		t.Errorf("one more: %v, %v", got, err)
	}
	if got := EpsilonForMu(0, 1e-6); got != 0 {
		t.Errorf("a μ of 0 costs %v", got)
	}
}
