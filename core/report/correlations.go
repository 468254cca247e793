package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"privatepca/core/chart"
	"privatepca/core/relation"
	"privatepca/core/release"
	"privatepca/core/words"
)

// A Look says which columns a picture of correlations has. It is comparable.
type Look struct {
	Columns int    // at most; 0 for UsualColumns
	ByFile  bool   // in the order of the file, and not by the directions that they belong to
	Row     string // the columns of the pair that is marked; "" for none
	Column  string
}

// UsualColumns are drawn unless more are asked for, and slideColumns in a picture that is saved, where letters are larger.
const (
	UsualColumns = 16
	slideColumns = 12
)

// Correlations draws the lower half of the table of pairs, which is of the document's own matrix.
func Correlations(d *release.Document, p *relation.Pairs, look Look) Figure {
	c := newCorrelations(d, p, look)
	f := Figure{ID: "correlations", Title: "Correlations", Sentence: c.sentence(), SVG: c.draw(chart.Narrow), Wide: c.draw(chart.Wide), Table: c.table()}
	f.slide = func() (string, string) {
		look.Columns, look.Row, look.Column = min(len(c.columns), slideColumns), "", ""
		c := newCorrelations(d, p, look)
		return c.sentence(), c.draw(chart.Slide)
	}
	return f
}

// CorrelationAt is the pair whose cell is at a point of the drawing of that width; false where there is none.
func CorrelationAt(d *release.Document, p *relation.Pairs, look Look, width, x, y float64) (row, column string, ok bool) {
	c := newCorrelations(d, p, look)
	g := c.grid(chart.Width(width))
	i, j := int(math.Floor((y-g.top)/g.h)), int(math.Floor((x-g.from)/g.w))
	if j < 0 || i >= len(c.columns) || j >= i {
		return "", "", false
	}
	return p.Matrix.Columns[c.columns[i]].Name, p.Matrix.Columns[c.columns[j]].Name, true
}

// CorrelationValues are the pairs of the drawn columns as `matrix -of association -format long` writes them.
func CorrelationValues(d *release.Document, p *relation.Pairs, look Look) []byte {
	c := newCorrelations(d, p, look)
	var list []relation.Value
	for i, b := range c.columns {
		for _, a := range c.columns[:i] {
			v := p.Of(a, b).Value
			v.Row, v.Column = p.Matrix.Columns[a].Name, p.Matrix.Columns[b].Name
			list = append(list, v)
		}
	}
	return (&relation.Table{Of: relation.Association, Values: list}).Long()
}

// A correlations is what the picture is drawn from.
type correlations struct {
	doc     *release.Document
	pairs   *relation.Pairs
	columns []int // drawn, in their order
	groups  []span
	by      string  // what they are chosen and ordered by
	limit   float64 // of the colours
	marked  [2]int  // columns of the marked pair; alike for none
	signs   bool    // there is a pair with a sign
	bare    bool    // there is one without
	weak    bool    // there is one that is not sure
	hidden  bool    // there is one of which nothing is seen
}

// A span is columns beside each other that belong to one direction.
type span struct {
	name  string
	first int // place among the columns
}

func newCorrelations(d *release.Document, p *relation.Pairs, look Look) *correlations {
	c := &correlations{doc: d, pairs: p, limit: .1}
	most := look.Columns
	if most <= 0 {
		most = UsualColumns
	}
	c.arrange(min(most, len(p.Matrix.Columns)), look.ByFile)
	for i, b := range c.columns {
		for _, a := range c.columns[:i] {
			pair := p.Of(a, b)
			if pair.Seen && pair.Sure {
				c.limit = math.Max(c.limit, math.Ceil(10*math.Abs(pair.Value.Value)-1e-9)/10)
			}
			c.weak, c.hidden = c.weak || pair.Seen && !pair.Sure, c.hidden || !pair.Seen
			c.signs, c.bare = c.signs || pair.Signed(p.Matrix), c.bare || !pair.Signed(p.Matrix)
		}
	}
	c.marked = [2]int{columnNamed(p.Matrix, look.Row), columnNamed(p.Matrix, look.Column)}
	return c
}

// columnNamed is the column of that name; −1 for none.
func columnNamed(m *relation.Matrix, name string) int {
	return slices.IndexFunc(m.Columns, func(c relation.Column) bool { return c.Name == name })
}

// arrange chooses columns and their order: by the clear direction that each belongs to most surely, as the heat map of loadings has its features; those
// that belong to none come last, as they stand in the file. Where no direction is clear, any other order than the file's would be chosen by the noise.
func (c *correlations) arrange(most int, byFile bool) {
	m, found := c.pairs.Matrix, Find(c.doc)
	held := found.Held()
	if byFile || held == 0 {
		c.by = "in the order of the file"
		for i := range most {
			c.columns = append(c.columns, i)
		}
		return
	}
	c.by = "ordered by the direction that each belongs to"
	surest, belongs, value := make([]float64, len(m.Columns)), make([]int, len(m.Columns)), make([]float64, len(m.Columns))
	for k := range held {
		u := found.uncertainty(k)
		if u == nil {
			continue
		}
		for i := range m.Columns {
			for f := m.Columns[i].From; f < m.Columns[i].To; f++ {
				if s := math.Abs(u.Estimate[f]) / math.Max(u.Error[f], 1e-12); s > surest[i] {
					surest[i], belongs[i], value[i] = s, k, u.Estimate[f]
				}
			}
		}
	}
	if most < len(m.Columns) { // a column without others of its direction would show nothing
		held = min(held, max(1, most/leastTogether))
		for i, k := range belongs {
			if k >= held {
				surest[i], belongs[i] = 0, 0
			}
		}
	}
	groups := surestOf(surest, belongs, held, most, 2)
	taken := 0
	for k, of := range groups {
		if len(of) == 0 {
			continue
		}
		highestFirst(of, value)
		c.chain(of)
		name := c.doc.Direction(k)
		if name == "" {
			name = "Direction " + strconv.Itoa(k+1)
		}
		c.groups = append(c.groups, span{name, len(c.columns)})
		c.columns = append(c.columns, of...)
		taken += len(of)
	}
	if taken < most {
		c.groups = append(c.groups, span{"No clear direction", len(c.columns)})
	}
	for i := 0; i < len(m.Columns) && len(c.columns) < most; i++ {
		if !slices.Contains(c.columns, i) {
			c.columns = append(c.columns, i)
		}
	}
}

// chain orders columns of one direction so that each follows the one that it goes with most, from the first: a direction can hold two groups that go
// together less than their own columns do.
func (c *correlations) chain(of []int) {
	for i := 1; i < len(of)-1; i++ {
		best, most := i, math.Inf(-1)
		for j := i; j < len(of); j++ {
			if p := c.pairs.Of(of[i-1], of[j]); p.Seen && p.Value.Value > most {
				best, most = j, p.Value.Value
			}
		}
		next := of[best]
		copy(of[i+1:best+1], of[i:best])
		of[i] = next
	}
}

// leastTogether is how many columns of a direction a picture has room for, if it has not room for all.
const leastTogether = 4

// surestOf chooses at most so many items, each belonging to one of some groups: as many of each group, the surest first, and then what room is left for.
// One that is fewer errors from 0 than that belongs to none, but for the surest of all.
func surestOf(surest []float64, belongs []int, groups, most int, from float64) [][]int {
	out := make([][]int, groups)
	each, taken := max(1, most/groups), 0
	for pass := range 2 {
		for _, i := range bySize(surest) {
			g := belongs[i]
			if surest[i] < from && taken > 0 {
				break
			}
			if taken < most && !slices.Contains(out[g], i) && (pass == 1 || len(out[g]) < each) {
				out[g] = append(out[g], i)
				taken++
			}
		}
	}
	return out
}

// columnWords is what a column is called for people.
func columnWords(d *release.Document, m *relation.Matrix, c int) string {
	x := &m.Columns[c]
	if x.To-x.From == 1 {
		return Label(d, x.From)
	}
	if len(d.Encoding.Fields) == len(m.Columns) && d.Encoding.Fields[c].Title != "" {
		return d.Encoding.Fields[c].Title
	}
	return x.Name
}

func (c *correlations) label(column int) string { return columnWords(c.doc, c.pairs.Matrix, column) }

func (c *correlations) sentence() string {
	n, all := len(c.columns), len(c.pairs.Matrix.Columns)
	out := words.Count(n, "column") + ", " + c.by + "."
	if n < all {
		out = fmt.Sprintf("%s of %s, %s.", words.Thousands(n), words.Count(all, "column"), c.by)
	}
	if c.bare {
		out += " A pair with a category has no sign."
	}
	switch {
	case c.weak && n > mostHatched:
		out += " Hatched or light: not sure among all pairs."
	case c.weak:
		out += " Hatched: not sure among all pairs."
	}
	if c.hidden {
		out += " Empty: too little is seen of a column’s spread."
	}
	if missing := c.pairs.Matrix.Notes(relation.Association); len(missing) > 0 {
		for _, note := range missing {
			if strings.Contains(note, "missing") {
				out += " " + note
			}
		}
	}
	return out
}

// table is the lower half, as papers print it; of more columns than that has room for it lists the pairs that are told best.
func (c *correlations) table() Table {
	if len(c.columns) > mostTable {
		drawn := map[int]bool{}
		for _, i := range c.columns {
			drawn[i] = true
		}
		return listPairs(c.doc, c.pairs, mostListed, func(p *relation.Pair) bool { return drawn[p.A] && drawn[p.B] })
	}
	t := Table{Head: []string{"Column"}}
	for i := range c.columns {
		t.Head = append(t.Head, strconv.Itoa(i+1))
	}
	for i, b := range c.columns {
		row := []string{strconv.Itoa(i+1) + " " + c.label(b)}
		for j, a := range c.columns {
			switch {
			case j > i:
				row = append(row, "")
			case j == i:
				row = append(row, "–")
			case !c.pairs.Of(a, b).Seen:
				row = append(row, "")
			default:
				row = append(row, words.Correlation(c.pairs.Of(a, b).Value.Value))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// How many columns a drawing can say how much of.
const (
	mostTable   = 60  // columns of a table of the lower half
	mostListed  = 200 // pairs of a list
	mostHatched = 33  // columns whose cells have room for slanted lines in every drawing
	mostTitled  = 60  // columns whose cells have tooltips
)

// A grid is where cells lie.
type grid struct {
	from, top, w, h float64
	dense           bool // cells have room for colours alone
}

func (c *correlations) grid(wide chart.Width) grid {
	n := float64(max(1, len(c.columns)))
	g := grid{from: wide.Between(112, 204, 300), top: 2}
	g.w = math.Min(44, (float64(wide)-g.from)/n)
	if wide != chart.Slide && g.w < wide.Between(5.5, 6, 0) {
		g.dense, g.from = true, wide.Between(92, 150, 0)
		g.w = (float64(wide) - g.from) / n
		g.h, g.top = g.w, 10
		return g
	}
	g.h = 20
	if n > 28 {
		g.h = 13
	}
	if wide == chart.Slide {
		g.h = math.Min(22, (chart.SlideHeight-30)/n)
	}
	return g
}

// kinds of cells: colours by sign, and what has none.
const (
	belowZero = iota
	aboveZero
	unsigned // with a category
	pale     // the pair is not sure, in a drawing that cannot hatch
	cellKinds
)

// cellKind is the colour of a pair and its shade, from 1; ok is false for what has no colour.
func (c *correlations) cellKind(p *relation.Pair) (kind, shade int, ok bool) {
	if !p.Seen || !p.Sure {
		return 0, 0, false
	}
	kind = aboveZero
	switch {
	case !p.Signed(c.pairs.Matrix):
		kind = unsigned
	case p.Value.Value < 0:
		kind = belowZero
	}
	shade = int(math.Ceil(math.Abs(p.Value.Value)/c.limit*float64(strongest) - 1e-9))
	return kind, min(max(shade, 1), strongest), true
}

// A palette gathers cells of one colour, each kind and shade in a path of its own.
type palette [cellKinds][len(shades)]strings.Builder

func (p *palette) cell(kind, shade int, x, y, w, h float64) {
	b := &p[kind][shade]
	b.WriteString("M" + chart.Px(x) + " " + chart.Px(y) + "h" + chart.Px(w) + "v" + chart.Px(h) + "h-" + chart.Px(w) + "z")
}

func (p *palette) draw(g *chart.Drawing) {
	for kind := range cellKinds {
		class := [...]string{belowZero: "f-m", aboveZero: "f-a", unsigned: "f-i", pale: "f-g"}[kind]
		for shade, of := range shades {
			if path := p[kind][shade].String(); path != "" {
				if kind == pale {
					of = 1
				}
				g.Add(`<path class="%s" fill-opacity="%s" d="%s"/>`, class, chart.Px(of), path)
			}
		}
	}
}

func (c *correlations) draw(wide chart.Width) string {
	g, at := chart.Drawing{Width: wide}, c.grid(wide)
	var over chart.Drawing // above the colours
	over.Width = wide
	var cells palette
	gap := 1.
	if at.dense {
		gap = 0
	}
	for i, b := range c.columns {
		y := at.top + float64(i)*at.h
		for j := 0; j < i; {
			pair := c.pairs.Of(c.columns[j], b)
			kind, shade, coloured := c.cellKind(pair)
			to := j + 1
			if !coloured && pair.Seen || at.dense { // what is alike is drawn as one
				for to < i {
					next := c.pairs.Of(c.columns[to], b)
					k, s, also := c.cellKind(next)
					if also != coloured || next.Seen != pair.Seen || k != kind || s != shade {
						break
					}
					to++
				}
			}
			x, w := at.from+float64(j)*at.w, float64(to-j)*at.w-gap
			switch {
			case coloured:
				cells.cell(kind, shade, x, y, w, at.h-gap)
				if at.w >= 27 {
					class := "t-i c"
					if shade == strongest {
						class = "t-o c"
					}
					over.Text(class, x+at.w/2, y+at.h/2+4, words.Correlation(pair.Value.Value))
				}
			case pair.Seen && at.dense:
				cells.cell(pale, 0, x, y, w, at.h)
			case pair.Seen:
				over.Hatch(x, y, w, at.h-gap)
			}
			j = to
		}
	}
	cells.draw(&g)
	g.WriteString(over.String())
	c.names(&g, at)
	c.mark(&g, at)
	c.tips(&g, at)
	bottom := at.top + float64(len(c.columns))*at.h
	c.legend(&g, math.Min(at.from, float64(wide)-legendRoom), bottom+8)
	return g.SVG(bottom+24, c.seen())
}

// names writes what rows are called, and their numbers on the diagonal, where columns begin. Where rows are too low for names, the first of each
// direction has its name and the others as there is room.
func (c *correlations) names(g *chart.Drawing, at grid) {
	if at.dense {
		next := 0.
		write := func(class, name string, i int) {
			y := at.top + (float64(i)+.5)*at.h
			g.Text(class, 0, y+4, chart.Fit(words.Clip(name, math.MaxInt), at.from-10, 11))
			g.Add(`<path class="g" d="M%s %sh6"/>`, chart.Px(at.from-8), chart.Px(y))
			next = y + 13
		}
		for i, column := range c.columns {
			s := slices.IndexFunc(c.groups, func(s span) bool { return s.first == i })
			y := at.top + (float64(i)+.5)*at.h
			switch {
			case s >= 0:
				y := at.top + float64(i)*at.h
				g.Add(`<path class="ax" d="M%s %sH%s"/>`, chart.Px(at.from-8), chart.Px(y), chart.Px(at.from+float64(i)*at.w))
				if y+.5*at.h >= next {
					write("t-i", c.groups[s].name, i)
				}
			case y >= next && !slices.ContainsFunc(c.groups, func(s span) bool { return s.first > i && float64(s.first-i)*at.h < 13 }):
				write("", c.label(column), i)
			}
		}
		return
	}
	for i, column := range c.columns {
		y := at.top + (float64(i)+.5)*at.h + 4
		g.Text("e", 18, y, strconv.Itoa(i+1))
		g.Text("", 24, y, chart.Fit(words.Clip(c.label(column), math.MaxInt), at.from-30, 11))
		if at.w >= 14 || i%5 == 4 {
			g.Text("c", at.from+(float64(i)+.5)*at.w, y, strconv.Itoa(i+1))
		}
	}
}

// mark outlines the chosen pair.
func (c *correlations) mark(g *chart.Drawing, at grid) {
	i, j := slices.Index(c.columns, c.marked[0]), slices.Index(c.columns, c.marked[1])
	if i < 0 || j < 0 || i == j {
		return
	}
	i, j = max(i, j), min(i, j)
	g.Add(`<path class="wh" d="M%s %sh%sv%sh-%sz"/>`, chart.Px(at.from+float64(j)*at.w-1), chart.Px(at.top+float64(i)*at.h-1), chart.Px(at.w+1), chart.Px(at.h+1), chart.Px(at.w+1))
}

// tips give each cell what it stands for.
func (c *correlations) tips(g *chart.Drawing, at grid) {
	if at.dense || g.Width == chart.Slide || len(c.columns) > mostTitled {
		return
	}
	for i, b := range c.columns {
		for j, a := range c.columns[:i] {
			g.Add(`<rect fill="none" pointer-events="all" x="%s" y="%s" width="%s" height="%s">%s</rect>`, chart.Px(at.from+float64(j)*at.w), chart.Px(at.top+float64(i)*at.h), chart.Px(at.w), chart.Px(at.h), chart.Tip(c.said(c.pairs.Of(a, b))))
		}
	}
}

// said is a pair in a line, with its errors.
func (c *correlations) said(p *relation.Pair) string {
	title := pairTitle(c.doc, c.pairs.Matrix, p)
	if !p.Seen {
		return title
	}
	out := fmt.Sprintf("%s. Noise %s, people %s, cut %s", title, words.CorrelationError(p.Noise), words.CorrelationError(p.People), words.CorrelationError(p.Cut))
	if p.MayBe0() {
		out += ". It may be 0"
	}
	return out
}

// seen says which drawn pairs are the highest and the lowest.
func (c *correlations) seen() string {
	out := fmt.Sprintf("Correlations of %s, lower half.", words.Count(len(c.columns), "column"))
	var most, least *relation.Pair
	told, all := 0, 0
	for i, b := range c.columns {
		for _, a := range c.columns[:i] {
			p := c.pairs.Of(a, b)
			all++
			if _, _, ok := c.cellKind(p); !ok {
				continue
			}
			told++
			if p.Value.Value > 0 && (most == nil || p.Value.Value > most.Value.Value) {
				most = p
			}
			if p.Value.Value < 0 && (least == nil || p.Value.Value < least.Value.Value) {
				least = p
			}
		}
	}
	out += fmt.Sprintf(" Of %s, %s are sure.", words.Count(all, "pair"), words.Thousands(told))
	if most != nil {
		out += " The highest is " + pairTitle(c.doc, c.pairs.Matrix, most) + "."
	}
	if least != nil {
		out += " The lowest is " + pairTitle(c.doc, c.pairs.Matrix, least) + "."
	}
	return out
}

// legendRoom is how wide the scale of colours is at most, but for the number before it.
const legendRoom = 250

// legend draws the scale of colours.
func (c *correlations) legend(g *chart.Drawing, from, y float64) {
	var cells palette
	x := from
	step := func(kind, shade int) {
		cells.cell(kind, shade, x, y, 13, 10)
		x += 14
	}
	limit := words.Correlation(c.limit)
	if c.signs {
		g.Text("e", x-4, y+9, "−"+limit)
		for shade := strongest; shade >= 1; shade-- {
			step(belowZero, shade)
		}
		for shade := 1; shade <= strongest; shade++ {
			step(aboveZero, shade)
		}
		g.Text("", x+3, y+9, limit)
		x += 30
	}
	if c.bare {
		if c.signs {
			x += 10
		}
		for shade := 1; shade <= strongest; shade++ {
			step(unsigned, shade)
		}
		g.Text("", x+3, y+9, limit+" no sign")
	}
	cells.draw(g)
}
