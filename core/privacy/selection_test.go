package privacy

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"
)

// TestAtomsDominate: the law that stands for a selection has, at every ε, a δ no smaller than that of each extremal
// pair, and little larger than the largest of them.
func TestAtomsDominate(t *testing.T) {
	for _, e := range []float64{1e-3, .05, .5, 2, 10} {
		for _, bounded := range []bool{false, true} {
			atoms := Selection{e, bounded}.atoms()
			worst := 0.0
			for x := -1.0; x < 1; x += .01 {
				got := 0.0
				for _, a := range atoms {
					got += a.weight * max(0, -math.Expm1(x*e-a.loss))
				}
				most := pairDelta(x*e, e, 2*e)
				if bounded {
					most = 0
					for share := .005; share < 1; share += .005 {
						most = max(most, pairDelta(x*e, share*e, e))
					}
				}
				if got < most*(1-1e-12) {
					t.Errorf("ε = %g, bounded range %t: δ(%g ε) is %g, of the atoms %g", e, bounded, x, most, got)
				}
				worst = max(worst, got-most)
			}
			t.Logf("ε = %g, bounded range %t: δ of the atoms is at most %.2g too large", e, bounded, worst)
			if worst > .0015*e && e < 1 || worst > .01*e {
				t.Errorf("ε = %g, bounded range %t: δ is %g too large", e, bounded, worst)
			}
		}
	}
}

// epsilonOf is the ε at δ of continuous Gaussian noise beside a two-point loss, by gonum's normal tail: an oracle, and as
// every pair of it is attained, a lower bound on any true statement.
func epsilonOf(theta, delta float64, pairs ...[2]float64) float64 {
	type point struct{ loss, p float64 }
	points := []point{{0, 1}}
	for _, q := range pairs {
		t, width := q[0], q[1]
		p := twoPoint(t, width)
		var next []point
		for _, a := range points {
			next = append(next, point{a.loss + t, a.p * p}, point{a.loss + t - width, a.p * (1 - p)})
		}
		points = next
	}
	at := func(epsilon float64) float64 {
		sum := 0.0
		for _, a := range points {
			sum += a.p * deltaOf(theta, epsilon-a.loss)
		}
		return sum
	}
	lo, hi := 0.0, 1000.0
	for range 60 {
		if mid := (lo + hi) / 2; at(mid) > delta {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

// TestJointBesideSelections: what is calibrated together with selections states no less than the worst pair loses, and no
// more than 3 % above it.
func TestJointBesideSelections(t *testing.T) {
	matrix := Query{Squared: FrobeniusSquared(ReplaceOne, 8191, 1), Coordinates: 150 * 151 / 2, Share: .9}
	mean := Query{Squared: big.NewInt(86 * 8191 * 8191), Coordinates: 150, Share: .1}
	for _, budget := range []Budget{{.05, 1e-6}, {.1, 1e-6}, {1, 1e-6}, {1, 1e-9}, {4, 1e-5}} {
		t.Run(fmt.Sprint(budget.Epsilon, budget.Delta), func(t *testing.T) {
			for _, beside := range [][]Selection{
				nil,
				{{.05 * budget.Epsilon, true}},
				{{.2 * budget.Epsilon, true}},
				{{.1 * budget.Epsilon, false}},
				{{.1 * budget.Epsilon, true}, {.1 * budget.Epsilon, true}},
			} {
				j, err := CalibrateGaussians([]Query{mean, matrix}, budget, beside...)
				if err != nil {
					t.Fatal(err)
				}
				square := 0.0
				for i, q := range []Query{mean, matrix} {
					x, _ := new(big.Float).SetInt(q.Squared).Float64()
					s := float64(j.Steps[i].Sigma)
					square += x / (s * s)
				}
				var pairs [][2]float64
				for _, s := range beside {
					if s.BoundedRange { // the worst lies near the middle: the pair that is nearly symmetric
						pairs = append(pairs, [2]float64{s.Epsilon / 2, s.Epsilon})
					} else {
						pairs = append(pairs, [2]float64{s.Epsilon, 2 * s.Epsilon})
					}
				}
				least := epsilonOf(math.Sqrt(square), budget.Delta, pairs...)
				if len(beside) == 1 && beside[0].BoundedRange {
					for share := .1; share < 1; share += .1 {
						least = max(least, epsilonOf(math.Sqrt(square), budget.Delta, [2]float64{share * beside[0].Epsilon, beside[0].Epsilon}))
					}
				}
				t.Logf("%+v beside %+v: true/stated ε = %.4f", budget, beside, least/budget.Epsilon)
				if least > budget.Epsilon*(1+1e-9) {
					t.Errorf("%+v beside %+v: the worst pair loses ε = %g", budget, beside, least)
				}
				if least < .97*budget.Epsilon {
					t.Errorf("%+v beside %+v: the worst pair loses ε = %g only", budget, beside, least)
				}
				narrowest := min(j.Steps[0].Sigma, j.Steps[1].Sigma)
				rho := addUp(j.Steps[0].Rho, j.Steps[1].Rho)
				if !GaussianHolds(rho*(1-1e-9), narrowest, 150+150*151/2, budget, beside...) {
					t.Errorf("%+v beside %+v: a reader cannot prove it", budget, beside)
				}
				if GaussianHolds(rho*1.01, narrowest, 150+150*151/2, budget, beside...) {
					t.Errorf("%+v beside %+v: a reader would take a larger ρ", budget, beside)
				}
			}
		})
	}
}

func TestSelectionsThatLeaveNothing(t *testing.T) {
	q := Query{big.NewInt(2 << 40), 3, 1}
	if _, err := CalibrateGaussians([]Query{q}, Budget{1, 1e-6}, Selection{1, true}); err == nil {
		t.Error("a selection may spend the whole ε")
	}
	if !GaussianHolds(1e-9, 1<<30, 1, Budget{1, 1e-6}) || !GaussianHolds(1e-9, 1<<30, 1, Budget{1, 1e-6}, Selection{.5, true}) {
		t.Error("one coordinate is not enough")
	}
	if GaussianHolds(0, 1<<30, 3, Budget{1, 1e-6}) || GaussianHolds(1e-9, 1<<30, 0, Budget{1, 1e-6}) || GaussianHolds(1e-9, 1<<30, 3, Budget{1, 1e-6}, Selection{0, true}) {
		t.Error("no ρ, no coordinates and no ε are enough")
	}
	if GaussianHolds(1e-9, 1<<30, 3, Budget{1, 1e-6}, Selection{2, true}) || GaussianHolds(1e-9, 1<<30, 3, Budget{1, 1e-6}, Selection{math.NaN(), true}) {
		t.Error("a selection may pass the whole ε")
	}
}

// A selection for free loses nothing, and a part with a δ is no selection.
func TestSelectionOfAPart(t *testing.T) {
	for _, bounded := range []bool{false, true} {
		if got := (Selection{BoundedRange: bounded}).atoms(); len(got) != 1 || got[0] != (atom{0, 1}) {
			t.Errorf("nothing has the losses %v", got)
		}
	}
	law := &Law{Family: Exponential, Exponent: 1}
	for i, c := range []struct {
		part Part
		want Selection
		ok   bool
	}{
		{Part{Epsilon: .5}, Selection{.5, false}, true},
		{Part{Epsilon: .5, Law: law}, Selection{.5, true}, true},
		{Part{Epsilon: .5, Law: &Law{Family: KNorm, Exponent: 1}}, Selection{.5, false}, true},
		{Part{Epsilon: .5, Delta: 1e-9, Law: law}, Selection{.5, true}, false},
	} {
		t.Run(fmt.Sprint("part ", i), func(t *testing.T) {
			if got, ok := c.part.Selection(); got != c.want && c.ok || ok != c.ok {
				t.Errorf("%d: %+v, %v", i, got, ok)
			}
		})
	}
}

// The atoms of a selection are a law: their weights sum to 1 under either neighbour, but for rounding, from above; and the δ that is added up
// from them is not below that of Gaussian noise alone where there is nothing else.
func TestAtomsAreALaw(t *testing.T) {
	for _, epsilon := range []float64{.01, .3, 2} {
		for _, bounded := range []bool{false, true} {
			one, other := 0.0, 0.0
			for _, a := range (Selection{epsilon, bounded}).atoms() {
				one, other = one+a.weight, other+a.weight*math.Exp(-a.loss)
			}
			if one < 1 || one > 1+1e-11 || other > 1+1e-2*epsilon || other < 1-1e-11 {
				t.Errorf("ε = %g, bounded %t: weights sum to %v, and to %v", epsilon, bounded, one, other)
			}
		}
	}
	for _, theta := range []float64{.1, 1, 3} {
		for _, epsilon := range []float64{0, .1, 1} {
			if got, want := besideDelta(theta, epsilon, []atom{{0, 1}}), gaussianDelta(theta, epsilon); got < want || got > want*(1+1e-11) {
				t.Errorf("θ = %g, ε = %g: δ = %v beside nothing, alone %v", theta, epsilon, got, want)
			}
		}
	}
}

// Beside an error, and where there is no number, what is returned is 0.
func TestNothingStandsBesideAnError(t *testing.T) {
	nan := math.NaN()
	huge := new(big.Int).Lsh(big.NewInt(1), 200)
	for name, f := range map[string]func() (float64, bool){
		"AnalyticGaussian, ε": func() (float64, bool) { x, err := AnalyticGaussian(nan, .1); return x, err == nil },
		"AnalyticGaussian, δ": func() (float64, bool) { x, err := AnalyticGaussian(1, 0); return x, err == nil },
		"EpsilonFor, δ":       func() (float64, bool) { x, err := EpsilonFor(1, 0); return x, err == nil },
		"EpsilonFor, ρ":       func() (float64, bool) { x, err := EpsilonFor(-1, .1); return x, err == nil },
		"RhoFor, ε":           func() (float64, bool) { x, err := RhoFor(0, .1); return x, err == nil },
		"RhoFor, δ":           func() (float64, bool) { x, err := RhoFor(1, 0); return x, err == nil },
		"MostGaussianRho, ε":  func() (float64, bool) { x, err := MostGaussianRho(Budget{0, .1}); return x, err == nil },
		"MostGaussianRho, δ":  func() (float64, bool) { x, err := MostGaussianRho(Budget{1, 0}); return x, err == nil },
		"CalibrateLaplace, ε": func() (float64, bool) { x, err := CalibrateLaplace(huge, 0); return float64(x), err == nil },
		"CalibrateLaplace, t": func() (float64, bool) { x, err := CalibrateLaplace(huge, 1); return float64(x), err == nil },
		"Filter": func() (float64, bool) {
			f := Filter{accounting: GDP, delta: 1e-6, parts: 2, impure: true, noMu: true}
			x, err := f.Epsilon()
			return x, err == nil
		},
		"Part.rho":             (&Part{Epsilon: 1, Delta: 1e-6}).rho,
		"Part.mu":              (&Part{Epsilon: 1, Delta: 1e-6}).mu,
		"Edge":                 func() (float64, bool) { return Noise{}.Edge(5, 10) },
		"Trace":                func() (float64, bool) { return Noise{}.Trace(5, 10) },
		"Edge of narrow noise": func() (float64, bool) { return Noise{Law: GaussianNoise, Diagonal: 1, OffDiagonal: 1}.Edge(50, 10) },
		"Deviations":           func() (float64, bool) { x, y, ok := Noise{}.Deviations(5, 10); return x + 2*y, ok },
		"nuclearEdge":          func() (float64, bool) { return nuclearEdge(1) },
	} {
		t.Run(name, func(t *testing.T) {
			if x, ok := f(); ok || x != 0 {
				t.Errorf("%s: %v, %t", name, x, ok)
			}
		})
	}
	if err := validateDelta(0); err == nil || !strings.Contains(err.Error(), "pure ε") {
		t.Errorf("δ = 0: %v", err)
	}
}
