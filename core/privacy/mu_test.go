package privacy

import (
	"fmt"
	"math"
	"testing"
)

// The μ of discrete noise is the paper's Δ/σ and κ of calibration.md, section 9, written again here from its text. The narrowest variates are
// those off the diagonal, of σ/√2. Where κ is above a thousandth of Δ/σ, or Δ/σ above 12, none is stated.
func TestMuIsThatOfTheNarrowestVariates(t *testing.T) {
	const tail = 1000
	stated, none := 0, 0
	for _, coordinates := range []int{1, 6, 55, 5050} {
		for _, theta := range []float64{.125, .5, 1, 2, 4, 12.5} {
			for sigma := uint64(50); sigma < 1<<26; sigma += 1 + sigma/9 {
				w, n := float64(sigma)/math.Sqrt2, float64(coordinates)
				radius := math.Sqrt(n)*(1+1/(2*w)) + math.Sqrt(2*tail)
				eta := n/(23*w*w) + radius*radius/(20*w*w)
				mills := math.Sqrt(math.Pi/2) * math.Exp(theta*theta/8) * math.Erfc(-theta/2/math.Sqrt2) // of −θ/2
				kappa := 2 * eta * (1.3 + mills)
				got := GaussianMuOf(theta*theta, sigma, coordinates)
				switch {
				case math.Abs(kappa/theta*1000-1) < 1e-6: // either
				case kappa > theta/1000, theta > 12:
					if none++; got != 0 {
						t.Fatalf("θ = %g, σ = %d, %d coordinates: μ = %g is stated, κ is %g", theta, sigma, coordinates, got, kappa)
					}
				default:
					if stated++; got < theta+kappa*(1-1e-9) || got > theta+kappa*(1+1e-9)+1e-12*theta {
						t.Fatalf("θ = %g, σ = %d, %d coordinates: μ = θ + %g, want θ + %g", theta, sigma, coordinates, got-theta, kappa)
					}
				}
			}
		}
	}
	if stated < 100 || none < 100 {
		t.Errorf("%d were stated, %d were not", stated, none)
	}
}

// What the analytic route proves is Theorem 2 of calibration.md, written again here: the noise is as far apart as it says at ε less what discreteness
// adds, and at δ less the tail's 2⁻²⁹ and that share; no less, and hardly more.
func TestAnalyticRouteTakesWhatDiscretenessAdds(t *testing.T) {
	tried := 0
	for _, budget := range []Budget{{.5, 1e-6}, {1, 1e-3}, {4, .05}} {
		t.Run(fmt.Sprint(budget.Epsilon), func(t *testing.T) {
			for _, sigma := range []uint64{14, 25, 60, 500, 20_000} {
				for _, coordinates := range []float64{1, 6, 45} {
					w := float64(sigma) / math.Sqrt2
					radius := math.Sqrt(coordinates)*(1+1/(2*w)) + math.Sqrt(2*(budget.Epsilon-math.Log(budget.Delta)+31*math.Ln2))
					below, above := coordinates/(23*w*w), radius*radius/(20*w*w)
					epsilon, delta := budget.Epsilon-below-above, budget.Delta*(1-math.Pow(2, -29)-below)
					if w < 4 || radius*radius > 2*w*w || epsilon <= 0 {
						if analyticAt(1e-9, sigma, int(coordinates), budget, nil) {
							t.Errorf("%+v, σ = %d, %g coordinates: proven without its conditions", budget, sigma, coordinates)
						}
						continue
					}
					tried++
					lo, hi := 0.0, 30.0
					for range 100 {
						if mid := (lo + hi) / 2; gaussianDelta(mid, epsilon) <= delta {
							lo = mid
						} else {
							hi = mid
						}
					}
					if !analyticAt(lo*(1-1e-10), sigma, int(coordinates), budget, nil) || analyticAt(lo*(1+1e-10), sigma, int(coordinates), budget, nil) {
						t.Errorf("%+v, σ = %d, %g coordinates: the largest distance is not %g", budget, sigma, coordinates, lo)
					}
				}
			}
		})
	}
	if tried < 20 {
		t.Errorf("only %d", tried)
	}
}

// Nothing is calibrated for no query.
func TestNoQueries(t *testing.T) {
	defer func() {
		if said := recover(); said != "privacy: no queries" {
			t.Errorf("recovered %v", said)
		}
	}()
	CalibrateGaussians(nil, Budget{1, 1e-6})
}
