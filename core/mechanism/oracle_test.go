package mechanism

import (
	"math"
	"math/big"
	"testing"

	"privatepca/core/privacy"
)

// A privacy loss distribution on a grid of step h, in exact arithmetic but for rounding to the grid: an oracle of what a step
// loses on one pair of neighbours. losses[i] is the probability of the loss (i−zero)·h under the first of them.
type lossLaw struct {
	h      float64
	zero   int
	weight []float64
}

// discreteLoss is that of a variate of masses p(x) for x in −span … span, and its shift.
func discreteLoss(p func(x int64) float64, span, shift int64, h float64) lossLaw {
	total, most := 0.0, 0.0
	for x := -span; x <= span; x++ {
		total += p(x)
		most = max(most, math.Abs(math.Log(p(x)/p(x+shift))))
	}
	zero := int(most/h) + 2
	l := lossLaw{h, zero, make([]float64, 2*zero+1)}
	for x := -span; x <= span; x++ {
		l.weight[zero+int(math.Floor(math.Log(p(x)/p(x+shift))/h+1e-9))] += p(x) / total // downwards: never above the truth
	}
	return l
}

// and is the law of the sum of two independent losses.
func (l lossLaw) and(m lossLaw) lossLaw {
	out := lossLaw{l.h, l.zero + m.zero, make([]float64, len(l.weight)+len(m.weight)-1)}
	for i, p := range l.weight {
		if p == 0 {
			continue
		}
		for j, q := range m.weight {
			out.weight[i+j] += p * q
		}
	}
	return out
}

// delta is the δ at ε.
func (l lossLaw) delta(epsilon float64) float64 {
	sum := 0.0
	for i, p := range l.weight {
		if loss := float64(i-l.zero) * l.h; loss > epsilon {
			sum += p * -math.Expm1(epsilon-loss)
		}
	}
	return sum
}

// TestOracleOfSteps composes the exact losses of the noise of single steps and of pairs of steps, on their worst neighbours in two
// features, and compares δ at several ε with what ε, ρ and μ state. Of Gaussian noise the stated μ is nearly attained.
func TestOracleOfSteps(t *testing.T) {
	const h = 5e-4
	gaussianLoss := func(sigma uint64, shifts ...int64) lossLaw {
		out := lossLaw{h, 0, []float64{1}}
		for _, s := range shifts {
			w := float64(sigma)
			out = out.and(discreteLoss(func(x int64) float64 { return math.Exp(-float64(x) * float64(x) / (2 * w * w)) }, int64(9*sigma), s, h))
		}
		return out
	}
	laplaceLoss := func(scale uint64, shifts ...int64) lossLaw {
		out := lossLaw{h, 0, []float64{1}}
		for _, s := range shifts {
			out = out.and(discreteLoss(func(x int64) float64 { return math.Exp(-math.Abs(float64(x)) / float64(scale)) }, int64(40*scale), s, h))
		}
		return out
	}
	const s = 20 // a small scale, so that laws can be summed: s² = 400
	var steps []struct {
		name string
		cost privacy.Cost
		law  lossLaw
	}
	add := func(name string, cost privacy.Cost, law lossLaw) {
		steps = append(steps, struct {
			name string
			cost privacy.Cost
			law  lossLaw
		}{name, cost, law})
	}
	square := big.NewInt(s * s * s * s)
	// Laplace noise, add/remove: the record s·(1,1)/√2 changes all three entries by s²/2.
	scale, err := privacy.CalibrateLaplace(laplaceSensitivity(2, 2, square, privacy.AddRemove), 1)
	if err != nil {
		t.Fatal(err)
	}
	add("laplace", laplaceCost(1, square, scale), laplaceLoss(scale, s*s/2, s*s/2, s*s/2))
	// Gaussian noise, add/remove: the record s·e₁ changes one entry by s²; at a scale where a μ is stated.
	const wide = 100
	square = big.NewInt(wide * wide * wide * wide)
	g, err := privacy.CalibrateGaussian(square, 3, privacy.Budget{Epsilon: 1, Delta: 1e-6})
	if err != nil {
		t.Fatal(err)
	}
	add("gaussian", gaussianCost(privacy.Budget{Epsilon: 1, Delta: 1e-6}, square, g.Sigma, 3), gaussianLoss(g.Sigma, wide*wide))
	// A centre of either noise: sums that differ by 2s in one coordinate, or by s in both under Laplace noise.
	c, err := NewCentre(CentreParams{Dim: 2, Scale: s, Budget: privacy.Budget{Epsilon: 1}, Relation: privacy.ReplaceOne, RowsPerPerson: 1})
	if err != nil {
		t.Fatal(err)
	}
	add("centre, laplace", c.cost, laplaceLoss(c.width, 28, 28)) // 2s/√2
	if c, err = NewCentre(CentreParams{Dim: 2, Scale: s, Budget: privacy.Budget{Epsilon: 1, Delta: 1e-6}, Relation: privacy.ReplaceOne, RowsPerPerson: 1}); err != nil {
		t.Fatal(err)
	}
	add("centre, gaussian", c.cost, gaussianLoss(c.width, 2*s))

	check := func(name string, law lossLaw, epsilon, delta, rho, mu float64) {
		attained := law.delta(epsilon)
		if attained > delta*(1+1e-6)+1e-12 {
			t.Errorf("%s: δ(%g) is %g, stated %g", name, epsilon, attained, delta)
		}
		ratio := 0.0 // true over stated ε, at δ = 1e-6 by ρ
		for _, delta := range []float64{1e-3, 1e-6} {
			of, err := privacy.EpsilonFor(rho, delta)
			if err != nil {
				t.Fatal(err)
			}
			if got := law.delta(of); got > delta*(1+1e-6)+1e-12 {
				t.Errorf("%s: by ρ = %g, δ(%g) is %g, stated %g", name, rho, of, got, delta)
			}
			if mu == 0 {
				continue
			}
			byMu := privacy.EpsilonForMu(mu, delta)
			if got := law.delta(byMu); got > delta*(1+1e-6)+1e-12 {
				t.Errorf("%s: by μ = %g, δ(%g) is %g, stated %g", name, mu, byMu, got, delta)
			}
			lo, hi := 0.0, 2*byMu
			for range 50 {
				if mid := (lo + hi) / 2; law.delta(mid) > delta {
					lo = mid
				} else {
					hi = mid
				}
			}
			ratio = hi / byMu
		}
		if name == "gaussian" && ratio < .97 || name == "gaussian and gaussian" && ratio < .97 {
			t.Errorf("%s: true/stated ε is %g", name, ratio)
		}
		t.Logf("%s: ε = %.4g at δ = %.2g, attained δ %.3g; by μ, true/stated ε = %.3f", name, epsilon, delta, attained, ratio)
	}
	for i, a := range steps {
		check(a.name, a.law, a.cost.Epsilon, a.cost.Delta, a.cost.Rho, a.cost.Mu)
		for _, b := range steps[i:] {
			mu := 0.0
			if a.cost.Mu > 0 && b.cost.Mu > 0 {
				mu = math.Hypot(a.cost.Mu, b.cost.Mu)
			}
			check(a.name+" and "+b.name, a.law.and(b.law), a.cost.Epsilon+b.cost.Epsilon, a.cost.Delta+b.cost.Delta, a.cost.Rho+b.cost.Rho, mu)
		}
	}
}
