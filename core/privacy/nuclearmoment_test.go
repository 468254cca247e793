package privacy

import (
	"fmt"
	"math"
	"testing"
)

// A loss of ±√v, each as likely, has all that is known of a nuclear loss: it is symmetric, E W² = v and E e^(tW) ≤ e^(t²v/2). Where √v = ε its
// moments are εⁿ, which is also the most that |W| ≤ ε allows.
func TestMomentsOfTwoPoints(t *testing.T) {
	for _, epsilon := range []float64{1e-3, .3, 1, 3} {
		for _, charge := range []float64{0, .01 * epsilon} {
			w := nuclearLoss{epsilon: epsilon, v: epsilon * epsilon, charge: charge}
			for n := 2; n < 40; n++ {
				want := math.Pow(epsilon+4*charge, float64(n))
				if got := w.moment(n); !(got >= want*(1+1e-10) && got <= want*(1+1e-8)) { // with room for rounding
					t.Errorf("ε = %g, charge %g: the moment of order %d is %v, want %v", epsilon, charge, n, got, want)
				}
			}
		}
	}
}

// A normal loss of variance v has all but the bound by ε, and its moments are known: those of even order are passed by less than the factor
// √(2πk)·e^(1/12k), k half the order, which is what Chernoff's bound gives away; those of odd order lie between their neighbours'.
func TestMomentsOfANormalLoss(t *testing.T) {
	for _, v := range []float64{1e-4, .09, 1} {
		w := nuclearLoss{epsilon: 1e6, v: v}
		normal := func(n float64) float64 { // E|W|ⁿ
			return math.Pow(2*v, n/2) * math.Gamma((n+1)/2) / math.Sqrt(math.Pi)
		}
		for n := 2; n < 60; n++ {
			x, least := float64(n), normal(float64(n))
			room := 1.0
			if n > 2 {
				room = math.Sqrt(math.Pi*(x+1)) * math.Exp(1/(3*x)) * math.Sqrt(1+1/x)
			}
			if k := x / 2; n > 2 && n%2 == 0 { // the series of cosh bounds one term by the sum, at t² = 2k/v
				room = math.Gamma(k+1) * math.Expm1(k) / math.Pow(k, k)
			}
			if got := w.moment(n); !(got >= least && got <= least*room*(1+1e-8)) {
				t.Errorf("v = %g: the moment of order %d is %v, the normal one is %v", v, n, got, least)
			}
		}
	}
}

// E(e^W − e^x)₊ of the two points, and of a normal loss, is no larger than what is stated, by either of two bounds: the one near 0 is Scarf's, which
// the two points attain at 0; the far one is Markov's for e^(βW), the best factor of which a grid finds.
func TestDeltaOfANuclearLoss(t *testing.T) {
	for _, v := range []float64{1e-4, .01, .25} {
		root := math.Sqrt(v)
		w := nuclearLoss{epsilon: 9, v: v}
		rest := v * math.Exp(root) / 4 // ¼·E W²e^|W| of the two points
		for x := 0.0; x < 6*root; x += root / 8 {
			points := max(0, math.Exp(root)-math.Exp(x)) / 2
			if got := w.delta(x, rest); got < points {
				t.Errorf("v = %g: δ(%g) = %g, of two points %g", v, x, got, points)
			}
			normal := math.Exp(v/2)*upperTail((x-v)/root) - math.Exp(x)*upperTail(x/root)
			normalRest := math.Inf(1) // only the far bound
			if got := w.delta(x, normalRest); got < normal {
				t.Errorf("v = %g: δ(%g) = %g, of a normal loss %g", v, x, got, normal)
			}
			for _, beta := range []float64{1.5, 2, 5, 20} {
				factor, peak := 0.0, x
				for step := .05; step > 1e-5; step /= 20 { // around the last grid's best point
					for y := max(x, peak-50*step); y < peak+50*step; y += step {
						if f := (math.Exp(y) - math.Exp(x)) * math.Exp(-beta*y); f > factor {
							factor, peak = f, y
						}
					}
				}
				markov := min(1, math.Exp(beta*beta*v/2)*factor)
				if got := w.deltaBy(beta, x, normalRest); markov < .99 && math.Abs(got/markov-1) > 1e-6 {
					t.Errorf("v = %g, β = %g: δ(%g) = %g by Markov, want %g", v, beta, x, got, markov)
				}
			}
		}
		if got, want := w.delta(0, rest), root/2+rest; got < want || got > want*(1+1e-8) {
			t.Errorf("v = %g: δ(0) = %v, by Scarf %v", v, got, want)
		}
		// Beyond the last point of a pure loss nothing is left but rounding; what the sampler adds counts once beyond 0, and 4 times as a share.
		charged := nuclearLoss{epsilon: 9, v: v, charge: 1e-3}
		if got := charged.delta(9, rest); got > 1e-9 {
			t.Errorf("v = %g: δ(ε) = %g", v, got)
		}
		if got, want := charged.delta(0, rest), (root/2+rest)*(1+4e-3)+1e-3; got < want || got > want*(1+1e-8) {
			t.Errorf("v = %g: with a charge δ(0) = %v, want %v", v, got, want)
		}
	}
}

// Where no proof holds (one dimension, v above 1, ε above 20) it is pure ε alone that is stated.
func TestNuclearLossWithoutProof(t *testing.T) {
	for _, c := range []struct {
		epsilon float64
		dim     int
	}{{.5, 1}, {.01, 1}, {1.1, 2}, {12, 300}, {19.9, 1000}, {20.1, 4096}, {30, 1 << 20}, {600, 1 << 30}} {
		t.Run(fmt.Sprint(c.epsilon), func(t *testing.T) {
			if rho, mu := NuclearRho(c.epsilon, c.dim, 2e-8), NuclearMu(c.epsilon, c.dim, 2e-8); rho != PureRho(c.epsilon) || mu != PureMu(c.epsilon) {
				t.Errorf("%+v: ρ = %v of %v, μ = %v of %v", c, rho, PureRho(c.epsilon), mu, PureMu(c.epsilon))
			}
		})
	}
	if NuclearRho(0, 50, 0) != 0 || NuclearMu(0, 50, 0) != 0 {
		t.Error("nothing costs something")
	}
	if rho, mu := NuclearRho(20, 4096, 0), NuclearMu(20, 4096, 0); !(rho < PureRho(20)) || !(mu < PureMu(20)) {
		t.Errorf("ε = 20 is within the proof: ρ = %v, μ = %v", rho, mu)
	}
}
