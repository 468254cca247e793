package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"privatepca/core/chart"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// Scores draws public rows in the plane of two directions, a ≠ b from 0, with rays for the features that pull most: a biplot. The table
// has the scores of all rows on all directions.
func Scores(d *release.Document, applied release.Applied, a, b int) Figure {
	s := &scores{found: Find(d), doc: d, applied: applied, a: a, b: b}
	f := Figure{ID: "scores", Title: "Score plot", Sentence: s.sentence(), Table: Table{Head: []string{"Row"}}}
	for k := range d.NumComponents {
		f.Table.Head = append(f.Table.Head, fmt.Sprintf("Direction %d", k+1))
	}
	for r, name := range applied.Rows {
		row := []string{name}
		for _, x := range applied.Scores[r] {
			row = append(row, words.Signed(x, 4))
		}
		f.Table.Rows = append(f.Table.Rows, row)
	}
	f.drawn(s.draw)
	return f
}

// A scores is what the score plot is drawn from.
type scores struct {
	found   *Finding
	doc     *release.Document
	applied release.Applied
	a, b    int
}

// mostLabelled is how many rows have their names drawn.
const mostLabelled = 40

func (s *scores) sentence() string {
	missing := "the middle of its column"
	if schema.NormRule(s.doc.Encoding.NormRule).AboutMean() {
		missing = "its column’s mean"
	}
	out := fmt.Sprintf("%s on the released directions, %d of %d columns matched; what is missing counts as %s. Placing public rows is free.",
		capitalCount(len(s.applied.Rows), "row"), s.applied.Matched, len(s.doc.Encoding.Fields), missing)
	return out + s.ends()
}

// ends say which rows are highest and lowest along each direction.
func (s *scores) ends() (out string) {
	for _, k := range []int{s.a, s.b} {
		low, high := 0, 0
		for r := range s.applied.Rows {
			if s.applied.Scores[r][k] < s.applied.Scores[low][k] {
				low = r
			}
			if s.applied.Scores[r][k] > s.applied.Scores[high][k] {
				high = r
			}
		}
		switch {
		case s.found.Standing(k) == Noise && s.found.states:
			out += fmt.Sprintf(" Direction %d is not clear: places along it mean nothing.", k+1)
		case s.found.Standing(k) == Noise:
			out += fmt.Sprintf(" Direction %d is within the noise: places along it mean nothing.", k+1)
		case low != high:
			out += fmt.Sprintf(" Along direction %d, %s is highest and %s lowest.", k+1, words.Clip(s.applied.Rows[high], 40), words.Clip(s.applied.Rows[low], 40))
		}
	}
	return out
}

// moved is by how much the noise in a direction moves a point, as 1.96 standard errors: the median of all rows, 0 where nothing is known.
func (s *scores) moved(k int) float64 {
	u := s.found.uncertainty(k)
	if u == nil {
		return 0
	}
	var all []float64
	for _, x := range s.applied.Vectors {
		square := 0.0
		for i, v := range x {
			square += v * v * u.Error[i] * u.Error[i]
		}
		all = append(all, 1.96*math.Sqrt(square))
	}
	slices.Sort(all)
	return all[len(all)/2]
}

func (s *scores) draw(wide chart.Width) string {
	g := chart.Drawing{Width: wide}
	from, to, over, under := wide.Between(8, 20, 20), float64(wide)-wide.Between(8, 20, 20), wide.Between(22, 26, 22), wide.Between(262, 430, 284)
	letters := int(wide.Between(12, 24, 28))
	loX, hiX := s.range1(s.a)
	loY, hiY := s.range1(s.b)
	x := func(v float64) float64 { return from + (v-loX)/(hiX-loX)*(to-from) }
	y := func(v float64) float64 { return under - (v-loY)/(hiY-loY)*(under-over) }
	for _, axis := range []struct {
		k        int
		vertical bool
	}{{s.a, false}, {s.b, true}} {
		if s.found.Standing(axis.k) == Noise {
			g.Hatch(from, over, to-from, under-over)
			break
		}
	}
	g.Text("", 0, 11, s.found.Name(s.a)+" across, "+strconv.Itoa(s.b+1)+" upwards")
	g.Add(`<path class="g" d="M%s %sH%sV%sH%sz"/>`, chart.Px(from), chart.Px(over), chart.Px(to), chart.Px(under), chart.Px(from))
	if loX < 0 && hiX > 0 {
		g.Add(`<path class="ax" d="M%s %sV%s"/>`, chart.Px(x(0)), chart.Px(over), chart.Px(under))
	}
	if loY < 0 && hiY > 0 {
		g.Add(`<path class="ax" d="M%s %sH%s"/>`, chart.Px(from), chart.Px(y(0)), chart.Px(to))
	}
	boxes := s.rays(&g, (from+to)/2, (over+under)/2, math.Min(to-from, under-over)*.42, letters)
	for r, name := range s.applied.Rows {
		at := s.applied.Scores[r]
		cx, cy := x(at[s.a]), y(at[s.b])
		g.Add(`<circle class="f-a" fill-opacity="0.6" cx="%s" cy="%s" r="4">%s</circle>`, chart.Px(cx), chart.Px(cy), chart.Tip(fmt.Sprintf("%s: %s, %s", name, words.Signed(at[s.a], 3), words.Signed(at[s.b], 3))))
		if r < mostLabelled {
			boxes = beside(&g, boxes, "t-i halo", chart.Cut(words.Clip(name, math.MaxInt), letters), cx, cy, from, to, over, under)
		}
	}
	if m := s.moved(s.a); m > 0 {
		long := 2 * m / (hiX - loX) * (to - from)
		g.Add(`<path class="wh" d="M%s %sh%sm0 -3v6m-%s -6v6"/>`, chart.Px(from+8), chart.Px(under+12), chart.Px(long), chart.Px(long))
		g.Text("", from+14+long, under+16, movesOf(s.found))
	}
	return g.SVG(under+24, fmt.Sprintf("%d public rows on the directions %d and %d.%s", len(s.applied.Rows), s.a+1, s.b+1, s.ends()))
}

// range1 is the axis of a direction: all scores, with room around them.
func (s *scores) range1(k int) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, row := range s.applied.Scores {
		lo, hi = math.Min(lo, row[k]), math.Max(hi, row[k])
	}
	if size := math.Max(1, math.Max(math.Abs(lo), math.Abs(hi))); !(hi-lo > 1e-9*size) { // a norm bound can make all scores as large as it is
		lo, hi = lo-.5*size, hi+.5*size
	}
	room := .12 * (hi - lo)
	return lo - room, hi + room
}

// rays draws the features that pull most in the plane from its middle, and returns where their names stand.
func (s *scores) rays(g *chart.Drawing, cx, cy, reach float64, letters int) (boxes [][4]float64) {
	const most = 6
	across, up := s.doc.Loadings(s.a), s.doc.Loadings(s.b)
	length := make([]float64, len(across))
	for i := range length {
		if !s.found.weak(s.a, i) || !s.found.weak(s.b, i) {
			length[i] = math.Hypot(across[i], up[i])
		}
	}
	order := bySize(length)
	if length[order[0]] == 0 {
		return nil
	}
	var drawn []float64 // angles of rays: one that lies on another says nothing new
	for _, i := range order {
		angle := math.Atan2(up[i], across[i])
		if len(drawn) == most || length[i] < length[order[0]]/4 {
			break
		}
		if slices.ContainsFunc(drawn, func(a float64) bool { return math.Cos(a-angle) > .98 }) {
			continue
		}
		drawn = append(drawn, angle)
		tx, ty := cx+across[i]/length[order[0]]*reach, cy-up[i]/length[order[0]]*reach
		g.Add(`<path class="mark d2" d="M%s %sL%s %s"/>`, chart.Px(cx), chart.Px(cy), chart.Px(tx), chart.Px(ty))
		boxes = beside(g, boxes, "t-a halo", chart.Cut(Label(s.doc, i), letters), tx, ty, 0, float64(g.Width), 14, cy*2)
	}
	return boxes
}

// beside writes a name beside a point where it meets no other, or not at all.
func beside(g *chart.Drawing, boxes [][4]float64, class, name string, x, y, left, right, top, bottom float64) [][4]float64 {
	wide := 6.2 * float64(chart.Cells(name))
	for _, at := range [][2]float64{{x + 6, y + 4}, {x - 6 - wide, y + 4}, {x - wide/2, y - 7}, {x - wide/2, y + 15}, {x + 5, y - 6}, {x + 5, y + 14}, {x - 5 - wide, y - 6}, {x - 5 - wide, y + 14}} {
		box := [4]float64{at[0], at[1] - 10, at[0] + wide, at[1] + 2}
		if box[0] < left || box[2] > right || box[1] < top || box[3] > bottom || slices.ContainsFunc(boxes, func(o [4]float64) bool {
			return box[0] < o[2] && o[0] < box[2] && box[1] < o[3] && o[1] < box[3]
		}) {
			continue
		}
		g.Text(class, at[0], at[1], name)
		return append(boxes, box)
	}
	return boxes
}
