package view

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/method"
	"privatepca/core/report"
	"privatepca/core/words"
)

// A series is a line of a chart: points with x ascending, NaN where there is none yet.
type series struct {
	name  string
	look  string // classes of the path
	label string // class of the label
	x, y  []float64
}

// A frame is the space of a line chart whose y is a percentage.
type plot struct {
	class               string
	width, left, right  float64
	height              float64
	unit                string
	scale               func(x float64) float64 // x to 0 … 1
	ticks               []float64
	tick                func(x float64) string
	mark                float64 // an x to point out, NaN for none
	markWords, yourself string
	names               bool // labels stand on the lines
}

const plotTop = 24.0

// draw draws the lines, and what they are called at their ends.
func (f plot) draw(aloud string, list []series) string {
	bottom := f.height - 34
	x := func(v float64) float64 { return f.left + f.scale(v)*(f.right-f.left) }
	y := func(percent float64) float64 { return bottom - percent/100*(bottom-plotTop) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="%s" viewBox="0 0 %s %s" role="img" aria-label="%s">`, f.class, ui.Px(f.width), ui.Px(f.height), report.Escape(aloud))
	fmt.Fprintf(&b, `<text x="0" y="11">%s</text>`, f.unit)
	for v := 0; v <= 100; v += 25 {
		fmt.Fprintf(&b, `<path class="g" d="M%s %sH%s"/><text class="e" x="%s" y="%s">%d</text>`, ui.Px(f.left), ui.Px(y(float64(v))), ui.Px(f.right), ui.Px(f.left-6), ui.Px(y(float64(v))+4), v)
	}
	for _, t := range f.ticks {
		fmt.Fprintf(&b, `<path class="ax" d="M%s %sv4"/><text class="c" x="%s" y="%s">%s</text>`, ui.Px(x(t)), ui.Px(bottom), ui.Px(x(t)), ui.Px(bottom+17), f.tick(t))
	}
	fmt.Fprintf(&b, `<text class="e" x="%s" y="%s">%s</text>`, ui.Px(f.right), ui.Px(bottom+31), f.yourself)
	if !math.IsNaN(f.mark) {
		fmt.Fprintf(&b, `<path class="hl" d="M%s %sV%s"/><text class="c halo" x="%s" y="%s">%s</text>`, ui.Px(x(f.mark)), ui.Px(plotTop), ui.Px(bottom), ui.Px(math.Max(f.left+24, math.Min(x(f.mark), f.right-24))), ui.Px(bottom+31), f.markWords)
	}
	type label struct {
		y    float64
		text string
	}
	var labels []label
	for _, s := range list {
		path, last, pen := "", -1, "M"
		for i := range s.x {
			if math.IsNaN(s.y[i]) {
				continue
			}
			path += pen + ui.Px(x(s.x[i])) + " " + ui.Px(y(s.y[i]))
			pen, last = "L", i
		}
		if last < 0 {
			continue
		}
		fmt.Fprintf(&b, `<path class="%s" d="%s"/>`, s.look, path)
		for i := range s.x {
			if !math.IsNaN(s.y[i]) && strings.HasPrefix(s.look, "l-a") {
				fmt.Fprintf(&b, `<circle class="f-a" cx="%s" cy="%s" r="3"/>`, ui.Px(x(s.x[i])), ui.Px(y(s.y[i])))
			}
		}
		labels = append(labels, label{y(s.y[last]) + 4, fmt.Sprintf(`<text class="%s" x="%s" y="%%s">%s</text>`, s.label, ui.Px(f.right+8), report.Escape(s.name))})
	}
	slices.SortFunc(labels, func(a, b label) int { return int(math.Copysign(1, a.y-b.y)) })
	for i := range labels { // apart, and within the drawing
		if i > 0 {
			labels[i].y = math.Max(labels[i].y, labels[i-1].y+13)
		}
	}
	for i := len(labels) - 1; i >= 0; i-- {
		limit := bottom + 4
		if i < len(labels)-1 {
			limit = labels[i+1].y - 13
		}
		labels[i].y = math.Min(labels[i].y, limit)
	}
	if f.names {
		for _, l := range labels {
			fmt.Fprintf(&b, l.text, ui.Px(l.y))
		}
	}
	return b.String() + "</svg>"
}

// key names the lines under a drawing that has no room for labels.
func key(list []series) string {
	var b strings.Builder
	height := 6 + 16*len(list)
	fmt.Fprintf(&b, `<svg class="narrow" viewBox="0 0 320 %d" aria-hidden="true">`, height)
	for i, s := range list {
		fmt.Fprintf(&b, `<path class="%s" d="M26 %dh36"/><text class="%s" x="70" y="%d">%s</text>`, s.look, 10+16*i, s.label, 14+16*i, report.Escape(s.name))
	}
	return b.String() + "</svg>"
}

// average is the mean energy of an attempt, NaN while there is none.
func average(a state.Trial) float64 {
	if a.Draws == nil || len(a.Draws.Utilities) == 0 {
		return math.NaN()
	}
	return mean(energies(a.Draws))
}

var looks = []string{"l-a", "l", "l d2", "l d3"}

// epsilonFigure is the effect of ε.
func epsilonFigure(p *state.Practice) app.UI {
	var list []series
	for i, curve := range p.Curves {
		s := series{name: method.Named(curve[0].Mechanism).Short, look: looks[i], x: state.CurveEpsilons}
		if i == 0 {
			s.label = "t-a"
		}
		for j := range curve {
			s.y = append(s.y, average(curve[j]))
		}
		list = append(list, s)
	}
	for i := range p.Tries {
		if a := &p.Tries[i]; method.Named(a.Mechanism).Curve == method.Floor && a.Draws != nil {
			floor := average(*a)
			list = append(list, series{name: method.Named(a.Mechanism).Short, look: looks[3], x: []float64{state.CurveEpsilons[0], state.CurveEpsilons[len(state.CurveEpsilons)-1]}, y: []float64{floor, floor}})
		}
	}
	low, high := math.Log10(state.CurveEpsilons[0]), math.Log10(state.CurveEpsilons[len(state.CurveEpsilons)-1])
	f := plot{
		class: "wide", width: 640, left: 34, right: 540, height: 236, names: true, unit: "Mean share of the structure kept, %",
		scale: func(e float64) float64 { return (math.Log10(e) - low) / (high - low) }, ticks: []float64{0.01, 0.1, 1, 10},
		tick: func(e float64) string { return words.Number(e) }, mark: math.NaN(), yourself: "ε, log scale",
	}
	if e := p.Asked.Epsilon; e >= state.CurveEpsilons[0] && e <= state.CurveEpsilons[len(state.CurveEpsilons)-1] {
		f.mark, f.markWords = e, "ε = "+words.Three(e)
	}
	narrow := f
	narrow.class, narrow.width, narrow.right, narrow.names = "narrow", 320, 308, false
	aloud := "Mean share of the structure kept as ε grows from 0.01 to 10."
	for _, s := range list {
		if first, last := s.y[0], s.y[len(s.y)-1]; !math.IsNaN(first) && !math.IsNaN(last) {
			aloud += fmt.Sprintf(" %s: %.0f to %.0f %%.", s.name, first, last)
		}
	}
	return publicFigure("practice-epsilons", "The effect of ε", "Each point is the mean of up to five draws. Where a line is flat, more ε does not help. Where it is steep, a little more ε helps much.",
		f.draw(aloud, list)+narrow.draw(aloud, list)+key(list), epsilonTable(p, list))
}

func epsilonTable(p *state.Practice, list []series) report.Table {
	t := report.Table{Head: []string{"ε"}}
	for i := range p.Curves {
		t.Head = append(t.Head, list[i].name+", %")
	}
	for j, e := range state.CurveEpsilons {
		row := []string{words.Number(e)}
		for i := range p.Curves {
			row = append(row, tenths(list[i].y[j]))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func tenths(x float64) string {
	if math.IsNaN(x) {
		return "–"
	}
	return fmt.Sprintf("%.1f", x)
}

// clippingFigure is the effect of R, where records are clipped.
func clippingFigure(p *state.Practice) app.UI {
	if p.Truth != nil && p.Truth.Longest == 0 || p.Truth == nil && p.Began {
		return nil
	}
	m := state.Recommended(p.Asked.Delta)
	if len(p.ClippingPoints) > 0 {
		m = method.Named(p.ClippingPoints[0].Trial.Mechanism)
	}
	noisy := series{name: m.Short, look: "l-a", label: "t-a"}
	clean := series{name: "No noise", look: "l d1"}
	share := series{name: "Clipped", look: "l d2"}
	most := 1.0
	for i := range p.ClippingPoints {
		c := &p.ClippingPoints[i]
		most = math.Max(most, c.Bound)
		noisy.x, clean.x, share.x = append(noisy.x, c.Bound), append(clean.x, c.Bound), append(share.x, c.Bound)
		noisy.y = append(noisy.y, average(c.Trial))
		if c.Truth == nil {
			clean.y, share.y = append(clean.y, math.NaN()), append(share.y, math.NaN())
			continue
		}
		clean.y, share.y = append(clean.y, 100*c.Truth.Encoded.Energy), append(share.y, 100*c.Truth.Clipped)
	}
	list := []series{noisy, clean, share}
	step := report.NiceStep(most / 5)
	f := plot{
		class: "wide", width: 640, left: 34, right: 540, height: 236, names: true, unit: "Mean share of the structure kept, and of records clipped, %",
		scale: func(r float64) float64 { return r / most }, tick: func(r float64) string { return report.TickLabel(r, step) }, mark: math.NaN(), yourself: "norm bound R",
	}
	for r := 0.0; r <= most*(1+1e-9); r += step {
		f.ticks = append(f.ticks, r)
	}
	if p.Truth != nil {
		f.mark, f.markWords = p.Truth.NormBound, "R = "+words.Three(p.Truth.NormBound)
	}
	if f.mark > 0.6*most { // its words would cover the axis's
		f.yourself, f.markWords = "norm bound in force, "+f.markWords, ""
	}
	narrow := f
	narrow.class, narrow.width, narrow.right, narrow.names, narrow.unit = "narrow", 320, 308, false, "Energy kept, records clipped, %"
	sentence := "A small R needs little noise, but cuts long records short, which bends the directions. The best R lies where the two losses balance."
	if best := bestCut(p); best != nil {
		sentence += fmt.Sprintf(" Here R = %s keeps most: %.1f %%, with %s of the records clipped.", words.Three(best.Bound), average(best.Trial), percent(best.Truth.Clipped))
	}
	aloud := "Energy kept and records clipped, by norm bound R. " + sentence
	return publicFigure("practice-clipping", "The effect of the norm bound R", sentence,
		f.draw(aloud, list)+narrow.draw(aloud, list)+key(list), clippingTable(p.ClippingPoints))
}

// bestCut keeps most energy; nil until all are there.
func bestCut(p *state.Practice) *state.ClippingPoint {
	var best *state.ClippingPoint
	for i := range p.ClippingPoints {
		c := &p.ClippingPoints[i]
		e := average(c.Trial)
		if c.Truth == nil || math.IsNaN(e) {
			return nil
		}
		if best == nil || e > average(best.Trial) {
			best = c
		}
	}
	return best
}

func clippingTable(cuts []state.ClippingPoint) report.Table {
	t := report.Table{Head: []string{"R", "Clipped, %", "No noise, %", "With noise, %"}}
	for i := range cuts {
		c := &cuts[i]
		clipped, clean := math.NaN(), math.NaN()
		if c.Truth != nil {
			clipped, clean = 100*c.Truth.Clipped, 100*c.Truth.Encoded.Energy
		}
		t.Rows = append(t.Rows, []string{words.Three(c.Bound), tenths(clipped), tenths(clean), tenths(average(c.Trial))})
	}
	return t
}

// screeFigure is the exact scree, as shares of the total, with what they add up to.
func screeFigure(p *state.Practice) app.UI {
	if p.Truth == nil {
		return publicFigure("practice-scree", "Exact scree", "The truth is being read.", "", report.Table{})
	}
	what := "second moment"
	switch p.Truth.Of {
	case "covariance":
		what = "covariance, the directions of variation about the exact mean"
	case "correlations":
		what = "correlations, in which every column counts equally"
	}
	sentence := fmt.Sprintf("Exact eigenvalues of the %s, as shares of their total (bars), and what the first of them add up to (line). The first %d hold %s.", what, p.Asked.K, percent(truthShare(p)))
	shares, sums := sharesOf(p)
	return publicFigure("practice-scree", "Exact scree", sentence,
		screeChart(p, "wide", 640, min(20, len(shares)), shares, sums)+screeChart(p, "narrow", 320, min(10, len(shares)), shares, sums),
		sharesTable(p, shares, sums))
}

// sharesOf are the eigenvalues in percent of their total, and their running sums.
func sharesOf(p *state.Practice) (shares, sums []float64) {
	total := 0.0
	for _, v := range p.Truth.Values {
		total += math.Max(0, v)
	}
	if total == 0 {
		total = 1
	}
	sum := 0.0
	for _, v := range p.Truth.Values {
		sum += 100 * math.Max(0, v) / total
		shares, sums = append(shares, 100*math.Max(0, v)/total), append(sums, sum)
	}
	return shares, sums
}

func screeChart(p *state.Practice, class string, width float64, shown int, shares, sums []float64) string {
	const bottom = 190.0
	left := 34.0
	step := (width - left) / float64(shown)
	x := func(i int) float64 { return left + (float64(i)+.5)*step }
	y := func(v float64) float64 { return bottom - v/100*(bottom-plotTop) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="%s" viewBox="0 0 %s 216" role="img" aria-label="Exact scree: the first direction holds %.0f percent, the first %d together %.0f.">`, class, ui.Px(width), shares[0], shown, sums[shown-1])
	b.WriteString(`<text x="0" y="11">Share of the total, %</text>`)
	for v := 0; v <= 100; v += 25 {
		fmt.Fprintf(&b, `<path class="g" d="M%s %sH%s"/><text class="e" x="%s" y="%s">%d</text>`, ui.Px(left), ui.Px(y(float64(v))), ui.Px(width), ui.Px(left-6), ui.Px(y(float64(v))+4), v)
	}
	line, pen := "", "M"
	for i := range shown {
		look := "f-i"
		if i < p.Asked.K {
			look = "f-a"
		}
		wide := math.Min(22, step*.6)
		fmt.Fprintf(&b, `<rect class="%s" x="%s" y="%s" width="%s" height="%s"/>`, look, ui.Px(x(i)-wide/2), ui.Px(y(shares[i])), ui.Px(wide), ui.Px(math.Max(.5, bottom-y(shares[i]))))
		line += pen + ui.Px(x(i)) + " " + ui.Px(y(sums[i]))
		pen = "L"
		if i == 0 || (i+1)%4 == 0 || i+1 == shown && (i+1)%4 > 1 {
			fmt.Fprintf(&b, `<text class="c" x="%s" y="%s">%d</text>`, ui.Px(x(i)), ui.Px(bottom+18), i+1)
		}
	}
	fmt.Fprintf(&b, `<path class="l d1" d="%s"/>`, line)
	for i := range shown {
		fmt.Fprintf(&b, `<circle class="open" cx="%s" cy="%s" r="3"/>`, ui.Px(x(i)), ui.Px(y(sums[i])))
	}
	return b.String() + "</svg>"
}

// rowsListed bounds the table of eigenvalues, which is printed, too.
const rowsListed = 30

func sharesTable(p *state.Practice, shares, sums []float64) report.Table {
	t := report.Table{Head: []string{"Direction", "Eigenvalue", "Share, %", "Together, %"}}
	for i, v := range p.Truth.Values[:min(rowsListed, len(shares))] {
		t.Rows = append(t.Rows, []string{words.Thousands(int64(i + 1)), words.Three(v), tenths(shares[i]), tenths(sums[i])})
	}
	return t
}
