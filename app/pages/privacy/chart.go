package privacy

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"privatepca/app/draft"
	"privatepca/app/forecast"
	"privatepca/app/ui"
	"privatepca/core/chart"
	"privatepca/core/method"
	"privatepca/core/words"
)

// The plot runs over the slider's range of ε, so that the handle below points into it.
var (
	wideFrame   = chart.Frame{Width: chart.Wide, Class: "wide", Height: 230, Left: 40, Right: 616, Top: 24, Bottom: 222, Names: chart.OnLine}
	narrowFrame = chart.Frame{Width: chart.Narrow, Class: "narrow", Height: 220, Left: 29.06, Right: 294.5, Top: 24, Bottom: 212, Names: chart.OnLine}
)

// chartEpsilons are where lines are drawn.
var chartEpsilons = func() (out []float64) {
	for x := float64(draft.SliderMin); x < draft.SliderMax+.01; x += .05 {
		out = append(out, math.Pow(10, x))
	}
	return out
}()

// drawnMethods are the mechanisms that have a curve to draw, the chosen one among them.
func (p outlook) drawnMethods() []method.Method {
	drawn, chosen := method.Ranked(false), lawOf(p.Draft.Method())
	for _, m := range method.All() {
		if m.Curve == method.Floor {
			drawn = append(drawn, m)
		}
	}
	if !slices.ContainsFunc(drawn, func(m method.Method) bool { return m.Name == chosen.Name }) {
		drawn = append(drawn, chosen)
	}
	return slices.DeleteFunc(drawn, func(m method.Method) bool { return p.Forecast.Curve(m.Name) == nil })
}

// lawOf is the mechanism whose curve a mechanism has.
func lawOf(m method.Method) method.Method {
	if m.SameLaw != "" {
		return method.Named(m.SameLaw)
	}
	return m
}

// prospects are the lines of the mechanisms: the chosen one in the accent, the others by dash.
func (p outlook) prospects() (out []chart.Mark) {
	at := func(values []float64) (out []float64) {
		for _, e := range chartEpsilons {
			out = append(out, forecast.At(values, e))
		}
		return out
	}
	for _, m := range p.drawnMethods() {
		var bands []chart.Mark
		c := p.Forecast.Curve(m.Name)
		l := chart.Line{Name: lineName(m), Class: "l d" + strconv.Itoa(m.Mark), X: chartEpsilons, Y: at(c.Shares)}
		if m.Name == lawOf(p.Draft.Method()).Name {
			l.Class, l.NameClass = "l-a", "t-a"
			if len(c.Low) == len(c.Shares) && len(c.Top) == len(c.Shares) && len(c.High) == len(c.Shares) {
				low, top, high := at(c.Low), at(c.Top), at(c.High)
				for i := range high {
					high[i] = max(high[i], top[i])
				}
				bands = []chart.Mark{
					chart.Band{From: l.Name + ", from", To: l.Name + ", to", Class: "band", X: chartEpsilons, Low: low, High: top}, // what is said in words
					chart.Band{Class: "band faint", X: chartEpsilons, Low: top, High: high},                                        // up to the hopeful end
				}
			}
		}
		out = append(append(out, l), bands...)
	}
	return out
}

// lineName is what a mechanism is called beside its line.
func lineName(m method.Method) string { return strings.TrimSuffix(m.Short, " norm") }

// forecastChart is what the forecast shows whatever ε is chosen.
func (p outlook) forecastChart() chart.Chart {
	axis := chart.Axis{Label: "ε", Scale: chart.Log, From: chartEpsilons[0], To: chartEpsilons[len(chartEpsilons)-1], Write: words.Three}
	c := chart.Chart{X: axis, Y: chart.Axis{Label: forecastAxis, To: 1, Write: words.Percent}, Marks: p.prospects(), Rows: []float64{.01, .03, .1, .3, 1, 3, 10}}
	for _, v := range []float64{0, .25, .5, .75, 1} {
		c.Y.Ticks = append(c.Y.Ticks, chart.Tick{At: v, Name: strconv.Itoa(int(100 * v))})
	}
	return c
}

// forecastAxis says what runs upwards. It stands above the drawing.
const forecastAxis = "Share of the structure kept, expected, %"

// lines draws a chart without its X axis, which the slider is, and without the label that stands above it.
func lines(c chart.Chart, f chart.Frame) string {
	c.X.Label, c.Y.Label = "", ""
	return c.Inner(f)
}

// drawn is the chart with the mark of the chosen ε, for both widths, and its table, with a row for that ε.
func (p outlook) drawn(epsilon float64, shares []float64, said string, known bool, sentence string, to *ui.Inbox) (wide, narrow, table string) {
	c := p.forecastChart()
	mark := chart.Chart{X: c.X, Y: chart.Axis{To: 1}}
	mark.X.Label = ""
	if known && epsilon > 0 {
		mark.Marks = []chart.Mark{
			chart.Rule{Upwards: true, At: epsilon, To: math.NaN(), Class: "mark", Label: "ε = " + words.Three(epsilon) + ": " + said},
			chart.Points{X: slices.Repeat([]float64{epsilon}, len(shares)), Y: shares},
		}
		if c.X.Shows(epsilon) {
			c.Rows = append(slices.Clone(c.Rows), epsilon)
		}
	}
	in := func(f chart.Frame) string {
		to.Rest()
		return f.SVG(f.Height, sentence, lines(c, f), mark.Inner(f))
	}
	return in(wideFrame), in(narrowFrame), c.Table().HTML()
}
