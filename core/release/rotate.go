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

// Rotate turns the clear directions that the document holds, at least two, to the varimax basis of their span, which depends on the span
// alone (core/subspace/canonical.md). ok is false where fewer than two stand clear, and for a document with a finding, whose planes have axes
// of their own.
func (d *Document) Rotate() (r Rotation, ok bool) {
	if d.Finding != nil {
		return Rotation{}, false
	}
	test, ok := d.NoiseTest()
	m := min(test.Clear, d.NumComponents)
	if !ok || m < 2 {
		return Rotation{}, false
	}
	rows := subspace.Basis(d.Components[:m])
	var open []Uncertainty
	total := 0.0
	for i := range m {
		u, ok := d.Uncertainty(i)
		if !ok {
			return Rotation{}, false
		}
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
