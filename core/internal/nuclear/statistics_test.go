package nuclear

import (
	"math"
	"slices"
)

// zScore is the distance of the mean of x from want in standard errors.
func zScore(x []float64, want float64) float64 {
	mean, standardError := meanError(x)
	return (mean - want) / standardError
}

func meanError(x []float64) (mean, standardError float64) {
	n := float64(len(x))
	for _, v := range x {
		mean += v / n
	}
	variance := 0.0
	for _, v := range x {
		variance += (v - mean) * (v - mean) / (n - 1)
	}
	return mean, math.Sqrt(variance / n)
}

// kolmogorov is the largest distance of the empirical distribution of x from cdf.
func kolmogorov(x []float64, cdf func(float64) float64) float64 {
	x = slices.Clone(x)
	slices.Sort(x)
	worst, n := 0.0, float64(len(x))
	for i, v := range x {
		p := cdf(v)
		worst = math.Max(worst, math.Max(p-float64(i)/n, float64(i+1)/n-p))
	}
	return worst
}

// gammaCDF is P(Gamma(a) ≤ x) for an integer a: one minus a Poisson sum.
func gammaCDF(a, x float64) float64 {
	logTerm, s := -x, math.Exp(-x)
	for k := 1.0; k < a; k++ {
		logTerm += math.Log(x / k)
		s += math.Exp(logTerm)
	}
	return 1 - s
}
