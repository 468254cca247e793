// Package plot draws the charts of docs/paper as SVG: lines with error bars and direct labels, on linear or logarithmic axes, several
// panels beside each other. It draws by core/chart; a picture carries its own ground and colours for a light and a dark screen, so that
// it can stand in any page as an image.
package plot

import (
	"fmt"
	"math"
	"strings"

	"privatepca/core/chart"
)

// A Series is a line through points in the order of X. A point that an axis cannot show, as zero on a logarithmic one, is left out.
type Series struct {
	Name   string    // the label at its end; "" for none
	Colour int       // 0 is ink; 1 … 7 tell series apart
	Dashed bool      // a bound or a reference, in place of a measurement
	Points bool      // marks alone, no line
	Faint  bool      // one of many of its kind
	X, Y   []float64 // of equal length
	Err    []float64 // half the height of the bar at each point; nil for none
	Label  int       // the point that the name stands beside; 0 for the right end
}

// A Chart is one panel. Axis limits of 0 and 0 are taken from the data.
type Chart struct {
	Title, X, Y            string
	LogX, LogY             bool
	XMin, XMax, YMin, YMax float64
	Series                 []Series
}

// The size of a panel, and of its title.
const (
	alone, among  = chart.Wide, chart.Width(500)
	height, title = 380, 26
)

// SVG draws the charts as panels, columns beside each other. Alt is the text for who does not see them.
func SVG(alt string, columns int, charts ...Chart) string {
	wide := alone
	if columns > 1 {
		wide = among
	}
	w, rows := float64(wide), (len(charts)+columns-1)/columns
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %d" role="img">`+"\n", w*float64(columns), height*rows)
	fmt.Fprintf(&b, "<title>%s</title>\n<style>%s</style>\n", chart.Escape(alt), style)
	fmt.Fprintf(&b, `<rect class="ground" width="%g" height="%d"/>`+"\n", w*float64(columns), height*rows)
	for i, c := range charts {
		frame := chart.Frame{Width: wide, Left: 52, Right: w - 124, Top: 22, Bottom: height - title - 44, Names: chart.AtEnd}
		marks := c.marks()
		fmt.Fprintf(&b, `<g transform="translate(%g %d)"><text class="t-i" y="17">%s</text><g transform="translate(0 %d)">%s</g></g>`+"\n",
			w*float64(i%columns), height*(i/columns), chart.Escape(c.Title), title, marks.Inner(frame))
	}
	return b.String() + "</svg>\n"
}

// Colours with a contrast of at least 4.5 to their ground (but the grid's).
const style = `text{font:11px system-ui,sans-serif;fill:#57606a}.t-i{fill:#1f2328;font-weight:600}.e{text-anchor:end}.c{text-anchor:middle}
.ground{fill:#fff}.g{stroke:#d8dee4;fill:none}.ax{stroke:#57606a;fill:none}.wh{stroke:#57606a;stroke-width:1.2;fill:none}
.s0{stroke:#1f2328;fill:#1f2328}.s1{stroke:#0550ae;fill:#0550ae}.s2{stroke:#b23b00;fill:#b23b00}.s3{stroke:#6e7781;fill:#6e7781}.s4{stroke:#116329;fill:#116329}
.s5{stroke:#8250df;fill:#8250df}.s6{stroke:#7d4e00;fill:#7d4e00}.s7{stroke:#0a6c74;fill:#0a6c74}
.line{fill:none;stroke-width:2}.faint{stroke-width:1;opacity:.75}.dash{stroke-dasharray:5 4}.label,.none{stroke:none}.halo{paint-order:stroke;stroke:#fff;stroke-width:4}
@media(prefers-color-scheme:dark){text{fill:#9198a1}.t-i{fill:#e6edf3}.ground{fill:#0d1117}.g{stroke:#2a3038}.ax,.wh{stroke:#9198a1}
.s0{stroke:#e6edf3;fill:#e6edf3}.s1{stroke:#79c0ff;fill:#79c0ff}.s2{stroke:#ffa657;fill:#ffa657}.s3{stroke:#9198a1;fill:#9198a1}.s4{stroke:#56d364;fill:#56d364}
.s5{stroke:#d2a8ff;fill:#d2a8ff}.s6{stroke:#e3b341;fill:#e3b341}.s7{stroke:#39c5cf;fill:#39c5cf}.line{fill:none}.label,.none{stroke:none}.halo{stroke:#0d1117}}`

// marks are what a panel is drawn from.
func (c Chart) marks() chart.Chart {
	var xs, ys []float64
	out := chart.Chart{}
	for _, s := range c.Series {
		for i, y := range s.Y {
			reach := 0.0
			if s.Err != nil {
				reach = s.Err[i]
			}
			xs, ys = append(xs, s.X[i]), append(ys, y-reach, y+reach)
		}
	}
	out.X, out.Y = axis(c.X, c.LogX, c.XMin, c.XMax, xs, 6), axis(c.Y, c.LogY, c.YMin, c.YMax, ys, 6)
	for _, s := range c.Series {
		out.Marks = append(out.Marks, s.marks(out.X, out.Y)...)
	}
	return out
}

func (s Series) marks(x, y chart.Axis) (out []chart.Mark) {
	colour := fmt.Sprintf("s%d", s.Colour)
	shown, dots := chart.Line{Name: s.Name, Class: colour + " line", NameClass: "label " + colour}, chart.Points{Class: "label " + colour}
	for i := range s.X {
		if !x.Shows(s.X[i]) || !y.Shows(s.Y[i]) {
			continue
		}
		shown.X, shown.Y, dots.X, dots.Y = append(shown.X, s.X[i]), append(shown.Y, s.Y[i]), append(dots.X, s.X[i]), append(dots.Y, s.Y[i])
		if s.Err != nil {
			dots.Err = append(dots.Err, s.Err[i])
		}
		if s.Label > 0 && i == s.Label {
			out = append(out, chart.Note{X: s.X[i], Y: s.Y[i], Class: "label halo " + colour, Text: s.Name})
		}
	}
	if s.Label > 0 {
		shown.Name = ""
	}
	for _, c := range []struct {
		class string
		on    bool
	}{{" faint", s.Faint}, {" dash", s.Dashed}, {" none", s.Points}} {
		if c.on {
			shown.Class += c.class
		}
	}
	out = append(out, shown)
	if s.Points || len(s.X) <= 12 && !s.Dashed {
		out = append(out, dots)
	}
	return out
}

// axis shows from … to, or what the values span where both are 0.
func axis(label string, log bool, from, to float64, values []float64, ticks int) chart.Axis {
	a := chart.Axis{Label: label, From: from, To: to}
	if log {
		a.Scale = chart.Log
	}
	if from == 0 && to == 0 {
		from, to = math.Inf(1), math.Inf(-1)
		for _, v := range values {
			if !math.IsNaN(v) && !math.IsInf(v, 0) && (!log || v > 0) {
				from, to = math.Min(from, v), math.Max(to, v)
			}
		}
		if from > to {
			from, to = 1, 10
		}
		if room := (to - from) * .04; !log {
			if to += room; from >= 0 && (from < room || from < to/3) {
				from = 0
			} else {
				from -= room
			}
		}
		if from == to {
			from, to = from/2, to*2
		}
		a.From, a.To = from, to
	}
	a.Ticks = chart.Ticks(a.Scale, a.From, a.To, ticks)
	return a
}
