package release

import (
	"math"

	"privatepca/core/schema"
)

// A NoiseTest says how many leading directions of a released spectrum stand clear of the noise.
// It is computed from the spectrum of the matrix that was released, never from a shrunk one, and
// from the public law of the noise. clear.md states the test and what it holds.
type NoiseTest struct {
	// Of a document with a finding, Clear directions relate columns, at least (core/finding/finding.md §3), and Level is what each passes.
	//
	// Of others, Clear counts the leading directions whose eigenvalues pass their levels, each in turn, up to the first
	// that does not. Where the rest of the second moment is flat, another direction passes in at most 2 % of releases.
	Clear int
	// Level is what an eigenvalue after the first Clear would have to pass, in the spectrum's unit.
	Level float64
	// Tabulated is set where the law's bounds rest on a table, not on a formula.
	Tabulated bool
}

// NoiseTest tests the released directions. ok is false where the document has no whole spectrum, or no
// law of noise that a bound is known for, and where a finding has not tested these directions: then nothing is known of what stands clear.
func (d *Document) NoiseTest() (test NoiseTest, ok bool) {
	if d.Finding != nil {
		return foundTest(d)
	}
	band, ok := d.Band()
	if !ok {
		return NoiseTest{}, false
	}
	test.Tabulated = band.Tabulated
	rest := 0.0
	for _, x := range d.Spectrum {
		rest += x
	}
	flat := len(d.Spectrum) - nullDimensions(d) // dimensions that a record can reach
	for i, x := range d.Spectrum {
		test.Level = levelOf(d, band, rest, i, max(1, flat-i))
		if !(test.Level <= largest) { // of no release
			return NoiseTest{}, false
		}
		if !(x > test.Level) {
			return test, true
		}
		test.Clear++
		rest -= x
	}
	return test, true
}

// levelOf is what the eigenvalue after the first i passes in at most 2 % of releases, where the other r eigenvalues of
// the second moment are alike; rest is the sum of the released ones from it on (clear.md, equation 1).
func levelOf(d *Document, band Band, rest float64, i, r int) float64 {
	trace := band.Trace
	if trace == 0 { // nuclear noise: no bound is proven
		trace = nuclearTrace * band.Edge
	}
	flat := math.Max(0, (rest+trace+float64(i)*band.Edge)/float64(r))
	return flat*(1+chance(recordsOf(d), r)) + band.Edge
}

// nuclearTrace times the edge is not passed by −tr N of nuclear noise in 99.5 % of draws, for 2 ≤ d ≤ 50: measured,
// not proven (clear.md).
const nuclearTrace = 2.5

// chance is by how much, in proportion, the largest eigenvalue of a second moment of n records in r dimensions
// exceeds the population's, where the population's are alike: the 99 % quantile of Johnstone (2001), Theorem 1.1.
func chance(n float64, r int) float64 {
	n = math.Max(1, math.Min(n, 1e15)) // beyond which no chance is left; a document of other origin may give an infinite total
	a, b := math.Sqrt(n), math.Sqrt(float64(r))
	const tracyWidom99 = 2.0234 // of the law for β = 1
	return ((a+b)*(a+b)-n)/n + tracyWidom99*(a+b)*math.Cbrt(1/a+1/b)/n
}

// recordsOf is how many independent records the sum is at least of: people, pairs of people, or, where their number is
// private, as many as the total of the sum shows, since no record is longer than 1.
func recordsOf(d *Document) float64 {
	switch {
	case d.N > 0 && d.Encoding.NormRule == string(schema.Pairs):
		return float64(d.N / 2)
	case d.N > 0:
		return float64(d.N)
	}
	total := 0.0
	for _, x := range d.Spectrum {
		total += x
	}
	n := total / unitOf(d) / math.Max(1, float64(d.Privacy.RowsPerPerson))
	if math.IsNaN(n) {
		return 1
	}
	return n
}

// nullDimensions counts the directions in which no record varies: with a rule about the mean the features of a
// category add up to zero, so that each category has one.
func nullDimensions(d *Document) int {
	n := 0
	if rule := d.Encoding.NormRule; rule == string(schema.Pairs) || schema.NormRule(rule).AboutMean() {
		for i := range d.Encoding.Fields {
			if d.Encoding.Fields[i].Type == string(schema.Category) {
				n++
			}
		}
	}
	return min(n, d.NumFeatures-1)
}

// spreadOf is τ, the standard deviation of uᵀNv for orthogonal unit vectors u and v, in the unit of the spectrum; ok is
// false where no law of noise is stated.
func spreadOf(d *Document) (tau float64, ok bool) {
	n := d.Privacy.Noise
	if n == nil || d.Encoding.Quantisation < 1 {
		return 0, false
	}
	diagonal, off, ok := n.Deviations(d.NumFeatures, d.Encoding.Quantisation)
	if !ok {
		return 0, false
	}
	return math.Max(off, diagonal/math.Sqrt2) * unitOf(d), true
}
