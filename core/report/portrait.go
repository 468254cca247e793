package report

import (
	"fmt"
	"math"
	"slices"

	"privatepca/core/chart"
	"privatepca/core/release"
	"privatepca/core/words"
)

// Portrait draws the surest loadings of a clear direction, from 0, as many at either end as its reading names; ok is false for a
// direction that has no reading.
func Portrait(d *release.Document, direction int) (svg string, ok bool) {
	found := Find(d)
	u := found.uncertainty(direction)
	if u == nil || len(u.Mixed) > 0 {
		return "", false
	}
	high, low := found.ends(direction)
	slices.Reverse(low)
	shown := append(high, low...)
	if len(shown) == 0 {
		return "", false
	}
	limit := .1
	for _, i := range shown {
		lo, hi := u.Interval(i)
		limit = math.Max(limit, math.Max(-lo, hi))
	}
	g := chart.Drawing{Width: chart.Narrow}
	const zero, half, tall = 168.0, 138.0, 17.0
	x := func(v float64) float64 { return zero + v/limit*half }
	g.Add(`<path class="ax" d="M%s 2V%s"/>`, chart.Px(zero), chart.Px(4+tall*float64(len(shown))))
	names := shortNames(d, shown, 25)
	for letters := 24; letters > 8 && slices.ContainsFunc(shown, func(i int) bool { return chart.Ems(names[i])*11 > 132 }); letters-- {
		names = shortNames(d, shown, letters) // which fit on either side of the axis
	}
	var seen []string
	for at, i := range shown {
		y := 5 + tall*float64(at)
		l := found.loading(direction, i)
		v, lo, hi := l.Value, l.Low, l.High
		fill, class, from, to, name := "f-a", "e", x(0), x(v), x(0)-5
		if v < 0 {
			fill, class, from, to, name = "f-m", "", x(v), x(0), x(0)+5
		}
		said := fmt.Sprintf("%s: %s, 95 %% interval %s to %s", about(d, i), words.Signed(v, 3), words.Signed(lo, 3), words.Signed(hi, 3))
		seen = append(seen, words.Clip(Label(d, i), 40)+" "+words.Signed(v, 2))
		g.Text(class, name, y+9.5, names[i])
		g.Add(`<rect class="%s" x="%s" y="%s" width="%s" height="11">%s</rect>`, fill, chart.Px(from), chart.Px(y), chart.Px(math.Max(0, to-from)), chart.Tip(said))
		g.Add(`<path class="wh" d="M%s %sH%s"/>`, chart.Px(x(lo)), chart.Px(y+5.5), chart.Px(x(hi)))
	}
	return g.SVG(8+tall*float64(len(shown)), fmt.Sprintf("The surest loadings of direction %d: %s.", direction+1, words.List(seen))), true
}
