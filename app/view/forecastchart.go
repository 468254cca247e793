package view

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"privatepca/app/browser"
	"privatepca/app/draft"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/method"
	"privatepca/core/report"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// A drawing is the part of the forecast's chart that the slider does not move, kept
// until another forecast or another choice of mechanism.
type drawing struct {
	of           *protocol.Forecasted
	chosen       string
	wide, narrow string
	table        string
}

// A chartFrame is where a chart stands: its plot runs over the slider's range of ε, so that
// the handle below points into it.
type chartFrame struct {
	class                    string
	width, height            float64
	left, right, top, bottom float64
	shares                   []float64 // with a line across
	title, percent           string
}

var (
	wideFrame = chartFrame{
		class: "wide", width: 640, height: 300, left: 40, right: 616, top: 34, bottom: 292,
		shares: []float64{0, .25, .5, .75, 1}, title: "Share of the structure kept, expected, %", percent: " %",
	}
	narrowFrame = chartFrame{
		class: "narrow", width: 320, height: 240, left: 30, right: 304, top: 34, bottom: 232,
		shares: []float64{0, .5, 1}, title: "Share of the structure kept, %",
	}
)

func (f *chartFrame) x(epsilon float64) float64 {
	t := (math.Log10(epsilon) - draft.SliderMin) / (draft.SliderMax - draft.SliderMin)
	return f.left + max(0, min(t, 1))*(f.right-f.left)
}

func (f *chartFrame) y(share float64) float64 { return f.bottom - share*(f.bottom-f.top) }

// A prospect is one line of the chart: its points in the slider's range, two a grid step.
type prospect struct {
	name   string
	title  string
	accent bool
	dash   string
	shares []float64 // at chartEpsilons
	low    []float64 // of the chosen one: the ends of its band; nil without
	top    []float64
	high   []float64
}

// chartEpsilons are where lines are drawn.
var chartEpsilons = func() (out []float64) {
	for x := float64(draft.SliderMin); x < draft.SliderMax+.01; x += .05 {
		out = append(out, math.Pow(10, x))
	}
	return out
}()

// prospects are the mechanisms drawn: the chosen one in the accent, the others by dash.
func prospects(s *state.State) []prospect {
	chosen := s.Draft.Method()
	if chosen.SameLaw != "" {
		chosen = method.Named(chosen.SameLaw)
	}
	drawn := method.Ranked(false)
	for _, m := range method.All() {
		if m.Curve == method.Floor {
			drawn = append(drawn, m)
		}
	}
	if !slices.ContainsFunc(drawn, func(m method.Method) bool { return m.Name == chosen.Name }) {
		drawn = append(drawn, chosen)
	}
	var out []prospect
	for _, m := range drawn {
		c := s.Forecast.Curve(m.Name)
		if c == nil {
			continue
		}
		l := prospect{name: m.Name, title: strings.TrimSuffix(m.Short, " norm"), accent: m.Name == chosen.Name, dash: "d" + strconv.Itoa(m.Mark)}
		for _, e := range chartEpsilons {
			l.shares = append(l.shares, state.At(c.Shares, e))
			if l.accent && len(c.Low) == len(c.Shares) && len(c.Top) == len(c.Shares) && len(c.High) == len(c.Shares) {
				l.low, l.top, l.high = append(l.low, state.At(c.Low, e)), append(l.top, state.At(c.Top, e)), append(l.high, state.At(c.High, e))
			}
		}
		out = append(out, l)
	}
	return out
}

// renew draws the chart as the forecast and the choice of mechanism stand.
func (d *drawing) renew(s *state.State) {
	if d.of != s.Forecast.Got || d.chosen != s.Draft.Choices.Mechanism {
		lines := prospects(s)
		*d = drawing{s.Forecast.Got, s.Draft.Choices.Mechanism, "", "", forecastTable(lines)}
		d.wide = wideFrame.lines(lines)
		browser.Pause()
		d.narrow = narrowFrame.lines(lines)
		browser.Pause()
	}
}

// lines draws the grid, every line and its label.
func (f *chartFrame) lines(all []prospect) string {
	var b strings.Builder
	for _, v := range f.shares {
		label := fmt.Sprintf("%.0f", 100*v)
		if v == 1 {
			label += f.percent
		}
		fmt.Fprintf(&b, `<path class="g" d="M%s %sH%s"/><text class="e" x="%s" y="%s">%s</text>`,
			ui.Px(f.left), ui.Px(f.y(v)), ui.Px(f.right), ui.Px(f.left-6), ui.Px(f.y(v)+4), label)
	}
	fmt.Fprintf(&b, `<text x="0" y="12">%s</text>`, f.title)
	for _, l := range all {
		if l.low != nil {
			// What is said in words, and up to the hopeful end.
			f.area(&b, "band", l.low, l.top)
			f.area(&b, "band faint", l.top, l.high)
		}
	}
	draw := func(l prospect) {
		class := "l " + l.dash
		if l.accent {
			class = "l-a"
		}
		fmt.Fprintf(&b, `<path class="%s" d="M`, class)
		for i, v := range l.shares {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(ui.Px(f.x(chartEpsilons[i])) + " " + ui.Px(f.y(v)))
		}
		b.WriteString(`"/>`)
	}
	for _, l := range all { // the accent above the others
		if !l.accent {
			draw(l)
		}
	}
	for _, l := range all {
		if l.accent {
			draw(l)
		}
	}
	for i, l := range f.labels(all) {
		class := l.anchor
		if all[i].accent {
			class += " t-a"
		}
		fmt.Fprintf(&b, `<text class="%s" x="%s" y="%s">%s</text>`, strings.TrimSpace(class), ui.Px(l.x), ui.Px(l.y), report.Escape(all[i].title))
	}
	return b.String()
}

// area fills what lies between two lines.
func (f *chartFrame) area(b *strings.Builder, class string, from, to []float64) {
	fmt.Fprintf(b, `<path class="%s" d="M`, class)
	for i, v := range from {
		b.WriteString(ui.Px(f.x(chartEpsilons[i])) + " " + ui.Px(f.y(v)) + " ")
	}
	for i := len(to) - 1; i >= 0; i-- {
		b.WriteString(ui.Px(f.x(chartEpsilons[i])) + " " + ui.Px(f.y(max(to[i], from[i]))) + " ")
	}
	b.WriteString(`Z"/>`)
}

// A label stands beside its line.
type label struct {
	x, y                     float64
	anchor                   string // "" at its start, "e" at its end
	left, right, top, bottom float64
}

// labels places each line's name where it meets no line and no other name, as near as
// that allows to where the line is steepest.
func (f *chartFrame) labels(all []prospect) []label {
	out := make([]label, len(all))
	for i, l := range all {
		width := 6.2*float64(len([]rune(l.title))) + 2*float64(capitals(l.title))
		steepest, rise := len(l.shares)-1, .002
		for j := 1; j < len(l.shares); j++ {
			if d := l.shares[j] - l.shares[j-1]; d > rise {
				steepest, rise = j, d
			}
		}
		least := math.Inf(1)
		for j, v := range l.shares {
			x, y := f.x(chartEpsilons[j]), f.y(v)
			for _, c := range []label{
				{x: x - 7, y: y - 4, anchor: "e", left: x - 7 - width, right: x - 7},
				{x: x + 7, y: y + 13, left: x + 7, right: x + 7 + width},
				{x: x, y: y - 7, anchor: "e", left: x - width, right: x},
			} {
				c.top, c.bottom = c.y-10, c.y+3
				cost := math.Abs(float64(j-steepest)) + 200*f.clashes(c, all, out[:i])
				if c.left < f.left+2 || c.right > f.right || c.top < f.top-2 || c.bottom > f.bottom-1 {
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

// capitals counts the capital letters of a name, which are wider than the mean letter.
func capitals(name string) int {
	n := 0
	for _, r := range name {
		if unicode.IsUpper(r) {
			n++
		}
	}
	return n
}

// clashes counts the points of lines and the names that a label covers.
func (f *chartFrame) clashes(c label, all []prospect, placed []label) float64 {
	n := 0.0
	for _, p := range placed {
		if c.left < p.right+4 && p.left < c.right+4 && c.top < p.bottom && p.top < c.bottom {
			n += 5
		}
	}
	step := (f.right - f.left) / float64(len(chartEpsilons)-1)
	first := max(1, int((c.left-f.left)/step))
	last := min(len(chartEpsilons)-1, int((c.right-f.left)/step)+1)
	for _, l := range all {
		for j := first; j <= last; j++ {
			a, b := f.y(l.shares[j-1]), f.y(l.shares[j])
			if min(a, b) < c.bottom && max(a, b) > c.top {
				n++
			}
		}
	}
	return n
}

// chart puts the mark of the chosen ε on the lines.
func (f *chartFrame) chart(lines string, epsilon, share float64, said string, known bool, sentence string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="%s" viewBox="0 0 %.0f %.0f" role="img" aria-label="%s">`, f.class, f.width, f.height, report.Escape(sentence))
	b.WriteString(lines)
	if known && epsilon > 0 {
		x := f.x(epsilon)
		fmt.Fprintf(&b, `<path class="mark" d="M%s 26V%.0f"/><circle class="f-a" cx="%s" cy="%s" r="4.5"/>`, ui.Px(x), f.height, ui.Px(x), ui.Px(f.y(share)))
		text, anchor, at := "ε = "+words.Three(epsilon)+": "+said, "c", x
		half := 3.4 * float64(len([]rune(text)))
		if x-half < f.left {
			anchor, at = "", f.left
		} else if x+half > f.width {
			anchor, at = "e", f.width
		}
		fmt.Fprintf(&b, `<text class="%s" x="%s" y="22">%s</text>`, strings.TrimSpace("t-a "+anchor), ui.Px(at), text)
	}
	return b.String() + "</svg>"
}

// percentWhole writes a share as people read it: whole per cent, with a digit where that
// would say all or nothing.
func percentWhole(x float64) string {
	switch p := 100 * x; {
	case p >= 99.95:
		return "100 %"
	case p >= 99 || p < 1:
		return fmt.Sprintf("%.1f %%", p)
	default:
		return fmt.Sprintf("%.0f %%", p)
	}
}

// forecastTable has the lines in numbers.
func forecastTable(all []prospect) string {
	var b strings.Builder
	b.WriteString(`<table class="plain data"><thead><tr><th scope="col">ε</th>`)
	for _, l := range all {
		fmt.Fprintf(&b, `<th scope="col">%s</th>`, report.Escape(l.title))
	}
	b.WriteString(`</tr></thead><tbody>`)
	for _, e := range []float64{.01, .03, .1, .3, 1, 3, 10} {
		fmt.Fprintf(&b, `<tr><th scope="row">%s</th>`, words.Three(e))
		for _, l := range all {
			at := int(math.Round((math.Log10(e) - draft.SliderMin) / .05))
			fmt.Fprintf(&b, `<td>%s</td>`, percentWhole(l.shares[at]))
		}
		b.WriteString(`</tr>`)
	}
	return b.String() + "</tbody></table>"
}
