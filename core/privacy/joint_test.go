package privacy

import (
	"math"
	"math/big"
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
	}
}

// TestOneQueryIsCalibrateGaussian ties the two calibrations together.
func TestOneQueryIsCalibrateGaussian(t *testing.T) {
	squared := FrobeniusSquared(ReplaceOne, 8191, 1)
	for _, budget := range []Budget{{.1, 1e-6}, {1, 1e-6}, {8, 1e-2}, {1e5, 1e-6}} {
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

func TestJointRefuses(t *testing.T) {
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
	}
	for _, delta := range []float64{.6, .51} {
		if most, err := MostGaussianRho(Budget{1, delta}); err != nil || most != 0 {
			t.Errorf("ρ = %g, %v for δ = %g, above one half", most, err, delta)
		}
	}
}
