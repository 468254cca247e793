package privacy

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// deltaOf is the least δ at ε of continuous Gaussian noise under which neighbours are theta standard deviations
// apart, by gonum: an oracle.
func deltaOf(theta, epsilon float64) float64 {
	n := distuv.UnitNormal
	return n.CDF(theta/2-epsilon/theta) - math.Exp(epsilon)*n.CDF(-theta/2-epsilon/theta)
}

// TestJointIsTight compares with the oracle: the δ of what is drawn never passes the stated one, and at a
// narrower noise by one part in a thousand it does.
func TestJointIsTight(t *testing.T) {
	matrix := Query{Squared: FrobeniusSquared(ReplaceOne, 8191, 1), Coordinates: 150 * 151 / 2, Share: .9}
	mean := Query{Squared: big.NewInt(86 * 8191 * 8191), Coordinates: 150, Share: .1}
	for _, budget := range []Budget{{.05, 1e-6}, {.1, 1e-6}, {1, 1e-6}, {1, 1e-9}, {4, 1e-5}} {
		t.Run(fmt.Sprint(budget.Epsilon, budget.Delta), func(t *testing.T) {
			j, err := CalibrateGaussians([]Query{mean, matrix}, budget)
			if err != nil {
				t.Fatal(err)
			}
			if j.Route != RouteAnalytic {
				t.Errorf("%+v: by the %s route", budget, j.Route)
			}
			square := 0.0
			for i, q := range []Query{mean, matrix} {
				x, _ := new(big.Float).SetInt(q.Squared).Float64()
				s := float64(j.Steps[i].Sigma)
				square += x / (s * s)
				if part := x / (s * s) / (2 * j.Rho); math.Abs(part-q.Share) > 1e-4 {
					t.Errorf("%+v: step %d has %.5f of μ², %g is its share", budget, i, part, q.Share)
				}
			}
			theta := math.Sqrt(square)
			if got := deltaOf(theta, budget.Epsilon); got > budget.Delta*(1+1e-6) {
				t.Errorf("%+v: δ is %g", budget, got)
			}
			if got := deltaOf(theta*1.001, budget.Epsilon); got < budget.Delta {
				t.Errorf("%+v: narrower noise would do: δ is %g", budget, got)
			}
		})
	}
}

// TestOneQueryIsCalibrateGaussian ties the two calibrations together.
func TestOneQueryIsCalibrateGaussian(t *testing.T) {
	squared := FrobeniusSquared(ReplaceOne, 8191, 1)
	for _, budget := range []Budget{{.1, 1e-6}, {1, 1e-6}, {8, 1e-2}, {1e5, 1e-6}} {
		t.Run(fmt.Sprint(budget.Epsilon), func(t *testing.T) {
			want, err := CalibrateGaussian(squared, 55, budget)
			if err != nil {
				t.Fatal(err)
			}
			j, err := CalibrateGaussians([]Query{{squared, 55, 1}}, budget)
			if err != nil {
				t.Fatal(err)
			}
			if got := j.Steps[0].Sigma; math.Abs(float64(got)-float64(want.Sigma)) > 1+1e-9*float64(want.Sigma) {
				t.Errorf("%+v: σ = %d, alone %d", budget, got, want.Sigma)
			}
		})
	}
}

// TestJointBeatsSplitting says what one calibration is for.
func TestJointBeatsSplitting(t *testing.T) {
	squared := FrobeniusSquared(ReplaceOne, 8191, 1)
	budget := Budget{1, 1e-6}
	parts, err := budget.Split(.2, .8)
	if err != nil {
		t.Fatal(err)
	}
	apart, err := CalibrateGaussian(squared, 5050, Budget{parts[1].Epsilon, parts[1].Delta})
	if err != nil {
		t.Fatal(err)
	}
	first, err := CalibrateGaussian(big.NewInt(4*8191*8191), 100, Budget{parts[0].Epsilon, parts[0].Delta})
	if err != nil {
		t.Fatal(err)
	}
	// The same noise for the first step, and what is left for the second.
	share := first.Rho / (first.Rho + apart.Rho)
	j, err := CalibrateGaussians([]Query{{big.NewInt(4 * 8191 * 8191), 100, share}, {squared, 5050, 1 - share}}, budget)
	if err != nil {
		t.Fatal(err)
	}
	ratio := float64(apart.Sigma) / float64(j.Steps[1].Sigma)
	t.Logf("apart %d, jointly %d: %.3f", apart.Sigma, j.Steps[1].Sigma, ratio)
	if ratio < 1.15 {
		t.Errorf("splitting is only %.3f times as wide", ratio)
	}
}

// Narrow noise is proven by zCDP, and adds up to what it states.
func TestJointOfNarrowNoise(t *testing.T) {
	queries := []Query{{big.NewInt(2), 3, .5}, {big.NewInt(5), 6, .5}}
	budget := Budget{6, .01}
	j, err := CalibrateGaussians(queries, budget)
	if err != nil {
		t.Fatal(err)
	}
	rho := 0.0
	for _, g := range j.Steps {
		rho = addUp(rho, g.Rho)
	}
	epsilon, err := EpsilonFor(rho, budget.Delta)
	if err != nil {
		t.Fatal(err)
	}
	if j.Route != RouteZCDP || epsilon > budget.Epsilon || rho != j.Rho {
		t.Errorf("%+v: ε is %g", j, epsilon)
	}
}

// What a step of a joint calibration states of itself holds by the oracle, and no smaller ε would; noise that is too narrow for the analytic route
// states what its ρ implies.
func TestStepsStateTheirOwn(t *testing.T) {
	matrix := Query{Squared: FrobeniusSquared(ReplaceOne, 8191, 1), Coordinates: 55, Share: .7}
	mean := Query{Squared: big.NewInt(86 * 8191 * 8191), Coordinates: 10, Share: .3}
	for _, budget := range []Budget{{.1, 1e-6}, {1, 1e-9}, {4, 1e-5}} {
		t.Run(fmt.Sprint(budget.Epsilon), func(t *testing.T) {
			j, err := CalibrateGaussians([]Query{mean, matrix}, budget)
			if err != nil {
				t.Fatal(err)
			}
			for i, q := range []Query{mean, matrix} {
				g := j.Steps[i]
				x, _ := new(big.Float).SetInt(q.Squared).Float64()
				theta := math.Sqrt(x) / float64(g.Sigma)
				if g.Delta != budget.Delta || g.Route != RouteAnalytic || deltaOf(theta, g.Epsilon) > g.Delta*(1+1e-6) || deltaOf(theta, g.Epsilon*.999) < g.Delta {
					t.Errorf("%+v: step %d states %+v, whose δ is %g", budget, i, g, deltaOf(theta, g.Epsilon))
				}
				if rho := x / float64(g.Sigma) / float64(g.Sigma) / 2; math.Abs(g.Rho/rho-1) > 1e-12 {
					t.Errorf("%+v: step %d states ρ = %v, which is %v", budget, i, g.Rho, rho)
				}
			}
		})
	}
	j, err := CalibrateGaussians([]Query{{big.NewInt(2), 3, .5}, {big.NewInt(5), 6, .5}}, Budget{6, .01})
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range j.Steps {
		if epsilon, err := EpsilonFor(g.Rho, .01); err != nil || g.Route != RouteZCDP || g.Epsilon != epsilon {
			t.Errorf("narrow step %d states %+v; its ρ implies %g, %v", i, g, epsilon, err)
		}
	}
}

func TestJointRefuses(t *testing.T) {
	for _, share := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		queries := []Query{{big.NewInt(2), 1, 1}, {big.NewInt(2), 1, share}}
		if _, err := CalibrateGaussians(queries, Budget{1, 1e-6}); err == nil || !strings.Contains(err.Error(), "shares") {
			t.Errorf("a share of %v: %v", share, err)
		}
	}
	for name, q := range map[string]Query{"sensitivity": {big.NewInt(0), 1, 1}, "coordinates": {big.NewInt(1), 0, 1}} {
		t.Run(name, func(t *testing.T) {
			func() {
				defer func() {
					if said := recover(); said != "privacy: a query without sensitivity or coordinates" {
						t.Errorf("no %s: recovered %v", name, said)
					}
				}()
				CalibrateGaussians([]Query{q}, Budget{1, 1e-6})
			}()
		})
	}
	if _, err := CalibrateGaussians([]Query{{big.NewInt(2), 1, 0}}, Budget{1, 1e-6}); err == nil {
		t.Error("a share of 0 is taken")
	}
	if _, err := CalibrateGaussians([]Query{{big.NewInt(2), 1, 1}}, Budget{1, 0}); err == nil {
		t.Error("δ = 0 is taken")
	}
}

// TestMostGaussianRho: no calibration of the budget has a larger ρ, whatever the query, and little is given away.
func TestMostGaussianRho(t *testing.T) {
	for _, budget := range []Budget{{.01, 1e-6}, {.1, 1e-9}, {1, 1e-6}, {4, .01}, {.5, .4}, {50, 1e-6}} {
		t.Run(fmt.Sprint(budget.Epsilon), func(t *testing.T) {
			most, err := MostGaussianRho(budget)
			if err != nil {
				t.Fatal(err)
			}
			for _, squared := range []*big.Int{big.NewInt(2), big.NewInt(1 << 20), FrobeniusSquared(ReplaceOne, 8191, 1), FrobeniusSquared(ReplaceOne, 8191*4096, 1)} {
				g, err := CalibrateGaussian(squared, 10, budget)
				if err != nil {
					continue // too wide
				}
				if g.Rho > most {
					t.Errorf("%+v: ρ = %g, at most %g", budget, g.Rho, most)
				}
			}
			if g, err := CalibrateGaussian(FrobeniusSquared(ReplaceOne, 8191, 1), 10, budget); err == nil && most > g.Rho*1.001 {
				t.Errorf("%+v: ρ = %g, at most %g", budget, g.Rho, most)
			}
		})
	}
	for _, delta := range []float64{.6, .51} {
		if most, err := MostGaussianRho(Budget{1, delta}); err != nil || most != 0 {
			t.Errorf("ρ = %g, %v for δ = %g, above one half", most, err, delta)
		}
	}
}

// The δ of Gaussian noise at an ε of either sign is the oracle's.
func TestHockeyStick(t *testing.T) {
	for _, theta := range []float64{.1, .5, 1, 3} {
		for _, epsilon := range []float64{-4, -1, -.1, 0, .1, 1} {
			if got, want := hockeyStick(theta, epsilon), deltaOf(theta, epsilon); got < want*(1-1e-9) || got > want*(1+1e-5)+1e-12 {
				t.Errorf("θ = %g, ε = %g: δ = %v, want %v", theta, epsilon, got, want)
			}
		}
	}
}

// A selection may cost all of ε, where δ leaves room, but no more; its ε, the steps and the budget must be such.
func TestGaussianHoldsAtItsEdges(t *testing.T) {
	budget := Budget{1, .3}
	all, over := Selection{Epsilon: 1}, Selection{Epsilon: 1.0001}
	const wide, narrow = 1 << 40, 1e-6 // σ; ρ
	for name, c := range map[string]struct {
		want bool
		got  bool
	}{
		"all of ε":             {true, GaussianHolds(narrow, wide, 1, budget, all)},
		"more than ε":          {false, GaussianHolds(narrow, wide, 1, budget, over)},
		"a selection for free": {false, GaussianHolds(narrow, wide, 1, budget, Selection{})},
		"no ρ":                 {false, GaussianHolds(0, wide, 1, budget)},
		"no coordinates":       {false, GaussianHolds(narrow, wide, 0, budget)},
		"one coordinate":       {true, GaussianHolds(narrow, wide, 1, budget)},
		"δ = 0":                {false, GaussianHolds(narrow, wide, 1, Budget{1, 0})},
		"no ε":                 {false, GaussianHolds(narrow, wide, 1, Budget{0, .3})},
	} {
		t.Run(name, func(t *testing.T) {
			if c.got != c.want {
				t.Errorf("%s: %v", name, c.got)
			}
		})
	}
	rho, err := RhoFor(1, 1e-6)
	if err != nil {
		t.Fatal(err)
	}
	// Noise too narrow for the analytic route holds by zCDP up to that ρ exactly.
	if !GaussianHolds(rho, 1, 3, Budget{1, 1e-6}) || GaussianHolds(up(rho), 1, 3, Budget{1, 1e-6}) {
		t.Errorf("the edge of zCDP is not %v", rho)
	}
}
