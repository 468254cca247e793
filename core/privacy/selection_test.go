package privacy

import (
	"math"
	"math/big"
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
		if got, ok := c.part.Selection(); got != c.want && c.ok || ok != c.ok {
			t.Errorf("%d: %+v, %v", i, got, ok)
		}
	}
}
