package chart

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// frames are one of each width and placement of names.
var frames = map[string]Frame{
	"narrow": {Width: Narrow, Height: 222, Left: 42, Right: 306, Top: 22, Bottom: 184},
	"key":    {Width: Narrow, Class: "narrow", Height: 236, Left: 34, Right: 298, Top: 34, Bottom: 202, Names: InKey},
	"wide":   {Width: Wide, Class: "wide", Height: 236, Left: 34, Right: 540, Top: 34, Bottom: 202, Names: AtEnd},
	"slide":  {Width: Slide, Height: 300, Left: 60, Right: 790, Top: 22, Bottom: 264, Names: OnLine},
}

// every is a chart with one mark of each kind.
func every() *Chart {
	x := []float64{1, 2, 3, 4}
	percent := func(v float64) string { return fmt.Sprintf("%.0f %%", v) }
	return &Chart{
		Seen: "All marks.", X: Axis{Label: "At", From: .5, To: 3.5, Ticks: Counted(3, 2)}, Y: Axis{Label: "Share, %", To: 100, Ticks: Steps(0, 100, 25), Write: percent},
		Marks: []Mark{
			Noise{At: 20},
			Band{From: "From", To: "To", Class: "band", X: x, Low: []float64{10, 20, 30, 40}, High: []float64{30, 40, 50, 60}},
			Bars{Name: "Bar", X: x, Y: []float64{5, 6, 7, 8}},
			Line{Name: "Line", Class: "l-a", NameClass: "t-a", X: x, Y: []float64{20, 30, math.NaN(), 50}, Dots: "f-a"},
			Line{Name: "Other", Class: "l d1", X: []float64{1, 3}, Y: []float64{60, 80}},
			Rule{At: 20, Label: "level 20", Name: "Level"},
			Rule{Upwards: true, At: 2, To: math.NaN(), Class: "mark", Label: "two"},
			Points{Name: "Point", X: x, Y: []float64{90, 70, -5, 10}, Err: []float64{5, 0, 1, 1}, ErrName: "±", Full: []bool{true, false, false, false}, Filled: "Clear"},
			Column{Name: "Unit", X: x, Y: []float64{1, 2, 3, 4}, Write: func(v float64) string { return fmt.Sprint(v) }},
		},
	}
}

var coordinate = regexp.MustCompile(`[MLHV ,](-?[0-9]+\.[0-9])`)

// Each mark is drawn once, within its frame, in every width; what is beyond the axis is not.
func TestMarksAreDrawn(t *testing.T) {
	for name, f := range frames {
		t.Run(name, func(t *testing.T) {
			svg := every().Draw(f)
			for part, want := range map[string]int{
				`class="hatch"`: 1, `class="band"`: 1, "<rect": 3, `class="l-a"`: 1 + map[bool]int{true: 1}[f.Names == InKey], `class="mark"`: 1,
				`class="open"`: 1, `r="3"`: 2, `r="4"`: 1, "l4 5 4 -5": 1, ">two<": 1, ">level 20<": 1, ">Line<": map[bool]int{true: 1}[f.Names != Nowhere],
			} {
				if got := strings.Count(svg, part); got != want {
					t.Errorf("%d of %s, want %d", got, part, want)
				}
			}
			w, h := Size(svg)
			if w != int(f.Width) || float64(h) < f.Height {
				t.Errorf("%d × %d", w, h)
			}
			for _, m := range coordinate.FindAllStringSubmatch(svg, -1) {
				if v, err := strconv.ParseFloat(m[1], 64); err != nil || v < 0 || v > max(float64(w), float64(h)) {
					t.Errorf("a coordinate %s", m[1])
				}
			}
			dec := xml.NewDecoder(strings.NewReader(svg))
			for {
				if _, err := dec.Token(); err == io.EOF {
					break
				} else if err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// The table has what the marks have, a row for each place: also of those that the axis does not reach.
func TestTableIsOfTheMarks(t *testing.T) {
	got := every().Table()
	want := [][]string{
		{"At", "From", "To", "Bar", "Line", "Other", "Point", "±", "Clear", "Unit", "Level"},
		{"1", "10 %", "30 %", "5 %", "20 %", "60 %", "90 %", "5 %", "yes", "1", "20 %"},
		{"2", "20 %", "40 %", "6 %", "30 %", "70 %", "70 %", "–", "no", "2", "20 %"},
		{"3", "30 %", "50 %", "7 %", "40 %", "80 %", "-5 %", "1 %", "no", "3", "20 %"},
		{"4", "40 %", "60 %", "8 %", "50 %", "–", "10 %", "1 %", "no", "4", "20 %"},
	}
	if len(got.Rows)+1 != len(want) {
		t.Errorf("%d rows, want %d", len(got.Rows)+1, len(want))
	}
	for i, row := range append([][]string{got.Head}, got.Rows...) {
		if i >= len(want) || !slices.Equal(row, want[i]) {
			t.Errorf("row %d: %q, want %q", i, row, want[min(i, len(want)-1)])
		}
	}
	c := every()
	c.Rows = []float64{1.5}
	if got := c.Table().Rows; len(got) != 1 || got[0][0] != "1.5" || got[0][4] != "25 %" || got[0][6] != none {
		t.Errorf("between its points a line is read as %q", got)
	}
	for text, want := range map[string]string{string(every().Table().CSV()): "\n3,0.3,0.5,0.07,0.4,0.8,-0.05,0.01,no,3,0.2\n", every().Table().TSV(): "\n3\t0.3\t0.5\t0.07\t0.4\t0.8\t-0.05\t0.01\tno\t3\t0.2\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %q", want, text)
		}
	}
	names := [][]string{{"5 %", "+1", "−5 %"}, {"−inf", "-1", "-Inf"}}
	for want, table := range map[string]Table{
		"'-1,5 %,'+ b\n5 %,1,-0.05\n'−inf,-1,'-Inf\n":    {Head: []string{"-1", "5 %", "+ b"}, Code: true},
		"'-1,5 %,'+ b\n5 %,'+1,-0.05\n'−inf,'-1,'-Inf\n": {Head: []string{"-1", "5 %", "+ b"}, Labels: true},
		"'-1,5 %,'+ b\n0.05,1,-0.05\n'−inf,-1,'-Inf\n":   {Head: []string{"-1", "5 %", "+ b"}},
	} {
		t.Run(want, func(t *testing.T) {
			if table.Rows = names; string(table.CSV()) != want {
				t.Errorf("names %q", table.CSV())
			}
		})
	}
	if formula := (Table{Head: []string{"=1+1"}, Rows: [][]string{{"a\tb"}, {"@x"}}}).TSV(); formula != "'=1+1\n\"a\tb\"\n'@x\n" {
		t.Errorf("for the clipboard %q", formula)
	}
}

// The alternative text says what is seen, in the marks' own values; of noise it says nothing.
func TestAlternativeText(t *testing.T) {
	want := "All marks. Bar: the first is 5 %, the last shown 7 %. Line: 20 % to 30 %. Other: 60 % to 80 %. Level 20. Two. Point: the first is 90 %, the last shown -5 %."
	c := every()
	if got := c.Alt(); got != want {
		t.Errorf("%q, want\n%q", got, want)
	}
	c.Marks = []Mark{Line{Name: "Noise", X: []float64{1, 2}, Y: []float64{3, 4}, Noise: true}}
	if got := c.Alt(); got != "All marks." {
		t.Errorf("of noise %q", got)
	}
}

// Names beside lines meet no line and no other name, where there is room.
func TestNamesOnLinesAreClear(t *testing.T) {
	var x []float64
	for e := -2.; e < 1.01; e += .05 {
		x = append(x, math.Pow(10, e))
	}
	c := Chart{X: Axis{Scale: Log, From: .01, To: 10}, Y: Axis{To: 1}}
	for i, name := range []string{"Gaussian", "Nuclear", "PPCA", "Laplace"} {
		l := Line{Name: name, X: x}
		for _, e := range x {
			l.Y = append(l.Y, 1/(1+math.Pow(e*40/math.Pow(5, float64(i)), -2)))
		}
		c.Marks = append(c.Marks, l)
	}
	for _, f := range []Frame{{Width: Wide, Left: 40, Right: 616, Top: 34, Bottom: 292}, {Width: Narrow, Left: 29, Right: 294.5, Top: 34, Bottom: 232}} {
		p := plot{Drawing: Drawing{Width: f.Width}, Frame: f, chart: &c}
		for _, m := range c.Marks {
			m.draw(&p)
		}
		placed := p.onLines()
		for i, at := range placed {
			if n := p.clashes(at, placed[:i]); n > 0 {
				t.Errorf("%v pixels: the name %s covers %g pieces", f.Width, p.names[i].text, n)
			}
		}
		if len(placed) != 4 {
			t.Errorf("%d names", len(placed))
		}
	}
}

// Names at the ends of lines stand in the plot, and apart; one that has no room ends in an ellipsis.
func TestNamesAtEndsAreApart(t *testing.T) {
	c := Chart{X: Axis{To: 1}, Y: Axis{To: 1}}
	for i := range 9 {
		c.Marks = append(c.Marks, Line{Name: strings.Repeat("name ", i+1), X: []float64{0, 1}, Y: []float64{0, .02 * float64(i)}})
	}
	f := frames["wide"]
	svg := c.Draw(f)
	var at []float64
	for _, m := range regexp.MustCompile(`<text x="548.0" y="([0-9.]+)">([^<]*)`).FindAllStringSubmatch(svg, -1) {
		y, _ := strconv.ParseFloat(m[1], 64)
		at = append(at, y)
		if 548+11*Ems(m[2]) > float64(f.Width) {
			t.Errorf("%q leaves the drawing", m[2])
		}
	}
	slices.Sort(at)
	for i := range at {
		if at[i] < f.Top || at[i] > f.Bottom+5 || i > 0 && at[i]-at[i-1] < line-.11 {
			t.Errorf("names at %v", at)
			break
		}
	}
	if len(at) != 9 || !strings.Contains(svg, "…") {
		t.Errorf("%d names, cut: %v", len(at), strings.Contains(svg, "…"))
	}
}

// The name of a rule across avoids the points.
func TestRulesAreNamedBesidePoints(t *testing.T) {
	c := Chart{X: Axis{From: 0, To: 13}, Y: Axis{To: 10}, Marks: []Mark{Rule{At: 2, Label: "noise reaches up to 2"}, Points{}}}
	for _, at := range []struct {
		name, want string
		x          []float64
	}{{"left of the points", `class="halo" x="46.0"`, []float64{10, 11, 12}}, {"right of them", `class="halo e" x="302.0"`, []float64{1, 2, 3}}} {
		t.Run(at.name, func(t *testing.T) {
			c.Marks[1] = Points{X: at.x, Y: []float64{2.5, 2.2, 1.5}}
			if svg := c.Inner(frames["narrow"]); !strings.Contains(svg, at.want) {
				t.Errorf("not %s: %s", at.name, svg)
			}
		})
	}
}

// Axes put numbers where they belong, and say which they cannot show.
func TestPlaces(t *testing.T) {
	a := Axis{Scale: Log, From: 1, To: 100}
	if a.Place(10) != .5 || !a.Shows(1) || !a.Shows(100) || a.Shows(0) || a.Shows(-1) || a.Shows(101) || a.Shows(math.NaN()) {
		t.Error("a logarithmic axis shows the wrong numbers")
	}
	if (Axis{From: 3, To: 3}).Place(3) != .5 {
		t.Error("an axis of one number has no middle")
	}
	for _, c := range []struct {
		scale    Scale
		from, to float64
		want     string
	}{
		{Linear, 0, 1, "0 0.2 0.4 0.6 0.8 1.0"},
		{Linear, -5, 21, "0 10 20"},
		{Linear, 0, .7, "0 0.2 0.4 0.6"},
		{Linear, 0, math.MaxFloat64, "0 5e+307 1e+308 1.5e+308"},
		{Log, .01, 10, "0.01 0.03 0.1 0.3 1 3 10"},
		{Log, 1e-4, 2, "10⁻⁴ 0.001 0.01 0.1 1"},
		{Log, 10, 99, "10 20 50"},
		{Log, 5e-324, 1e250, "10⁻²⁷⁹ 10⁻¹⁸⁶ 10⁻⁹³ 1 10⁹³ 10¹⁸⁶"},
	} {
		var got []string
		for _, tick := range Ticks(c.scale, c.from, c.to, 5) {
			got = append(got, tick.Name)
		}
		if said := strings.Join(got, " "); said != c.want {
			t.Errorf("%g … %g: %s, want %s", c.from, c.to, said, c.want)
		}
	}
	for _, c := range []struct {
		n, bold int
		want    string
	}{{1, 0, "1"}, {12, 2, "1 2! 4 8 12"}, {13, 0, "1 4 8 12"}, {15, 0, "1 4 8 12 15"}, {24, 9, "1 4 9! 12 16 20 24"}, {24, 0, "1 4 8 12 16 20 24"}} {
		var got []string
		for _, tick := range Counted(c.n, c.bold) {
			got = append(got, tick.Name+map[bool]string{true: "!"}[tick.Bold])
		}
		if said := strings.Join(got, " "); said != c.want {
			t.Errorf("%d, %d: %s, want %s", c.n, c.bold, said, c.want)
		}
	}
}

// Texts are measured and cut by the room that they take: of equal letters, and of letters as they come.
func TestTextsFit(t *testing.T) {
	for text, want := range map[string]int{"abc": 3, "漢字": 4, "e\u0301": 1, "한국": 4, "ｗ": 2, "שלום": 4, "😀": 2, "": 0} {
		if got := Cells(text); got != want {
			t.Errorf("%q takes %d cells, want %d", text, got, want)
		}
	}
	for _, text := range []string{"a name", strings.Repeat("过去十二个月", 50), strings.Repeat("MW ", 100), strings.Repeat("كم مرة ذهبت ", 30), strings.Repeat("x", 300)} {
		if cut := Cut(text, 20); Cells(cut) > 20 || cut != text && !strings.HasSuffix(cut, "…") || !utf8.ValidString(cut) {
			t.Errorf("%.12q is cut to %q", text, cut)
		}
		if cut := Fit(text, 200, 11); Ems(cut)*11 > 200 || cut != text && !strings.HasSuffix(cut, "…") {
			t.Errorf("%.12q fits as %q", text, cut)
		}
		lines := Lines(text, 200, 11, 3)
		whole := strings.Join(lines, "")
		for _, l := range lines {
			if Ems(l)*11 > 200+1e-9 {
				t.Errorf("%.12q: a line %q", text, l)
			}
		}
		if fits := strings.ReplaceAll(whole, " ", "") == strings.ReplaceAll(text, " ", ""); len(lines) > 3 || !fits && !strings.HasSuffix(whole, "…") {
			t.Errorf("%.12q: %d lines, and not whole: %q", text, len(lines), lines)
		}
	}
	if got := Lines("one two three", 60, 11, 9); !slices.Equal(got, []string{"one two", "three"}) {
		t.Errorf("%q", got)
	}
}

// Every class means something on the page and in a file; the report's own sheet has those of its drawings.
func TestClassesAreStyled(t *testing.T) {
	css, err := os.ReadFile("../../web/app.css")
	if err != nil {
		t.Fatal(err)
	}
	for class := range attributes {
		if !regexp.MustCompile(`(?m)(^|[\s,}]|text)\.`+class+`(\.[a-z]+)?\s*[,{]`).Match(css) && !strings.Contains(string(css), "."+class+"{") {
			t.Errorf("app.css says nothing of .%s", class)
		}
	}
	if got := Inline(`<svg class="sm" viewBox="0 0 1 1"><path class="band faint" d="M0 0"/></svg>`); got != `<path fill="#0a6473" fill-opacity="0.09" d="M0 0"/>` {
		t.Errorf("inlined as %s", got)
	}
}

// Hatching never leaves its rectangle.
func TestHatch(t *testing.T) {
	for _, r := range [][4]float64{{42, 100, 264, 84}, {0, 0, 5, 100}, {0, 0, 100, 3}} {
		var g Drawing
		g.Hatch(r[0], r[1], r[2], r[3])
		_, path, _ := strings.Cut(g.String(), `d="`)
		path, _, _ = strings.Cut(path, `"`)
		for _, line := range strings.Split(path, "M")[1:] {
			var x0, y0, x1, y1 float64
			if _, err := fmt.Sscanf(line, "%f %fL%f %f", &x0, &y0, &x1, &y1); err != nil {
				t.Fatal(err)
			}
			const e = .06 // coordinates are rounded
			if x0 < r[0]-e || x1 < r[0]-e || x0 > r[0]+r[2]+e || y0 < r[1]-e || y1 > r[1]+r[3]+e || y1 < y0 {
				t.Errorf("%v: a line from %g, %g to %g, %g", r, x0, y0, x1, y1)
			}
			if math.Abs((x0-x1)-(y1-y0)) > .15 {
				t.Errorf("%v: a line that does not slant by 45°", r)
			}
		}
	}
}
