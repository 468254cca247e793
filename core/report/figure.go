// Package report shows a released document to eyes: figures drawn as SVG, each with a
// table and one sentence that reads it, and a report in HTML that stands alone.
//
// The rules of this package: everything is computed from the document; text from it is
// escaped; drawings have classes and presentation attributes only, so that they stand
// under a policy without inline styles.
package report

import (
	"math"
	"slices"

	"privatepca/core/chart"
	"privatepca/core/release"
)

// A Figure is one drawing with its table and the sentence that reads it.
type Figure struct {
	ID       string // unique on a page
	Title    string
	Sentence string
	SVG      string // 310 wide; classes as in app.css, Slide inlines them
	Wide     string // the same 640 wide, with room for whole labels; "" where there is none
	Short    string // the same 460 wide and less high, to stand beside other words; "" where there is none
	Table    Table

	slide func() (sentence, svg string) // the same for a slide: fewer rows, larger letters; nil where the drawing is small enough
}

// drawn draws a figure for every width.
func (f *Figure) drawn(draw func(chart.Width) string) {
	f.SVG, f.Wide = draw(chart.Narrow), draw(chart.Wide)
	f.slide = func() (string, string) { return f.Sentence, draw(chart.Slide) }
}

// A Table is what stands in a figure's place for whoever reads numbers.
type Table = chart.Table

// labelled is a table of features with their labels beside their names, where one of them has a label; features are those of the rows.
func labelled(t Table, d *release.Document, features []int) Table {
	if !slices.ContainsFunc(features, func(i int) bool { return d.Label(i) != d.FeatureNames[i] }) {
		return t
	}
	t.Head, t.Labels = slices.Insert(t.Head, 1, "Label"), true
	for at, i := range features {
		word := d.Label(i)
		if word == d.FeatureNames[i] {
			word = ""
		}
		t.Rows[at] = slices.Insert(t.Rows[at], 1, word)
	}
	return t
}

// bySize orders the indices of a row by the size of its entries, ties in order.
func bySize(row []float64) []int {
	order := make([]int, len(row))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch x, y := math.Abs(row[a]), math.Abs(row[b]); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	return order
}

// Escape is chart.Escape, for whoever draws by this package alone.
func Escape(s string) string { return chart.Escape(s) }

func esc(s string) string { return chart.Escape(s) }
