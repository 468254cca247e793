package chart

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A Width is how wide a drawing is, in CSS pixels where its letters are 11 px high.
type Width float64

const (
	Narrow Width = 310 // a column of a page, a phone
	Wide   Width = 640 // the whole width of a page
	Slide  Width = 800 // a picture of 1280 × 720, where letters are larger
)

// SlideHeight is the greatest height of a drawing of the width Slide at which its letters are as large as the slide's.
const SlideHeight = 310

// Between chooses a measure of a drawing by its width.
func (w Width) Between(narrow, wide, slide float64) float64 {
	switch w {
	case Narrow:
		return narrow
	case Slide:
		return slide
	}
	return wide
}

// A Drawing is an SVG under construction.
type Drawing struct {
	strings.Builder
	Width Width
	Class string // of the element; "" for "sm"
}

// Px writes a coordinate.
func Px(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

// Tip is a title for what is drawn next to it: browsers show it as a tooltip.
func Tip(text string) string { return "<title>" + Escape(text) + "</title>" }

// Add writes elements.
func (g *Drawing) Add(format string, args ...any) { fmt.Fprintf(g, format, args...) }

// Text writes a label; class may be empty.
func (g *Drawing) Text(class string, x, y float64, s string) {
	if class = strings.TrimSpace(class); class != "" {
		class = ` class="` + class + `"`
	}
	g.Add(`<text%s x="%s" y="%s">%s</text>`, class, Px(x), Px(y), Escape(s))
}

// Hatch fills a rectangle with slanted lines: noise, nothing to see.
func (g *Drawing) Hatch(x, y, w, h float64) {
	if w <= 0 || h <= 0 {
		return
	}
	g.Add(`<path class="hatch" d="`)
	for at := 6.0; at < w+h; at += 6 { // from the left or upper edge down to the left
		x0, y0 := x+math.Min(at, w), y+math.Max(0, at-w)
		x1, y1 := x+math.Max(0, at-h), y+math.Min(at, h)
		g.Add(`M%s %sL%s %s`, Px(x0), Px(y0), Px(x1), Px(y1))
	}
	g.Add(`"/>`)
}

// SVG closes the drawing; seen says in a sentence what is to be seen.
func (g *Drawing) SVG(height float64, seen string) string {
	class := g.Class
	if class == "" {
		class = "sm"
	}
	return fmt.Sprintf(`<svg class="%s" viewBox="0 0 %.0f %.0f" role="img" aria-label="%s">%s</svg>`, class, g.Width, height, Escape(seen), g.String())
}

// Size is the width and height of a drawing, in CSS pixels; 0 for what is none.
func Size(svg string) (w, h int) {
	_, rest, ok := strings.Cut(svg, ` viewBox="0 0 `)
	if !ok || !strings.HasPrefix(svg, "<svg") {
		return 0, 0
	}
	box, _, _ := strings.Cut(rest, `"`)
	across, down, _ := strings.Cut(box, " ")
	w, _ = strconv.Atoi(across)
	h, _ = strconv.Atoi(down)
	return w, h
}
