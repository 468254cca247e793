package report

import (
	"fmt"
	"math"
	"strconv"

	"privatepca/core/release"
	"privatepca/core/words"
)

// Cumulative draws which share of the released total the first directions hold; ok is false
// where no whole spectrum was released, or its total is not above zero.
func Cumulative(d *release.Document) (f Figure, ok bool) {
	shares, banded := d.Shares()
	if shares == nil {
		return Figure{}, false
	}
	found := Find(d)
	f = Figure{ID: "cumulative", Title: "Cumulative", Sentence: cumulativeSentence(d, found, shares, banded)}
	f.Table = Table{Head: []string{"Directions", "Share"}}
	if banded {
		f.Table.Head = append(f.Table.Head, "From", "To")
	}
	for i, s := range shares[:min(tablePlace, len(shares))] {
		row := []string{strconv.Itoa(i + 1), words.Percent(s.Released)}
		switch {
		case banded && found.states && i >= found.Clear():
			row = append(row, "—", "—")
		case banded:
			row = append(row, words.Percent(s.Low), words.Percent(s.High))
		}
		f.Table.Rows = append(f.Table.Rows, row)
	}
	c := cumulative{shares: shares[:min(max(points, min(d.NumComponents+2, 2*points)), len(shares))], banded: banded, states: found.states, tested: found.Tested(), clear: found.Clear(), k: d.NumComponents}
	if c.tested {
		c.k = found.Held()
	}
	f.SVG = c.draw()
	return f, true
}

// cumulativeSentence says what the directions that stand clear hold; of noise it names no share.
func cumulativeSentence(d *release.Document, found *Finding, shares []release.Share, banded bool) string {
	if found.states {
		return relatedCumulative(found, shares, banded)
	}
	k := d.NumComponents
	if found.Tested() {
		if k = found.Held(); k == 0 {
			return "No direction stands clear of the noise: the noise is too large to say how much these directions explain."
		}
	}
	at := shares[k-1]
	if at.Released > 1 {
		return "Noise made later eigenvalues negative: it is too large to say how much these directions explain."
	}
	out := fmt.Sprintf("%s hold%s %s of the released total.", capitalCount(k, "direction"), map[bool]string{true: "s"}[k == 1], words.Percent(at.Released))
	switch {
	case banded && (at.Low > 0 || at.High < 1):
		out += fmt.Sprintf(" Of the exact total they hold %s to %s, with 97 %% confidence.", words.Percent(at.Low), words.Percent(at.High))
	case banded:
		out += " The noise is too large to say what share of the exact total that is."
	default:
		out += " No band is known for this noise."
	}
	if found.Tested() && found.Clear() < len(shares) {
		out += " What follows adds noise."
	}
	return out
}

// relatedCumulative reads the chart of a document with a finding.
func relatedCumulative(f *Finding, shares []release.Share, banded bool) string {
	m := f.Held()
	switch {
	case !f.Tested():
		return "Shares of the released total. They carry the noise of the release, and which of them are more than noise was not tested."
	case m == 0:
		return "No direction is clear. " + notClear
	}
	out := fmt.Sprintf("%s hold%s %s of the total of all columns", capitalCount(m, "clear direction"), map[bool]string{true: "s"}[m == 1], words.Percent(shares[m-1].Released))
	if banded {
		out += fmt.Sprintf(", %s to %s with 95 %% confidence", words.Percent(shares[m-1].Low), words.Percent(shares[m-1].High))
	}
	if f.Clear() < len(shares) {
		return out + ". What follows is not clear."
	}
	return out + "."
}

// A cumulative is what the chart is drawn from.
type cumulative struct {
	shares         []release.Share
	banded, tested bool
	states         bool // of a document with a finding
	clear          int  // directions that stand clear, where tested
	k              int  // directions that the mark stands at; 0 for none
}

func (c *cumulative) draw() string {
	var g drawing
	n := len(c.shares)
	most := c.top()
	y := func(v float64) float64 { return bottom - math.Max(0, math.Min(v, most))/most*(bottom-top) }
	x := func(i int) float64 { return place(i, n) }
	g.text("", 0, 11, "Share of the released total, %")
	solid := n // points of the solid line
	if c.tested && c.clear < n {
		solid = c.clear
		from := left
		if c.clear > 0 {
			from = (x(c.clear-1) + x(c.clear)) / 2
		}
		g.hatch(from, top, right-from, bottom-top)
	}
	for i := range 5 {
		v := most * float64(i) / 4
		if percent := v * 100; math.Abs(percent-math.Round(percent)) > .01 { // no room for decimals
			continue
		}
		g.add(`<path class="g" d="M%s %sH%s"/>`, px(left), px(y(v)), px(right))
		g.text("e", left-5, y(v)+4, strconv.FormatFloat(v*100, 'f', 0, 64))
	}
	if c.banded && solid > 1 {
		g.add(`<path class="band" d="M`)
		for i, s := range c.shares[:solid] {
			g.add(`%s %s `, px(x(i)), px(y(s.High)))
		}
		for i := solid - 1; i >= 0; i-- {
			g.add(`%s %s `, px(x(i)), px(y(c.shares[i].Low)))
		}
		g.add(`Z"/>`)
	}
	g.line("l-a", c.shares[:solid], 0, x, y)
	if solid < n {
		g.line("mark d2", c.shares[max(0, solid-1):], max(0, solid-1), x, y)
		g.text("halo e", right-4, bottom-6, map[bool]string{false: "hatched: mostly noise", true: "hatched: not clear"}[c.states])
	}
	g.numbers(n, c.clear)
	if c.k > 0 && c.k <= n {
		at := c.shares[c.k-1].Released
		g.add(`<path class="mark d2" d="M%s %sV%s"/><circle class="f-a" cx="%s" cy="%s" r="4.5"/>`, px(x(c.k-1)), px(y(at)), px(bottom), px(x(c.k-1)), px(y(at)))
		class, dx := "t-a halo", 8.0
		if x(c.k-1) > 190 {
			class, dx = "t-a halo e", -8
		}
		said := words.Count(c.k, "direction")
		if at <= 1 {
			said += ": " + words.Percent(at)
		}
		g.text(class, x(c.k-1)+dx, math.Min(y(at)+20, bottom-20), said)
	}
	label := "Cumulative share of the released total; the noise is too large to say what share the directions hold."
	if c.k > 0 && c.shares[min(c.k, n)-1].Released <= 1 {
		label = fmt.Sprintf("Cumulative share of the released total: the first direction holds %s, the first %d %s.", words.Percent(c.shares[0].Released), c.k, words.Percent(c.shares[min(c.k, n)-1].Released))
	}
	return g.svg(210, label)
}

// top is the end of the axis: a round share above what the clear directions hold, or all of it.
func (c *cumulative) top() float64 {
	if !c.tested || c.clear >= len(c.shares) || c.k == 0 {
		return 1
	}
	for _, t := range []float64{.1, .2, .4, .6, .8} {
		if c.shares[c.k-1].Released*1.15 <= t {
			return t
		}
	}
	return 1
}

// line joins shares; the first is direction from.
func (g *drawing) line(class string, shares []release.Share, from int, x func(int) float64, y func(float64) float64) {
	if len(shares) == 0 {
		return
	}
	g.add(`<path class="%s" d="M`, class)
	for i, s := range shares {
		g.add(`%s %s `, px(x(from+i)), px(y(s.Released)))
	}
	g.add(`"/>`)
}
