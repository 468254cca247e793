package report

import (
	"fmt"
	"math"
	"strconv"

	"privatepca/core/chart"
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
	k := d.NumComponents // directions that the mark stands at; 0 for none
	if found.Tested() {
		k = found.Held()
	}
	f.plots(cumulativeChart(found, shares, shownOf(d, len(shares)), k, banded))
	return f, true
}

// cumulativeChart is the chart of the shares: what follows the clear directions is dotted, on hatching.
func cumulativeChart(found *Finding, shares []release.Share, shown, k int, banded bool) *chart.Chart {
	listed := shares[:min(tablePlace, len(shares))]
	clear := len(listed)
	if found.Tested() {
		clear = min(found.Clear(), clear)
	}
	var x, share, low, high []float64
	for i, s := range listed {
		x, share, low, high = append(x, float64(i+1)), append(share, s.Released), append(low, s.Low), append(high, s.High)
	}
	most := cumulativeTop(listed[:min(shown, len(listed))], clear < shown)
	c := &chart.Chart{Seen: "Cumulative share of the released total.", X: counted("Directions", shown, found.Clear()), Y: chart.Axis{Label: "Share of the released total, %", To: most, Write: words.Percent}}
	for i := range 5 {
		if v := most * float64(i) / 4; math.Abs(100*v-math.Round(100*v)) < .01 { // no room for decimals
			c.Y.Ticks = append(c.Y.Ticks, chart.Tick{At: v, Name: strconv.Itoa(int(math.Round(100 * v)))})
		}
	}
	if clear < shown {
		says := "hatched: mostly noise"
		if found.states {
			says = "hatched: not clear"
		}
		c.Marks = append(c.Marks, chart.Noise{Upwards: true, At: float64(clear) + .5, Label: says})
	}
	c.Marks = append(c.Marks, chart.Line{Name: "Share", Class: "l-a", X: x[:clear], Y: share[:clear]})
	if from := max(0, clear-1); clear < len(x) {
		c.Marks = append(c.Marks, chart.Line{Name: "Share", Class: "mark d2", X: x[from:], Y: share[from:], Noise: true})
	}
	if banded {
		c.Marks = append(c.Marks, chart.Band{From: "From", To: "To", Class: "band", X: x[:clear], Low: low[:clear], High: high[:clear]})
		if from := max(0, clear-1); !found.states && clear < len(x) {
			c.Marks = append(c.Marks, chart.Band{From: "From", To: "To", Class: "band faint", X: x[from:], Low: low[from:], High: high[from:]})
		}
	}
	if k == 0 || k > len(share) || share[k-1] > 1 {
		c.Seen = "Cumulative share of the released total; the noise is too large to say what share the directions hold."
	}
	if k > 0 && k <= shown {
		says := words.Count(k, "direction")
		if share[k-1] <= 1 {
			says += ": " + words.Percent(share[k-1])
		}
		c.Marks = append(c.Marks, chart.Rule{Upwards: true, At: float64(k), To: share[k-1], Class: "mark d2", Label: says})
	}
	return c
}

// cumulativeTop is the end of the axis: a round share above what is drawn, or all of it. All of it also where nothing is noise.
func cumulativeTop(drawn []release.Share, noise bool) float64 {
	above := 0.0
	for _, s := range drawn {
		above = max(above, s.Released)
	}
	for _, t := range []float64{.1, .2, .4, .6, .8} {
		if noise && 1.05*above <= t {
			return t
		}
	}
	return 1
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
