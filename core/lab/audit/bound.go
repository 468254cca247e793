package audit

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
)

// FamilyError bounds the probability that any decision of a whole audit is wrong
// about a mechanism that keeps its claim and follows its law. Each decision has
// decisionError; Report.Decisions counts them, and the audit fails where there
// are too many (Bonferroni).
const (
	FamilyError   = 1e-6
	decisionError = 1e-9
)

// atLeast returns the Clopper–Pearson lower bound of a probability, of level
// decisionError: p with P(Binomial(n, p) ≥ k) = decisionError, rounded down.
func atLeast(k, n int) float64 {
	if k == 0 {
		return 0
	}
	lo, hi := 0.0, float64(k)/float64(n)
	for range 60 {
		mid := (lo + hi) / 2
		if mathext.RegIncBeta(float64(k), float64(n-k+1), mid) <= decisionError {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// atMost returns the upper bound, 1 − atLeast of the complement.
func atMost(k, n int) float64 { return 1 - atLeast(n-k, n) }

// lossBound returns a lower bound on the ε of any (ε,δ) guarantee, from an event
// seen inA times among n draws of one data set and inB times among n of its
// neighbour: P_A(E) ≤ e^ε P_B(E) + δ. It is −∞ where the counts show nothing.
func lossBound(inA, inB, n int, delta float64) float64 {
	surplus := atLeast(inA, n) - delta
	if surplus <= 0 {
		return math.Inf(-1)
	}
	return math.Log(surplus / atMost(inB, n))
}

// chooseEvent returns the threshold t whose event {score ≥ t} promises the largest
// lossBound at n draws, judged by a sample of its own.
func chooseEvent(a, b []float64, n int, delta float64) float64 {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	best, at := math.Inf(-1), a[len(a)-1]
	for share := 0.9; share*float64(len(a)) > 20; share *= 0.97 {
		t := a[len(a)-int(share*float64(len(a)))]
		pa := float64(above(a, t)) / float64(len(a))
		pb := float64(above(b, t)) / float64(len(b))
		if bound := expected(pa, pb, n, delta); bound > best {
			best, at = bound, t
		}
	}
	return at
}

// above counts the elements of sorted x that are at least t.
func above(x []float64, t float64) int {
	at, _ := slices.BinarySearch(x, t)
	return len(x) - at
}

// normalQuantile is the upper decisionError quantile of the standard normal law.
const normalQuantile = 5.9978

// expected is about what lossBound gives for an event of those probabilities.
func expected(pa, pb float64, n int, delta float64) float64 {
	lower, _ := wilson(pa, n)
	_, upper := wilson(pb, n)
	if lower <= delta {
		return math.Inf(-1)
	}
	return math.Log((lower - delta) / upper)
}

func wilson(p float64, n int) (lower, upper float64) {
	h := normalQuantile * normalQuantile / float64(n)
	r := math.Sqrt(h * (p*(1-p) + h/4))
	return (p + h/2 - r) / (1 + h), (p + h/2 + r) / (1 + h)
}

// kolmogorovTolerance is how far an empirical distribution function of n draws
// strays from the true one with probability at most decisionError, for every law
// and n (Dvoretzky, Kiefer, Wolfowitz; Massart 1990).
func kolmogorovTolerance(n int) float64 {
	return math.Sqrt(math.Log(2/decisionError) / (2 * float64(n)))
}
