package privacy

import (
	"fmt"
	"math"
	"testing"
)

// boundedRangeEpsilon is the ε of a step of bounded range that may spend rho.
func boundedRangeEpsilon(rho float64) float64 {
	e := math.Sqrt(8 * rho) // 4·log cosh(ε/4) = ρ, by Newton's method
	for range 20 {
		e += (rho - BoundedRangeRho(e)) / math.Tanh(e/4)
	}
	for e > 0 && BoundedRangeRho(e) > rho {
		e *= 1 - 1e-12
	}
	return e
}

// twoPoint is the worst pair of a loss that is t or t−range: the loss t has the probability p under the first neighbour.
func twoPoint(t, width float64) (p float64) { return -math.Expm1(t-width) / -math.Expm1(-width) }

// renyi is D_α of such a pair, for α > 1.
func renyi(alpha, t, width float64) float64 {
	p, s := twoPoint(t, width), alpha-1
	return (s*t + math.Log(p+(1-p)*math.Exp(-s*width))) / s
}

// TestRhoOfWorstPairs: no order of Rényi divergence of the extremal pairs passes the stated ρ, and what the order 1 of
// randomised response gives is attained.
func TestRhoOfWorstPairs(t *testing.T) {
	for _, e := range []float64{.01, .1, .5, 1, 2, 4, 10, 100, 650} {
		pure, bounded := PureRho(e), BoundedRangeRho(e)
		for a := -4.0; a < 6; a += .25 {
			alpha := 1 + math.Exp(a)
			if got := renyi(alpha, e, 2*e) / alpha; got > pure*(1+1e-9)+1e-15 {
				t.Errorf("ε = %g, α = %g: randomised response has %g, stated %g", e, alpha, got, pure)
			}
			for share := .01; share < 1; share += .01 {
				if got := renyi(alpha, share*e, e) / alpha; got > bounded*(1+1e-9)+1e-15 {
					t.Errorf("ε = %g, α = %g, t = %g ε: bounded range has %g, stated %g", e, alpha, share, got, bounded)
				}
			}
		}
		if kl := e * math.Tanh(e/2); pure < kl*(1-1e-15) || pure > kl*(1+1e-10) {
			t.Errorf("ε = %g: ρ = %v for %v", e, pure, kl)
		}
		if pure > up(e*e/2) || bounded > up(e*e/8) || pure <= 0 || bounded <= 0 {
			t.Errorf("ε = %g: ρ = %v and %v are above ε²/2 and ε²/8", e, pure, bounded)
		}
	}
	t.Logf("ε = 2: %.4f for 2 (pure); ε = 4: %.4f for 2 (bounded range)", PureRho(2), BoundedRangeRho(4))
	if PureRho(0) != 0 || BoundedRangeRho(0) != 0 {
		t.Error("nothing costs something")
	}
}

// pairDelta is δ at x of a loss of t or t−width.
func pairDelta(x, t, width float64) float64 {
	p := twoPoint(t, width)
	return p*max(0, -math.Expm1(x-t)) + (1-p)*max(0, -math.Expm1(x-t+width))
}

// TestMuOfWorstPairs: the δ of Gaussian noise of the stated μ is nowhere below that of the extremal pairs, and at 0
// equal to randomised response's.
func TestMuOfWorstPairs(t *testing.T) {
	for _, e := range []float64{1e-4, .01, .1, .5, 1, 2, 4, 10, 30} {
		pure, bounded := PureMu(e), BoundedRangeMu(e)
		for x := 0.0; x < 1; x += .01 {
			if got, most := pairDelta(x*e, e, 2*e), gaussianDelta(pure, x*e); got > most*(1+1e-9) {
				t.Errorf("ε = %g: δ(%g ε) is %g, of μ = %g %g", e, x, got, pure, most)
			}
			for share := .05; share < 1; share += .05 {
				if got, most := pairDelta(x*e, share*e, e), gaussianDelta(bounded, x*e); got > most*(1+1e-9) {
					t.Errorf("ε = %g, t = %g ε: δ(%g ε) is %g, of μ = %g %g", e, share, x, got, bounded, most)
				}
			}
		}
		if got, least := gaussianDelta(pure, 0), math.Tanh(e/2); got > least*(1+1e-6) {
			t.Errorf("ε = %g: at 0 δ is %g, needed %g", e, got, least)
		}
	}
	if PureMu(0) != 0 || PureMu(1e5) > math.Sqrt(8e5)*(1+1e-9) {
		t.Error("μ at the ends")
	}
}

// TestPureMuIsIncreasing, where its three bounds meet as well.
func TestPureMuIsIncreasing(t *testing.T) {
	last := 0.0
	for e := 1e-9; e < 1e9; e *= 1.07 {
		mu := PureMu(e)
		if mu <= last || mu > e*math.Sqrt(math.Pi/2)*(1+1e-10) {
			t.Errorf("ε = %g: μ = %v after %v", e, mu, last)
		}
		last = mu
	}
}

// Laplace noise of scale 1 in one coordinate, shifted by ε: the stated ρ and μ are no smaller than those of its law, by
// quadrature over the part in between.
func TestLaplaceOfOneCoordinate(t *testing.T) {
	for _, e := range []float64{.01, .1, .5, 1, 3} {
		rho := LaplaceRho(e, 1, 1)
		mu := LaplaceMu(rho)
		for a := -6.0; a < 5; a += .5 {
			alpha := 1 + math.Exp(a)
			// Canonical: D_α of Laplace noise (Mironov 2017, Table II).
			d := math.Log(alpha/(2*alpha-1)*math.Exp((alpha-1)*e)+(alpha-1)/(2*alpha-1)*math.Exp(-alpha*e)) / (alpha - 1)
			if d > alpha*rho*(1+1e-9) {
				t.Errorf("ε = %g, α = %g: D = %g, αρ = %g", e, alpha, d, alpha*rho)
			}
		}
		for x := 0.0; x < 1; x += .02 {
			if got := 1 - math.Exp((x-1)*e/2); got > gaussianDelta(mu, x*e)*(1+1e-9) {
				t.Errorf("ε = %g: δ(%g ε) = %g, of μ %g", e, x, got, gaussianDelta(mu, x*e))
			}
		}
	}
}

// Each ρ and μ is what its theorem says and hardly more: ε·tanh(ε/2) or ε²/2, 4·log cosh(ε/4) or ε²/8, ε²·l2²/(2·l1²), and at most ε·√(π/2) and √(8ε).
func TestLossesAreTight(t *testing.T) {
	near := func(got, want float64) bool { return got >= want*(1-1e-15) && got <= want*(1+1e-12) }
	for _, e := range []float64{1e-3, .1, 1, 3.9, 4, 4.1, 10, 41, 42, 100, 1000, 2500} {
		if got, want := PureRho(e), e*math.Tanh(e/2); !near(got, want) {
			t.Errorf("ε = %g: pure ρ = %v, want %v", e, got, want)
		}
		if got, want := BoundedRangeRho(e), 4*math.Log(math.Cosh(e/4)); math.Abs(got/want-1) > 1e-9 || e >= 1 && e <= 1000 && (got < want*(1-1e-14) || got > want*(1+1e-12)) {
			t.Errorf("ε = %g: ρ of bounded range = %v, want %v", e, got, want)
		}
		for _, squares := range [][2]float64{{1, 1}, {100, 25}, {3, 2}} {
			t.Run(fmt.Sprint(squares), func(t *testing.T) {
				if got, want := LaplaceRho(e, squares[0], squares[1]), e*e*squares[1]/squares[0]/2; !near(got, want) {
					t.Errorf("ε = %g, %v: ρ of Laplace noise = %v, want %v", e, squares, got, want)
				}
			})
		}
		if got := BoundedRangeMu(e); got != PureMu(e/2) {
			t.Errorf("ε = %g: μ of bounded range is %v", e, got)
		}
	}
	for _, e := range []float64{1e-12, 1e-10, 1e-8} {
		if got, want := PureMu(e), e*math.Sqrt(math.Pi/2); got > want*(1+1e-12) || got < want*(1-1e-6) {
			t.Errorf("ε = %g: μ = %v, the tangent is %v", e, got, want)
		}
	}
	for _, e := range []float64{500, 599, 601, 1e4, 1e8} {
		if got, want := PureMu(e), math.Sqrt(8*e); got > want*(1+1e-12) || got < want*.99 {
			t.Errorf("ε = %g: μ = %v, √(8ε) is %v", e, got, want)
		}
	}
	for _, e := range []float64{0, -1} {
		if PureRho(e) != 0 || BoundedRangeRho(e) != 0 || PureMu(e) != 0 || BoundedRangeMu(e) != 0 {
			t.Errorf("ε = %g costs something", e)
		}
	}
}
