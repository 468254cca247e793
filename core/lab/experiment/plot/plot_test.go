package plot

import (
	"encoding/xml"
	"io"
	"math"
	"strings"
	"testing"
)

// An axis holds what it shows, with its error bars, and zero where that is near.
func TestAxis(t *testing.T) {
	for name, c := range map[string]struct {
		log      bool
		values   []float64
		from, to float64
	}{
		"what the values span": {true, []float64{1, 10, 100, 0, -1, math.NaN()}, 1, 100},
		"from zero":            {false, []float64{0, 1}, 0, 1.04},
		"below zero":           {false, []float64{-5, 20}, -6, 21},
		"far from zero":        {false, []float64{50, 60}, 49.6, 60.4},
		"one value":            {true, []float64{2}, 1, 4},
		"none":                 {false, nil, 0, 10.36},
	} {
		t.Run(name, func(t *testing.T) {
			a := axis("x", c.log, 0, 0, c.values, 5)
			if math.Abs(a.From-c.from) > 1e-9 || math.Abs(a.To-c.to) > 1e-9 || len(a.Ticks) == 0 {
				t.Errorf("%g … %g with %d ticks, want %g … %g", a.From, a.To, len(a.Ticks), c.from, c.to)
			}
		})
	}
	if a := axis("x", false, .85, 1, []float64{5}, 5); a.From != .85 || a.To != 1 {
		t.Errorf("given ends became %g … %g", a.From, a.To)
	}
}

// A picture is well-formed, names what it shows, has one path a line, and leaves out what an axis cannot show.
func TestSVG(t *testing.T) {
	svg := SVG("a & b", 2, Chart{Title: "q < 1", X: "n", Y: "q", LogX: true, Series: []Series{
		{Name: "ppca", Colour: 1, X: []float64{1, 10, 100}, Y: []float64{.1, .2, .3}, Err: []float64{.01, .01, 0}},
		{Name: "bound", Colour: 2, Dashed: true, X: []float64{0, 10, 100}, Y: []float64{.1, .2, math.NaN()}, Label: 1},
		{Name: "cloud", Colour: 3, Points: true, X: []float64{2, 3}, Y: []float64{.1, .2}},
	}}, Chart{Title: "empty"})
	decoder := xml.NewDecoder(strings.NewReader(svg))
	lines, dots, whiskers := 0, 0, 0
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range e.Attr {
			switch {
			case a.Name.Local == "d" && strings.Contains(a.Value, "NaN"):
				t.Errorf("a path through %s", a.Value)
			case a.Name.Local != "class":
			case e.Name.Local == "path" && strings.Contains(a.Value, "line") && !strings.Contains(a.Value, "none"):
				lines++
			case e.Name.Local == "path" && a.Value == "wh":
				whiskers++
			case e.Name.Local == "circle":
				dots++
			}
		}
	}
	if lines != 2 || dots != 5 || whiskers != 2 {
		t.Errorf("%d lines, %d dots, %d whiskers; want 2, 5, 2", lines, dots, whiskers)
	}
	if !strings.Contains(svg, "<title>a &amp; b</title>") || strings.Count(svg, ">bound<") != 1 || strings.Count(svg, ">ppca<") != 1 || !strings.Contains(svg, "prefers-color-scheme:dark") {
		t.Errorf("names are missing in\n%s", svg)
	}
}
