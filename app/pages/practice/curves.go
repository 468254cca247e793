package practice

import (
	"fmt"
	"math"
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/forecast"
	"privatepca/app/ui"
	"privatepca/core/chart"
	"privatepca/core/method"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
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
func average(e Experiment) float64 {
	if !e.drawn() {
		return math.NaN()
	}
	return mean(energies(e.Draws))
}

// A byEpsilon is the effect of ε.
type byEpsilon struct {
	Epsilon float64
	Curves  []Experiment // by mechanism, then by CurveEpsilons
	Tries   []Experiment
}

// Draw implements ui.Drawn.
func (f byEpsilon) Draw(*ui.Inbox) app.UI {
	c := f.chart()
	return publicFigure("practice-epsilons", "The effect of ε", "Each point is the mean of up to five draws. Where a line is flat, more ε does not help. Where it is steep, a little more ε helps much.",
		inBothWidths(c, 236), c.Table())
}

func (f byEpsilon) chart() chart.Chart {
	from, to := CurveEpsilons[0], CurveEpsilons[len(CurveEpsilons)-1]
	c := chart.Chart{
		Seen: "Mean share of the structure kept as ε grows from 0.01 to 10.",
		X:    chart.Axis{Label: "ε", Scale: chart.Log, From: from, To: to, Ticks: chart.Ticks(chart.Log, from, to, 0), Write: words.Number},
		Y:    percentAxis("Mean share of the structure kept, %"),
	}
	if e := f.Epsilon; c.X.Shows(e) {
		c.Marks = append(c.Marks, chart.Rule{Upwards: true, At: e, To: math.NaN(), Class: "hl", Label: "ε = " + words.Three(e)})
	}
	look := 0
	for points := range slices.Chunk(f.Curves, len(CurveEpsilons)) {
		var y []float64
		for _, e := range points {
			y = append(y, average(e))
		}
		c.Marks = append(c.Marks, curve(method.Named(points[0].Ask.Mechanism).Short, look, CurveEpsilons, y))
		look++
	}
	for _, e := range f.Tries {
		if m := method.Named(e.Ask.Mechanism); m.Curve == method.Floor && e.Draws != nil {
			c.Marks = append(c.Marks, curve(m.Short, 3, []float64{from, to}, []float64{average(e), average(e)}))
		}
	}
	return c
}

// A byBound is the effect of R.
type byBound struct {
	By       string // the mechanism
	Truth    *protocol.Truth
	Clipping []Experiment // without noise,
	Clipped  []Experiment // and with
}

// clipping is the effect of R, where records are clipped; else nil.
func (m Model) clipping(to *ui.Inbox) app.UI {
	truth := m.exact()
	if truth != nil && truth.Longest == 0 || truth == nil && m.began {
		return nil
	}
	f := byBound{forecast.Recommended(m.Asked.Delta).Name, truth, m.of(Clipping), m.of(Clipped)}
	if len(f.Clipped) > 0 {
		f.By = f.Clipped[0].Ask.Mechanism
	}
	return ui.Part(to, f)
}

// Draw implements ui.Drawn.
func (f byBound) Draw(*ui.Inbox) app.UI {
	sentence := "A small R needs little noise, but cuts long records short, which bends the directions. The best R lies where the two losses balance."
	if best := f.best(); best >= 0 {
		e := f.Clipped[best]
		sentence += fmt.Sprintf(" Here R = %s keeps most: %s %%, with %s of the records clipped.", words.Three(e.Ask.NormBound), words.Tenths(average(e)), words.ThreePercent(f.Clipping[best].Truth.Clipped))
	}
	c := f.chart()
	return publicFigure("practice-clipping", "The effect of the norm bound R", sentence, inBothWidths(c, 236), c.Table())
}

// chart draws what is kept with and without noise, and how much is clipped, by R.
func (f byBound) chart() chart.Chart {
	var bounds, noisy, clean, clipped []float64
	most := 1.0
	for i, e := range f.Clipped {
		most = math.Max(most, e.Ask.NormBound)
		truth, share := math.NaN(), math.NaN()
		if t := f.Clipping[i].Truth; t != nil {
			truth, share = 100*t.Encoded.Energy, 100*t.Clipped
		}
		bounds, noisy, clean, clipped = append(bounds, e.Ask.NormBound), append(noisy, average(e)), append(clean, truth), append(clipped, share)
	}
	c := chart.Chart{
		Seen: "Share of the structure kept, and share of records clipped, by norm bound R.",
		X:    chart.Axis{Label: "Norm bound R", To: most, Ticks: chart.Ticks(chart.Linear, 0, most, 5)},
		Y:    percentAxis("Structure kept, records clipped, mean %"),
	}
	if f.Truth != nil {
		c.Marks = append(c.Marks, chart.Rule{Upwards: true, At: f.Truth.NormBound, To: math.NaN(), Class: "hl", Label: "R = " + words.Three(f.Truth.NormBound)})
	}
	clear := curve("No noise", 1, bounds, clean)
	clear.Class = "l d1"
	c.Marks = append(c.Marks, curve(method.Named(f.By).Short, 0, bounds, noisy), clear, curve("Clipped", 2, bounds, clipped))
	return c
}

// best is the place of the R that keeps most; -1 until all are there.
func (f byBound) best() int {
	best := -1
	for i, e := range f.Clipped {
		switch kept := average(e); {
		case f.Clipping[i].Truth == nil || math.IsNaN(kept):
			return -1
		case best < 0 || kept > average(f.Clipped[best]):
			best = i
		}
	}
	return best
}

// A scree is the exact one, as shares of the total, with what they add up to.
type scree struct {
	K     int
	Truth *protocol.Truth
}

// Draw implements ui.Drawn.
func (f scree) Draw(*ui.Inbox) app.UI {
	if f.Truth == nil {
		return publicFigure("practice-scree", "Exact scree", "The truth is being read.", "", chart.Table{})
	}
	what := "second moment"
	switch f.Truth.Of {
	case "covariance":
		what = "covariance, the directions of variation about the exact mean"
	case "correlations":
		what = "correlations, in which every column counts equally"
	}
	sentence := fmt.Sprintf("Exact eigenvalues of the %s, as shares of their total (bars), and what the first of them add up to (line). The first %d hold %s.", what, f.K, words.ThreePercent(leading(f.Truth, f.K)))
	wide, narrow := f.chart(20), f.chart(10)
	return publicFigure("practice-scree", "Exact scree", sentence,
		wide.Draw(chart.Frame{Width: chart.Wide, Class: "wide", Height: 228, Left: 34, Right: 636, Top: 24, Bottom: 190})+
			narrow.Draw(chart.Frame{Width: chart.Narrow, Class: "narrow", Height: 228, Left: 34, Right: 306, Top: 24, Bottom: 190}), wide.Table())
}

// shares are the eigenvalues in percent of their total, and their running sums.
func (f scree) shares() (shares, sums []float64) {
	total := 0.0
	for _, v := range f.Truth.Values {
		total += math.Max(0, v)
	}
	if total == 0 {
		total = 1
	}
	sum := 0.0
	for _, v := range f.Truth.Values {
		sum += 100 * math.Max(0, v) / total
		shares, sums = append(shares, 100*math.Max(0, v)/total), append(sums, sum)
	}
	return shares, sums
}

// rowsListed bounds the table of eigenvalues, which is printed, too.
const rowsListed = 30

// chart draws the first few eigenvalues as bars, those of the directions asked for in the accent.
func (f scree) chart(most int) chart.Chart {
	shares, sums := f.shares()
	var at, values []float64
	var kept []bool
	for i, v := range f.Truth.Values[:min(rowsListed, len(shares))] {
		at, values, kept = append(at, float64(i+1)), append(values, v), append(kept, i < f.K)
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
