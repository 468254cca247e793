package report

import (
	"fmt"
	"math"
	"slices"

	"privatepca/core/release"
	"privatepca/core/words"
)

// Rows are how many features a drawing shows unless more are asked for.
const Rows = 12

// Loadings draws the largest loadings of a direction, from 0: rows of them, 0 for Rows.
func Loadings(d *release.Document, direction, rows int) Figure {
	row := d.Components[direction]
	order := bySize(row)
	if rows == 0 {
		rows = Rows
	}
	shown := order[:min(rows, len(order))]
	number := direction + 1
	f := Figure{ID: "loadings", Title: "Loadings", Sentence: fmt.Sprintf("The %s of direction %d, of %s. The sign is a convention: largest loading positive.",
		words.Count(len(shown), "largest loading"), number, words.Thousands(len(row)))}
	f.Table = Table{Head: []string{"Feature", fmt.Sprintf("Direction %d", number)}, Code: true}
	for _, i := range order[:min(max(tablePlace, rows), len(order))] {
		f.Table.Rows = append(f.Table.Rows, []string{d.FeatureNames[i], words.Signed(row[i], 3)})
	}
	f.SVG = loadingsChart(d.FeatureNames, row, shown, number, largest(row, order))
	return f
}

// MoreLoadings draws the loadings of a direction from the from-th largest up to the to-th: a
// part of a long drawing that goes on, on the same scale.
func MoreLoadings(d *release.Document, direction, from, to int) string {
	row := d.Components[direction]
	order := bySize(row)
	return loadingsChart(d.FeatureNames, row, order[from:min(to, len(order))], direction+1, largest(row, order))
}

func largest(row []float64, order []int) float64 { return math.Max(.1, math.Abs(row[order[0]])) }

func loadingsChart(names []string, row []float64, order []int, number int, limit float64) string {
	order = slices.Clone(order)
	slices.SortStableFunc(order, func(a, b int) int { // positive to negative
		switch {
		case row[a] > row[b]:
			return -1
		case row[a] < row[b]:
			return 1
		}
		return 0
	})
	const zero, half = 206.0, 80.0
	height := 24 + 18*len(order)
	var g drawing
	g.text("", 0, 11, fmt.Sprintf("Loading on direction %d", number))
	g.add(`<path class="ax" d="M%s 18V%d"/>`, px(zero), height)
	for at, i := range order {
		y := 23 + 18*float64(at)
		long := math.Abs(row[i]) / limit * half
		g.text("m", 0, y+10, words.Clip(names[i], 18))
		if row[i] >= 0 {
			g.add(`<rect class="f-a" x="%s" y="%s" width="%s" height="12"/>`, px(zero), px(y), px(long))
			g.text("e", zero-5, y+10, words.Signed(row[i], 2))
		} else {
			g.add(`<rect class="f-m" x="%s" y="%s" width="%s" height="12"/>`, px(zero-long), px(y), px(long))
			g.text("", zero+5, y+10, words.Signed(row[i], 2))
		}
	}
	first, last := order[0], order[len(order)-1]
	return g.svg(height, fmt.Sprintf("%d largest loadings on direction %d, from %s %s to %s %s.", len(order), number,
		words.Clip(names[first], 40), words.Signed(row[first], 2), words.Clip(names[last], 40), words.Signed(row[last], 2)))
}
