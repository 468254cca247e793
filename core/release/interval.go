package release

import (
	"math"
	"slices"
)

// Confidence is the rate at which a loading's interval holds the exact loading.
const Confidence = .95

// errors95 is how many standard errors an interval reaches to either side.
const errors95 = 1.959964

// apart is how many τ two released eigenvalues must differ by for their directions to be separated. The angle between a
// direction and its exact one, within the plane of the two, then has a standard deviation of at most a quarter.
const apart = 4

// Uncertainty is what the noise leaves open of one released direction that stands clear: for each
// feature an estimate of the exact loading and its standard error. The exact direction is that of the
// second moment of the encoded records. clear.md states the approximation; of documents with a finding, core/finding/finding.md §4 does.
type Uncertainty struct {
	// Estimate has the d loadings, without the shrinkage towards zero that noise brings: a released direction has
	// length 1, of which the noise took a part.
	Estimate []float64
	// Error has the standard errors of Estimate.
	Error []float64
	// Mixed lists the other clear directions, from 0, that this one cannot be separated from: their eigenvalues
	// are too near. Every interval then holds 0. Of a shrunk matrix they are counted as the document has them; −1 is one of which it has nothing near. With a finding it is empty: such directions stand as a plane (PlaneOf).
	Mixed []int

	outside []float64 // squares of the parts of Error that lead out of what the clear directions span
}

// Interval returns where the exact loading of a feature lies with 95 % confidence, within −1 … 1.
func (u *Uncertainty) Interval(feature int) (low, high float64) {
	e := errors95 * u.Error[feature]
	return math.Max(-1, u.Estimate[feature]-e), math.Min(1, u.Estimate[feature]+e)
}

// Clear reports whether the interval of a feature leaves 0 out.
func (u *Uncertainty) Clear(feature int) bool {
	return math.Abs(u.Estimate[feature]) > errors95*u.Error[feature]
}

// Sure reports whether a loading differs from 0 by more than would be surprising among all d: at most one direction in
// 20 has a feature that does so by chance (Bonferroni).
func (u *Uncertainty) Sure(feature int) bool {
	tail := (1 - Confidence) / float64(len(u.Error))
	return math.Abs(u.Estimate[feature]) > math.Sqrt2*math.Erfinv(1-tail)*u.Error[feature]
}

// Within is half the width of an interval about 0: what noise alone makes of a loading that is zero.
func (u *Uncertainty) Within() float64 {
	widest := 0.0
	for _, e := range u.Error {
		widest = math.Max(widest, e)
	}
	return math.Min(1, errors95*widest)
}

// Uncertainty returns what is open of a direction, from 0. ok is false where it does not stand clear of the noise, or
// where nothing is known of that. Where the directions are those of a shrunk matrix, the estimates come from the
// directions of the matrix that was released, whose error has a known law.
func (d *Document) Uncertainty(direction int) (u Uncertainty, ok bool) {
	switch {
	case d.Finding != nil:
		return foundUncertainty(d, direction)
	case d.turned != nil && direction >= 0 && direction < len(d.turned.Open):
		return d.turned.Open[direction], true
	}
	test, ok := d.NoiseTest()
	if !ok || direction < 0 || direction >= min(test.Clear, d.NumComponents) {
		return Uncertainty{}, false
	}
	tau, ok := spreadOf(d)
	if !ok {
		return Uncertainty{}, false
	}
	rows := d.Components
	if d.Shrinkage != nil && d.Shrinkage.Used {
		rows = d.Shrinkage.Other
	}
	at, sign := partner(d.Components[direction], rows)
	if at < 0 || at >= test.Clear {
		return Uncertainty{}, false
	}
	u = uncertainty(rows, d.Spectrum, at, min(test.Clear, len(rows)), tau, sign)
	for n, row := range u.Mixed { // of the rows that were released
		u.Mixed[n] = slices.IndexFunc(d.Components, func(c []float64) bool { at, _ := partner(c, rows); return at == row })
	}
	return u, true
}

// partner finds the row that a direction belongs to, and the sign that turns the row to it; −1 where
// none is within 45° of it.
func partner(direction []float64, rows [][]float64) (at int, sign float64) {
	for i, row := range rows {
		if c := dot(row, direction); math.Abs(c) > math.Sqrt2/2 {
			return i, math.Copysign(1, c)
		}
	}
	return -1, 0
}

// uncertainty is clear.md's equations 2 and 3, for the direction rows[i] of a matrix with the whole spectrum, of which
// the first known rows stand clear.
func uncertainty(rows [][]float64, spectrum []float64, i, known int, tau, sign float64) Uncertainty {
	d := len(rows[i])
	u := Uncertainty{Estimate: make([]float64, d), Error: make([]float64, d), outside: make([]float64, d)}
	squares, others := make([]float64, d), make([]float64, d) // of errors; of the loadings on other known directions
	total, rest := 0.0, 0.0
	for j, x := range spectrum {
		if j == i {
			continue
		}
		gap := math.Abs(spectrum[i] - x)
		if j >= known {
			part := tau / math.Max(gap, tau)
			rest += part * part
			continue
		}
		if gap < apart*tau {
			u.Mixed = append(u.Mixed, j)
			for l, y := range rows[j] {
				squares[l] += y*y + rows[i][l]*rows[i][l]
				others[l] += y * y
			}
			continue
		}
		part := (tau / gap) * (tau / gap)
		total += part
		for l, y := range rows[j] {
			squares[l] += part * y * y
			others[l] += y * y
		}
	}
	total += rest
	length := math.Sqrt(1 + total) // 1 over the cosine between the released direction and the exact one
	for l, x := range rows[i] {
		u.Estimate[l] = sign * x * length
		if left := len(spectrum) - known; left > 0 {
			u.outside[l] = rest / float64(left) * math.Max(0, 1-others[l]-x*x)
			squares[l] += u.outside[l]
		}
		u.Error[l] = math.Sqrt(squares[l])
	}
	return u
}
