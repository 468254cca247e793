// Package oracle compares this module's calibration with other people's. It is
// apart from core/privacy so that nothing else needs their modules.
package oracle

import (
	"math"
	"testing"

	"github.com/google/differential-privacy/go/v3/noise"

	"privatepca/core/privacy"
)

// googleAccuracy is how far above the least σ noise.SigmaForGaussian may stop its
// search, as a ratio: the least σ lies in [its answer/1.001, its answer].
const googleAccuracy = 1.001

// TestGaussianAgainstGoogle compares each σ with Google's analytic Gaussian, in
// units of the sensitivity, for the second moment of 513 columns on the scale 8191.
// A σ below the least that Google's answer leaves room for would not be private;
// the zCDP route may cost up to 1.11 times as much, the analytic route, which
// decides, at most 1.001 times.
func TestGaussianAgainstGoogle(t *testing.T) {
	const columns = 513
	squared := privacy.FrobeniusSquared(privacy.ReplaceOne, 8191, 1)
	f, _ := squared.Float64()
	unit := math.Sqrt(f)

	t.Logf("%8s %8s %14s %14s %10s %10s %10s", "ε", "δ", "Google σ/Δ", "ours σ/Δ", "ours", "zCDP", "continuous")
	for _, epsilon := range []float64{.01, .03, .1, .3, 1, 3, 10, 30, 100} {
		for _, delta := range []float64{1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12} {
			google := noise.SigmaForGaussian(1, 1, epsilon, delta)
			budget := privacy.Budget{Epsilon: epsilon, Delta: delta}

			ours, err := privacy.CalibrateGaussian(squared, columns*(columns+1)/2, budget)
			if err != nil {
				t.Fatal(err)
			}
			rho, err := privacy.RhoFor(epsilon, delta)
			if err != nil {
				t.Fatal(err)
			}
			zcdp, err := privacy.CalibrateGaussianRho(squared, rho)
			if err != nil {
				t.Fatal(err)
			}
			continuous, err := privacy.AnalyticGaussian(epsilon, delta)
			if err != nil {
				t.Fatal(err)
			}

			ratio := float64(ours.Sigma) / unit / google
			ratioZCDP := float64(zcdp.Sigma) / unit / google
			t.Logf("%8g %8g %14.8f %14.8f %10.6f %10.6f %10.6f", epsilon, delta,
				google, float64(ours.Sigma)/unit, ratio, ratioZCDP, continuous/google)

			if ours.Route != privacy.RouteAnalytic {
				t.Errorf("ε = %g, δ = %g: the analytic route does not decide", epsilon, delta)
			}
			if float64(ours.Sigma)/unit < continuous {
				t.Errorf("ε = %g, δ = %g: the integer σ is below the least continuous one", epsilon, delta)
			}
			if ratio < 1/googleAccuracy || continuous/google < 1/googleAccuracy {
				t.Errorf("ε = %g, δ = %g: below the analytic Gaussian: %v", epsilon, delta, ratio)
			}
			if ratio > 1.001 {
				t.Errorf("ε = %g, δ = %g: %v times the analytic Gaussian", epsilon, delta, ratio)
			}
			if delta <= 1e-6 && ratioZCDP > 1.11 {
				t.Errorf("ε = %g, δ = %g: zCDP is %v times the analytic Gaussian", epsilon, delta, ratioZCDP)
			}
		}
	}
}
