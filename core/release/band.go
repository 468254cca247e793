package release

import (
	"math"

	"privatepca/core/privacy"
)

// A Band is what the public law of the noise says of a released spectrum, in the
// spectrum's unit. core/privacy/noise.md proves what each field means.
type Band struct {
	// Edge is passed by noise alone in at most 1 % of releases. With probability 99 % each
	// exact eigenvalue is at least the released one less Edge, and with 98 % within ±Edge
	// of it, all at once.
	Edge float64
	// Clear counts the leading eigenvalues above Edge.
	Clear int
	// Trace bounds the noise on the total, but for 1 % of releases; 0 where no bound is known.
	Trace float64
	// Tabulated is set where Edge rests on a table, not on a formula.
	Tabulated bool
}

// Band computes the band of a whole spectrum. ok is false where the document has none, or
// does not state a law that one is known for: none is of a matrix that was divided by its own diagonal, or of one about its noisy mean.
func (d *Document) Band() (band Band, ok bool) {
	n := d.Privacy.Noise
	if n == nil || d.Scale != nil || d.Finding != nil || len(d.Spectrum) == 0 || d.Encoding.Quantisation < 1 {
		return Band{}, false
	}
	edge, ok := n.Edge(d.NumFeatures, d.Encoding.Quantisation)
	if !ok {
		return Band{}, false
	}
	unit := unitOf(d)
	const written = 1e-8 // of an eigenvalue: more than the decomposition errs and the document rounds
	band = Band{
		Edge:      edge*unit + written*math.Max(math.Abs(d.Spectrum[0]), math.Abs(d.Spectrum[len(d.Spectrum)-1])),
		Tabulated: n.Law == privacy.NuclearNoise,
	}
	if !(band.Edge >= 1/largest && band.Edge <= largest) { // of no release
		return Band{}, false
	}
	for band.Clear < len(d.Spectrum) && d.Spectrum[band.Clear] > band.Edge {
		band.Clear++
	}
	if t, ok := n.Trace(d.NumFeatures, d.Encoding.Quantisation); ok {
		band.Trace = t * unit
		for _, x := range d.Spectrum {
			band.Trace += written * math.Abs(x)
		}
	}
	return band, true
}

// unitOf turns sums over records of the unit ball into the variances' unit.
func unitOf(d *Document) float64 {
	unit := d.Encoding.NormBound * d.Encoding.NormBound
	switch {
	case d.VarianceUnit == PerPerson && d.N > 0:
		return unit / float64(d.N)
	case d.VarianceUnit == PerPair && d.N > 1:
		return unit / float64(d.N/2)
	}
	return unit
}

// Angle bounds, with probability 98 %, the largest principal angle between the first k
// released directions, as rounded, and those of the exact second moment, in radians: Davis and Kahan.
// ok is false where the gap after the k-th eigenvalue is too small for a bound.
func (b Band) Angle(spectrum []float64, k int) (angle float64, ok bool) {
	if k < 1 || k >= len(spectrum) {
		return 0, false
	}
	gap := spectrum[k-1] - spectrum[k]
	if !(gap > 2*b.Edge) {
		return 0, false
	}
	const rounded = 1e-6 // of a loading, twice what six decimals leave
	angle = math.Asin(b.Edge/(gap-b.Edge)) + rounded*math.Sqrt(float64(k*len(spectrum)))
	return math.Min(angle, math.Pi/2), true
}

// A Share is the part of the total that the first directions hold: as released, and between
// which bounds the exact one lies.
type Share struct{ Released, Low, High float64 }

// Shares returns the cumulative shares of the released total, direction by direction; nil where
// no whole spectrum was released or its total is not above zero. banded says whether
// Low and High hold, with probability 97 %, for the exact shares, all at once. Of a document with a finding they are 95 % intervals, for
// the clear directions alone.
func (d *Document) Shares() (shares []Share, banded bool) {
	total := 0.0
	for _, x := range d.Spectrum {
		total += x
	}
	if !(total > 0) {
		return nil, false
	}
	if d.Finding != nil {
		return foundShares(d, total)
	}
	band, ok := d.Band()
	banded = ok && band.Trace > 0
	sum := 0.0
	for i, x := range d.Spectrum {
		sum += x
		s := Share{Released: sum / total, Low: 0, High: 1}
		if noise := float64(i+1) * band.Edge; banded {
			s.Low = math.Max(0, math.Min((sum-noise)/(total+band.Trace), 1))
			if total > band.Trace {
				s.High = math.Max(0, math.Min((sum+noise)/(total-band.Trace), 1))
			}
		}
		shares = append(shares, s)
	}
	return shares, banded
}
