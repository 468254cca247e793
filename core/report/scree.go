package report

import (
	"fmt"
	"math"
	"strconv"

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
	shown := values[:min(max(points, min(d.NumComponents+2, 2*points)), len(values))]
	band, banded := d.Band()
	f = Figure{ID: "scree", Title: "Scree", Sentence: screeSentence(d, shown, values, band, banded)}
	f.Table = Table{Head: []string{"Direction", "Eigenvalue"}}
	if banded {
		f.Table.Head = append(f.Table.Head, "±", "Clear of noise")
	}
	for i, v := range values[:min(tablePlace, len(values))] {
		row := []string{strconv.Itoa(i + 1), words.Three(v)}
		if banded {
			row = append(row, words.Three(band.Edge), map[bool]string{true: "yes", false: "no"}[i < band.Clear])
		}
		f.Table.Rows = append(f.Table.Rows, row)
	}
	s := scree{values: shown, k: d.NumComponents, unit: eigenvalueUnit(d)}
	if banded {
		s.edge = band.Edge
	}
	f.SVG = s.draw()
	return f, true
}

// screeSentence reads the chart: how many directions stand clear of the noise, as
// core/privacy/noise.md proves it, and what the whiskers are.
func screeSentence(d *release.Document, shown, values []float64, band release.Band, banded bool) string {
	listed := "All released eigenvalues. "
	if len(shown) < len(values) {
		listed = fmt.Sprintf("The first %s of %s. ", words.Count(len(shown), "released eigenvalue"), words.Thousands(len(values)))
	}
	if !banded {
		return listed + "They carry the noise of the release; small ones may fall below zero. " + eigenvalueNote(d)
	}
	out := clear(band.Clear, len(values))
	out += fmt.Sprintf(": without any records, at most one release in 100 would show an eigenvalue above %s. ", words.Three(band.Edge))
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
	if band.Tabulated {
		out += "The bound is tabulated from the noise’s law. "
	}
	return out + eigenvalueNote(d)
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

// A scree is what the chart is drawn from; edge 0 stands for no band.
type scree struct {
	values []float64
	k      int
	unit   string
	edge   float64
}

// The plot's place in the drawing.
const (
	left, right = 42.0, 306.0
	top, bottom = 22.0, 184.0
)

func (s *scree) draw() string {
	var g drawing
	y, ticks := s.axis()
	g.text("", 0, 11, s.unit+s.suffix())
	x := func(i int) float64 {
		if len(s.values) == 1 {
			return (left + right) / 2
		}
		return left + 12 + float64(i)*(right-left-24)/float64(len(s.values)-1)
	}
	if s.edge > 0 {
		over, under := y(s.edge), math.Min(bottom, y(-s.edge))
		g.hatch(left, over, right-left, under-over)
	}
	for _, t := range ticks {
		class := "g"
		if t.v == 0 {
			class = "ax"
		}
		g.add(`<path class="%s" d="M%s %sH%s"/>`, class, px(left), px(y(t.v)), px(right))
		g.text("e", left-5, y(t.v)+4, t.label)
	}
	if s.edge > 0 {
		g.add(`<path class="ax" d="M%s %sH%s"/>`, px(left), px(y(s.edge)), px(right))
		for i, v := range s.values {
			g.add(`<path class="wh" d="M%s %sV%s"/>`, px(x(i)), px(math.Max(top, y(v+s.edge))), px(math.Min(bottom, y(v-s.edge))))
		}
		over := math.Min(bottom, y(-s.edge)) - 5 // in the hatching, or above it where that is too thin
		if over-8 < y(s.edge) {
			over = y(s.edge) - 5
		}
		g.text("halo", left+6, over, "noise alone reaches up to "+words.Three(s.edge))
	}
	for i, v := range s.values {
		switch at := y(v); {
		case at > bottom+.05: // below the scale
			g.add(`<path class="wh" d="M%s %sl4 5 4 -5"/>`, px(x(i)-4), px(bottom-6))
		case i < s.k:
			g.add(`<circle class="f-a" cx="%s" cy="%s" r="4"/>`, px(x(i)), px(at))
		default:
			g.add(`<circle class="open" cx="%s" cy="%s" r="3.5"/>`, px(x(i)), px(at))
		}
		if i == 0 || (i+1)%4 == 0 || i == len(s.values)-1 && (i+1)%4 > 1 {
			g.text("c", x(i), 202, strconv.Itoa(i+1))
		}
	}
	return g.svg(210, fmt.Sprintf("Scree of the released eigenvalues: the first is %s, the last shown %s.%s", words.Three(s.values[0]), words.Three(s.values[len(s.values)-1]), s.label()))
}

func (s *scree) label() string {
	if s.edge > 0 {
		return " Noise alone reaches up to " + words.Three(s.edge) + "."
	}
	return ""
}

// logarithmic reports whether the noise would be too low to be seen on a linear scale.
func (s *scree) logarithmic() bool { return s.edge > 0 && s.values[0] > 8*s.edge }

func (s *scree) suffix() string {
	if s.logarithmic() {
		return ", log scale"
	}
	return ""
}

type tick struct {
	v     float64
	label string
}

// axis gives the scale and a few ticks.
func (s *scree) axis() (y func(float64) float64, ticks []tick) {
	if s.logarithmic() {
		lo, hi := math.Log10(s.edge/3), math.Log10((s.values[0]+s.edge)*1.05)
		y = func(v float64) float64 {
			if v <= 0 {
				return bottom + 1
			}
			return bottom - (math.Log10(v)-lo)/(hi-lo)*(bottom-top)
		}
		steps := []float64{1, 3}
		if hi-lo > 3 {
			steps = steps[:1]
		}
		for e := math.Floor(lo); e <= hi; e++ {
			if hi-lo > 7 && int(e)%2 != 0 {
				continue
			}
			for _, m := range steps {
				if v := m * math.Pow(10, e); math.Log10(v) >= lo && math.Log10(v) <= hi {
					ticks = append(ticks, tick{v, words.Three(v)})
				}
			}
		}
		return y, ticks
	}
	most, least := s.edge, math.Min(0, -s.edge)
	for _, v := range s.values {
		most, least = math.Max(most, v+s.edge), math.Min(least, v-s.edge)
	}
	step := NiceStep((most - least) / 4)
	lo, hi := math.Floor(least/step)*step, math.Ceil(most/step)*step
	if lo == hi { // all are zero
		hi = step
	}
	for i := 0; lo+float64(i)*step <= hi+step/2; i++ {
		v := lo + float64(i)*step
		if math.Abs(v) < step/2 {
			v = 0
		}
		ticks = append(ticks, tick{v, TickLabel(v, step)})
	}
	return func(v float64) float64 { return bottom - (v-lo)/(hi-lo)*(bottom-top) }, ticks
}
