package privacy

import (
	"fmt"
	"math"
	"math/big"
	"testing"
)

// TestAnalyticGaussian evaluates Balle and Wang's δ at the returned σ in high
// precision: δ must be met, and σ·(1−1e-6) must not meet it.
func TestAnalyticGaussian(t *testing.T) {
	if testing.Short() {
		t.Skip("long sums: not with -short")
	}
	for _, epsilon := range []float64{1e-6, .01, .1, 1, 10, 100} {
		for _, delta := range []float64{.5, 1e-2, 1e-6, 1e-12, 1e-40, 1e-300} {
			sigma, err := AnalyticGaussian(epsilon, delta)
			if err != nil {
				t.Errorf("ε = %g, δ = %g: %v", epsilon, delta, err)
				continue
			}
			at := func(sigma float64) *big.Float {
				return bigGaussianDelta(zero().Quo(real64(1), real64(sigma)), real64(epsilon))
			}
			if got := at(sigma); got.Cmp(real64(delta)) > 0 {
				t.Errorf("ε = %g, δ = %g: σ = %v gives δ = %.20g", epsilon, delta, sigma, got)
			}
			if got := at(sigma * (1 - 1e-6)); got.Cmp(real64(delta)) <= 0 {
				t.Errorf("ε = %g, δ = %g: σ = %v is not the least", epsilon, delta, sigma)
			}
		}
	}
}

// TestGaussianDeltaIsAnUpperBound, on a grid of (θ, ε) that crosses every branch.
func TestGaussianDeltaIsAnUpperBound(t *testing.T) {
	if testing.Short() {
		t.Skip("long sums: not with -short")
	}
	for _, theta := range []float64{1e-12, 1e-6, 1e-3, .03, .3, 1, 3, 12, 45} {
		for _, b := range []float64{-1, 0, .5, 2, 3.9, 4.1, 8, 20, 37} { // b−a
			epsilon := theta * (theta/2 + b)
			if epsilon <= 0 || b+theta > 60 { // beyond 60, referenceBits do not suffice
				continue
			}
			exact, _ := bigGaussianDelta(real64(theta), real64(epsilon)).Float64()
			got := gaussianDelta(theta, epsilon)
			if got < exact || got > exact*(1+2e-6) {
				t.Errorf("θ = %g, ε = %g: %v for %v", theta, epsilon, got, exact)
			}
		}
	}
}

// TestMillsSlope: both forms of the slope agree where one takes over.
func TestMillsSlope(t *testing.T) {
	if left, right := millsSlope(math.Nextafter(4, 0)), millsSlope(4); math.Abs(left/right-1) > 1e-12 {
		t.Errorf("%v against %v at 4", left, right)
	}
}

// TestExtremes: the corners of what calibration accepts give finite positive
// numbers, and calibration does not crash between them.
func TestExtremes(t *testing.T) {
	for _, epsilon := range someEpsilons {
		for _, delta := range someDeltas {
			rho, err := RhoFor(epsilon, delta)
			if err != nil || !(rho > 0) || math.IsInf(rho, 0) {
				t.Errorf("ε = %g, δ = %g: ρ = %v, %v", epsilon, delta, rho, err)
			}
			sigma, err := AnalyticGaussian(epsilon, delta)
			if err != nil || !(sigma > 0) || math.IsInf(sigma, 0) {
				t.Errorf("ε = %g, δ = %g: σ = %v, %v", epsilon, delta, sigma, err)
			}
			// At this ρ the zCDP route needs 1/√(2ρ), never less than the best.
			if sigma > (1+1e-3)/math.Sqrt(2*rho) {
				t.Errorf("ε = %g, δ = %g: σ = %v over zCDP's %v", epsilon, delta, sigma, 1/math.Sqrt(2*rho))
			}
		}
	}
}

// The reach of the likelihood ratios is that of calibration.md, to the letter.
func TestRatios(t *testing.T) {
	// 3·(1 + 1/200) + √(2·8) = 7.015.
	below, above, ok := ratios(100, 9, 8)
	if !ok || math.Abs(below-9/(23*1e4)) > 1e-18 || math.Abs(above-7.015*7.015/(20*1e4)) > 1e-15 {
		t.Errorf("%v, %v, %v", below, above, ok)
	}
	for _, c := range []struct {
		width, t float64
		ok       bool
	}{{4, 1e-9, true}, {3.99, 1e-9, false}, {100, 9800, true}, {100, 9990, false}} {
		t.Run(fmt.Sprint(c.width, c.t), func(t *testing.T) {
			if _, _, ok := ratios(c.width, 1, c.t); ok != c.ok {
				t.Errorf("width %v, t = %v: %v", c.width, c.t, ok)
			}
		})
	}
}

// Far apart neighbours are told apart for certain, and near ones hardly: δ is 1, and a number below the least that matters.
func TestGaussianDeltaFarOut(t *testing.T) {
	for _, theta := range []float64{75, 100, 1e6} {
		if got := gaussianDelta(theta, 0); math.Abs(got-1) > 1e-9 {
			t.Errorf("θ = %g: δ = %v", theta, got)
		}
	}
	for _, epsilon := range []float64{4, 100} {
		if got := gaussianDelta(.1, epsilon); !(got > 0 && got < MinDelta) {
			t.Errorf("ε = %g: δ = %v", epsilon, got)
		}
	}
}
