package forecast

import "privatepca/core/method"

// Preferred returns, for each ε of the curves, the name of the mechanism to prefer: the
// first of method.Ranked that has a curve, unless a later one keeps worthMore of the
// optimum more. The first ones release the whole matrix, and so every k and the spectrum.
func Preferred(curves []Curve) []string {
	by := map[string][]float64{}
	n := 0
	for _, c := range curves {
		by[c.Mechanism] = c.Shares
		n = max(n, len(c.Shares))
	}
	const worthMore = .05
	ranked := method.Ranked(false)
	out := make([]string, n)
	for i := range out {
		best, most := "", 0.0
		for _, m := range ranked {
			if shares := by[m.Name]; shares != nil && (best == "" || shares[i] > most+worthMore) {
				best, most = m.Name, shares[i]
			}
		}
		out[i] = best
	}
	return out
}
