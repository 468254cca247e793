package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// points is how many eigenvalues a drawing shows; the table has a few more, the document all.
const (
	points     = 12
	tablePlace = 100
)

// Scree draws the released eigenvalues with what noise alone would show; ok is false where
// none were released.
func Scree(d *release.Document) (f Figure, ok bool) {
	values := d.Spectrum
	if len(values) == 0 {
		values = d.ExplainedVariance
	}
	if len(values) == 0 {
		return Figure{}, false
	}
	found := Find(d)
	shown := values[:min(max(points, min(d.NumComponents+2, 2*points)), len(values))]
	band, banded := d.Band()
	f = Figure{ID: "scree", Title: "Scree", Sentence: screeSentence(d, found, shown, values, band, banded)}
	f.Table = Table{Head: []string{"Direction", "Eigenvalue"}}
	if banded {
		f.Table.Head = append(f.Table.Head, "±", "Clear of noise")
	} else if found.states && found.Tested() {
		f.Table.Head = append(f.Table.Head, "95 % ±", "Clear")
	}
	for i, v := range values[:min(tablePlace, len(values))] {
		row := []string{strconv.Itoa(i + 1), words.Three(v)}
		if banded {
			row = append(row, words.Three(band.Edge), yesNo(i < found.Clear()))
		} else if found.states && found.Tested() {
			reach := "—"
			if e, ok := release.EigenvalueError(d, i); ok {
				reach = words.Three(e)
			}
			row = append(row, reach, yesNo(i < found.Clear()))
		}
		f.Table.Rows = append(f.Table.Rows, row)
	}
	s := scree{values: shown, k: d.NumComponents, unit: eigenvalueUnit(d)}
	if found.Tested() {
		s.tested, s.clear, s.level, s.said = true, found.Clear(), found.test.Level, "noise reaches up to "
		for i := range shown {
			edge := band.Edge
			if found.states {
				edge, _ = release.EigenvalueError(d, i) // 0 for a direction that is not clear
				s.said = "chance reaches up to "
			}
			s.edges = append(s.edges, edge)
		}
	}
	f.SVG = s.draw()
	return f, true
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

func yesNo(yes bool) string { return map[bool]string{true: "yes", false: "no"}[yes] }

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

// A scree is what the chart is drawn from.
type scree struct {
	values []float64
	k      int
	unit   string
	tested bool
	clear  int       // leading values that stand clear
	level  float64   // that the others do not pass
	edges  []float64 // of the whiskers; 0 for none
	said   string    // of the level
}

// The plot's place in the drawing.
const (
	left, right = 42.0, 306.0
	top, bottom = 22.0, 184.0
)

func (s *scree) draw() string {
	var g drawing
	lo, hi := s.ends()
	y, ticks := s.axis(lo, hi)
	unit := s.unit
	if s.logarithmic(lo, hi) {
		unit += ", log scale"
	}
	g.text("", 0, 11, unit)
	x := func(i int) float64 { return place(i, len(s.values)) }
	inside := func(v float64) float64 { return math.Max(top, math.Min(bottom, y(v))) }
	if s.tested {
		over := inside(s.level)
		g.hatch(left, over, right-left, bottom-over)
	}
	for _, t := range ticks {
		class := "g"
		if t.v == 0 {
			class = "ax"
		}
		g.add(`<path class="%s" d="M%s %sH%s"/>`, class, px(left), px(y(t.v)), px(right))
		g.text("e", left-5, y(t.v)+4, t.label)
	}
	if s.tested {
		g.add(`<path class="ax" d="M%s %sH%s"/>`, px(left), px(inside(s.level)), px(right))
		for i, v := range s.values {
			if up, down := inside(v+s.edges[i]), inside(v-s.edges[i]); up < bottom && s.edges[i] > 0 {
				g.add(`<path class="wh" d="M%s %sV%s"/>`, px(x(i)), px(up), px(down))
			}
		}
		g.text("halo e", right-4, math.Max(top+12, inside(s.level)-6), s.said+words.Three(s.level))
	}
	for i, v := range s.values {
		said := tip(fmt.Sprintf("Direction %d: %s", i+1, words.Three(v)))
		switch {
		case v < lo: // below the scale
			g.add(`<path class="wh" d="M%s %sl4 5 4 -5">%s</path>`, px(x(i)-4), px(bottom-6), said)
		case s.tested && i < s.clear, !s.tested && i < s.k:
			g.add(`<circle class="f-a" cx="%s" cy="%s" r="4">%s</circle>`, px(x(i)), px(inside(v)), said)
		default:
			g.add(`<circle class="open" cx="%s" cy="%s" r="3.5">%s</circle>`, px(x(i)), px(inside(v)), said)
		}
	}
	g.numbers(len(s.values), s.clear)
	return g.svg(210, fmt.Sprintf("Scree of the released eigenvalues: the first is %s, the last shown %s.%s", words.Three(s.values[0]), words.Three(s.values[len(s.values)-1]), s.label()))
}

// place is where direction i of n stands on the axis.
func place(i, n int) float64 {
	if n == 1 {
		return (left + right) / 2
	}
	return left + 12 + float64(i)*(right-left-24)/float64(n-1)
}

// numbers writes those of directions below the plot: the first, the last, each fourth and the last clear one.
func (g *drawing) numbers(n, clear int) {
	last := -9.0
	for i := range n {
		every := i == 0 || (i+1)%4 == 0 || i == n-1 && (i+1)%4 > 1
		if i+1 == clear || every && (i+1 < clear-1 || i+1 > clear+1 || n < 14) {
			class := "c"
			if i+1 == clear {
				class = "t-i c"
			}
			if at := place(i, n); at-last > 14 || i+1 == clear {
				g.text(class, at, 202, strconv.Itoa(i+1))
				last = at
			}
		}
	}
}

func (s *scree) label() string {
	if s.tested {
		return " " + strings.ToUpper(s.said[:1]) + s.said[1:] + words.Three(s.level) + "."
	}
	return ""
}

// ends are the least and the greatest value of the axis: just below the noise, up to the first whisker. Nothing below zero is
// drawn: an eigenvalue there is noise.
func (s *scree) ends() (lo, hi float64) {
	hi = s.values[0]
	if s.tested {
		hi += s.edges[0]
		hi = math.Max(hi, s.level*1.1)
	}
	least := math.Inf(1)
	for _, v := range s.values {
		if v > 0 {
			least = math.Min(least, v)
		}
	}
	if s.tested && s.level > 0 {
		least = math.Max(least, s.level/3)
	}
	if !(hi > 0) {
		return 0, 1
	}
	if lo = math.Min(least, hi) * .8; s.logarithmic(lo, hi) {
		return lo, hi * 1.05
	}
	return 0, hi * 1.02
}

// logarithmic reports whether a linear axis from zero would press the smaller values together.
func (s *scree) logarithmic(lo, hi float64) bool { return lo > 0 && hi > 6*lo }

type tick struct {
	v     float64
	label string
}

// axis gives the scale and a few ticks.
func (s *scree) axis(lo, hi float64) (y func(float64) float64, ticks []tick) {
	if s.logarithmic(lo, hi) {
		from, to := math.Log10(lo), math.Log10(hi)
		y = func(v float64) float64 {
			if v <= 0 {
				return bottom + 1
			}
			return bottom - (math.Log10(v)-from)/(to-from)*(bottom-top)
		}
		steps := []float64{1, 2, 5}
		if to-from > 1.6 {
			steps = []float64{1, 3}
		}
		if to-from > 3 {
			steps = steps[:1]
		}
		for e := math.Floor(from); e <= to; e++ {
			if to-from > 7 && math.Mod(e, math.Ceil((to-from)/6)) != 0 {
				continue
			}
			for _, m := range steps {
				if v := m * math.Pow(10, e); v > 0 && math.Log10(v) >= from && math.Log10(v) <= to {
					ticks = append(ticks, tick{v, words.Three(v)})
				}
			}
		}
		return y, ticks
	}
	step := NiceStep((hi - lo) / 4)
	for i := 0; lo+float64(i)*step <= hi; i++ {
		v := lo + float64(i)*step
		ticks = append(ticks, tick{v, TickLabel(v, step)})
	}
	return func(v float64) float64 { return bottom - (v-lo)/(hi-lo)*(bottom-top) }, ticks
}
