package chart

import (
	"math"
	"slices"
	"sort"
)

// line is the distance of two names below each other.
const line = 13.0

// label places the names of lines and rules.
func (p *plot) label() {
	for _, r := range p.rules {
		p.onRule(r)
	}
	switch p.Names {
	case AtEnd:
		p.atEnds()
	case OnLine:
		for i, l := range p.onLines() {
			p.Text(p.names[i].class+" "+l.anchor, l.x, l.y, p.names[i].text)
		}
	case InKey:
		for i, n := range p.names {
			y := p.Height + 4 + 16*float64(i)
			p.Add(`<path class="%s" d="M26 %sh36"/>`, n.look, Px(y))
			p.Text(n.class, 70, y+4, Fit(n.text, float64(p.Frame.Width)-70, 11))
		}
	}
}

// onRule writes the name of a rule across at one of its ends, above or below it, where it meets the fewest points.
func (p *plot) onRule(r Rule) {
	y, wide := p.y(r.At), 11*Ems(r.Label)
	best, least := place{}, math.Inf(1)
	for i, c := range []place{
		{x: p.Right - 4, y: y - 6, anchor: "e", left: p.Right - 4 - wide},
		{x: p.Right - 4, y: y + 14, anchor: "e", left: p.Right - 4 - wide},
		{x: p.Left + 4, y: y - 6, left: p.Left + 4},
		{x: p.Left + 4, y: y + 14, left: p.Left + 4},
	} {
		cost := .1 * float64(i)
		for _, d := range p.dots {
			if d[0] > c.left-6 && d[0] < c.left+wide+6 && d[1] > c.y-15 && d[1] < c.y+8 {
				cost++
			}
		}
		if c.y > p.Bottom-2 || c.y < p.Top+8 {
			cost += 100
		}
		if cost < least {
			best, least = c, cost
		}
	}
	p.Text("halo "+best.anchor, best.x, math.Max(p.Top+12, math.Min(best.y, p.Bottom-2)), r.Label)
}

// atEnds writes names right of the plot, at the ends of their lines, apart from each other.
func (p *plot) atEnds() {
	names := slices.Clone(p.names)
	end := func(n name) float64 { return n.y[len(n.y)-1] }
	for i := range names { // there are a few
		for j := i; j > 0 && end(names[j]) < end(names[j-1]); j-- {
			names[j], names[j-1] = names[j-1], names[j]
		}
	}
	at := make([]float64, len(names))
	for i, n := range names {
		at[i] = end(n) + 4
		if i > 0 {
			at[i] = math.Max(at[i], at[i-1]+line)
		}
	}
	floor := p.Bottom + 4
	for i := len(at) - 1; i >= 0; i-- {
		at[i] = math.Min(at[i], floor)
		floor = at[i] - line
		p.Text(names[i].class, p.Right+8, at[i], Fit(names[i].text, float64(p.Frame.Width)-p.Right-8, 11))
	}
}

// A place of a name beside its line.
type place struct {
	x, y                     float64
	anchor                   string // "" at its start, "e" at its end
	left, right, top, bottom float64
}

// onLines places each line's name where it meets no line and no other name, as near as that allows to where the line is steepest.
func (p *plot) onLines() []place {
	out := make([]place, len(p.names))
	for i, n := range p.names {
		width := 11 * Ems(n.text)
		steepest, rise := len(n.x)-1, .002*(p.Bottom-p.Top)
		for j := 1; j < len(n.x); j++ {
			if d := n.y[j-1] - n.y[j]; d > rise {
				steepest, rise = j, d
			}
		}
		least := math.Inf(1)
		for j, x := range n.x {
			y := n.y[j]
			for _, c := range []place{
				{x: x - 7, y: y - 4, anchor: "e", left: x - 7 - width, right: x - 7},
				{x: x + 7, y: y + 13, left: x + 7, right: x + 7 + width},
				{x: x, y: y - 7, anchor: "e", left: x - width, right: x},
			} {
				c.top, c.bottom = c.y-10, c.y+3
				cost := math.Abs(float64(j-steepest)) + 200*p.clashes(c, out[:i])
				if c.left < p.Left+2 || c.right > p.Right || c.top < p.Top-2 || c.bottom > p.Bottom-1 {
					cost += 1e4
				}
				if cost < least {
					least, out[i] = cost, c
				}
			}
		}
	}
	return out
}

// clashes counts the pieces of lines and the names that a name covers.
func (p *plot) clashes(c place, placed []place) float64 {
	n := 0.0
	for _, o := range placed {
		if c.left < o.right+4 && o.left < c.right+4 && c.top < o.bottom && o.top < c.bottom {
			n += 5
		}
	}
	for _, l := range p.names {
		for j := max(1, sort.SearchFloat64s(l.x, c.left)); j < len(l.x) && l.x[j-1] <= c.right; j++ {
			a, b := l.y[j-1], l.y[j]
			if min(a, b) < c.bottom && max(a, b) > c.top {
				n++
			}
		}
	}
	return n
}
