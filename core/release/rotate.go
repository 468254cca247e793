package release

import (
	"cmp"
	"math"
	"slices"

	"privatepca/core/subspace"
)

// A Rotation is another basis of what the first clear directions span: post-processing, free of cost. Each of its rows has few large
// loadings, which is what varimax seeks (Kaiser 1958). The span, and all that is claimed, stay the same.
type Rotation struct {
	Rows   [][]float64   // m rows of d loadings, orthonormal, the largest of each positive; the one that holds the most first
	Shares []float64     // of the released total, per row
	Open   []Uncertainty // of each row; clear.md says what is approximated
}

// mostTurned is how many directions are turned together: more would keep a page from answering.
const mostTurned = 12

// turnable counts the directions that rotate turns: those that stand clear, from 2 to 12; else it is 0. It is 0 for a document with a finding, whose
// planes have axes of their own, and where a direction has no errors.
func turnable(d *Document) int {
	test, ok := d.NoiseTest()
	m := min(test.Clear, d.NumComponents)
	if !ok || d.Finding != nil || m < 2 || m > mostTurned {
		return 0
	}
	for i := range m {
		if _, ok := d.Uncertainty(i); !ok {
			return 0
		}
	}
	return m
}

// Turned are the directions of an edition that were turned, in place of its first; ok is false where none were.
func (d *Document) Turned() (r Rotation, ok bool) {
	if d.turned == nil {
		return Rotation{}, false
	}
	return *d.turned, true
}

// rotate turns the clear directions that the document holds to the varimax basis of their span, which depends on the span
// alone (core/subspace/canonical.md). ok is false where turnable is 0.
func rotate(d *Document) (r Rotation, ok bool) {
	m := turnable(d)
	if m == 0 {
		return Rotation{}, false
	}
	rows := subspace.Basis(d.Components[:m])
	var open []Uncertainty
	total := 0.0
	for i := range m {
		u, _ := d.Uncertainty(i)
		open = append(open, u)
	}
	for _, x := range d.Spectrum {
		total += x
	}
	type turned struct {
		row   []float64
		share float64
		open  Uncertainty
	}
	var all []turned
	for _, row := range subspace.Canonical(rows).Rounded() {
		t := turned{row: row, open: Uncertainty{Estimate: make([]float64, len(row)), Error: make([]float64, len(row))}}
		for j := range m {
			c := dot(row, rows[j])
			t.share += c * c * d.Spectrum[j] / math.Max(total, 1e-300)
			for l := range row {
				t.open.Estimate[l] += c * open[j].Estimate[l]
				t.open.Error[l] += c * c * open[j].outside[l]
			}
		}
		for l, x := range t.open.Error {
			t.open.Error[l] = math.Sqrt(x)
		}
		all = append(all, t)
	}
	slices.SortStableFunc(all, func(a, b turned) int { return cmp.Compare(b.share, a.share) })
	for _, t := range all {
		r.Rows, r.Shares, r.Open = append(r.Rows, t.row), append(r.Shares, t.share), append(r.Open, t.open)
	}
	return r, true
}
