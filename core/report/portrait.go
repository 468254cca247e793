package report

import (
	"fmt"
	"math"
	"slices"

	"privatepca/core/chart"
	"privatepca/core/release"
	"privatepca/core/words"
)

// An End is a loading at one end of a direction, as its portrait shows it.
type End struct {
	Label            string // in full
	Value, Low, High float64

	feature int
}

// Ends are the surest loadings of a clear direction, from 0, as many at either end as its reading names, from the highest to the lowest, and what the
// longest bar of them with its interval stands for; ok is false for a direction that has no reading.
func Ends(d *release.Document, direction int) (ends []End, reach float64, ok bool) {
	found := Find(d)
	u := found.uncertainty(direction)
	if u == nil || len(u.Mixed) > 0 {
		return nil, 0, false
	}
	high, low := found.ends(direction)
	slices.Reverse(low)
	reach = .1
	for _, i := range append(high, low...) {
		l := found.loading(direction, i)
		ends = append(ends, End{Label(d, i), l.Value, l.Low, l.High, i})
		reach = math.Max(reach, math.Max(-l.Low, l.High))
	}
	return ends, reach, len(ends) > 0
}

// Portrait draws the surest loadings of a clear direction, from 0, as many at either end as its reading names; ok is false for a
// direction that has no reading.
func Portrait(d *release.Document, direction int) (svg string, ok bool) {
	ends, limit, ok := Ends(d, direction)
	if !ok {
		return "", false
	}
	var shown []int
	for _, e := range ends {
		shown = append(shown, e.feature)
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
	for at, e := range ends {
		y, i := 5+tall*float64(at), e.feature
		v, lo, hi := e.Value, e.Low, e.High
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
