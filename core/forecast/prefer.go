package forecast

import "privatepca/core/method"

// Preferred returns, for each ε of the bands, the name of the mechanism to prefer: the
// first of method.Ranked that has a band, unless a later one keeps worthMore of the
// optimum more in the middle. The first ones release the whole matrix, and so every k and the spectrum.
func Preferred(bands []Band) []string {
	by := map[string][]float64{}
	n := 0
	for _, b := range bands {
		by[b.Mechanism] = b.Middle
		n = max(n, len(b.Middle))
	}
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
