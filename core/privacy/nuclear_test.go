package privacy_test

import (
	"fmt"
	"math"
	"testing"

	"privatepca/core/privacy"
)

// The bounds of core/mechanism/nuclear.md: near 1.5·ε²/d and 2.4·ε/√d for many features and a small ε, never above what pure ε gives,
// rising with ε and falling with d.
func TestNuclearLoss(t *testing.T) {
	const charge = 2e-8
	for _, c := range []struct{ epsilon, dim, rho, mu float64 }{ // ρ·d/ε² and μ·√d/ε, at most
		{.01, 50, 1.55, 2.4},
		{.1, 150, 1.75, 2.45},
		{1, 50, 3.8, 3},
		{1, 150, 3, 2.7},
		{1, 513, 2.45, 2.6},
		{4, 513, 5.3, 3.3},
		{.1, 2000, 1.6, 2.6},
	} {
		t.Run(fmt.Sprint(c.rho), func(t *testing.T) {
			d := int(c.dim)
			rho, mu := privacy.NuclearRho(c.epsilon, d, charge), privacy.NuclearMu(c.epsilon, d, charge)
			// The divergence of order 1 of some pair is about ε²/(d+2), and no μ below √2 of its root can hold.
			if scaled := rho * c.dim / c.epsilon / c.epsilon; !(scaled <= c.rho && scaled >= 1.49) {
				t.Errorf("d = %d, ε = %g: ρ = %.3f·ε²/d, want at most %g", d, c.epsilon, scaled, c.rho)
			}
			if scaled := mu * math.Sqrt(c.dim) / c.epsilon; !(scaled <= c.mu && scaled >= math.Sqrt2) {
				t.Errorf("d = %d, ε = %g: μ = %.3f·ε/√d, want at most %g", d, c.epsilon, scaled, c.mu)
			}
		})
	}
	for _, dim := range []int{2, 3, 5, 20, 100, 2048} {
		lastRho, lastMu := 0.0, 0.0
		for _, epsilon := range []float64{1e-6, 1e-3, .03, .3, 1, 3, 8, 19, 100} {
			rho, mu := privacy.NuclearRho(epsilon, dim, charge), privacy.NuclearMu(epsilon, dim, charge)
			if !(rho > lastRho && rho <= privacy.PureRho(epsilon) && mu > lastMu && mu <= privacy.PureMu(epsilon)) {
				t.Errorf("d = %d, ε = %g: ρ = %g of %g, after %g; μ = %g of %g, after %g", dim, epsilon, rho, privacy.PureRho(epsilon), lastRho, mu, privacy.PureMu(epsilon), lastMu)
			}
			if more := privacy.NuclearRho(epsilon, dim+dim/2, charge); more > rho*(1+1e-6) {
				t.Errorf("ε = %g: ρ is %g at d = %d and %g above", epsilon, rho, dim, more)
			}
			if more := privacy.NuclearMu(epsilon, dim+dim/2, charge); more > mu*(1+1e-3) {
				t.Errorf("ε = %g: μ is %g at d = %d and %g above", epsilon, mu, dim, more)
			}
			lastRho, lastMu = rho, mu
		}
	}
	if a, b := privacy.NuclearRho(1e-5, 100, charge), privacy.NuclearRho(1e-5, 100, 0); !(a > b) {
		t.Errorf("the sampler's charge costs nothing: ρ = %g with it, %g without", a, b)
	}
}
