package privacy

import (
	"fmt"
	"math"
	"testing"
)

var (
	someEpsilons = []float64{1e-9, 1e-6, 1e-3, .01, .1, 1, 10, 1e3, 1e6, 1e9}
	someDeltas   = []float64{.999, .1, 1e-2, 1e-6, 1e-10, 1e-40, 1e-300}
)

// TestZCDPHoldsExactly evaluates the conversion for the rounded ρ and ε at the
// optimal α in high precision: δ must be met, with less than 1e-6 of ε to spare.
func TestZCDPHoldsExactly(t *testing.T) {
	if testing.Short() {
		t.Skip("long sums: not with -short")
	}
	for _, epsilon := range someEpsilons {
		for _, delta := range []float64{.1, 1e-6, 1e-300} {
			rho, err := RhoFor(epsilon, delta)
			if err != nil {
				t.Errorf("ε = %g, δ = %g: %v", epsilon, delta, err)
				continue
			}
			back, err := EpsilonFor(rho, delta)
			if err != nil {
				t.Fatal(err)
			}
			if back > epsilon {
				t.Errorf("ε = %g, δ = %g: comes back as %v", epsilon, delta, back)
			}
			l := -math.Log(delta)
			x := bisect(func(x float64) bool { return rho*x*x+math.Log1p(x) < l })
			logDelta := bigLog(real64(delta))
			if got := bigLogDelta(real64(x), real64(rho), real64(back)); got.Cmp(logDelta) > 0 {
				t.Errorf("ε = %g, δ = %g: the conversion gives a larger δ", epsilon, delta)
			}
			if epsilon >= 1e-3 && back < epsilon*(1-1e-6) {
				t.Errorf("ε = %g, δ = %g: only %v comes back", epsilon, delta, back)
			}
		}
	}
}

// TestZCDPIsOptimal: no α of a fine grid allows a ρ larger by 1e-9, and the bound
// beats Bun and Steinke's ε = ρ + 2√(ρ log 1/δ).
func TestZCDPIsOptimal(t *testing.T) {
	for _, epsilon := range []float64{.01, .1, 1, 10, 100} {
		for _, delta := range []float64{1e-2, 1e-6, 1e-10} {
			rho, err := RhoFor(epsilon, delta)
			if err != nil {
				t.Fatal(err)
			}
			l := -math.Log(delta)
			for e := -30.0; e < 30; e += .01 {
				x := math.Exp(e)
				logDelta := x*((1+x)*rho*(1+1e-9)-epsilon) - math.Log1p(x) - x*math.Log1p(1/x)
				if logDelta < -l-1e-12*l {
					t.Fatalf("ε = %g, δ = %g: α = 1+%g would allow a larger ρ", epsilon, delta, x)
				}
			}
			if rho+2*math.Sqrt(rho*l) < epsilon {
				t.Errorf("ε = %g, δ = %g: worse than the simple conversion", epsilon, delta)
			}
		}
	}
}

// TestEpsilonForMonotone: more ρ or less δ never costs less ε.
func TestEpsilonForMonotone(t *testing.T) {
	previous := 0.0
	for _, rho := range []float64{0, 5e-324, 1e-50, 1e-12, 1e-6, .01, 1, 1e3, 1e9, 1e18} {
		epsilon, err := EpsilonFor(rho, 1e-6)
		if err != nil || epsilon < previous {
			t.Errorf("ρ = %g: ε = %v after %v, %v", rho, epsilon, previous, err)
		}
		previous = epsilon
	}
	previous = 0
	for _, delta := range someDeltas {
		epsilon, err := EpsilonFor(.01, delta)
		if err != nil || epsilon < previous {
			t.Errorf("δ = %g: ε = %v after %v, %v", delta, epsilon, previous, err)
		}
		previous = epsilon
	}
}

// The ρ that a budget allows never costs more than it, and hardly less, at the ends of what is accepted as well.
func TestRhoForFitsItsBudget(t *testing.T) {
	for epsilon := MinEpsilon; epsilon <= MaxEpsilon; epsilon *= 3.7 {
		for _, delta := range []float64{MinDelta, 1e-100, 1e-9, 1e-6, .01, .5, .99, 1 - 1e-9} {
			rho, err := RhoFor(epsilon, delta)
			if err != nil {
				t.Fatal(err)
			}
			back, err := EpsilonFor(rho, delta)
			if err != nil || back > epsilon {
				t.Errorf("ε = %g, δ = %g: ρ = %v costs %v, %v", epsilon, delta, rho, back, err)
			}
		}
	}
	if got, err := EpsilonFor(maxRho, 1e-6); err != nil || !(got >= maxRho) {
		t.Errorf("the largest ρ: %v, %v", got, err)
	}
	for _, rho := range []float64{-1e-300, math.Nextafter(maxRho, math.Inf(1)), math.NaN()} {
		if got, err := EpsilonFor(rho, 1e-6); err == nil {
			t.Errorf("ρ = %v costs %v", rho, got)
		}
	}
	if got, err := EpsilonFor(0, 1e-6); err != nil || got != 0 {
		t.Errorf("nothing costs %v, %v", got, err)
	}
}

// The ends of what is accepted are accepted, and the next numbers beyond them are not.
func TestEndsOfABudget(t *testing.T) {
	inf := math.Inf(1)
	for _, b := range []Budget{{MinEpsilon, 0}, {MaxEpsilon, 0}, {1, MinDelta}, {1, math.Nextafter(1, 0)}} {
		t.Run(fmt.Sprint(b.Epsilon, b.Delta), func(t *testing.T) {
			if err := b.Validate(); err != nil {
				t.Errorf("%+v: %v", b, err)
			}
		})
	}
	for _, b := range []Budget{
		{math.Nextafter(MinEpsilon, 0), 0},
		{math.Nextafter(MaxEpsilon, inf), 0},
		{0, 0},
		{-1, 0},
		{math.NaN(), 0},
		{1, math.Nextafter(MinDelta, 0)},
		{1, 1},
		{1, -1e-300},
		{1, math.NaN()},
	} {
		t.Run(fmt.Sprint(b.Epsilon, b.Delta), func(t *testing.T) {
			if b.Validate() == nil {
				t.Errorf("%+v is accepted", b)
			}
		})
	}
}
