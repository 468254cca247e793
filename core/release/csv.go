package release

import (
	"bytes"
	"encoding/csv"
	"strconv"

	"privatepca/core/words"
)

// CSV writes the loadings as a tidy table, one row for each loading:
// component (from 1), feature, loading; then, where a direction has intervals, low and high: where the exact loading lies with 95 %
// confidence (Uncertainty), empty for a direction that has none; then, where a feature has one, label. Names and labels go through
// words.Inert.
//
// Of a document with a finding, loading is the estimate where there is one (Loadings); low and high are of this table, and people_low and
// people_high of people like these. Where directions stand together as a plane, plane names them, and the rows of each are of one of the
// plane's axes. Of an edition with a turned basis, basis says of which one a row is: "varimax" or "principal".
func (d *Document) CSV() []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	labels := Labels(d)
	kinds := []Intervals{ThisTable}
	if BothKinds(d) {
		kinds = append(kinds, PeopleLikeThese)
	}
	planes := false
	for i := range d.Components {
		planes = planes || planeCell(d, i) != ""
	}
	var open [][]*Uncertainty
	any := false
	for _, kind := range kinds {
		of, some := intervals(d.With(kind))
		open, any = append(open, of), any || some
	}
	head := []string{"component", "feature", "loading"}
	if d.turned != nil {
		head = append(head, "basis")
	}
	if planes {
		head = append(head, "plane")
	}
	if any {
		head = append(head, []string{"low", "high", "people_low", "people_high"}[:2*len(kinds)]...)
	}
	if labels != nil {
		head = append(head, "label")
	}
	w.Write(head)
	for i := range d.Components {
		for j, x := range d.Loadings(i) {
			cells := []string{strconv.Itoa(i + 1), words.Inert(d.FeatureNames[j]), strconv.FormatFloat(x, 'f', -1, 64)}
			if d.turned != nil {
				basis := "principal"
				if i < len(d.turned.Rows) {
					basis = string(Varimax)
				}
				cells = append(cells, basis)
			}
			if planes {
				cells = append(cells, planeCell(d, i))
			}
			for _, of := range open {
				switch {
				case of[i] != nil:
					low, high := of[i].Interval(j)
					cells = append(cells, strconv.FormatFloat(low, 'f', intervalDigits, 64), strconv.FormatFloat(high, 'f', intervalDigits, 64))
				case any:
					cells = append(cells, "", "")
				}
			}
			if labels != nil {
				cells = append(cells, words.Inert(labels[j]))
			}
			w.Write(cells)
		}
	}
	w.Flush() // a bytes.Buffer never fails
	return out.Bytes()
}

// planeCell names the directions of a plane, "2 to 3"; "" for a direction that stands alone.
func planeCell(d *Document, i int) string {
	p, ok := PlaneOf(d, i)
	if !ok || len(p.Ranks) < 2 {
		return ""
	}
	return strconv.Itoa(p.Ranks[0]+1) + " to " + strconv.Itoa(p.Ranks[len(p.Ranks)-1]+1)
}

// intervalDigits are those of an interval's ends after the point: an approximation has no more.
const intervalDigits = 6

// intervals are the uncertainties of the directions, nil for one without; any says whether one has one.
func intervals(d *Document) (open []*Uncertainty, any bool) {
	open = make([]*Uncertainty, len(d.Components))
	for i := range open {
		if u, ok := d.Uncertainty(i); ok {
			open[i], any = &u, true
		}
	}
	return open, any
}
