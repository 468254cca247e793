package privacy

import (
	"fmt"
	"math"
	"math/big"
	"testing"
)

// largest is the largest x in [0, hi] that the filter admits under the cap after what it has added up.
func largest(f Filter, cap, hi float64, part func(x float64) Part) float64 {
	lo := 0.0
	for range 50 {
		mid := (lo + hi) / 2
		g := f
		if g.Add(part(mid)) == nil {
			if epsilon, err := g.Epsilon(); err == nil && epsilon <= cap {
				lo = mid
				continue
			}
		}
		hi = mid
	}
	return lo
}

func newFilter(t *testing.T, a Accounting, delta float64) Filter {
	t.Helper()
	f, err := NewFilter(a, delta)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func gaussianPart(mu, delta float64) Part {
	epsilon := EpsilonForMu(mu, delta)
	return Part{Step: "second moment", Mechanism: "gaussian", Epsilon: max(epsilon, 1e-9), Delta: delta, Rho: mu * mu / 2, Mu: mu, Claim: Exact}
}

func purePart(epsilon float64) Part {
	return Part{Step: "second moment", Mechanism: "nuclear", Epsilon: epsilon, Rho: PureRho(epsilon), Mu: PureMu(epsilon), Claim: Exact}
}

// adaptively is the δ at the cap that is attained by: a Gaussian of μ first; then, in view of its loss, the rest as one
// release by randomised response or as one Gaussian, whichever leaks more. rest has what each may cost.
func adaptively(cap, mu, pure, gauss float64) float64 {
	sum, mass := 0.0, 0.0
	for z := -9.0; z < 9; z += .02 {
		loss, w := mu*mu/2+mu*z, math.Exp(-z*z/2)
		left := cap - loss
		p := 1 / (1 + math.Exp(-pure))
		response := p*max(0, -math.Expm1(left-pure)) + (1-p)*max(0, -math.Expm1(left+pure))
		other := max(0, -math.Expm1(left))
		if gauss > 0 {
			other = deltaOf(gauss, left)
		}
		sum, mass = sum+w*max(response, other), mass+w
	}
	return sum / mass
}

// TestAdaptiveStrategy: whoever spends a first Gaussian, looks at its loss, and then spends the rest as one pure release or
// as another Gaussian, gains nothing over (cap, δ) under a filter. Under the smaller of basic composition and zCDP, which
// chooses its rule by the costs, they do.
func TestAdaptiveStrategy(t *testing.T) {
	const delta = 1e-6
	for _, cap := range []float64{2, 8} {
		worst := map[string]float64{}
		for mu := .05; mu < 1.5; mu += .05 {
			first := gaussianPart(mu, delta)
			for _, a := range []Accounting{ZCDP, GDP} {
				f := newFilter(t, a, delta)
				if err := f.Add(first); err != nil {
					t.Fatal(err)
				}
				if e, err := f.Epsilon(); err != nil || e > cap {
					continue
				}
				pure := largest(f, cap, 2*cap, purePart)
				gauss := largest(f, cap, 4, func(x float64) Part { return gaussianPart(x, delta) })
				worst[string(a)] = max(worst[string(a)], adaptively(cap, mu, pure, gauss)/delta)
			}
			old := func(p Part) bool {
				cost, err := Compose([]Part{first, p}, delta)
				return err == nil && cost.Epsilon <= cap
			}
			if cost, err := Compose([]Part{first}, delta); err != nil || cost.Epsilon > cap {
				continue
			}
			pure, gauss := 0.0, 0.0
			for step := 1.0; step > 1e-6; step /= 2 {
				for pure+step < 2*cap && old(purePart(pure+step)) {
					pure += step
				}
				for gauss+step < 4 && old(gaussianPart(gauss+step, delta)) {
					gauss += step
				}
			}
			worst["smaller of two"] = max(worst["smaller of two"], adaptively(cap, mu, pure, gauss)/delta)
		}
		t.Logf("cap %g: δ attained/stated: %.3v", cap, worst)
		if worst[string(ZCDP)] > 1 || worst[string(GDP)] > 1 {
			t.Errorf("cap %g: a filter is passed: %v", cap, worst)
		}
		if worst["smaller of two"] <= 1 {
			t.Errorf("cap %g: the strategy does not pass the smaller of two compositions: %v", cap, worst)
		}
	}
}

// TestFilterIsTight: many Gaussian releases cost what one of their joint μ does.
func TestFilterIsTight(t *testing.T) {
	const delta = 1e-6
	f, z := newFilter(t, GDP, delta), newFilter(t, ZCDP, delta)
	for range 25 {
		for _, g := range []*Filter{&f, &z} {
			if err := g.Add(gaussianPart(.04, delta)); err != nil {
				t.Fatal(err)
			}
		}
	}
	got, err := f.Epsilon()
	if err != nil {
		t.Fatal(err)
	}
	zcdp, err := z.Epsilon()
	if err != nil {
		t.Fatal(err)
	}
	least := epsilonOf(.2, delta)
	t.Logf("true ε = %.5f, stated %.5f (%.4f), by zCDP %.5f (%.4f)", least, got, least/got, zcdp, least/zcdp)
	if got < least || got > 1.001*least || zcdp < 1.04*least {
		t.Errorf("true ε = %g, stated %g, by zCDP %g", least, got, zcdp)
	}
	if math.Abs(f.Mu()-.2) > 1e-9 || f.Rho() != 0 || math.Abs(z.Rho()-.02) > 1e-9 || z.Mu() != 0 {
		t.Errorf("μ = %g, ρ = %g", f.Mu(), z.Rho())
	}
}

// TestFilterGrows: no release makes the total smaller, in any accounting.
func TestFilterGrows(t *testing.T) {
	parts := []Part{
		purePart(.1), gaussianPart(.2, 1e-6), gaussianPart(.001, 1e-9), purePart(3),
		{Epsilon: .3, Mu: BoundedRangeMu(.3), Claim: Exact},
		{Epsilon: .1, Delta: 1e-7, Claim: Exact},
		gaussianPart(2, 1e-7),
		{Epsilon: 0, Claim: NoData},
	}
	for _, a := range []Accounting{ZCDP, GDP} {
		for first := range parts {
			f, last := newFilter(t, a, 1e-6), 0.0
			for i := range parts {
				if err := f.Add(parts[(first+i)%len(parts)]); err != nil {
					t.Fatal(err)
				}
				got, err := f.Epsilon()
				if err != nil {
					got = math.Inf(1)
				}
				if got < last {
					t.Errorf("%s, from %d: %g after %g", a, first, got, last)
				}
				last = got
			}
		}
	}
	plain := newFilter(t, Plain, 0)
	for range 3 {
		if err := plain.Add(purePart(.25)); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := plain.Epsilon(); err != nil || got != .75 {
		t.Errorf("three quarters cost %g, %v", got, err)
	}
	if err := plain.Add(gaussianPart(.1, 1e-6)); err != nil {
		t.Fatal(err)
	}
	if _, err := plain.Epsilon(); err == nil {
		t.Error("pure ε pays for a δ")
	}
}

func TestAccountings(t *testing.T) {
	for _, c := range []struct {
		a     Accounting
		delta float64
		valid bool
	}{{Plain, 0, true}, {Plain, 1e-6, false}, {GDP, 1e-6, true}, {GDP, 0, false}, {ZCDP, 1e-6, true}, {ZCDP, 1, false}, {"", 1e-6, false}, {"", 0, false}} {
		t.Run(fmt.Sprint(c.delta), func(t *testing.T) {
			if (c.a.Validate(c.delta) == nil) != c.valid {
				t.Errorf("%q at δ = %g: valid is %t", c.a, c.delta, !c.valid)
			}
		})
	}
}

// TestGaussianMu: the μ of wide noise is Δ/σ, and none is stated of noise a few integers wide.
func TestGaussianMu(t *testing.T) {
	squared := FrobeniusSquared(ReplaceOne, 8191, 1)
	if got := GaussianMu(squared, 4e8, 131841); math.Abs(got/(math.Sqrt2*8191*8191/4e8)-1) > 1e-9 {
		t.Errorf("μ = %g", got)
	}
	if GaussianMu(squared, 1000, 131841) != 0 {
		t.Error("narrow noise states a μ")
	}
}

// A μ is stated up to 12 standard deviations, and of none that is farther.
func TestFarthestMu(t *testing.T) {
	below := 144.0
	for up(math.Sqrt(below)) > 12 {
		below = math.Nextafter(below, 0)
	}
	if up(math.Sqrt(below)) != 12 {
		t.Fatalf("√%v is rounded up to %v", below, up(math.Sqrt(below)))
	}
	if mu := GaussianMuOf(below, 1<<50, 3); !(mu >= 12 && mu < 12.001) {
		t.Errorf("μ = %v at 12", mu)
	}
	if mu := GaussianMuOf(144.01, 1<<50, 3); mu != 0 {
		t.Errorf("μ = %v beyond 12", mu)
	}
}

// TestMuOfDiscreteNoise sums the exact δ of discrete Gaussian noise in one coordinate: it is nowhere above that of the stated μ, and
// that of Δ/σ alone is passed.
func TestMuOfDiscreteNoise(t *testing.T) {
	for _, c := range []struct {
		sigma uint64
		shift int64
	}{{5000, 5000}, {6000, 1500}, {4000, 6001}} {
		t.Run(fmt.Sprint(c.sigma), func(t *testing.T) {
			squared := big.NewInt(c.shift * c.shift)
			mu := GaussianMu(squared, c.sigma, 1)
			if mu == 0 {
				t.Errorf("%+v: no μ is stated", c)
				return
			}
			s := float64(c.sigma)
			p := func(x int64) float64 { return math.Exp(-float64(x*x) / (2 * s * s)) }
			total, span := 0.0, int64(12*c.sigma)
			for x := -span; x <= span; x++ {
				total += p(x)
			}
			for share := 0.0; share < 4; share += .25 {
				epsilon := share * mu
				delta := 0.0
				for x := -span; x <= span; x++ {
					delta += max(0, p(x)-math.Exp(epsilon)*p(x+c.shift)) / total
				}
				if most := gaussianDelta(mu, epsilon); delta > most*(1+1e-9) {
					t.Errorf("%+v: δ(%g) is %g, of μ = %g %g", c, epsilon, delta, mu, most)
				}
			}
		})
	}
}

// More Gaussian releases than the proof allows for, and an ε beyond its range, have no sum; the most that it allows have one.
func TestFilterEndsWhereItsProofDoes(t *testing.T) {
	f, err := NewFilter(GDP, 1e-6)
	if err != nil {
		t.Fatal(err)
	}
	f.muSquared, f.discrete = 1e-6, mostDiscrete
	if e := f.gaussian(); math.IsInf(e, 1) {
		t.Errorf("ε = %v of as many as the proof allows", e)
	}
	f.discrete++
	if e := f.gaussian(); !math.IsInf(e, 1) {
		t.Errorf("ε = %v of one more", e)
	}
	f.muSquared, f.discrete = 900, 1
	if e := f.gaussian(); !math.IsInf(e, 1) {
		t.Errorf("ε = %v beyond the range", e)
	}
}

// The release that is one more than the proof allows for is counted when it is added; pure ones are not counted.
func TestFilterCountsDiscreteReleases(t *testing.T) {
	f := newFilter(t, GDP, 1e-6)
	f.discrete = mostDiscrete - 1
	for i, c := range []struct {
		part Part
		fits bool
	}{{purePart(.01), true}, {gaussianPart(.001, 1e-6), true}, {purePart(.01), true}, {gaussianPart(.001, 1e-6), false}} {
		if err := f.Add(c.part); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Epsilon(); i > 0 && (err == nil) != c.fits { // the first alone is its own statement
			t.Errorf("after %d: %v", i+1, err)
		}
	}
}

// One release costs no more than it states, in each accounting, whatever else is known of it, if its δ is no larger than the filter's. A second one
// needs a ρ, a μ or a pure ε.
func TestFilterOfOne(t *testing.T) {
	bare := Part{Epsilon: .3, Delta: 1e-6, Claim: Exact}
	for _, a := range []Accounting{ZCDP, GDP} {
		f := newFilter(t, a, 1e-6)
		if e, err := f.Epsilon(); err != nil || e != 0 {
			t.Errorf("%s: no release costs %g, %v", a, e, err)
		}
		if err := f.Add(bare); err != nil {
			t.Fatal(err)
		}
		if e, err := f.Epsilon(); err != nil || e != .3 {
			t.Errorf("%s: one release costs %g, %v", a, e, err)
		}
		if err := f.Add(bare); err != nil {
			t.Fatal(err)
		}
		if e, err := f.Epsilon(); err == nil {
			t.Errorf("%s: two releases of all of δ cost %g", a, e)
		}
		g := newFilter(t, a, 1e-7)
		if err := g.Add(bare); err != nil {
			t.Fatal(err)
		}
		if e, err := g.Epsilon(); err == nil {
			t.Errorf("%s: a release of a larger δ costs %g", a, e)
		}
		// Pure releases cost their sum at most.
		h := newFilter(t, a, 1e-6)
		for range 2 {
			if err := h.Add(Part{Epsilon: .001, Rho: 1, Mu: 1, Claim: Exact}); err != nil {
				t.Fatal(err)
			}
		}
		if e, err := h.Epsilon(); err != nil || e != .002 {
			t.Errorf("%s: two pure releases cost %g, %v", a, e, err)
		}
	}
	// What has no ρ enters zCDP by its pure part, and its δ is taken away.
	z := newFilter(t, ZCDP, 1e-6)
	for range 4 {
		if err := z.Add(Part{Epsilon: .1, Delta: 2e-7, Claim: Exact}); err != nil {
			t.Fatal(err)
		}
	}
	want, err := EpsilonFor(4*PureRho(.1), 2e-7)
	if err != nil {
		t.Fatal(err)
	}
	if e, err := z.Epsilon(); err != nil || math.Abs(e/want-1) > 1e-9 || z.Rho() != 0 {
		t.Errorf("four without a ρ cost %g, %v; want %g", e, err, want)
	}
}

// EpsilonForMu is the ε at which the δ of Gaussian noise is the one asked for, and 0 where that of ε = 0 is no larger.
func TestEpsilonForMu(t *testing.T) {
	for _, mu := range []float64{1e-4, .01, .5, 3, 20} {
		for _, delta := range []float64{1e-100, 1e-9, 1e-3, .3, .9} {
			e := EpsilonForMu(mu, delta)
			if got := gaussianDelta(mu, e); got > delta || e > 0 && gaussianDelta(mu, e*(1-1e-9)) <= delta {
				t.Errorf("μ = %g: ε = %v at δ = %g, where it is %g", mu, e, delta, got)
			}
		}
		if e := EpsilonForMu(mu, gaussianDelta(mu, 0)); e != 0 {
			t.Errorf("μ = %g: ε = %v at the δ of no ε", mu, e)
		}
	}
	if EpsilonForMu(0, 1e-6) != 0 {
		t.Error("nothing costs something")
	}
}
