package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"privatepca/core/chart"
	"privatepca/core/release"
	"privatepca/core/words"
)

// mostTips is how many cells have tooltips, which makes the drawing longer: those of larger maps are read in the table.
const mostTips = 400

// directionsShown is how many directions the heat map draws.
const directionsShown = 16

// HeatMap draws features on every direction: rows of them, 0 for Rows. Where directions stand clear, each feature stands with
// the direction on which it is surest to differ from 0.
func HeatMap(d *release.Document, rows int) Figure {
	if rows == 0 {
		rows = Rows
	}
	h := newHeat(d, rows)
	f := Figure{ID: "heatmap", Title: "Heat map", Sentence: h.sentence(), Table: Table{Head: []string{"Feature"}, Code: true}}
	for c := range h.k {
		f.Table.Head = append(f.Table.Head, strconv.Itoa(c+1))
	}
	listed := slices.Concat(h.groups...)
	for _, i := range listed {
		row := []string{d.FeatureNames[i]}
		for c := range h.k {
			row = append(row, words.Signed(d.Loadings(c)[i], 2))
		}
		f.Table.Rows = append(f.Table.Rows, row)
	}
	f.Table = labelled(f.Table, d, listed)
	f.drawn(h.draw)
	f.slide = func() (string, string) {
		h := newHeat(d, min(rows, Rows))
		return h.sentence(), h.draw(chart.Slide)
	}
	return f
}

func newHeat(d *release.Document, rows int) *heat {
	h := &heat{found: Find(d), doc: d, k: min(d.NumComponents, directionsShown), limit: .05}
	for c := range d.Components {
		if h.found.Standing(c) == Noise { // which is not drawn
			continue
		}
		for _, x := range d.Loadings(c) {
			h.limit = math.Max(h.limit, math.Abs(x))
		}
	}
	h.arrange(rows)
	return h
}

// A heat is what the heat map is drawn from.
type heat struct {
	found  *Finding
	doc    *release.Document
	k      int     // directions drawn
	limit  float64 // of the colours
	groups [][]int // features, by the direction that they stand with
}

// surely is how many errors from 0 a value must be, of so many that are looked at, so that where all are 0 one passes in fewer than 5 of 100 releases
// (Bonferroni).
func surely(looks int) float64 { return math.Sqrt2 * math.Erfinv(1-.05/float64(looks)) }

// arrange chooses features and their order: by |estimate|/error where directions stand clear; by size where nothing was tested;
// in the file's order where all is noise, since any other order would be chosen by the noise.
func (h *heat) arrange(rows int) {
	d := h.doc
	rows = min(rows, d.NumFeatures)
	if h.found.Held() == 0 {
		order := make([]int, d.NumFeatures)
		for i := range order {
			order[i] = i
		}
		if !h.found.Tested() {
			largest := make([]float64, d.NumFeatures)
			for c := range d.Components {
				for i, x := range d.Loadings(c) {
					largest[i] = math.Max(largest[i], math.Abs(x))
				}
			}
			order = bySize(largest)
		}
		h.groups = [][]int{order[:rows]}
		return
	}
	surest, belongs := make([]float64, d.NumFeatures), make([]int, d.NumFeatures)
	for c := range min(h.k, h.found.Held()) {
		u := h.found.uncertainty(c)
		if u == nil {
			continue
		}
		for i := range surest {
			if s := math.Abs(u.Estimate[i]) / math.Max(u.Error[i], 1e-12); s > surest[i] {
				surest[i], belongs[i] = s, c
			}
		}
	}
	held := min(h.k, h.found.Held())
	h.groups = surestOf(surest, belongs, held, rows, surely(held*len(surest)))
	for c, g := range h.groups {
		row := d.Loadings(c)
		highestFirst(g, row)
	}
	h.groups = slices.DeleteFunc(h.groups, func(g []int) bool { return len(g) == 0 })
}

func (h *heat) sentence() string {
	n, d := len(slices.Concat(h.groups...)), h.doc
	on := "on every direction"
	if h.k < d.NumComponents {
		on = fmt.Sprintf("on the first %d of %d directions", h.k, d.NumComponents)
	}
	switch {
	case !h.found.Tested():
		return fmt.Sprintf("The %s with the largest loadings, %s. Grey: near zero.", words.Count(n, "feature"), on)
	case h.found.Held() == 0 && h.found.states:
		return "No direction is clear, so no loading is shown. " + notClear
	case h.found.Held() == 0:
		return "All directions are within the noise, so no loading is shown."
	}
	if h.found.states {
		return fmt.Sprintf("%s, %s, each with the direction that it surely belongs to.%s A dot: the loading may be 0. Hatched: not clear.", capitalCount(n, "feature"), on, planesOf(h.found, h.k))
	}
	return fmt.Sprintf("%s, %s, each with the direction that it surely belongs to. A dot: the exact loading may be 0. Hatched: noise.", capitalCount(n, "feature"), on)
}

// shades show a loading's size, in steps of a third of the largest: how much of the colour each has. Numbers on the last are of the paper's
// colour, on the others of the ink's, with a contrast of at least 5 to 1.
var shades = [...]float64{0, .2, .4, 1}

// strongest is the last shade.
const strongest = len(shades) - 1

func (h *heat) draw(wide chart.Width) string {
	g := chart.Drawing{Width: wide}
	from, letters := wide.Between(112, 260, 320), int(wide.Between(17, 38, 48))
	tall := wide.Between(18, 21, min(21, (chart.SlideHeight-46-6*float64(len(h.groups)))/float64(max(1, h.count()))))
	cell := (float64(wide) - from) / float64(h.k)
	gap := math.Min(1, cell/8)
	g.Text("", 0, 11, "Direction")
	for c := range h.k {
		if h.k <= 10 || c == 0 || (c+1)%4 == 0 {
			name := strconv.Itoa(c + 1)
			if h.found.Standing(c) == Noise && cell > 55 {
				name += map[bool]string{false: " noise", true: " not clear"}[h.found.states]
			}
			g.Text("c", from+(float64(c)+.5)*cell, 11, name)
		}
	}
	paths := map[[2]int]string{} // by sign and shade
	names := shortNames(h.doc, slices.Concat(h.groups...), letters)
	y := 20.0
	for at, group := range h.groups {
		if at > 0 {
			y += 6
		}
		for _, i := range group {
			g.Text("m", 0, y+tall-5, names[i])
			for c := range h.k {
				h.cell(&g, paths, c, i, from+float64(c)*cell, y, cell-gap, tall-1)
			}
			y += tall
		}
	}
	for c := range h.k {
		if h.found.Standing(c) == Noise {
			g.Hatch(from+float64(c)*cell, 20, cell-gap, y-21)
		}
	}
	h.legend(&g, paths, y+10)
	out := chart.Drawing{Width: wide}
	for _, sign := range []int{0, -1, 1} {
		for shade, of := range shades {
			path := paths[[2]int{sign, shade}]
			if path == "" {
				continue
			}
			switch sign {
			case 0:
				out.Add(`<path class="f-g" d="%s"/>`, path)
			case -1:
				out.Add(`<path class="f-m" fill-opacity="%s" d="%s"/>`, chart.Px(of), path)
			default:
				out.Add(`<path class="f-a" fill-opacity="%s" d="%s"/>`, chart.Px(of), path)
			}
		}
	}
	out.WriteString(g.String())
	return out.SVG(y+26, h.seen())
}

// seen says which drawn loadings are the highest and the lowest, and which directions are hatched.
func (h *heat) seen() string {
	out := fmt.Sprintf("Heat map of the loadings of %s on %s.", words.Count(h.count(), "feature"), words.Count(h.k, "released direction"))
	var high, low struct {
		v          float64
		c, feature int
	}
	var hatched []string
	for c := range h.k {
		if h.found.Standing(c) == Noise {
			hatched = append(hatched, strconv.Itoa(c+1))
			continue
		}
		for _, i := range slices.Concat(h.groups...) {
			switch v := h.found.loading(c, i).Value; {
			case h.found.weak(c, i):
			case v > high.v:
				high.v, high.c, high.feature = v, c, i
			case v < low.v:
				low.v, low.c, low.feature = v, c, i
			}
		}
	}
	if high.v > 0 {
		out += fmt.Sprintf(" The highest is %s with %s on direction %d.", words.Clip(Label(h.doc, high.feature), 40), words.Signed(high.v, 2), high.c+1)
	}
	if low.v < 0 {
		out += fmt.Sprintf(" The lowest is %s with %s on direction %d.", words.Clip(Label(h.doc, low.feature), 40), words.Signed(low.v, 2), low.c+1)
	}
	if hatched != nil {
		out += " Hatched: " + words.List(hatched) + "."
	}
	return out
}

// cell adds one loading to the path of its colour; a dot marks one that may be 0.
func (h *heat) cell(g *chart.Drawing, paths map[[2]int]string, c, i int, x, y, w, tall float64) {
	if h.found.Standing(c) == Noise {
		return
	}
	v := h.found.loading(c, i).Value
	key := [2]int{1, int(math.Round(math.Abs(v) / h.limit * float64(strongest)))}
	if v < 0 {
		key[0] = -1
	}
	weak := h.found.weak(c, i)
	if key[1] == 0 || weak {
		key = [2]int{}
	}
	said := fmt.Sprintf("%s, direction %d: %s", about(h.doc, i), c+1, words.Signed(v, 2))
	paths[key] += fmt.Sprintf("M%s %sh%sv%sh-%sz", chart.Px(x), chart.Px(y), chart.Px(w), chart.Px(tall), chart.Px(w))
	switch {
	case weak:
		g.Add(`<circle class="f-i" cx="%s" cy="%s" r="1.2"/>`, chart.Px(x+w/2), chart.Px(y+tall/2))
		said += ", may be 0"
	case g.Width != chart.Narrow && w > 44:
		class := "t-i c"
		if key[1] == strongest {
			class = "t-o c"
		}
		g.Text(class, x+w/2, y+tall/2+4, words.Signed(v, 2))
	}
	if h.count()*h.k <= mostTips {
		g.Add(`<rect fill="none" pointer-events="all" x="%s" y="%s" width="%s" height="%s">%s</rect>`, chart.Px(x), chart.Px(y), chart.Px(w), chart.Px(tall), chart.Tip(said))
	}
}

// count is the number of features drawn.
func (h *heat) count() (n int) {
	for _, g := range h.groups {
		n += len(g)
	}
	return n
}

// legend draws the scale of colours.
func (h *heat) legend(g *chart.Drawing, paths map[[2]int]string, y float64) {
	at := 112.0
	for sign := -1; sign <= 1; sign += 2 {
		for step := 1; step <= strongest; step++ {
			shade := step
			if sign < 0 {
				shade = strongest + 1 - step
			}
			paths[[2]int{sign, shade}] += fmt.Sprintf("M%s %sh13v10h-13z", chart.Px(at), chart.Px(y))
			at += 14
		}
		if sign < 0 {
			paths[[2]int{0, 0}] += fmt.Sprintf("M%s %sh13v10h-13z", chart.Px(at), chart.Px(y))
			at += 14
		}
	}
	g.Text("e", 107, y+9, "−"+words.Three(h.limit))
	g.Text("", at+4, y+9, "+"+words.Three(h.limit))
}

// highestFirst sorts features by their loadings in a row, those of equal loadings as they stood.
func highestFirst(features []int, row []float64) {
	slices.SortStableFunc(features, func(a, b int) int { return cmp.Compare(row[b], row[a]) })
}
