package chart

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"privatepca/core/words"
)

// A Line joins points in the order of X, but those that are NaN.
type Line struct {
	Name      string // "" for a line without a name, which has no column and says nothing
	Class     string
	NameClass string
	X, Y      []float64
	Dots      string // the class of a dot at each point; "" for none
	Noise     bool   // its values are noise: they stand in the table, and are not said
}

// points are the places of the points that there are.
func (p *plot) points(x, y []float64) (xs, ys []float64) {
	for i := range x {
		if isNumber(y[i]) && p.chart.X.Shows(x[i]) {
			xs, ys = append(xs, p.x(x[i])), append(ys, p.y(y[i]))
		}
	}
	return xs, ys
}

// path writes points as a path's coordinates.
func path(x, y []float64) string {
	var b strings.Builder
	for i := range x {
		b.WriteString(Px(x[i]) + " " + Px(y[i]) + " ")
	}
	return strings.TrimSuffix(b.String(), " ")
}

func (l Line) draw(p *plot) {
	x, y := p.points(l.X, l.Y)
	if len(x) == 0 {
		return
	}
	p.Add(`<path class="%s" d="M%s"/>`, l.Class, path(x, y))
	if l.Dots != "" {
		for i := range x {
			p.Add(`<circle class="%s" cx="%s" cy="%s" r="3"/>`, l.Dots, Px(x[i]), Px(y[i]))
		}
	}
	if l.Name != "" {
		p.names = append(p.names, name{l.Name, l.NameClass, l.Class, x, y})
	}
}

// at is the line's value, between its points as it is drawn: straight between their places.
func (l Line) at(c *Chart, x float64) float64 {
	last := -1
	for i := range l.X {
		switch {
		case !isNumber(l.Y[i]):
		case l.X[i] == x:
			return l.Y[i]
		case l.X[i] < x:
			last = i
		case last < 0:
			return math.NaN()
		default:
			from, to := c.X.Place(l.X[last]), c.X.Place(l.X[i])
			return l.Y[last] + (c.X.Place(x)-from)/(to-from)*(l.Y[i]-l.Y[last])
		}
	}
	return math.NaN()
}

func (l Line) columns(c *Chart) []column {
	if l.Name == "" {
		return nil
	}
	return []column{{l.Name, l.X, func(x float64) string { return c.Y.say(l.at(c, x)) }}}
}

func (l Line) said(c *Chart) string {
	first := slices.IndexFunc(l.Y, isNumber)
	if first < 0 || l.Name == "" || l.Noise {
		return ""
	}
	last := len(l.Y) - 1
	for last > first && !(isNumber(l.Y[last]) && c.X.Shows(l.X[last])) {
		last--
	}
	if l.Y[first] == l.Y[last] {
		return say(l.Name, "%s", c.Y.say(l.Y[first]))
	}
	return say(l.Name, "%s to %s", c.Y.say(l.Y[first]), c.Y.say(l.Y[last]))
}

// A Band fills what lies between two values at each X.
type Band struct {
	From, To  string // of the table's columns; "" for none
	Class     string
	X         []float64
	Low, High []float64
}

func (b Band) draw(p *plot) {
	x, high := p.points(b.X, b.High)
	lowX, low := p.points(b.X, b.Low)
	if len(x) < 2 || len(lowX) < 2 {
		return
	}
	slices.Reverse(lowX)
	slices.Reverse(low)
	p.Add(`<path class="%s" d="M%s %sZ"/>`, b.Class, path(x, high), path(lowX, low))
}

func (b Band) columns(c *Chart) []column {
	if b.From == "" {
		return nil
	}
	return append(Line{Name: b.From, X: b.X, Y: b.Low}.columns(c), Line{Name: b.To, X: b.X, Y: b.High}.columns(c)...)
}

func (b Band) said(*Chart) string { return "" }

// Points are a dot each, filled or open, with whiskers of ± Err where there is any. One below the axis is an arrow at its foot.
type Points struct {
	Name    string
	Class   string // of a filled one; "" for the accent
	X, Y    []float64
	Err     []float64 // half the length of each whisker, 0 for none; nil for none at all
	ErrName string    // of its column in the table
	Full    []bool    // which are filled; nil for all
	Filled  string    // the column of the table that says which are filled; "" for none
	Tip     func(i int) string
}

func (m Points) draw(p *plot) {
	for i, v := range m.Y {
		if !isNumber(v) || !p.chart.X.Shows(m.X[i]) {
			continue
		}
		x, y, tip := p.x(m.X[i]), p.y(v), ""
		if m.Tip != nil {
			tip = Tip(m.Tip(i))
		}
		if m.Err != nil && m.Err[i] > 0 {
			if up, down := p.y(v+m.Err[i]), p.y(v-m.Err[i]); up < p.Bottom {
				p.Add(`<path class="wh" d="M%s %sV%s"/>`, Px(x), Px(up), Px(down))
			}
		}
		p.dots = append(p.dots, [2]float64{x, y})
		switch full := m.Full == nil || m.Full[i]; {
		case !(p.chart.Y.Place(v) >= 0):
			p.Add(`<path class="wh" d="M%s %sl4 5 4 -5">%s</path>`, Px(x-4), Px(p.Bottom-6), tip)
		case full:
			p.Add(`<circle class="%s" cx="%s" cy="%s" r="%s">%s</circle>`, cmp.Or(m.Class, "f-a"), Px(x), Px(y), map[bool]string{true: "4", false: "2.6"}[m.Class == ""], tip)
		default:
			p.Add(`<circle class="open" cx="%s" cy="%s" r="3.5">%s</circle>`, Px(x), Px(y), tip)
		}
	}
}

func (m Points) columns(c *Chart) (out []column) {
	of := func(head string, cell func(i int) string) {
		out = append(out, column{head, m.X, func(x float64) string {
			if i := slices.Index(m.X, x); i >= 0 {
				return cell(i)
			}
			return none
		}})
	}
	if m.Name != "" {
		of(m.Name, func(i int) string { return c.Y.say(m.Y[i]) })
	}
	if m.ErrName != "" {
		of(m.ErrName, func(i int) string {
			if !(m.Err[i] > 0) {
				return none
			}
			return c.Y.say(m.Err[i])
		})
	}
	if m.Filled != "" {
		of(m.Filled, func(i int) string { return map[bool]string{true: "yes", false: "no"}[m.Full[i]] })
	}
	return out
}

func (m Points) said(c *Chart) string {
	if m.Name == "" || len(m.Y) == 0 {
		return ""
	}
	last := len(m.Y) - 1
	for last > 0 && !c.X.Shows(m.X[last]) {
		last--
	}
	if last == 0 {
		return say(m.Name, "%s", c.Y.say(m.Y[0]))
	}
	return say(m.Name, "the first is %s, the last shown %s", c.Y.say(m.Y[0]), c.Y.say(m.Y[last]))
}

// Bars rise from the foot of the plot.
type Bars struct {
	Name string
	X, Y []float64
	Full []bool // which are in the accent; nil for all
}

func (b Bars) draw(p *plot) {
	wide := math.Min(22, .6*(p.Right-p.Left)/math.Max(1, p.chart.X.To-p.chart.X.From))
	for i, v := range b.Y {
		if !isNumber(v) || !p.chart.X.Shows(b.X[i]) {
			continue
		}
		class := "f-i"
		if b.Full == nil || b.Full[i] {
			class = "f-a"
		}
		p.Add(`<rect class="%s" x="%s" y="%s" width="%s" height="%s"/>`, class, Px(p.x(b.X[i])-wide/2), Px(p.y(v)), Px(wide), Px(math.Max(.5, p.Bottom-p.y(v))))
	}
}

func (b Bars) columns(c *Chart) []column { return Points{Name: b.Name, X: b.X, Y: b.Y}.columns(c) }

func (b Bars) said(c *Chart) string { return Points{Name: b.Name, X: b.X, Y: b.Y}.said(c) }

// A Rule is a straight line at a value: across at a value of Y, or upwards at a value of X.
type Rule struct {
	Upwards bool
	At      float64
	To      float64 // of one upwards: the value of Y that it ends at, with a dot; NaN for the whole height
	Class   string  // "" for an axis
	Label   string
	Name    string // of a rule across: its column in the table; "" for none
}

func (r Rule) draw(p *plot) {
	class := r.Class
	if class == "" {
		class = "ax"
	}
	if !r.Upwards {
		y := p.y(r.At)
		p.Add(`<path class="%s" d="M%s %sH%s"/>`, class, Px(p.Left), Px(y), Px(p.Right))
		p.rules = append(p.rules, r)
		return
	}
	if !p.chart.X.Shows(r.At) {
		return
	}
	x, top := p.x(r.At), p.Top
	if isNumber(r.To) {
		top = p.y(r.To)
		p.Add(`<path class="%s" d="M%s %sV%s"/><circle class="f-a" cx="%s" cy="%s" r="4.5"/>`, class, Px(x), Px(top), Px(p.Bottom), Px(x), Px(top))
		at, side := "t-a halo", 8.0
		if x+8+6*float64(Cells(r.Label)) > p.Right {
			at, side = "t-a halo e", -8
		}
		p.Text(at, x+side, math.Min(top+20, p.Bottom-20), r.Label)
		return
	}
	p.Add(`<path class="%s" d="M%s %sV%s"/>`, class, Px(x), Px(top), Px(p.Bottom))
	p.over(r.Label, "t-a", x)
}

// over writes a label above the plot, at a place or as near to it as the drawing allows.
func (p *plot) over(text, class string, x float64) {
	half := 3.4 * float64(Cells(text))
	switch {
	case x-half < p.Left:
		p.Text(class, p.Left, p.Top-8, text)
	case x+half > float64(p.Frame.Width):
		p.Text(class+" e", float64(p.Frame.Width), p.Top-8, text)
	default:
		p.Text(class+" c", x, p.Top-8, text)
	}
}

func (r Rule) columns(c *Chart) []column {
	if r.Name == "" || r.Upwards {
		return nil
	}
	return []column{{r.Name, nil, func(float64) string { return c.Y.say(r.At) }}}
}

func (r Rule) said(*Chart) string {
	if r.Label == "" {
		return ""
	}
	return say("", "%s", words.Upper(r.Label))
}

// Noise hatches a part of the plot in which nothing is to be read: up to a value of Y, or from a value of X on.
type Noise struct {
	Upwards bool    // from X = At to the right end, over the whole height
	At      float64 // below the axis for all of it
	Label   string
}

func (n Noise) draw(p *plot) {
	if !n.Upwards {
		p.Hatch(p.Left, p.y(n.At), p.Right-p.Left, p.Bottom-p.y(n.At))
		return
	}
	from := math.Max(p.Left, p.x(n.At))
	p.Hatch(from, p.Top, p.Right-from, p.Bottom-p.Top)
	if n.Label != "" {
		p.Text("halo e", p.Right-4, p.Bottom-6, n.Label)
	}
}

func (Noise) columns(*Chart) []column { return nil }

func (n Noise) said(*Chart) string { return "" }

// A Column is of the table alone: numbers that belong to what is drawn, in another unit.
type Column struct {
	Name  string
	X, Y  []float64
	Write func(float64) string
}

func (Column) draw(*plot) {}

func (m Column) columns(*Chart) []column {
	return Points{Name: m.Name, X: m.X, Y: m.Y}.columns(&Chart{Y: Axis{Write: m.Write}})
}

func (Column) said(*Chart) string { return "" }

// A Note is a text beside a place of the plot.
type Note struct {
	X, Y        float64
	Class, Text string
}

func (n Note) draw(p *plot) { p.Text(n.Class, p.x(n.X)+6, p.y(n.Y)+4, n.Text) }

func (Note) columns(*Chart) []column { return nil }

func (n Note) said(*Chart) string { return "" }
