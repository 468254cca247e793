package app

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/core/release"
)

const (
	barsShown = 12  // largest loadings that are drawn
	rowsShown = 100 // largest loadings in the table; loadings.csv holds all
)

// loadings draws the largest loadings of one direction.
func (p *resultPage) loadings(d *release.Document) app.UI {
	row := d.Components[p.direction]
	order := bySize(row)
	number := p.direction + 1
	bars := order[:min(barsShown, len(order))]
	listed := order[:min(rowsShown, len(order))]
	sentence := fmt.Sprintf("The %s of direction %d, of %s. The sign is a convention: largest loading positive.",
		plural(int64(len(bars)), "largest loading"), number, thousands(int64(len(row))))
	return figure("loadings", "Loadings", sentence,
		loadingsChart(d.FeatureNames, row, bars, number), loadingsTable(d.FeatureNames, row, listed, number), p.directions(d.NumComponents))
}

// directions chooses the direction to draw: a button each, or a field for many.
func (p *resultPage) directions(k int) app.UI {
	const most = 12
	if k > most {
		return app.Div().Class("row small").Body(app.Label().For("direction").Class("muted").Text("Direction"),
			p.s.input("direction", strconv.Itoa(p.direction+1), func(v string) {
				if i, err := strconv.Atoi(strings.TrimSpace(v)); err == nil && i >= 1 && i <= k {
					p.direction = i - 1
				}
			}).Class("w-s").Attr("inputmode", "numeric"))
	}
	var choices []app.UI
	for i := range k {
		choices = append(choices, app.Label().Body(
			p.s.radio("direction-"+strconv.Itoa(i+1), "direction", i == p.direction, func() { p.direction = i }), app.Text(i+1)))
	}
	return app.Div().Class("row small").Body(app.Span().Class("muted").Text("Direction"),
		app.Div().Class("seg").Attr("role", "radiogroup").Aria("label", "Direction").Body(choices...))
}

// bySize orders the features by the size of their loadings, ties in order.
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

func loadingsChart(names []string, row []float64, order []int, number int) string {
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
	limit := 0.1
	for _, i := range order {
		limit = math.Max(limit, math.Abs(row[i]))
	}
	const zero, half = 206.0, 80.0
	height := 24 + 18*len(order)
	first, last := order[0], order[len(order)-1]
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="sm" viewBox="0 0 310 %d" role="img" aria-label="%d largest loadings on direction %d, from %s %s to %s %s.">`,
		height, len(order), number, esc(names[first]), signed(row[first], 2), esc(names[last]), signed(row[last], 2))
	fmt.Fprintf(&b, `<text x="0" y="11">Loading on direction %d</text><path class="ax" d="M%s 18V%d"/>`, number, px(zero), height)
	for at, i := range order {
		y := 23 + 18*at
		width := math.Abs(row[i]) / limit * half
		value := signed(row[i], 2)
		fmt.Fprintf(&b, `<text class="m" x="0" y="%d">%s</text>`, y+10, esc(clip(names[i], 18)))
		if row[i] >= 0 {
			fmt.Fprintf(&b, `<rect class="f-a" x="%s" y="%d" width="%s" height="12"/><text class="e" x="%s" y="%d">%s</text>`, px(zero), y, px(width), px(zero-5), y+10, value)
		} else {
			fmt.Fprintf(&b, `<rect class="f-m" x="%s" y="%d" width="%s" height="12"/><text x="%s" y="%d">%s</text>`, px(zero-width), y, px(width), px(zero+5), y+10, value)
		}
	}
	return b.String() + "</svg>"
}

func loadingsTable(names []string, row []float64, order []int, number int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<table class="plain data"><thead><tr><th scope="col">Feature</th><th scope="col">Direction %d</th></tr></thead><tbody>`, number)
	for _, i := range order {
		fmt.Fprintf(&b, `<tr><th scope="row"><code>%s</code></th><td>%s</td></tr>`, esc(names[i]), signed(row[i], 3))
	}
	return b.String() + "</tbody></table>"
}

// clip shortens a name for a drawing, in characters.
func clip(s string, most int) string {
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	return string(r[:most-1]) + "…"
}
