package report

import (
	"fmt"
	"math"
	"strconv"

	"privatepca/core/release"
	"privatepca/core/words"
)

// Circle draws the features as arrows in the plane of two directions, a ≠ b from 0: the longest
// Rows with their names. The length of an arrow is the cosine of the angle between the
// feature's axis and the plane, so at most 1.
func Circle(d *release.Document, a, b int) Figure {
	across, up := d.Components[a], d.Components[b]
	length := make([]float64, d.NumFeatures)
	for i := range length {
		length[i] = math.Hypot(across[i], up[i])
	}
	order := bySize(length)
	shown := order[:min(Rows, len(order))]
	f := Figure{ID: "circle", Title: "Correlation circle", Sentence: fmt.Sprintf("Directions %d and %d, the %s that they describe best. A longer arrow is better described by the two; opposite arrows, opposite habits. "+
		"Drawn from loadings: correlations would need each feature’s own variance, which was not released.", a+1, b+1, words.Count(len(shown), "feature"))}
	f.Table = Table{Head: []string{"Feature", strconv.Itoa(a + 1), strconv.Itoa(b + 1), "Length"}, Code: true}
	for _, i := range order[:min(tablePlace, len(order))] {
		f.Table.Rows = append(f.Table.Rows, []string{d.FeatureNames[i], words.Signed(across[i], 2), words.Signed(up[i], 2), strconv.FormatFloat(length[i], 'f', 2, 64)})
	}
	f.SVG = circleChart(d.FeatureNames, across, up, length, order, len(shown), a+1, b+1)
	return f
}

func circleChart(names []string, across, up, length []float64, order []int, named, a, b int) string {
	const cx, cy, radius = width / 2.0, 158.0, 122.0
	limit := math.Min(1, NiceStep(length[order[0]]*1.02)) // the ring's value
	if limit == 0 {
		limit = 1
	}
	var g drawing
	g.text("", 0, 11, fmt.Sprintf("Direction %d across, %d upwards", a, b))
	g.add(`<circle class="ax" cx="%s" cy="%s" r="%s"/><circle class="g" cx="%s" cy="%s" r="%s"/>`, px(cx), px(cy), px(radius), px(cx), px(cy), px(radius/2))
	g.add(`<path class="g" d="M%s %sH%sM%s %sV%s"/>`, px(cx-radius), px(cy), px(cx+radius), px(cx), px(cy-radius), px(cy+radius))
	x := func(i int) float64 { return cx + across[i]/limit*radius }
	y := func(i int) float64 { return cy - up[i]/limit*radius }
	for _, i := range order[named:min(named+200, len(order))] {
		if length[i] > .01*limit {
			g.add(`<circle class="f-i" cx="%s" cy="%s" r="1.2"/>`, px(x(i)), px(y(i)))
		}
	}
	for _, i := range order[:named] {
		if length[i] <= .01*limit {
			continue
		}
		g.add(`<path class="mark" d="M%s %sL%s %s"/><circle class="f-a" cx="%s" cy="%s" r="2.5"/>`, px(cx), px(cy), px(x(i)), px(y(i)), px(x(i)), px(y(i)))
	}
	var used []float64 // baselines taken on either side, to keep names apart: x then y
	for _, i := range order[:named] {
		if length[i] <= .01*limit {
			continue
		}
		name := words.Clip(names[i], 14)
		class, at := "m halo", x(i)+5
		wide := 6.4 * float64(len([]rune(name)))
		if across[i] < 0 {
			class, at = "m halo e", x(i)-5
			at = math.Max(at, wide)
		} else {
			at = math.Min(at, width-wide)
		}
		line := y(i) + 4
		from := at
		if across[i] < 0 {
			from = at - wide
		}
		for range 12 {
			free := true
			for j := 0; j < len(used); j += 3 {
				if math.Abs(used[j+1]-line) < 11 && from < used[j+2] && from+wide > used[j] {
					free = false
				}
			}
			if free {
				break
			}
			line += 11
			if line > 300 {
				line -= 154
			}
		}
		used = append(used, from, line, from+wide)
		g.text(class, at, line, name)
	}
	g.text("c", cx, cy+radius+14, words.Three(limit))
	return g.svg(304, fmt.Sprintf("Loadings on the directions %d and %d. The longest arrow is %s at %s and %s.", a, b,
		words.Clip(names[order[0]], 40), words.Signed(across[order[0]], 2), words.Signed(up[order[0]], 2)))
}
