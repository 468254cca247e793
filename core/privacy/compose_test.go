package privacy

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"testing"
)

func TestComposeBasic(t *testing.T) {
	got, err := Compose([]Part{
		{Step: "norm bound", Epsilon: .5, Claim: Exact},
		{Step: "subspace", Epsilon: .5, Claim: Idealised},
	}, 0)
	want := Cost{Epsilon: 1, Rho: addUp(PureRho(.5), PureRho(.5)), Claim: Idealised}
	if err != nil || got.Epsilon != want.Epsilon || got.Delta != 0 || got.Rho != want.Rho || got.Claim != want.Claim {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := Compose(nil, 0); err != nil || got.Claim != NoData || got.Epsilon != 0 {
		t.Errorf("nothing costs %+v, %v", got, err)
	}
	if got, err := Compose([]Part{{Epsilon: 1, Claim: Exact}, {Claim: NotPrivate}}, 0); err != nil || got.Claim != NotPrivate {
		t.Errorf("a step that is not private leaves %+v, %v", got, err)
	}
}

// TestComposeChoosesTheSmaller: one Gaussian by the analytic route keeps its own
// statement; a hundred go by zCDP; a part without ρ is added on top.
func TestComposeChoosesTheSmaller(t *testing.T) {
	const delta = 1e-6
	g, err := CalibrateGaussian(FrobeniusSquared(ReplaceOne, 8191, 1), 6, Budget{1, delta})
	if err != nil {
		t.Fatal(err)
	}
	one := Part{"second moment", "gaussian", g.Epsilon, g.Delta, g.Rho, Exact, 0, nil, 0}
	if got, err := Compose([]Part{one}, delta); err != nil || got.Epsilon != 1 || got.Delta != delta || got.Rho != g.Rho {
		t.Errorf("one: %+v, %v", got, err)
	}

	many := make([]Part, 100)
	for i := range many {
		many[i] = one
	}
	got, err := Compose(many, delta)
	if err != nil {
		t.Fatal(err)
	}
	want, err := EpsilonFor(got.Rho, delta)
	if err != nil || got.Epsilon != want || got.Epsilon > 15 || got.Delta != delta || math.Abs(got.Rho/(100*g.Rho)-1) > 1e-12 {
		t.Errorf("a hundred: %+v, %v", got, err)
	}

	sulq := Part{"second moment", "sulq", 2, 4e-7, 0, Idealised, 0, nil, 0}
	both, err := Compose(append(many, sulq), delta)
	if err != nil {
		t.Fatal(err)
	}
	rest, err := EpsilonFor(got.Rho, down(delta-4e-7))
	if err != nil || both.Epsilon != addUp(rest, 2) || both.Rho != 0 || both.Delta != delta {
		t.Errorf("a hundred and one without ρ: %+v, %v", both, err)
	}

	// Small pure steps: by basic composition ε = 10, by zCDP much less.
	pure := make([]Part, 1000)
	for i := range pure {
		pure[i] = Part{Epsilon: .01, Claim: Exact}
	}
	if got, err := Compose(pure, 0); err != nil || math.Abs(got.Epsilon-10) > 1e-9 || got.Epsilon < 10 {
		t.Errorf("pure at δ = 0: %+v, %v", got, err)
	}
	if got, err := Compose(pure, delta); err != nil || got.Epsilon > 2 {
		t.Errorf("pure at δ = %g: %+v, %v", delta, got, err)
	}
}

func TestComposeRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		parts []Part
		delta float64
	}{
		"δ of the parts over the whole": {[]Part{{Epsilon: 1, Delta: 1e-5, Claim: Exact}}, 1e-6},
		"δ where none is stated":        {[]Part{{Epsilon: 1, Delta: 1e-5, Rho: .1, Claim: Exact}}, 0},
		"ρ alone":                       {[]Part{{Rho: .1, Claim: Exact}}, 1e-6},
		"no claim":                      {[]Part{{Epsilon: 1}}, 1e-6},
		"not a number":                  {[]Part{{Epsilon: math.NaN(), Claim: Exact}}, 1e-6},
		"δ = 1":                         {[]Part{{Epsilon: 1, Claim: Exact}}, 1},
		"too much":                      {[]Part{{Epsilon: math.MaxFloat64, Claim: Exact}, {Epsilon: math.MaxFloat64, Claim: Exact}}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := Compose(c.parts, c.delta); err == nil {
				t.Errorf("%s: %+v", name, got)
			}
		})
	}
}

// TestAddUp holds directed rounding to exact rational sums.
func TestAddUp(t *testing.T) {
	rat := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
	for _, a := range []float64{0, .1, .3, 1, 1e-17, 1e17, 2.0 / 3} {
		for _, b := range []float64{0, .1, .7, 1, 1e-17, 3e-300, 1.0 / 3} {
			s, exact := addUp(a, b), new(big.Rat).Add(rat(a), rat(b))
			if rat(s).Cmp(exact) < 0 || rat(down(s)).Cmp(exact) >= 0 {
				t.Errorf("%v + %v → %v is not the least float64 above", a, b, s)
			}
		}
	}
}

// TestSplit: the shares fit the whole when each sum is rounded up, lose next to
// nothing, and steps calibrated to ρ compose to the budget.
func TestSplit(t *testing.T) {
	for _, shares := range [][]float64{{1}, {.1, .9}, {.1, .2, .7}, {.05, .15, .3, .5}, {.25, .25}, {.1, .1, .1, .1, .1, .1, .1, .1, .1, .1}} {
		t.Run(fmt.Sprint(shares), func(t *testing.T) {
			for _, b := range []Budget{{1, 0}, {.1, 1e-6}, {1e-6, 1e-300}, {1000, .01}} {
				t.Run(fmt.Sprint(b.Epsilon), func(t *testing.T) {
					split, err := b.Split(shares...)
					if err != nil {
						t.Fatal(err)
					}
					var epsilon, delta, total float64
					parts := make([]Part, len(split))
					for i, s := range split {
						epsilon, delta, total = addUp(epsilon, s.Epsilon), addUp(delta, s.Delta), total+shares[i]
						if math.Abs(s.Epsilon/(shares[i]*b.Epsilon)-1) > 1e-12 {
							t.Errorf("%+v, %v: share %d gets %v", b, shares, i, s.Epsilon)
						}
						pure := boundedRangeEpsilon(s.Rho)
						parts[i] = Part{Epsilon: pure, Rho: BoundedRangeRho(pure), Claim: Exact}
					}
					if epsilon > b.Epsilon || delta > b.Delta {
						t.Errorf("%+v, %v: the sums are %v, %v", b, shares, epsilon, delta)
					}
					if b.Pure() {
						return
					}
					if got, err := Compose(parts, b.Delta); err != nil || got.Epsilon > b.Epsilon {
						t.Errorf("%+v, %v: composes to %+v, %v", b, shares, got, err)
					}
				})
			}
		})
	}
	for _, shares := range [][]float64{{.5, .6}, {-.1, .5}, {0}, {math.NaN()}} {
		t.Run(fmt.Sprint(shares), func(t *testing.T) {
			if _, err := (Budget{1, 0}).Split(shares...); err == nil {
				t.Errorf("shares %v are accepted", shares)
			}
		})
	}
}

// A part has the ρ and the μ that it states, or being pure implies; where it has none, neither has a sum with it, in whatever order.
func TestComposeNeedsEveryPart(t *testing.T) {
	law := &Law{Family: Exponential, Exponent: 1}
	pure, chosen := Part{Epsilon: 1, Claim: Exact}, Part{Epsilon: 1, Claim: Exact, Law: law}
	stated, free := Part{Epsilon: .3, Delta: 1e-7, Rho: .01, Mu: .1, Claim: Exact}, Part{Claim: NoData}
	noRho, noMu := Part{Epsilon: .3, Delta: 1e-7, Mu: .1, Claim: Exact}, Part{Epsilon: .3, Delta: 1e-7, Rho: .01, Claim: Exact}
	small := Part{Epsilon: .3, Rho: .02, Mu: .2, Claim: Exact} // pure, and states less than that implies
	for i, c := range []struct {
		parts   []Part
		rho, mu float64
	}{
		{[]Part{pure}, PureRho(1), PureMu(1)},
		{[]Part{chosen}, BoundedRangeRho(1), BoundedRangeMu(1)},
		{[]Part{stated}, .01, .1},
		{[]Part{small}, .02, .2},
		{[]Part{free}, 0, 0},
		{[]Part{free, stated}, .01, .1},
		{[]Part{stated, stated, stated, stated}, .04, .2},
		{[]Part{small, pure}, .02 + PureRho(1), math.Hypot(.2, PureMu(1))},
		{[]Part{noRho, stated}, 0, math.Hypot(.1, .1)},
		{[]Part{stated, noRho}, 0, math.Hypot(.1, .1)},
		{[]Part{noMu, stated}, .02, 0},
		{[]Part{stated, noMu}, .02, 0},
		{[]Part{noRho, noMu}, 0, 0},
		{[]Part{stated, {Delta: 1e-7, Claim: Exact}}, 0, 0}, // δ alone is no ρ of 0
	} {
		t.Run(fmt.Sprint(c.rho, c.mu), func(t *testing.T) {
			got, err := Compose(c.parts, 1e-6)
			if err != nil || math.Abs(got.Rho-c.rho) > 1e-12 || math.Abs(got.Mu-c.mu) > 1e-12 {
				t.Errorf("%d: ρ = %v and μ = %v, %v; want %v and %v", i, got.Rho, got.Mu, err, c.rho, c.mu)
			}
			f, err := NewFilter(GDP, 1e-6)
			if err != nil {
				t.Fatal(err)
			}
			z, err := NewFilter(ZCDP, 1e-6)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range c.parts {
				if err := errors.Join(f.Add(p), z.Add(p)); err != nil {
					t.Fatal(err)
				}
			}
			if math.Abs(f.Mu()-c.mu) > 1e-12 || f.Rho() != 0 || math.Abs(z.Rho()-c.rho) > 1e-12 || z.Mu() != 0 {
				t.Errorf("%d: a filter has μ = %v (%v) and ρ = %v (%v)", i, f.Mu(), z.Mu(), z.Rho(), f.Rho())
			}
		})
	}
}
