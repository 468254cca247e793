package scaling

import (
	"math"
	"slices"
)

// The grid of the posterior: 0 and points that follow one another by a constant ratio.
const (
	gridPoints = 61
	emSteps    = 200
)

// posteriorMeans returns the posterior means of variances y that were observed with normal noise of width s. Their prior is the
// nonparametric maximum-likelihood estimate (Kiefer and Wolfowitz, 1956) on 0 and 60 points from s/30 to 1.05 times the largest,
// by 200 steps of EM (Laird, 1978). A variance above 4s stays as it is.
func posteriorMeans(y []float64, s float64) []float64 {
	if len(y) == 0 {
		return nil
	}
	grid := geometric(s/30, max(slices.Max(y), s)*1.05)
	likelihood := make([][gridPoints]float64, len(y))
	for i, x := range y {
		exponent, smallest := [gridPoints]float64{}, math.Inf(1)
		for j, g := range grid {
			exponent[j] = (x - g) * (x - g) / (2 * s * s)
			smallest = min(smallest, exponent[j])
		}
		for j, e := range exponent {
			likelihood[i][j] = math.Exp(smallest - e)
		}
	}
	prior := [gridPoints]float64{}
	for j := range prior {
		prior[j] = 1. / gridPoints
	}
	for range emSteps {
		next := [gridPoints]float64{}
		for i := range y {
			p := posterior(&likelihood[i], &prior)
			for j, x := range p {
				next[j] += x
			}
		}
		for j, x := range next {
			prior[j] = x / float64(len(y))
		}
	}
	out := slices.Clone(y)
	for i, x := range y {
		if x > 4*s {
			continue
		}
		mean := 0.
		for j, p := range posterior(&likelihood[i], &prior) {
			mean += p * grid[j]
		}
		out[i] = mean
	}
	return out
}

// posterior is prior times likelihood, divided by their sum.
func posterior(likelihood, prior *[gridPoints]float64) [gridPoints]float64 {
	p, sum := [gridPoints]float64{}, 0.
	for j := range p {
		p[j] = likelihood[j] * prior[j]
		sum += p[j]
	}
	for j := range p {
		p[j] /= sum
	}
	return p
}

// geometric is 0 and points from low to high, each the same multiple of the one before.
func geometric(low, high float64) [gridPoints]float64 {
	grid := [gridPoints]float64{}
	step := math.Log(high/low) / (gridPoints - 2)
	for j := range gridPoints - 1 {
		grid[j+1] = low * math.Exp(float64(j)*step)
	}
	grid[gridPoints-1] = high
	return grid
}
