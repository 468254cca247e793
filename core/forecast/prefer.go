package forecast

// Preferred returns, for each ε of the curves, the mechanism to prefer: Gaussian where
// there is a δ, else Nuclear, since both release the whole matrix and so every k and
// the spectrum; but whatever keeps worthMore of the optimum more than that, of PPCA
// and Laplace (PPCAGibbs promises less for the same, Sequential keeps less than PPCA).
func Preferred(curves []Curve) []string {
	by := map[string][]float64{}
	n := 0
	for _, c := range curves {
		by[c.Mechanism] = c.Shares
		n = max(n, len(c.Shares))
	}
	const worthMore = .05
	out := make([]string, n)
	for i := range out {
		best, most := "", 0.0
		for _, name := range []string{Gaussian, Nuclear, PPCA, Laplace} {
			if shares := by[name]; shares != nil && (best == "" || shares[i] > most+worthMore) {
				best, most = name, shares[i]
			}
		}
		out[i] = best
	}
	return out
}
