package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"privatepca/core/chart"
	"privatepca/core/release"
	"privatepca/core/words"
)

// Circle draws the features as rays in the plane of two directions, a ≠ b from 0: the longest
// Rows with their names. The length of a ray is the cosine of the angle between the
// feature's axis and the plane, so at most 1.
func Circle(d *release.Document, a, b int) Figure {
	c := &circle{found: Find(d), doc: d, a: a, b: b, across: d.Loadings(a), up: d.Loadings(b)}
	c.length = make([]float64, d.NumFeatures)
	for i := range c.length {
		c.length[i] = math.Hypot(c.across[i], c.up[i])
	}
	c.order = bySize(c.length)
	named := min(Rows, len(c.order))
	f := Figure{ID: "circle", Title: "Loading circle", Sentence: c.sentence(named)}
	f.Table = Table{Head: []string{"Feature", strconv.Itoa(a + 1), strconv.Itoa(b + 1), "Length"}, Code: true}
	listed := c.order[:min(tablePlace, len(c.order))]
	for _, i := range listed {
		f.Table.Rows = append(f.Table.Rows, []string{d.FeatureNames[i], words.Signed(c.across[i], 2), words.Signed(c.up[i], 2), words.Fixed(c.length[i], 2)})
	}
	f.Table = labelled(f.Table, d, listed)
	f.drawn(func(w chart.Width) string { return c.draw(named, w) })
	return f
}

// A circle is what the loading circle is drawn from.
type circle struct {
	found      *Finding
	doc        *release.Document
	a, b       int
	across, up []float64 // loadings of all features
	length     []float64
	order      []int // by length
}

func (c *circle) sentence(named int) string {
	var noise []string
	for _, i := range []int{c.a, c.b} {
		if c.found.Standing(i) == Noise {
			noise = append(noise, strconv.Itoa(i+1))
		}
	}
	switch {
	case len(noise) > 0 && c.found.states:
		return fmt.Sprintf("Not clear: %s. %s", words.List(noise), notClear)
	case len(noise) == 1:
		return fmt.Sprintf("Direction %s does not stand clear of the noise: a difference along it may be chance.", noise[0])
	case len(noise) == 2:
		return fmt.Sprintf("Directions %s and %s do not stand clear of the noise: this picture may be chance.", noise[0], noise[1])
	}
	out := fmt.Sprintf("Directions %d and %d, the %s that they describe best. A longer ray is better described by the two; features on opposite rays vary in opposite ways. Dots: the other features. ",
		c.a+1, c.b+1, words.Count(named, "feature"))
	if c.found.Tested() {
		out += "Hatched: " + zeroOf(c.found) + ". "
	}
	if c.found.states {
		return out + "Drawn from loadings."
	}
	return out + "Drawn from loadings: correlations would need each feature’s own variance, which was not released."
}

// weak reports whether a feature may lie at the origin of the plane.
func (c *circle) weak(i int) bool { return c.found.weak(c.a, i) && c.found.weak(c.b, i) }

func (c *circle) draw(named int, wide chart.Width) string {
	g := chart.Drawing{Width: wide}
	cx, radius := float64(wide)/2, wide.Between(112, 132, 122)
	cy := radius + 36
	limit := math.Min(1, chart.NiceStep(c.length[c.order[0]]*1.02)) // the ring's value
	if limit == 0 {
		limit = 1
	}
	x := func(i int) float64 { return cx + c.across[i]/limit*radius }
	y := func(i int) float64 { return cy - c.up[i]/limit*radius }
	g.Text("", 0, 11, fmt.Sprintf("Direction %d across, %d upwards", c.a+1, c.b+1))
	c.noise(&g, cx, cy, radius, limit)
	g.Add(`<circle class="ax" cx="%s" cy="%s" r="%s"/><circle class="g" cx="%s" cy="%s" r="%s"/>`, chart.Px(cx), chart.Px(cy), chart.Px(radius), chart.Px(cx), chart.Px(cy), chart.Px(radius/2))
	g.Add(`<path class="g" d="M%s %sH%sM%s %sV%s"/>`, chart.Px(cx-radius), chart.Px(cy), chart.Px(cx+radius), chart.Px(cx), chart.Px(cy-radius), chart.Px(cy+radius))
	shown := slices.DeleteFunc(slices.Clone(c.order[:named]), func(i int) bool { return c.length[i] <= .01*limit || c.weak(i) })
	for _, i := range c.order[:min(named+200, len(c.order))] {
		if c.length[i] > .01*limit && !slices.Contains(shown, i) {
			g.Add(`<circle class="f-i" cx="%s" cy="%s" r="1.2">%s</circle>`, chart.Px(x(i)), chart.Px(y(i)), chart.Tip(about(c.doc, i)))
		}
	}
	for _, i := range shown {
		g.Add(`<path class="mark" d="M%s %sL%s %s"/><circle class="f-a" cx="%s" cy="%s" r="3">%s</circle>`, chart.Px(cx), chart.Px(cy), chart.Px(x(i)), chart.Px(y(i)), chart.Px(x(i)), chart.Px(y(i)),
			chart.Tip(fmt.Sprintf("%s: %s, %s", about(c.doc, i), words.Signed(c.across[i], 2), words.Signed(c.up[i], 2))))
	}
	listed := c.labels(&g, shown, x, y, cx, cy, radius)
	g.Text("c halo", cx, cy+radius+13, words.Three(limit))
	first := c.order[0]
	return g.SVG(cy+radius+listed+28, fmt.Sprintf("Loadings on the directions %d and %d. The longest ray is %s at %s and %s.", c.a+1, c.b+1,
		words.Clip(Label(c.doc, first), 40), words.Signed(c.across[first], 2), words.Signed(c.up[first], 2)))
}

// noise hatches the ellipse within which a loading of 0 may lie; all of a direction that is noise.
func (c *circle) noise(g *chart.Drawing, cx, cy, radius, limit float64) {
	if !c.found.Tested() {
		return
	}
	reach := func(direction int) float64 {
		if u := c.found.uncertainty(direction); u != nil {
			return math.Min(radius, u.Within()/limit*radius)
		}
		return radius
	}
	w, h := reach(c.a), reach(c.b)
	if w < .5 || h < .5 {
		return
	}
	g.Add(`<path class="hatch" d="`)
	for at := -h + 2; at < h; at += 4 {
		half := w * math.Sqrt(1-at*at/(h*h))
		g.Add(`M%s %sH%s`, chart.Px(cx-half), chart.Px(cy+at), chart.Px(cx+half))
	}
	g.Add(`"/>`)
}

// labels writes names in a column on either side, in the order of their points and never nearer to each other than a line, with a
// leader from each to its point. A narrow drawing has no room for names beside the circle: there numbers stand in their place, and
// a list below says what they stand for. It returns the height of that list, 0 for none.
func (c *circle) labels(g *chart.Drawing, shown []int, x, y func(int) float64, cx, cy, radius float64) (listed float64) {
	const line = 13.0
	names := shortNames(c.doc, shown, int(g.Width.Between(20, 28, 40))) // that fit in half of a narrow drawing, and beside a wide circle
	number := 0
	for _, side := range []float64{-1, 1} {
		var own []int
		for _, i := range shown {
			if (c.across[i] >= 0) == (side > 0) {
				own = append(own, i)
			}
		}
		slices.SortStableFunc(own, func(a, b int) int {
			switch {
			case y(a) < y(b):
				return -1
			case y(a) > y(b):
				return 1
			}
			return 0
		})
		at := make([]float64, len(own))
		for i, feature := range own { // downwards, no two nearer than a line
			at[i] = math.Max(y(feature)+4, 30)
			if i > 0 {
				at[i] = math.Max(at[i], at[i-1]+line)
			}
		}
		floor := cy + radius + 8
		for i := len(at) - 1; i >= 0; i-- { // and up again from the foot
			at[i] = math.Min(at[i], floor)
			floor = at[i] - line
		}
		for i, feature := range own {
			edge, class := cx+side*(radius+10), "m"
			if side < 0 {
				class = "m e"
			}
			g.Add(`<path class="g" d="M%s %sL%s %sH%s"/>`, chart.Px(x(feature)), chart.Px(y(feature)), chart.Px(cx+side*(radius+2)), chart.Px(at[i]-4), chart.Px(edge))
			if g.Width != chart.Narrow {
				g.Text(class, edge+side*3, at[i], names[feature])
				continue
			}
			number++
			g.Text(class, edge+side*3, at[i], strconv.Itoa(number))
			left, top := 16+math.Max(0, side)*float64(g.Width)/2, cy+radius+32+line*float64(i)
			g.Text("e", left, top, strconv.Itoa(number))
			g.Text("m", left+6, top, names[feature])
			listed = math.Max(listed, 8+line*float64(i+1))
		}
	}
	return listed
}
