package plot

import (
	"encoding/xml"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		log    bool
		lo, hi float64
		want   []string
	}{
		{false, 0, 1, []string{"0", "0.2", "0.4", "0.6", "0.8", "1"}},
		{false, 0, .7, []string{"0", "0.2", "0.4", "0.6"}},
		{false, -5, 21, []string{"-5", "0", "5", "10", "15", "20"}},
		{true, .01, 2, []string{"0.01", "0.1", "1"}},
		{true, 10000, 500000, []string{"10k", "20k", "50k", "100k", "200k", "500k"}},
		{true, 1e-4, 1e-3, []string{"10⁻⁴", "2·10⁻⁴", "5·10⁻⁴", "0.001"}},
	} {
		a := newAxis(c.log, c.lo, c.hi, 0, 100, nil)
		var got []string
		for _, v := range a.ticks() {
			got = append(got, a.name(v))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v … %v: %v, want %v", c.lo, c.hi, got, c.want)
		}
	}
}

func TestPlace(t *testing.T) {
	a := newAxis(true, 0, 0, 0, 100, []float64{1, 10, 100, 0, -1, math.NaN()})
	if got := a.place(10); math.Abs(got-50) > 1e-9 {
		t.Errorf("10 of 1 … 100 stands at %v", got)
	}
	if a.shows(0) || a.shows(-1) || a.shows(101) || !a.shows(1) || !a.shows(100) {
		t.Error("shows the wrong numbers")
	}
	if a.clamp(0) != 0 || a.clamp(1e6) != 100 {
		t.Error("does not clamp to the ends")
	}
}

func TestLabelsDoNotCover(t *testing.T) {
	out := spread([]label{{"c", 1, 100}, {"a", 2, 98}, {"b", 3, 99}, {"d", 4, 300}})
	for i := 1; i < len(out); i++ {
		if out[i].y-out[i-1].y < 13.9 {
			t.Errorf("%q and %q are %.1f apart", out[i-1].text, out[i].text, out[i].y-out[i-1].y)
		}
	}
	if out[0].text != "a" || out[3].y != 300 {
		t.Errorf("moved out of order or without need: %v", out)
	}
}

// A picture is well-formed, names what it shows, and has one path a line.
func TestSVG(t *testing.T) {
	svg := SVG("a & b", 2, Chart{Title: "q < 1", X: "n", Y: "q", LogX: true, Series: []Series{
		{Name: "ppca", Colour: 1, X: []float64{1, 10, 100}, Y: []float64{.1, .2, .3}, Err: []float64{.01, .01, 0}},
		{Name: "bound", Colour: 2, Dashed: true, X: []float64{0, 10, 100}, Y: []float64{.1, .2, math.NaN()}, Label: 1},
	}}, Chart{Title: "empty"})
	decoder := xml.NewDecoder(strings.NewReader(svg))
	lines := 0
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "path" {
			for _, a := range e.Attr {
				if a.Name.Local == "class" && strings.Contains(a.Value, "line") {
					lines++
				}
				if a.Name.Local == "d" && strings.Contains(a.Value, "NaN") {
					t.Errorf("a path through %s", a.Value)
				}
			}
		}
	}
	if lines != 2 || !strings.Contains(svg, "<title>a &amp; b</title>") || strings.Count(svg, ">bound<") != 1 || !strings.Contains(svg, "prefers-color-scheme:dark") {
		t.Errorf("%d lines in\n%s", lines, svg)
	}
}
