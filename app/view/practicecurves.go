package view

import (
	"fmt"
	"math"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/state"
	"privatepca/core/chart"
	"privatepca/core/method"
	"privatepca/core/words"
)

// looks are the lines of a chart: the first in the accent.
var looks = []string{"l-a", "l", "l d2", "l d3"}

// curve is a line of an attempt at several places, NaN where there is none yet.
func curve(name string, look int, x, y []float64) chart.Line {
	l := chart.Line{Name: name, Class: looks[look], X: x, Y: y}
	if look == 0 {
		l.NameClass, l.Dots = "t-a", "f-a"
	}
	return l
}

// percentAxis is the axis of a share in percent.
func percentAxis(label string) chart.Axis {
	return chart.Axis{Label: label, To: 100, Ticks: chart.Steps(0, 100, 25), Write: func(v float64) string { return words.Tenths(v) + " %" }}
}

// inBothWidths draws a chart with names at the ends of lines, and with names below where there is no room for them.
func inBothWidths(c chart.Chart, height float64) string {
	return c.Draw(chart.Frame{Width: chart.Wide, Class: "wide", Height: height, Left: 34, Right: 540, Top: 34, Bottom: height - 34, Names: chart.AtEnd}) +
		c.Draw(chart.Frame{Width: chart.Narrow, Class: "narrow", Height: height, Left: 34, Right: 298, Top: 34, Bottom: height - 34, Names: chart.InKey})
}

// average is the mean energy of an attempt, NaN while there is none.
func average(a state.Trial) float64 {
	if a.Draws == nil || len(a.Draws.Utilities) == 0 {
		return math.NaN()
	}
	return mean(energies(a.Draws))
}

// epsilonFigure is the effect of ε.
func epsilonFigure(p *state.Practice) app.UI {
	c := epsilonChart(p)
	return publicFigure("practice-epsilons", "The effect of ε", "Each point is the mean of up to five draws. Where a line is flat, more ε does not help. Where it is steep, a little more ε helps much.",
		inBothWidths(c, 236), c.Table())
}

func epsilonChart(p *state.Practice) chart.Chart {
	from, to := state.CurveEpsilons[0], state.CurveEpsilons[len(state.CurveEpsilons)-1]
	c := chart.Chart{
		Seen: "Mean share of the structure kept as ε grows from 0.01 to 10.",
		X:    chart.Axis{Label: "ε", Scale: chart.Log, From: from, To: to, Ticks: chart.Ticks(chart.Log, from, to, 0), Write: words.Number},
		Y:    percentAxis("Mean share of the structure kept, %"),
	}
	if e := p.Asked.Epsilon; c.X.Shows(e) {
		c.Marks = append(c.Marks, chart.Rule{Upwards: true, At: e, To: math.NaN(), Class: "hl", Label: "ε = " + words.Three(e)})
	}
	for i, tries := range p.Curves {
		var y []float64
		for j := range tries {
			y = append(y, average(tries[j]))
		}
		c.Marks = append(c.Marks, curve(method.Named(tries[0].Mechanism).Short, i, state.CurveEpsilons, y))
	}
	for i := range p.Tries {
		if a := &p.Tries[i]; method.Named(a.Mechanism).Curve == method.Floor && a.Draws != nil {
			c.Marks = append(c.Marks, curve(method.Named(a.Mechanism).Short, 3, []float64{from, to}, []float64{average(*a), average(*a)}))
		}
	}
	return c
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
	sentence := "A small R needs little noise, but cuts long records short, which bends the directions. The best R lies where the two losses balance."
	if best := bestCut(p); best != nil {
		sentence += fmt.Sprintf(" Here R = %s keeps most: %s %%, with %s of the records clipped.", words.Three(best.Bound), words.Tenths(average(best.Trial)), words.ThreePercent(best.Truth.Clipped))
	}
	c := clippingChart(p, m)
	return publicFigure("practice-clipping", "The effect of the norm bound R", sentence, inBothWidths(c, 236), c.Table())
}

// clippingChart draws what is kept with and without the noise of a mechanism, and how much is clipped, by the norm bound.
func clippingChart(p *state.Practice, m method.Method) chart.Chart {
	var bounds, noisy, clean, clipped []float64
	most := 1.0
	for i := range p.ClippingPoints {
		c := &p.ClippingPoints[i]
		most = math.Max(most, c.Bound)
		truth, share := math.NaN(), math.NaN()
		if c.Truth != nil {
			truth, share = 100*c.Truth.Encoded.Energy, 100*c.Truth.Clipped
		}
		bounds, noisy, clean, clipped = append(bounds, c.Bound), append(noisy, average(c.Trial)), append(clean, truth), append(clipped, share)
	}
	c := chart.Chart{
		Seen: "Share of the structure kept, and share of records clipped, by norm bound R.",
		X:    chart.Axis{Label: "Norm bound R", To: most, Ticks: chart.Ticks(chart.Linear, 0, most, 5)},
		Y:    percentAxis("Structure kept, records clipped, mean %"),
	}
	if p.Truth != nil {
		c.Marks = append(c.Marks, chart.Rule{Upwards: true, At: p.Truth.NormBound, To: math.NaN(), Class: "hl", Label: "R = " + words.Three(p.Truth.NormBound)})
	}
	clear := curve("No noise", 1, bounds, clean)
	clear.Class = "l d1"
	c.Marks = append(c.Marks, curve(m.Short, 0, bounds, noisy), clear, curve("Clipped", 2, bounds, clipped))
	return c
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

// screeFigure is the exact scree, as shares of the total, with what they add up to.
func screeFigure(p *state.Practice) app.UI {
	if p.Truth == nil {
		return publicFigure("practice-scree", "Exact scree", "The truth is being read.", "", chart.Table{})
	}
	what := "second moment"
	switch p.Truth.Of {
	case "covariance":
		what = "covariance, the directions of variation about the exact mean"
	case "correlations":
		what = "correlations, in which every column counts equally"
	}
	sentence := fmt.Sprintf("Exact eigenvalues of the %s, as shares of their total (bars), and what the first of them add up to (line). The first %d hold %s.", what, p.Asked.K, words.ThreePercent(truthShare(p)))
	wide, narrow := screeChart(p, 20), screeChart(p, 10)
	return publicFigure("practice-scree", "Exact scree", sentence,
		wide.Draw(chart.Frame{Width: chart.Wide, Class: "wide", Height: 228, Left: 34, Right: 636, Top: 24, Bottom: 190})+
			narrow.Draw(chart.Frame{Width: chart.Narrow, Class: "narrow", Height: 228, Left: 34, Right: 306, Top: 24, Bottom: 190}), wide.Table())
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

// rowsListed bounds the table of eigenvalues, which is printed, too.
const rowsListed = 30

// screeChart draws the first few eigenvalues as bars, those of the directions asked for in the accent.
func screeChart(p *state.Practice, most int) chart.Chart {
	shares, sums := sharesOf(p)
	var at, values []float64
	var kept []bool
	for i, v := range p.Truth.Values[:min(rowsListed, len(shares))] {
		at, values, kept = append(at, float64(i+1)), append(values, v), append(kept, i < p.Asked.K)
	}
	shown := min(most, len(shares))
	shares, sums = shares[:len(at)], sums[:len(at)]
	return chart.Chart{
		Seen: "Exact scree: shares of the total.",
		X:    chart.Axis{Label: "Direction", From: .5, To: float64(shown) + .5, Ticks: chart.Counted(shown, 0), Write: func(v float64) string { return words.Thousands(v) }},
		Y:    percentAxis("Share of the total, %"),
		Marks: []chart.Mark{
			chart.Column{Name: "Eigenvalue", X: at, Y: values, Write: words.Three},
			chart.Bars{Name: "Share", X: at, Y: shares, Full: kept},
			chart.Line{Name: "Together", Class: "l d1", X: at, Y: sums, Dots: "open"},
		},
	}
}
