package privacy

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"
)

// What rounding does is added to δ, never taken off: of each bound as much as calibration.md's section 5 proves, to a part of a library error.
func TestRoundingIsAddedToDelta(t *testing.T) {
	differences, trapezoids := 0, 0
	for _, theta := range []float64{1e-9, 1e-8, 1e-7, 1e-6, 1e-5, .3, 1, 5} {
		for _, b := range []float64{0, .1, 1, 5, 20} {
			epsilon, a := b*theta, theta/2
			y, z := epsilon/theta-a, epsilon/theta+a
			arguments := math.Pow(z+2, 2) * 0x1p-49
			p, q := upperTail(y), math.Exp(epsilon)*upperTail(z)
			plain := density(y) * a * (millsSlope(y) + millsSlope(z))
			got := gaussianDelta(theta, epsilon)
			if difference := p - q + (p+q)*(4*libraryError+arguments); difference < plain {
				differences++
				if margin := (got - (p - q)) / (p + q); !(math.Abs(margin-4*libraryError-arguments) <= .1*(4*libraryError+arguments)) {
					t.Errorf("θ = %g, ε = %g: a margin of %g, want %g", theta, epsilon, margin, 4*libraryError+arguments)
				}
				continue
			}
			trapezoids++
			if margin := got/plain - 1; !(math.Abs(margin-256*libraryError-arguments) <= .4*libraryError+.02*arguments) {
				t.Errorf("θ = %g, ε = %g: a margin of %g, want %g", theta, epsilon, margin, 256*libraryError+arguments)
			}
		}
	}
	if differences < 5 || trapezoids < 10 {
		t.Errorf("%d differences and %d trapezoid rules were the smaller bound", differences, trapezoids)
	}
}

// Shares that make the whole are not lowered, and what is not positive is told from what is too small.
func TestSharesOfTheWhole(t *testing.T) {
	shares, err := Budget{Epsilon: 1}.Split(.5, .5)
	if err != nil || shares[0].Epsilon != .5 || shares[1].Epsilon != .5 {
		t.Errorf("%+v, %v", shares, err)
	}
	for epsilon, want := range map[float64]string{0: "positive", -1: "positive", MinEpsilon / 2: "at least"} {
		t.Run(fmt.Sprint(epsilon), func(t *testing.T) {
			if err := validateEpsilon(epsilon); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("ε = %g: %v", epsilon, err)
			}
		})
	}
}

// A part's width is that of its law, or of a document of version 1; a law of a vector has no noise off a diagonal.
func TestWidthOfAPart(t *testing.T) {
	if got := (&Part{Sigma: 7}).Width(); got != 7 {
		t.Errorf("of version 1: %d", got)
	}
	if got := (&Part{Sigma: 7, Law: &Law{Width: 9}}).Width(); got != 9 {
		t.Errorf("of a law: %d", got)
	}
	g := Gaussian{Sigma: 10, OffDiagonal: 8}
	if on, off := g.Law("1/s²", true), g.Law("1/s", false); on.OffDiagonal != 8 || off.OffDiagonal != 0 || on.Width != 10 || off.Unit != "1/s" {
		t.Errorf("%+v, %+v", on, off)
	}
}

// Proven noise is proven from the narrowest that is calibrated on; of no width, no δ, or a budget that is none, nothing is.
func TestWhichNoiseIsProven(t *testing.T) {
	squared, budget := FrobeniusSquared(ReplaceOne, 8191, 1), Budget{Epsilon: 1, Delta: 1e-6}
	g, err := CalibrateGaussian(squared, 10, budget)
	if err != nil || g.Route != RouteAnalytic {
		t.Fatal(g, err)
	}
	for name, c := range map[string]struct {
		sigma  uint64
		budget Budget
		want   bool
	}{
		"as calibrated": {g.Sigma, budget, true},
		"wider":         {2 * g.Sigma, budget, true},
		"narrower":      {g.Sigma - 1, budget, false},
		"of no width":   {0, budget, false},
		"without δ":     {2 * g.Sigma, Budget{Epsilon: 1}, false},
		"of no budget":  {2 * g.Sigma, Budget{Epsilon: -1, Delta: 1e-6}, false},
		"of a δ of 2":   {2 * g.Sigma, Budget{Epsilon: 1, Delta: 2}, false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := GaussianProven(squared, c.sigma, 10, c.budget); got != c.want {
				t.Errorf("%s: %v", name, got)
			}
		})
	}
	if GaussianProven(new(big.Int), 0, 10, budget) {
		t.Error("no noise on a query that nobody changes is proven: there is no such law")
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

// Shares count by their proportions.
func TestSharesAreProportions(t *testing.T) {
	squared := FrobeniusSquared(ReplaceOne, 8191, 1)
	at := func(a, b float64) Joint {
		j, err := CalibrateGaussians([]Query{{Squared: squared, Coordinates: 3, Share: a}, {Squared: squared, Coordinates: 10, Share: b}}, Budget{Epsilon: 1, Delta: 1e-6})
		if err != nil {
			t.Fatal(err)
		}
		return j
	}
	want := at(.25, .75)
	for _, unit := range []float64{4, 64, 1. / 32} {
		if got := at(.25*unit, .75*unit); got.Steps[0].Sigma != want.Steps[0].Sigma || got.Steps[1].Sigma != want.Steps[1].Sigma {
			t.Errorf("in units of %g: %d and %d, want %d and %d", unit, got.Steps[0].Sigma, got.Steps[1].Sigma, want.Steps[0].Sigma, want.Steps[1].Sigma)
		}
	}
}

// What a step costs by itself is the least ε that the analytic route proves at its width, or that of its ρ: never more.
func TestAStepStatesItsLeastEpsilon(t *testing.T) {
	squared := FrobeniusSquared(ReplaceOne, 8191, 1)
	for _, epsilon := range []float64{.01, 1, 20} {
		q := Query{Squared: squared, Coordinates: 10, Share: 1}
		g, err := CalibrateGaussian(squared, q.Coordinates, Budget{Epsilon: epsilon, Delta: 1e-6})
		if err != nil {
			t.Fatal(err)
		}
		if err := g.state(q, 1e-6); err != nil {
			t.Fatal(err)
		}
		if g.Route != RouteAnalytic || g.Epsilon > epsilon*(1+1e-12) || g.Epsilon < epsilon*(1-1e-6) {
			t.Errorf("ε = %g: it states %g by the route %q", epsilon, g.Epsilon, g.Route)
		}
		if lower := g.Epsilon * (1 - 1e-9); analyticHolds(squared, g.Sigma, q.Coordinates, Budget{lower, 1e-6}) {
			t.Errorf("ε = %g: %g holds, too", epsilon, lower)
		}
	}
}

// The ends of a calibration beside selections, and of the largest ρ.
func TestEndsOfACalibration(t *testing.T) {
	if rho, err := newTogether(Budget{Epsilon: 1, Delta: 1e-6}, []Selection{{Epsilon: 1}}).certain(); rho != 0 || err == nil {
		t.Errorf("selections that leave nothing: %v, %v", rho, err)
	}
	for delta, some := range map[float64]bool{.4: true, .5: true, math.Nextafter(.5, 1): false, .9: false} {
		t.Run(fmt.Sprint(delta), func(t *testing.T) {
			if rho, err := MostGaussianRho(Budget{Epsilon: 1, Delta: delta}); (rho > 0) != some || err != nil {
				t.Errorf("δ = %g: %v, %v", delta, rho, err)
			}
		})
	}
}

// The bounds on ρ and μ that hold for every ε are kept where they are the smaller ones: at a small ε, and at a large one.
func TestLossesAtTheirEnds(t *testing.T) {
	for _, epsilon := range []float64{1e-9, 1e-8, 1e-7} {
		if got, most := PureRho(epsilon), up(epsilon*epsilon/2); got > most || got < epsilon*epsilon/2*(1-1e-9) {
			t.Errorf("ε = %g: ρ = %g, want at most %g", epsilon, got, most)
		}
		if got, most := BoundedRangeRho(epsilon), up(epsilon*epsilon/8); got > most || got < epsilon*epsilon/8*(1-1e-9) {
			t.Errorf("ε = %g: ρ = %g of bounded range, want at most %g", epsilon, got, most)
		}
	}
	for _, epsilon := range []float64{601, 1000, 1e6} {
		if got, want := PureMu(epsilon)/math.Sqrt(8*epsilon), 1.0; !(got >= want+.9*lossError && got <= want+1.1*lossError) {
			t.Errorf("ε = %g: μ/√(8ε) − 1 = %g, want %g", epsilon, got-1, lossError)
		}
	}
}

// The ends of a law of noise and of what is said of it.
func TestEndsOfNoise(t *testing.T) {
	for _, n := range []Noise{
		{Law: GaussianNoise, Diagonal: math.MaxFloat64, OffDiagonal: math.MaxFloat64}, {Law: LaplaceNoise, Diagonal: math.SmallestNonzeroFloat64, OffDiagonal: 1}, {Law: NuclearNoise, Exponent: math.MaxFloat64},
	} {
		t.Run(n.Law, func(t *testing.T) {
			if err := n.Validate(); err != nil {
				t.Errorf("%+v: %v", n, err)
			}
		})
	}
	// The edge of nuclear noise, from its table, and what rounding the entries adds.
	if b, ok := (Noise{Law: NuclearNoise, Exponent: 2}).Edge(10, 2); !ok || math.Abs(b-(20.95825/2+10./2/4)) > 1e-12 {
		t.Errorf("the edge of nuclear noise is %v", b)
	}
	for rows, counted := range map[int]bool{1: false, 2: true, 3: true} {
		t.Run(fmt.Sprint(rows), func(t *testing.T) {
			if (MeanQuery{Dim: 3, Spread: 1, Reach: 1, Relation: ReplaceOne, RowsPerPerson: rows}).Counted() != counted {
				t.Errorf("%d rows of a person: counted is not %v", rows, counted)
			}
		})
	}
}

// The variance that dominates nuclear noise's loss is nuclear.md's, and the error of its evaluation is added.
func TestVarianceOfANuclearLoss(t *testing.T) {
	for _, dim := range []int{2, 3, 10, 500} {
		for _, epsilon := range []float64{.1, 1, 5} {
			d := float64(dim)
			if margin := newNuclearLoss(epsilon, dim, 0).v/(epsilon*epsilon*(2/(d+2)+1/d)) - 1; !(math.Abs(margin-lossError) < .1*lossError) {
				t.Errorf("d = %d, ε = %g: a margin of %g, want %g", dim, epsilon, margin, lossError)
			}
		}
	}
}

// Where nuclear.md's proof ends, noise loses what its ε alone says: beyond a variance of 1, and beyond ε = 20.
func TestNuclearLossEndsWithItsProof(t *testing.T) {
	for _, c := range []struct {
		dim     int
		epsilon float64
		proven  bool
	}{{300, 5, true}, {1000, 18, true}, {1000, 18.5, false}, {1000, 19.5, false}, {2000, 19.9, true}, {2000, 20.1, false}, {1, .1, false}, {3, 0, false}} {
		t.Run(fmt.Sprint(c.epsilon), func(t *testing.T) {
			if v := newNuclearLoss(c.epsilon, c.dim, 0).v; c.dim == 1000 && (v <= 1) != c.proven {
				t.Fatalf("ε = %g: a variance of %g", c.epsilon, v)
			}
			if rho, pure := NuclearRho(c.epsilon, c.dim, 0), PureRho(c.epsilon); (rho < pure) != c.proven || rho > pure {
				t.Errorf("d = %d, ε = %g: ρ = %g, and %g of any noise", c.dim, c.epsilon, rho, pure)
			}
			if mu, pure := NuclearMu(c.epsilon, c.dim, 0), PureMu(c.epsilon); mu < pure && !c.proven || mu > pure {
				t.Errorf("d = %d, ε = %g: μ = %g, and %g of any noise", c.dim, c.epsilon, mu, pure)
			}
		})
	}
}

// Where the bounds by moments say little, δ is randomised response's, and the errors of evaluation are added.
func TestDeltaOfANuclearLossIsBoundedByItsEpsilon(t *testing.T) {
	for _, epsilon := range []float64{.5, .9} {
		w := newNuclearLoss(epsilon, 2, 0)
		rest := w.series(func(int) float64 { return 1 }, 1, math.Inf(1)) / 4
		for _, x := range []float64{.7 * epsilon, .9 * epsilon} {
			p := 1 / (1 + math.Exp(-epsilon))
			pure := p - math.Exp(x)*(1-p)
			if margin := w.delta(x, rest)/(1+momentError) - pure; !(math.Abs(margin-lossError) < .2*lossError) {
				t.Errorf("ε = %g at %g: a margin of %g, want %g", epsilon, x, margin, lossError)
			}
		}
		if got := w.delta(2*epsilon, rest); !(got > 0 && got < 2*lossError) {
			t.Errorf("beyond ε: %g", got)
		}
	}
}

// Randomised response has ε with probability 1/(1+e^(−ε)), and the error of its evaluation is added.
func TestAtomsOfRandomisedResponse(t *testing.T) {
	for _, epsilon := range []float64{.1, 1, 8} {
		a, p := Selection{Epsilon: epsilon}.atoms(), 1/(1+math.Exp(-epsilon))
		if len(a) != 2 || a[0].loss != epsilon || a[1].loss != -epsilon {
			t.Fatalf("%+v", a)
		}
		for i, want := range []float64{p * lossError, lossError} {
			if margin := a[i].weight - []float64{p, 1 - p}[i]; !(math.Abs(margin-want) < .1*want) {
				t.Errorf("ε = %g: atom %d has a margin of %g, want %g", epsilon, i, margin, want)
			}
		}
	}
}

// The error of each evaluation is added to the law of selections together, and taken off no bound.
func TestErrorsAreAddedToSelections(t *testing.T) {
	// Two selections: each pair of atoms, its weight larger by one error.
	a := Selection{Epsilon: .3}.atoms()
	both := dominating([]Selection{{Epsilon: .3}, {Epsilon: .3}})
	if len(both) != 4 {
		t.Fatalf("%d atoms", len(both))
	}
	for i, x := range both {
		// the first factor is the law of none, of weight 1 and one error
		if margin := x.weight/(a[i/2].weight*a[i%2].weight) - 1; !(math.Abs(margin-2*lossError) < .2*lossError) {
			t.Errorf("atom %d has a margin of %g, want %g", i, margin, 2*lossError)
		}
	}
	for _, epsilon := range []float64{.1, 1} {
		plain := -math.Expm1(-epsilon) + math.Exp(-epsilon)*gaussianDelta(.5, epsilon)
		if margin := hockeyStick(.5, -epsilon)/plain - 1; !(math.Abs(margin-lossError) < .1*lossError) {
			t.Errorf("ε = −%g: a margin of %g, want %g", epsilon, margin, lossError)
		}
	}
	// Of bounded range: each weight is that of an exact law and one error.
	sum := 0.0
	for _, x := range (Selection{Epsilon: 1, BoundedRange: true}).atoms() {
		sum += x.weight
	}
	if margin := sum - 1; !(margin > 1.5*lossError && margin < 2.5*lossError) {
		t.Errorf("the weights pass 1 by %g, want %g", margin, 2*lossError)
	}
}

// What the conversions of ρ add for rounding lies on the safe side of each other.
func TestConversionsLeaveRoomForRounding(t *testing.T) {
	for _, delta := range []float64{1e-6, 1e-100} {
		for _, epsilon := range []float64{.01, 1, 30} {
			rho, err := RhoFor(epsilon, delta)
			if err != nil {
				t.Fatal(err)
			}
			back, err := EpsilonFor(rho, delta)
			if err != nil || back > epsilon || back < epsilon*(1-1e-8) {
				t.Errorf("ε = %g, δ = %g: back %v, %v", epsilon, delta, back, err)
			}
			l := -math.Log(delta)
			x := bisect(func(x float64) bool { return rho*x*x+math.Log1p(x) < l })
			a, b, c, d := (1+x)*rho, l/x, math.Log1p(x)/x, math.Log1p(1/x)
			if margin := (back - (a + b - c - d)) / (a + b + c + d); !(math.Abs(margin-zcdpError) < .2*zcdpError) {
				t.Errorf("ε = %g, δ = %g: a margin of %g, want %g", epsilon, delta, margin, zcdpError)
			}
		}
	}
}
