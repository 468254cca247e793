package release

import "math"

// LeadingShares are the eigenvalues that stand clear of the noise in a released spectrum, as shares of its total: what an earlier
// release of similar data says, in public, about a spectrum to assume. Noise of edge b lifts an eigenvalue λ to about
// λ + b²/4λ (Baik, Ben Arous, Péché 2005; exact in the limit for Gaussian noise), which is taken off. It is empty where none stands clear, or where the
// document has no whole spectrum. Of a finding's eigenvalues nothing is taken off: their bias is within their errors.
func (d *Document) LeadingShares() []float64 {
	test, ok := d.NoiseTest()
	band, known := d.Band()
	if !ok || !known && d.Finding == nil || test.Clear == 0 {
		return nil
	}
	total := 0.0
	for _, x := range d.Spectrum {
		total += x
	}
	var out []float64
	leading := 0.0
	for _, x := range d.Spectrum[:test.Clear] {
		if known {
			x = (x + math.Sqrt(max(0, x*x-band.Edge*band.Edge))) / 2
		}
		out, leading = append(out, x), leading+x
	}
	total = math.Max(total, leading) // noise may leave less than the leading directions have
	for i := range out {
		out[i] /= total
	}
	return out
}
