package report

import (
	"fmt"
	"math"
	"slices"

	"privatepca/core/chart"
	"privatepca/core/release"
	"privatepca/core/words"
)

// Rows are how many features a drawing shows unless more are asked for.
const Rows = 12

// Loadings draws the largest loadings of a direction, from 0, with their intervals: rows of them, 0 for Rows.
func Loadings(d *release.Document, direction, rows int) Figure {
	return bars(d, direction).figure(rows)
}

// figure draws the largest loadings: rows of them, 0 for Rows.
func (c *barChart) figure(rows int) Figure {
	d := c.doc
	if rows == 0 {
		rows = Rows
	}
	shown := c.order[:min(rows, len(c.order))]
	f := Figure{ID: "loadings", Title: "Loadings", Sentence: c.sentence(len(shown))}
	if c.turned {
		f.Title = "Loadings, rotated"
	}
	f.Table = Table{Head: []string{"Feature", fmt.Sprintf("Direction %d", c.number)}, Code: true}
	if axis := axisName(c.found, c.number-1); axis != "" {
		f.Table.Head[1] = axis
	}
	if c.open != nil {
		f.Table.Head = append(f.Table.Head, "From", "To", "Could be 0")
	}
	other := otherKindOf(c.found, c.number-1)
	if other != nil {
		f.Table.Head = slices.Concat(f.Table.Head[:2], []string{"From, " + string(d.Kind()), "to", "From, " + string(other.kind), "to", "Could be 0"})
	}
	listed := c.order[:min(max(tablePlace, rows), len(c.order))]
	for _, i := range listed {
		row := []string{d.FeatureNames[i], words.Signed(c.row[i], 3)}
		if c.open != nil {
			low, high := c.open.Interval(i)
			row = append(row, words.Signed(low, 3), words.Signed(high, 3))
			if other != nil {
				low, high := other.u.Interval(i)
				row = append(row, words.Signed(low, 3), words.Signed(high, 3))
			}
			row = append(row, couldBe0(c.found.loading(c.number-1, i)))
		}
		f.Table.Rows = append(f.Table.Rows, row)
	}
	f.Table = labelled(f.Table, d, listed)
	f.drawn(func(w chart.Width) string { return c.draw(shown, w) })
	f.slide = func() (string, string) {
		shown := shown[:min(Rows, len(shown))]
		return c.sentence(len(shown)), c.draw(shown, chart.Slide)
	}
	return f
}

// perPage is how many rows of a long drawing stand in one piece, which a printed page holds.
const perPage = 40

// MoreLoadings draws the loadings of a direction from the from-th largest up to the to-th: a part of a long drawing that goes on, on the same
// scale, in pieces that a printed page holds.
func MoreLoadings(d *release.Document, direction, from, to int) string {
	c, pieces := bars(d, direction), ""
	for part := range slices.Chunk(c.order[from:min(to, len(c.order))], perPage) {
		pieces += c.draw(part, chart.Narrow)
	}
	return pieces
}

// A barChart is what the loadings of one direction are drawn from.
type barChart struct {
	found  *Finding
	doc    *release.Document
	number int // of the direction, from 1
	row    []float64
	order  []int // by size
	open   *release.Uncertainty
	limit  float64 // of the axis
	turned bool    // the direction is of the varimax basis
}

func bars(d *release.Document, direction int) *barChart {
	c := &barChart{found: Find(d), doc: d, number: direction + 1, row: d.Loadings(direction)}
	c.order = bySize(c.row)
	c.open = c.found.uncertainty(direction)
	if turned, ok := d.Turned(); ok {
		c.turned = direction < len(turned.Rows)
	}
	c.scale()
	return c
}

// scale sets the end of the axis: what holds the largest loading and its interval.
func (c *barChart) scale() {
	largest := math.Abs(c.row[c.order[0]])
	if c.open != nil {
		low, high := c.open.Interval(c.order[0])
		largest = math.Max(largest, math.Max(-low, high))
		for i := range c.row {
			if l := c.found.loading(c.number-1, i); l.Outside {
				largest = math.Max(largest, math.Abs(l.Estimate))
			}
		}
	}
	step := chart.NiceStep(math.Max(.1, largest) / 2)
	c.limit = math.Min(1, math.Ceil(math.Max(.1, largest)/step-1e-9)*step)
}

func (c *barChart) sentence(shown int) string {
	listed := fmt.Sprintf("The %s of %s.", words.Count(shown, "largest loading"), words.Thousands(len(c.row)))
	const sign = " The sign is a convention: largest loading positive."
	switch standing := c.found.Standing(c.number - 1); {
	case standing == Noise && c.found.states:
		return fmt.Sprintf("Direction %d is not clear: %s Do not read these bars.", c.number, words.Lower(notClear))
	case standing == Noise:
		return fmt.Sprintf("Direction %d does not stand clear of the noise: these bars may be chance. Do not read them.", c.number)
	case standing == Untested:
		return listed + " Nothing shows how much of them is noise." + sign
	}
	out := listed
	if r, ok := c.found.Read(c.number - 1); ok {
		out = r.Sentence() + " " + listed
	}
	if c.open != nil {
		out += linesOf(c.found)
		if c.doc.Shrinkage != nil && c.doc.Shrinkage.Used {
			out += " Shrinkage pulls loadings of features of small variance towards 0; the intervals do not. A circle: the estimate that an interval is about, where shrinkage moved the bar out of it."
		}
	}
	if turned, ok := c.doc.Turned(); ok && c.turned {
		out = fmt.Sprintf("The %d clear directions, turned within their span so that each has few large loadings (varimax); this one holds %s of the released total. Post-processing: nothing is spent. ",
			len(turned.Rows), words.Percent(turned.Shares[c.number-1])) + out
	}
	return out + sign
}

func (c *barChart) draw(order []int, wide chart.Width) string {
	order = slices.Clone(order)
	slices.SortStableFunc(order, func(a, b int) int { // positive to negative
		switch {
		case c.row[a] > c.row[b]:
			return -1
		case c.row[a] < c.row[b]:
			return 1
		}
		return 0
	})
	zero, half, tall := wide.Between(206, 430, 520), wide.Between(72, 160, 220), wide.Between(18, 20, 20)
	letters := int(wide.Between(18, 36, 44))
	direction := c.number - 1
	bottom := 22 + tall*float64(len(order))
	g := chart.Drawing{Width: wide}
	name := words.Lower(c.found.Name(direction))
	axis := "Loading on " + name
	if c.open != nil {
		axis += ", with 95 % intervals"
	}
	g.Text("", 0, 11, chart.Fit(axis, float64(wide), 11))
	x := func(v float64) float64 { return zero + math.Max(-1, math.Min(v/c.limit, 1))*half }
	switch {
	case c.found.Standing(direction) == Noise:
		g.Hatch(zero-half, 20, 2*half, bottom-18)
	case c.open != nil:
		within := c.open.Within()
		g.Hatch(x(-within), 20, x(within)-x(-within), bottom-18)
	}
	for _, v := range []float64{-c.limit, -c.limit / 2, 0, c.limit / 2, c.limit} {
		class := "g"
		if v == 0 {
			class = "ax"
		}
		g.Add(`<path class="%s" d="M%s 18V%s"/>`, class, chart.Px(x(v)), chart.Px(bottom+2))
		label := "0"
		if v != 0 {
			label = words.Signed(v, decimals(c.limit/2))
		}
		g.Text("c", x(v), bottom+14, label)
	}
	names := shortNames(c.doc, order, letters)
	for at, i := range order {
		c.bar(&g, i, 23+tall*float64(at), tall-6, x, names[i])
	}
	first, last := order[0], order[len(order)-1]
	return g.SVG(bottom+20, fmt.Sprintf("%d largest loadings on direction %d, from %s %s to %s %s.", len(order), c.number,
		words.Clip(Label(c.doc, first), 40), words.Signed(c.row[first], 2), words.Clip(Label(c.doc, last), 40), words.Signed(c.row[last], 2)))
}

// bar draws one loading with its label, its interval and its value.
func (c *barChart) bar(g *chart.Drawing, i int, y, tall float64, x func(float64) float64, name string) {
	l, weak := c.found.loading(c.number-1, i), c.found.weak(c.number-1, i)
	v := l.Value
	value, fill, fade, class := words.Signed(v, 2), "f-a", "", "m"
	said := fmt.Sprintf("%s: %s", about(c.doc, i), words.Signed(v, 3))
	if v < 0 {
		fill = "f-m"
	}
	if weak {
		value, fade, class = "≈ 0", ` fill-opacity="0.3"`, "m weak"
	}
	if l.Banded {
		said += fmt.Sprintf(", 95 %% interval %s to %s", words.Signed(l.Low, 3), words.Signed(l.High, 3))
	}
	if l.Outside {
		said += fmt.Sprintf(" about the estimate %s without shrinkage", words.Signed(l.Estimate, 3))
	}
	if weak && couldBe0(l) == "yes" {
		said += "; could be noise alone"
	}
	g.Text(class, 0, y+tall/2+4, name)
	from, to := math.Min(x(0), x(v)), math.Max(x(0), x(v))
	g.Add(`<rect class="%s"%s x="%s" y="%s" width="%s" height="%s">%s</rect>`, fill, fade, chart.Px(from), chart.Px(y), chart.Px(to-from), chart.Px(tall), chart.Tip(said))
	low, high := math.Min(0, v), math.Max(0, v)
	if l.Banded {
		g.Add(`<path class="wh" d="M%s %sH%s"/>`, chart.Px(x(l.Low)), chart.Px(y+tall/2), chart.Px(x(l.High)))
		low, high = math.Min(low, l.Low), math.Max(high, l.High)
	}
	if l.Outside {
		g.Add(`<circle class="open" cx="%s" cy="%s" r="2.5"/>`, chart.Px(x(l.Estimate)), chart.Px(y+tall/2))
	}
	if g.Width != chart.Narrow { // values stand in a column
		g.Text("e", float64(g.Width), y+tall/2+4, value)
		return
	}
	if v >= 0 {
		g.Text("e halo", x(low)-5, y+tall/2+4, value)
	} else {
		g.Text("halo", x(high)+5, y+tall/2+4, value)
	}
}

// decimals is how many a tick of that size needs, at least one.
func decimals(step float64) int {
	for n := 1; n < 6; n++ {
		if s := step * math.Pow10(n); math.Abs(s-math.Round(s)) < 1e-9*s {
			return n
		}
	}
	return 6
}
