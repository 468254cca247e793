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
func (d *Document) CSV() []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	labels := Labels(d)
	open, any := intervals(d)
	head := []string{"component", "feature", "loading"}
	if any {
		head = append(head, "low", "high")
	}
	if labels != nil {
		head = append(head, "label")
	}
	w.Write(head)
	for i, row := range d.Components {
		for j, x := range row {
			cells := []string{strconv.Itoa(i + 1), words.Inert(d.FeatureNames[j]), strconv.FormatFloat(x, 'f', -1, 64)}
			switch {
			case open[i] != nil:
				low, high := open[i].Interval(j)
				cells = append(cells, strconv.FormatFloat(low, 'f', intervalDigits, 64), strconv.FormatFloat(high, 'f', intervalDigits, 64))
			case any:
				cells = append(cells, "", "")
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
