package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"privatepca/core/chart"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// points is how many eigenvalues a drawing shows; the table has a few more, the document all.
const (
	points     = 12
	tablePlace = 100
)

// Scree draws the released eigenvalues with what noise alone would show; ok is false where none were released.
func Scree(d *release.Document) (f Figure, ok bool) {
	values := d.Spectrum
	if len(values) == 0 {
		values = d.ExplainedVariance
	}
	if len(values) == 0 {
		return Figure{}, false
	}
	found := Find(d)
	shown := shownOf(d, len(values))
	band, banded := d.Band()
	f = Figure{ID: "scree", Title: "Scree", Sentence: screeSentence(d, found, values[:shown], values, band, banded)}
	f.plots(screeChart(d, found, values, shown, band))
	return f, true
}

// shownOf is how many of n values, one a direction, are drawn.
func shownOf(d *release.Document, n int) int {
	return min(max(points, min(d.NumComponents+2, 2*points)), n)
}

// plots draws a chart of one value a direction for every width, and takes its table.
func (f *Figure) plots(c *chart.Chart) {
	f.SVG, f.Table = c.Draw(chart.Frame{Width: chart.Narrow, Height: 222, Left: 42, Right: 306, Top: 22, Bottom: 184}), c.Table()
	f.Short = c.Draw(chart.Frame{Width: 460, Height: 196, Left: 42, Right: 456, Top: 22, Bottom: 158, Class: "short"})
	f.slide = func() (string, string) {
		return f.Sentence, c.Draw(chart.Frame{Width: chart.Slide, Height: 300, Left: 60, Right: 790, Top: 22, Bottom: 264})
	}
}

// counted is the axis of directions from 1: the first few of them are drawn, and one number is bold, 0 for none.
func counted(label string, shown, bold int) chart.Axis {
	room := min(.6, max(.3, .045*float64(shown-1)))
	return chart.Axis{Label: label, From: 1 - room, To: float64(shown) + room, Ticks: chart.Counted(shown, bold), Write: func(v float64) string { return strconv.Itoa(int(v)) }}
}

// screeChart is the chart of the eigenvalues: those that stand clear are filled, or those that are kept where nothing was tested.
func screeChart(d *release.Document, found *Finding, values []float64, shown int, band release.Band) *chart.Chart {
	m := chart.Points{Name: "Eigenvalue", Filled: "Kept", Tip: func(i int) string { return fmt.Sprintf("Direction %d: %s", i+1, words.Three(values[i])) }}
	full := d.NumComponents
	reach, level := 0.0, 0.0
	if found.Tested() {
		full, level = found.Clear(), found.test.Level
		m.Filled, m.ErrName = "Clear of noise", "±"
		if found.states {
			m.Filled, m.ErrName = "Clear", "95 % ±"
		}
	}
	for i, v := range values[:min(tablePlace, len(values))] {
		m.X, m.Y, m.Full = append(m.X, float64(i+1)), append(m.Y, v), append(m.Full, i < full)
		if found.Tested() {
			edge := band.Edge
			if found.states {
				edge, _ = release.EigenvalueError(d, i) // 0 for a direction that is not clear
			}
			m.Err = append(m.Err, edge)
			reach = math.Max(reach, m.Err[0])
		}
	}
	c := &chart.Chart{Seen: "Scree of the released eigenvalues.", X: counted("Direction", shown, found.Clear()), Y: screeAxis(values[:shown], reach, level)}
	c.Y.Label = eigenvalueUnit(d)
	if found.Tested() {
		says := "noise reaches up to "
		if found.states {
			says = "chance reaches up to "
		}
		c.Marks = append(c.Marks, chart.Noise{At: level}, chart.Rule{At: level, Label: says + words.Three(level), Name: words.Upper(strings.TrimSpace(says))})
	}
	c.Marks = append(c.Marks, m)
	return c
}

// screeAxis goes from just below the noise up to the end of the first whisker. Nothing below zero is drawn: an eigenvalue there is noise. It is
// logarithmic where a linear one from zero would press the smaller values together.
func screeAxis(values []float64, reach, level float64) chart.Axis {
	hi, least := math.Max(values[0]+reach, level*1.1), math.Inf(1)
	for _, v := range values {
		if v > 0 {
			least = math.Min(least, v)
		}
	}
	if level > 0 {
		least = math.Max(least, level/3)
	}
	a := chart.Axis{To: 1}
	if hi > 0 {
		a.To = hi * 1.02
		if lo := math.Min(least, hi) * .8; lo > 0 && hi > 6*lo {
			a.Scale, a.From, a.To = chart.Log, lo, hi*1.05
		}
	}
	a.Ticks = chart.Ticks(a.Scale, a.From, a.To, 4)
	return a
}

// screeSentence reads the chart: how many directions stand clear of the noise, and what the whiskers are.
func screeSentence(d *release.Document, found *Finding, shown, values []float64, band release.Band, banded bool) string {
	listed := "All released eigenvalues. "
	if len(shown) < len(values) {
		listed = fmt.Sprintf("The first %s of %s. ", words.Count(len(shown), "released eigenvalue"), words.Thousands(len(values)))
	}
	if found.states && found.Tested() {
		return listed + relatedScree(found) + eigenvalueNote(d)
	}
	if !banded || !found.Tested() {
		return listed + "They carry the noise of the release; small ones may fall below zero. " + eigenvalueNote(d)
	}
	out := clear(found.Clear(), len(values))
	if found.Clear() < len(values) {
		out += fmt.Sprintf(": in a table without further structure, at most 2 releases in 100 would show another eigenvalue above %s", words.Three(found.test.Level))
	}
	out += ". "
	whiskers := "Whiskers: ± what the noise may have moved, with 98 % confidence for all at once. "
	shrunk := d.Shrinkage != nil && d.Shrinkage.Used // the bound is for directions of the matrix that was released
	if angle, ok := band.Angle(values, d.NumComponents); ok && !shrunk {
		whiskers = "Whiskers: ± what the noise may have moved, with the same confidence for all at once. "
		out += fmt.Sprintf("Together the %s released lie within %s of the exact ones, with 98 %% confidence. ", words.Count(d.NumComponents, "direction"), words.Degrees(angle))
	}
	out += whiskers
	if shrunk {
		out += "The eigenvalues are those of the matrix that was released, the directions those of the shrunk one. "
	}
	if found.test.Tabulated {
		out += "The bound is tabulated from the noise’s law. "
	}
	return out + eigenvalueNote(d)
}

// relatedScree reads the chart of a document with a finding.
func relatedScree(f *Finding) string {
	level := fmt.Sprintf(" the level %s of noise, chance and single columns", words.Three(f.test.Level))
	if f.test.Clear == 0 {
		return "No eigenvalue exceeds" + level + ". "
	}
	return fmt.Sprintf("At least %s: as many eigenvalues exceed%s. Whiskers: 95 %% intervals, of noise alone. ", relate(f.test.Clear), level)
}

// clear says which directions stand above what noise alone would show.
func clear(m, of int) string {
	switch {
	case m == 0:
		return "No direction stands clear of the noise"
	case m == 1:
		return "Direction 1 stands clear of the noise"
	case m == of:
		return fmt.Sprintf("All %d directions stand clear of the noise", of)
	}
	return fmt.Sprintf("Directions 1 to %d stand clear of the noise", m)
}

// eigenvalueNote says what eigenvalues are not.
func eigenvalueNote(d *release.Document) string {
	switch {
	case d.VarianceUnit == release.PerColumn && d.Finding != nil:
		return "Each column counts equally: an eigenvalue of 1 is what one column holds by itself."
	case d.Finding != nil:
		return "They are second moments about the released mean, of records that were cut to one length."
	case d.VarianceUnit == release.PerColumn:
		return "They are of the correlations, so that each column counts equally: an eigenvalue of 1 is what one column holds by itself. The noise was added before columns were divided, and no bound is known after it."
	case d.Encoding.NormRule == string(schema.Pairs):
		return "They are shares of the pairs’ directions, not variances."
	case d.Encoding.NormRule == string(schema.Sign):
		return "They are shares of the records’ directions from the centre, not variances."
	case d.Encoding.Centre == string(schema.CentreNone):
		return "They are second moments about zero, not variances: the mean is part of them."
	}
	return "They are second moments about the stated centre."
}

// eigenvalueUnit names the axis.
func eigenvalueUnit(d *release.Document) string {
	switch sign := d.Encoding.NormRule == string(schema.Sign); {
	case d.VarianceUnit == release.PerColumn:
		return "Eigenvalue, in columns"
	case sign && d.VarianceUnit == release.PerPerson:
		return "Eigenvalue per person, share of 1"
	case sign:
		return "Eigenvalue, sum over directions"
	}
	switch d.VarianceUnit {
	case release.PerPair:
		return "Eigenvalue per pair, share of 1"
	case release.SumOfPairs:
		return "Eigenvalue, sum over pairs"
	case release.Sum:
		return "Eigenvalue, sum of encoded units squared"
	}
	return "Eigenvalue per person, encoded units squared"
}
