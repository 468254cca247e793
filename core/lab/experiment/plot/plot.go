// Package plot draws the charts of docs/paper as SVG: lines with error bars and
// direct labels, on linear or logarithmic axes, several panels beside each other.
// A picture carries its own ground and colours for a light and a dark screen, so
// that it can stand in any page as an image.
package plot

import (
	"fmt"
	"math"
	"strings"
)

// A Series is a line through points in the order of X. A point that an axis cannot
// show, as zero on a logarithmic one, is left out.
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

const (
	width, height = 640, 380 // of a panel alone
	left, right   = 64, 128  // margins; the right holds labels
	top, bottom   = 34, 48
)

// SVG draws the charts as panels, columns beside each other. Alt is the text for
// who does not see them.
func SVG(alt string, columns int, charts ...Chart) string {
	w := float64(width)
	if columns > 1 {
		w = 500
	}
	rows := (len(charts) + columns - 1) / columns
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %d" role="img" font-family="system-ui, sans-serif" font-size="12">`+"\n", w*float64(columns), height*rows)
	fmt.Fprintf(&b, "<title>%s</title>\n<style>%s</style>\n", escape(alt), style)
	fmt.Fprintf(&b, `<rect class="ground" width="%g" height="%d"/>`+"\n", w*float64(columns), height*rows)
	for i, c := range charts {
		fmt.Fprintf(&b, `<g transform="translate(%g %d)">`+"\n", w*float64(i%columns), height*(i/columns))
		c.draw(&b, w)
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// Colours with a contrast of at least 4.5 to their ground (but the grid's).
const style = `.ground{fill:#fff}.ink{fill:#1f2328}.soft{fill:#57606a}.grid{stroke:#d8dee4}.axis{stroke:#57606a}
.s0{stroke:#1f2328;fill:#1f2328}.s1{stroke:#0550ae;fill:#0550ae}.s2{stroke:#b23b00;fill:#b23b00}.s3{stroke:#6e7781;fill:#6e7781}.s4{stroke:#116329;fill:#116329}
.s5{stroke:#8250df;fill:#8250df}.s6{stroke:#7d4e00;fill:#7d4e00}.s7{stroke:#0a6c74;fill:#0a6c74}
.line{fill:none;stroke-width:2}.bar{stroke-width:1.2}.faint{stroke-width:1;opacity:.75}.dash{stroke-dasharray:5 4}.label{stroke:none}.halo{paint-order:stroke;stroke:#fff;stroke-width:4}
@media(prefers-color-scheme:dark){.ground{fill:#0d1117}.ink{fill:#e6edf3}.soft{fill:#9198a1}.grid{stroke:#2a3038}.axis{stroke:#9198a1}
.s0{stroke:#e6edf3;fill:#e6edf3}.s1{stroke:#79c0ff;fill:#79c0ff}.s2{stroke:#ffa657;fill:#ffa657}.s3{stroke:#9198a1;fill:#9198a1}.s4{stroke:#56d364;fill:#56d364}
.s5{stroke:#d2a8ff;fill:#d2a8ff}.s6{stroke:#e3b341;fill:#e3b341}.s7{stroke:#39c5cf;fill:#39c5cf}.line{fill:none}.label{stroke:none}.halo{stroke:#0d1117}}`

func (c Chart) draw(b *strings.Builder, w float64) {
	x := newAxis(c.LogX, c.XMin, c.XMax, left, w-right, c.values(func(s Series, i int) []float64 { return []float64{s.X[i]} }))
	y := newAxis(c.LogY, c.YMin, c.YMax, height-bottom, top, c.values(func(s Series, i int) []float64 {
		if s.Err == nil {
			return []float64{s.Y[i]}
		}
		return []float64{s.Y[i] - s.Err[i], s.Y[i] + s.Err[i]}
	}))
	fmt.Fprintf(b, `<text class="ink" x="%d" y="20" font-weight="600">%s</text>`+"\n", left, escape(c.Title))
	for _, t := range y.ticks() {
		at := y.place(t)
		fmt.Fprintf(b, `<path class="grid" d="M%d %.1fH%.1f"/><text class="soft" x="%d" y="%.1f" text-anchor="end">%s</text>`+"\n", left, at, w-right, left-6, at+4, y.name(t))
	}
	for _, t := range x.ticks() {
		at := x.place(t)
		fmt.Fprintf(b, `<path class="axis" d="M%.1f %dv4"/><text class="soft" x="%.1f" y="%d" text-anchor="middle">%s</text>`+"\n", at, height-bottom, at, height-bottom+17, x.name(t))
	}
	fmt.Fprintf(b, `<path class="axis" d="M%d %dH%.1f"/>`+"\n", left, height-bottom, w-right)
	fmt.Fprintf(b, `<text class="ink" x="%.1f" y="%d" text-anchor="middle">%s</text>`+"\n", (left+w-right)/2, height-10, escape(c.X))
	fmt.Fprintf(b, `<text class="ink" transform="translate(15 %d) rotate(-90)" text-anchor="middle">%s</text>`+"\n", (top+height-bottom)/2, escape(c.Y))
	var labels []label
	for _, s := range c.Series {
		if l, ok := s.draw(b, x, y); ok {
			labels = append(labels, l)
		}
	}
	for _, l := range spread(labels) {
		fmt.Fprintf(b, `<text class="label s%d" x="%.1f" y="%.1f">%s</text>`+"\n", l.colour, w-right+6, l.y+4, escape(l.text))
	}
}

func (c Chart) values(of func(Series, int) []float64) []float64 {
	var out []float64
	for _, s := range c.Series {
		for i := range s.X {
			out = append(out, of(s, i)...)
		}
	}
	return out
}

// draw draws a series and says where its label belongs: at its last point.
func (s Series) draw(b *strings.Builder, x, y axis) (l label, ok bool) {
	var path strings.Builder
	for i := range s.X {
		if !x.shows(s.X[i]) || !y.shows(s.Y[i]) {
			continue
		}
		px, py := x.place(s.X[i]), y.place(s.Y[i])
		command := "L"
		if path.Len() == 0 {
			command = "M"
		}
		fmt.Fprintf(&path, "%s%.1f %.1f", command, px, py)
		l, ok = label{s.Name, s.Colour, py}, true
		if s.Label > 0 && i == s.Label {
			fmt.Fprintf(b, `<text class="label halo s%d" x="%.1f" y="%.1f">%s</text>`+"\n", s.Colour, px+6, py+4, escape(s.Name))
		}
		if s.Err != nil && s.Err[i] > 0 {
			fmt.Fprintf(b, `<path class="bar s%d" d="M%.1f %.1fV%.1f"/>`+"\n", s.Colour, px, y.clamp(s.Y[i]-s.Err[i]), y.clamp(s.Y[i]+s.Err[i]))
		}
		if s.Points || len(s.X) <= 12 && !s.Dashed {
			fmt.Fprintf(b, `<circle class="label s%d" cx="%.1f" cy="%.1f" r="%s"/>`+"\n", s.Colour, px, py, map[bool]string{false: "2.6", true: "1.8"}[s.Faint])
		}
	}
	if ok && !s.Points {
		class := "line"
		if s.Faint {
			class += " faint"
		}
		if s.Dashed {
			class += " dash"
		}
		// fill by attribute loses to the class; the class "line" comes after the colours.
		fmt.Fprintf(b, `<path class="s%d %s" d="%s"/>`+"\n", s.Colour, class, path.String())
	}
	return l, ok && s.Name != "" && s.Label == 0
}

type label struct {
	text   string
	colour int
	y      float64
}

// spread moves labels apart until none covers another, in the order of their lines.
func spread(labels []label) []label {
	const room = 14
	for i := range labels { // insertion sort: there are a few
		for j := i; j > 0 && labels[j].y < labels[j-1].y; j-- {
			labels[j], labels[j-1] = labels[j-1], labels[j]
		}
	}
	for range 200 {
		moved := false
		for i := 1; i < len(labels); i++ {
			if gap := labels[i].y - labels[i-1].y; gap < room-.01 {
				labels[i-1].y -= (room - gap) / 2
				labels[i].y += (room - gap) / 2
				moved = true
			}
		}
		for i := range labels {
			labels[i].y = math.Max(top, math.Min(labels[i].y, height-bottom))
		}
		if !moved {
			break
		}
	}
	return labels
}

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace
