package report

import (
	"fmt"
	"math"
	"strconv"

	"privatepca/core/release"
	"privatepca/core/words"
)

// directionsShown is how many directions the heat map draws.
const directionsShown = 16

// HeatMap draws the features of the largest loadings on every direction: rows of them, 0 for
// Rows.
func HeatMap(d *release.Document, rows int) Figure {
	largest := make([]float64, d.NumFeatures)
	limit := .05
	for _, row := range d.Components {
		for i, x := range row {
			largest[i] = math.Max(largest[i], math.Abs(x))
			limit = math.Max(limit, math.Abs(x))
		}
	}
	if rows == 0 {
		rows = Rows
	}
	order := bySize(largest)[:min(rows, d.NumFeatures)]
	k := min(d.NumComponents, directionsShown)
	sentence := fmt.Sprintf("The %s with the largest loadings, on every direction. Grey: near zero.", words.Count(len(order), "feature"))
	if k < d.NumComponents {
		sentence = fmt.Sprintf("The %s with the largest loadings, on the first %d of %d directions. Grey: near zero.", words.Count(len(order), "feature"), k, d.NumComponents)
	}
	f := Figure{ID: "heatmap", Title: "Heat map", Sentence: sentence, Table: Table{Head: []string{"Feature"}, Code: true}}
	for c := range k {
		f.Table.Head = append(f.Table.Head, strconv.Itoa(c+1))
	}
	for _, i := range order {
		row := []string{d.FeatureNames[i]}
		for c := range k {
			row = append(row, words.Signed(d.Components[c][i], 2))
		}
		f.Table.Rows = append(f.Table.Rows, row)
	}
	f.SVG = heatChart(d, order, k, limit)
	return f
}

// shades show a loading's size, in steps of a fifth of the largest.
const shades = 5

func heatChart(d *release.Document, order []int, k int, limit float64) string {
	var g drawing
	const from = 112.0
	cell := (width - from) / float64(k)
	gap := math.Min(1, cell/8)
	g.text("", 0, 11, "Direction")
	for c := range k {
		if k <= 10 || c == 0 || (c+1)%4 == 0 {
			g.text("c", from+(float64(c)+.5)*cell, 11, strconv.Itoa(c+1))
		}
	}
	paths := map[[2]int]string{} // by sign and shade
	for at, i := range order {
		y := 20 + 18*float64(at)
		g.text("m", 0, y+13, words.Clip(d.FeatureNames[i], 17))
		for c := range k {
			x := d.Components[c][i]
			key := [2]int{1, int(math.Round(math.Abs(x) / limit * shades))}
			if x < 0 {
				key[0] = -1
			}
			if key[1] == 0 {
				key[0] = 0
			}
			paths[key] += fmt.Sprintf("M%s %sh%sv17h-%sz", px(from+float64(c)*cell), px(y), px(cell-gap), px(cell-gap))
		}
	}
	legend := 30 + 18*float64(len(order))
	at := 112.0
	for sign := -1; sign <= 1; sign += 2 {
		for step := 1; step <= shades; step++ {
			shade := step
			if sign < 0 {
				shade = shades + 1 - step
			}
			paths[[2]int{sign, shade}] += fmt.Sprintf("M%s %sh13v10h-13z", px(at), px(legend))
			at += 14
		}
		if sign < 0 {
			paths[[2]int{0, 0}] += fmt.Sprintf("M%s %sh13v10h-13z", px(at), px(legend))
			at += 14
		}
	}
	for _, sign := range []int{0, -1, 1} {
		for shade := range shades + 1 {
			path := paths[[2]int{sign, shade}]
			if path == "" {
				continue
			}
			switch sign {
			case 0:
				g.add(`<path class="f-g" d="%s"/>`, path)
			case -1:
				g.add(`<path class="f-m" fill-opacity="%.1f" d="%s"/>`, float64(shade)/shades, path)
			default:
				g.add(`<path class="f-a" fill-opacity="%.1f" d="%s"/>`, float64(shade)/shades, path)
			}
		}
	}
	g.text("e", 107, legend+9, "−"+words.Three(limit))
	g.text("", at+4, legend+9, "+"+words.Three(limit))
	return g.svg(int(legend)+16, fmt.Sprintf("Heat map of the loadings of %s on %s.", words.Count(len(order), "feature"), words.Count(k, "released direction")))
}
