// Package chart draws marks on two axes as SVG: lines, bands, points, bars, rules and noise. The table, the alternative text and the
// drawing are made of the same marks, so that none says what another does not.
//
// The rules of this package: a drawing has classes and presentation attributes only, and stands under a policy without inline styles;
// Inline writes attributes in place of classes, for a file. Text goes through Escape. A drawing is made for a width, and never scaled
// until its letters are too small to read.
package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Chart is what a line chart is made of.
type Chart struct {
	Seen  string    // what the picture shows, in a sentence; what the marks say follows it in the alternative text
	X, Y  Axis      // the label of Y stands above the plot, that of X below its right end
	Marks []Mark    // of one kind, later ones are drawn above earlier ones
	Rows  []float64 // the values of X that the table has rows for; nil for those of the marks
}

// A Mark is what a chart draws: a Line, a Band, Points, Bars, a Rule, Noise or a Note; or a Column, of its table alone.
type Mark interface {
	draw(p *plot)
	columns(c *Chart) []column
	said(c *Chart) string
}

// A column of the table.
type column struct {
	head string
	x    []float64              // rows that it asks for
	cell func(x float64) string // none where it has no value
}

// none is the cell of a table that has no value.
const none = "–"

// A Frame is where the plot stands in a drawing, in pixels, and how lines are named in it.
type Frame struct {
	Width                            Width
	Class                            string // of the element; "" for "sm"
	Height, Left, Right, Top, Bottom float64
	Names                            Placement
}

// A Placement says where the names of lines stand.
type Placement int

const (
	Nowhere Placement = iota // lines have no names
	AtEnd                    // right of the plot, at the lines' ends
	OnLine                   // in the plot, where they meet no line and no other name
	InKey                    // below the plot
)

// A plot is a chart being drawn.
type plot struct {
	Drawing
	Frame
	chart *Chart
	names []name
	rules []Rule       // across, to be named
	dots  [][2]float64 // of points
}

// A name of a line, to be placed.
type name struct {
	text, class, look string
	x, y              []float64 // the line's points in the drawing
}

func (p *plot) x(v float64) float64 { return p.Left + p.chart.X.Place(v)*(p.Right-p.Left) }

// y is the place of a number, or of the end of the axis that it is beyond.
func (p *plot) y(v float64) float64 {
	at := p.chart.Y.Place(v)
	if !(at > 0) {
		at = 0
	}
	return p.Bottom - math.Min(at, 1)*(p.Bottom-p.Top)
}

// Draw draws the chart.
func (c *Chart) Draw(f Frame) string {
	height := f.Height
	if f.Names == InKey {
		for _, m := range c.Marks {
			if l, ok := m.(Line); ok && l.Name != "" && slices.ContainsFunc(l.Y, isNumber) {
				height += 16
			}
		}
	}
	return f.SVG(height, c.Alt(), c.Inner(f))
}

// SVG closes a drawing of several charts in one frame, each drawn by Inner.
func (f Frame) SVG(height float64, alt string, inner ...string) string {
	g := Drawing{Width: f.Width, Class: f.Class}
	for _, s := range inner {
		g.WriteString(s)
	}
	return g.SVG(height, alt)
}

// Inner draws the chart without the element around it.
func (c *Chart) Inner(f Frame) string {
	p := plot{Drawing: Drawing{Width: f.Width}, Frame: f, chart: c}
	for layer := range layers {
		if layer == 1 {
			p.axes()
		}
		for _, m := range c.Marks {
			if layerOf(m) == layer {
				m.draw(&p)
			}
		}
	}
	p.label()
	return p.String()
}

// layers are how many layers of marks there are: noise below the grid, then areas, rules and lines, the lines in the accent, and dots.
const layers = 5

// layerOf says in which layer a mark is drawn.
func layerOf(m Mark) int {
	switch m := m.(type) {
	case Noise:
		return 0
	case Band, Bars:
		return 1
	case Rule:
		if !m.Upwards || !isNumber(m.To) {
			return 2
		}
	case Line:
		if m.Class == accent {
			return 3
		}
		return 2
	}
	return 4
}

// accent is the class of a line in the accent.
const accent = "l-a"

func (p *plot) axes() {
	x, y := &p.chart.X, &p.chart.Y
	if y.Label != "" {
		p.Text("", 0, 11, Fit(y.title(), float64(p.Frame.Width), 11))
	}
	for _, t := range y.Ticks {
		class := "g"
		if t.At == 0 {
			class = "ax"
		}
		p.Add(`<path class="%s" d="M%s %sH%s"/>`, class, Px(p.Left), Px(p.y(t.At)), Px(p.Right))
		p.Text("e", p.Left-6, p.y(t.At)+4, t.Name)
	}
	for _, t := range x.Ticks {
		class := "c"
		if t.Bold {
			class = "t-i c"
		}
		p.Add(`<path class="ax" d="M%s %sv4"/>`, Px(p.x(t.At)), Px(p.Bottom))
		p.Text(class, p.x(t.At), p.Bottom+17, t.Name)
	}
	if x.Label != "" {
		p.Text("e", p.Right, p.Bottom+31, x.title())
	}
}

// Alt is the alternative text: what the picture shows, and the values of its marks.
func (c *Chart) Alt() string {
	parts := []string{c.Seen}
	for _, m := range c.Marks {
		if s := m.said(c); s != "" {
			parts = append(parts, s)
		}
	}
	return strings.TrimSpace(strings.Join(parts, " "))
}

// Table has a row for each value of X, and the columns of every mark.
func (c *Chart) Table() Table {
	var columns, same []column
	for _, m := range c.Marks {
		if r, ok := m.(Rule); ok { // what is the same in every row stands last
			same = append(same, r.columns(c)...)
			continue
		}
		columns = append(columns, m.columns(c)...)
	}
	columns = append(columns, same...)
	rows, t := c.Rows, Table{Head: []string{c.X.Label}}
	cells := map[string][]func(float64) string{} // marks of one name share a column
	for _, col := range columns {
		if cells[col.head] == nil {
			t.Head = append(t.Head, col.head)
		}
		cells[col.head] = append(cells[col.head], col.cell)
		if c.Rows == nil {
			rows = append(rows, col.x...)
		}
	}
	rows = slices.Clone(rows)
	slices.Sort(rows)
	rows = slices.Compact(rows)
	for _, x := range rows {
		row := []string{c.X.say(x)}
		for _, head := range t.Head[1:] {
			said := none
			for _, cell := range cells[head] {
				if said == none {
					said = cell(x)
				}
			}
			row = append(row, said)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func isNumber(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// say names what a mark says in words: "name: text."
func say(name, format string, args ...any) string {
	text := fmt.Sprintf(format, args...)
	if name != "" {
		text = name + ": " + text
	}
	return text + "."
}
