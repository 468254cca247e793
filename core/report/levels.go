package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"privatepca/core/chart"
	"privatepca/core/relation"
	"privatepca/core/release"
	"privatepca/core/words"
)

// Levels draws the centroids of a category's levels, by the column's name, in the plane of two directions, a ≠ b from 0: where the people of each level
// lie on average. ok is false where the matrix has no such category.
func Levels(d *release.Document, m *relation.Matrix, column string, a, b int) (f Figure, ok bool) {
	at := columnNamed(m, column)
	if at < 0 || max(a, b) >= len(d.Components) {
		return Figure{}, false
	}
	places := relation.WithDirections(m, d).Centroids(at, max(a, b)+1)
	if places == nil {
		return Figure{}, false
	}
	l := &levels{found: Find(d), doc: d, a: a, b: b, column: columnWords(d, m, at), reach: 1}
	f = Figure{ID: "levels", Title: "Levels of " + words.Clip(l.column, mostLetters), Table: Table{Head: append([]string{"Level", "Direction"}, valueHead()...), Labels: true}}
	for i, c := range places {
		name := levelWords(Label(d, m.Columns[at].From+i), m.Columns[at].Name, l.column)
		for _, k := range []int{a, b} {
			f.Table.Rows = append(f.Table.Rows, append([]string{name, strconv.Itoa(k + 1)}, valueCells(&c.Place[k])...))
		}
		x, y := c.Place[a], c.Place[b]
		if !x.Seen || !y.Seen {
			l.rare = append(l.rare, name)
			continue
		}
		l.places = append(l.places, placed{name, x, y})
		for _, v := range []float64{x.Low, x.High, y.Low, y.High} {
			l.reach = math.Max(l.reach, math.Abs(v))
		}
	}
	f.Sentence = l.sentence()
	f.drawn(l.draw)
	return f, true
}

// Categories are the columns of a matrix whose levels can be placed, by name and by what they are called.
func Categories(d *release.Document, m *relation.Matrix) (names, labels []string) {
	for c := range m.Columns {
		if m.Columns[c].Levels != nil {
			names, labels = append(names, m.Columns[c].Name), append(labels, columnWords(d, m, c))
		}
	}
	return names, labels
}

// A levels is what the drawing is made of.
type levels struct {
	found  *Finding
	doc    *release.Document
	a, b   int
	column string
	places []placed
	rare   []string
	reach  float64 // of both axes
}

// A placed level, with its place across and upwards.
type placed struct {
	name string
	x, y relation.Value
}

func (l *levels) sentence() string {
	out := "Where the people of each level lie on average, in standard deviations of a score: 0 is the middle of all people. Lines: 95 % intervals for people like these."
	if len(l.rare) > 0 {
		out += fmt.Sprintf(" Too rare to be placed: %s.", words.Some(l.rare, 8))
	}
	for _, k := range []int{l.a, l.b} {
		if l.found.Standing(k) == Noise {
			out += fmt.Sprintf(" Direction %d is not clear: places along it mean nothing.", k+1)
		}
	}
	return out
}

func (l *levels) draw(wide chart.Width) string {
	g := chart.Drawing{Width: wide}
	side, top := wide.Between(250, 360, 272), 20.
	left := (float64(wide) - side) / 2
	step := chart.NiceStep(l.reach / 2)
	reach := math.Ceil(l.reach*1.05/step) * step
	x := func(v float64) float64 { return left + (v/reach+1)/2*side }
	y := func(v float64) float64 { return top + (1-v/reach)/2*side }
	g.Text("", 0, 11, fmt.Sprintf("%s across, %d upwards", l.found.Name(l.a), l.b+1))
	for _, k := range []int{l.a, l.b} {
		if l.found.Standing(k) == Noise {
			g.Hatch(left, top, side, side)
			break
		}
	}
	for _, tick := range chart.Steps(-reach, reach, step) {
		class := "g"
		if tick.At == 0 {
			class = "ax"
		}
		g.Add(`<path class="%s" d="M%s %sV%sM%s %sH%s"/>`, class, chart.Px(x(tick.At)), chart.Px(top), chart.Px(top+side), chart.Px(left), chart.Px(y(tick.At)), chart.Px(left+side))
		g.Text("c", x(tick.At), top+side+14, tick.Name)
		g.Text("e", left-5, y(tick.At)+4, tick.Name)
	}
	for _, p := range l.places {
		g.Add(`<path class="wh" d="M%s %sH%sM%s %sV%s"/>`, chart.Px(x(p.x.Low)), chart.Px(y(p.y.Value)), chart.Px(x(p.x.High)), chart.Px(x(p.x.Value)), chart.Px(y(p.y.Low)), chart.Px(y(p.y.High)))
		g.Add(`<circle class="f-a" cx="%s" cy="%s" r="4">%s</circle>`, chart.Px(x(p.x.Value)), chart.Px(y(p.y.Value)), chart.Tip(l.said(p)))
	}
	var boxes [][4]float64
	for _, p := range l.places {
		boxes = besideLines(&g, boxes, chart.Cut(words.Clip(p.name, math.MaxInt), int(wide.Between(14, 28, 30))), [4]float64{x(p.x.Low), y(p.y.High), x(p.x.High), y(p.y.Low)}, [4]float64{0, top, float64(wide), top + side})
	}
	return g.SVG(top+side+20, l.seen())
}

// levelWords is what a level is called beside its column's name.
func levelWords(label, column, words string) string {
	for _, before := range []string{words + " = ", words + ": ", column + "=", column + ": "} {
		if rest, ok := strings.CutPrefix(label, before); ok && rest != "" {
			return rest
		}
	}
	return label
}

// besideLines writes a name beside a cross, given by its ends, where it meets no other name, or not at all.
func besideLines(g *chart.Drawing, boxes [][4]float64, name string, cross, within [4]float64) [][4]float64 {
	wide, x, y := 11*1.07*chart.Ems(name), (cross[0]+cross[2])/2, (cross[1]+cross[3])/2
	for _, at := range [][2]float64{{cross[2] + 5, y + 4}, {cross[0] - 5 - wide, y + 4}, {x - wide/2, cross[1] - 6}, {x - wide/2, cross[3] + 13}} {
		box := [4]float64{at[0], at[1] - 10, at[0] + wide, at[1] + 2}
		if box[0] < within[0] || box[2] > within[2] || box[1] < within[1] || box[3] > within[3] || slices.ContainsFunc(boxes, func(o [4]float64) bool {
			return box[0] < o[2] && o[0] < box[2] && box[1] < o[3] && o[1] < box[3]
		}) {
			continue
		}
		g.Text("t-i halo", at[0], at[1], name)
		return append(boxes, box)
	}
	return boxes
}

func (l *levels) said(p placed) string {
	return fmt.Sprintf("%s: %s across, %s upwards", p.name, interval(&p.x), interval(&p.y))
}

func (l *levels) seen() string {
	out := fmt.Sprintf("%s of %s on the directions %d and %d.", capitalCount(len(l.places), "level"), words.Clip(l.column, 40), l.a+1, l.b+1)
	if len(l.places) > 0 {
		high, low := l.places[0], l.places[0]
		for _, p := range l.places {
			if p.x.Value > high.x.Value {
				high = p
			}
			if p.x.Value < low.x.Value {
				low = p
			}
		}
		out += fmt.Sprintf(" Farthest across: %s at %s; on the other side %s at %s.", words.Clip(high.name, 40), words.Correlation(high.x.Value), words.Clip(low.name, 40), words.Correlation(low.x.Value))
	}
	return out
}
