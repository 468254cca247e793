// Package report shows a released document to eyes: figures drawn as SVG, each with a
// table and one sentence that reads it, and a report in HTML that stands alone.
//
// The rules of this package: everything is computed from the document; text from it is
// escaped; drawings have classes and presentation attributes only, so that they stand
// under a policy without inline styles.
package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"privatepca/core/release"
	"privatepca/core/words"
)

// A Figure is one drawing with its table and the sentence that reads it.
type Figure struct {
	ID       string // unique on a page
	Title    string
	Sentence string
	SVG      string // 310 wide; classes as in app.css, Slide inlines them
	Wide     string // the same 640 wide, with room for whole labels; "" where there is none
	Table    Table
}

// A Table holds text; the first cell of each row names it.
type Table struct {
	Head []string
	Rows [][]string
	Code bool // the names of rows are those of columns

	labels bool // the second column is of words, not numbers
}

// labelled is the table of features with their labels beside their names, where one of them has a label; features are those of the
// rows.
func (t Table) labelled(d *release.Document, features []int) Table {
	if !slices.ContainsFunc(features, func(i int) bool { return d.Label(i) != d.FeatureNames[i] }) {
		return t
	}
	t.Head, t.labels = slices.Insert(t.Head, 1, "Label"), true
	for at, i := range features {
		word := d.Label(i)
		if word == d.FeatureNames[i] {
			word = ""
		}
		t.Rows[at] = slices.Insert(t.Rows[at], 1, word)
	}
	return t
}

// HTML writes the table, escaped.
func (t Table) HTML() string {
	var b strings.Builder
	b.WriteString(`<table class="plain data"><thead><tr>`)
	class := func(column int) string {
		if column == 1 && t.labels {
			return ` class="word"`
		}
		return ""
	}
	for i, h := range t.Head {
		b.WriteString(`<th scope="col"` + class(i) + `>` + esc(h) + `</th>`)
	}
	b.WriteString(`</tr></thead><tbody>`)
	for _, row := range t.Rows {
		for i, cell := range row {
			switch {
			case i == 0 && t.Code:
				b.WriteString(`<tr><th scope="row"><code>` + esc(cell) + `</code></th>`)
			case i == 0:
				b.WriteString(`<tr><th scope="row">` + esc(cell) + `</th>`)
			default:
				b.WriteString(`<td` + class(i) + `>` + esc(cell) + `</td>`)
			}
		}
		b.WriteString(`</tr>`)
	}
	return b.String() + `</tbody></table>`
}

// CSV is the table for a spreadsheet: the same cells, separated by commas, none of which is taken for a formula.
func (t Table) CSV() []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	for _, row := range append([][]string{t.Head}, t.Rows...) {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = plain(cell)
		}
		w.Write(cells)
	}
	w.Flush() // a bytes.Buffer never fails
	return out.Bytes()
}

// plain writes a cell that shows a number as programs read numbers, with an ASCII minus, without plus and degree sign; any other
// goes through words.Inert.
func plain(cell string) string {
	number := strings.NewReplacer("−", "-", "°", "", " %", "%").Replace(cell)
	number = strings.TrimPrefix(number, "+")
	if _, err := strconv.ParseFloat(strings.TrimSuffix(number, "%"), 64); err == nil {
		return number
	}
	return words.Inert(cell)
}

// A drawing is an SVG under construction, in units of CSS pixels.
type drawing struct {
	strings.Builder
	wide bool
}

// Widths of drawings.
const (
	width     = 310
	wideWidth = 640
)

func (g *drawing) width() float64 {
	if g.wide {
		return wideWidth
	}
	return width
}

// tip is a title for what is drawn next to it: browsers show it as a tooltip.
func tip(text string) string { return "<title>" + esc(text) + "</title>" }

func (g *drawing) add(format string, args ...any) { fmt.Fprintf(g, format, args...) }

// text writes a label; class may be empty.
func (g *drawing) text(class string, x, y float64, s string) {
	if class != "" {
		class = ` class="` + class + `"`
	}
	g.add(`<text%s x="%s" y="%s">%s</text>`, class, px(x), px(y), esc(s))
}

// hatch fills a rectangle with slanted lines: noise, nothing to see.
func (g *drawing) hatch(x, y, w, h float64) {
	if w <= 0 || h <= 0 {
		return
	}
	g.add(`<path class="hatch" d="`)
	for at := 6.0; at < w+h; at += 6 { // from the left or upper edge down to the left
		x0, y0 := x+math.Min(at, w), y+math.Max(0, at-w)
		x1, y1 := x+math.Max(0, at-h), y+math.Min(at, h)
		g.add(`M%s %sL%s %s`, px(x0), px(y0), px(x1), px(y1))
	}
	g.add(`"/>`)
}

// svg closes the drawing; label says in a sentence what is to be seen.
func (g *drawing) svg(height int, label string) string {
	return fmt.Sprintf(`<svg class="sm" viewBox="0 0 %.0f %d" role="img" aria-label="%s">%s</svg>`, g.width(), height, esc(label), g.String())
}

// bySize orders the indices of a row by the size of its entries, ties in order.
func bySize(row []float64) []int {
	order := make([]int, len(row))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch x, y := math.Abs(row[a]), math.Abs(row[b]); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	return order
}

func esc(s string) string { return Escape(s) }

// px writes a coordinate.
func px(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }
