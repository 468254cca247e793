package report

import (
	"regexp"
	"strconv"
	"strings"
)

// attributes are what the classes of drawings mean on white paper, as presentation
// attributes: a saved drawing then needs no style sheet, in any program.
var attributes = map[string]string{
	"m":     `font-family="ui-monospace, Menlo, Consolas, monospace" font-size="10.5" fill="#12191c"`,
	"t-a":   `fill="#0a6473" font-weight="600"`,
	"t-i":   `fill="#12191c" font-weight="600"`,
	"e":     `text-anchor="end"`,
	"c":     `text-anchor="middle"`,
	"g":     `stroke="#dbe2e4" fill="none"`,
	"ax":    `stroke="#7f8c92" fill="none"`,
	"l-a":   `fill="none" stroke="#0a6473" stroke-width="2.5" stroke-linejoin="round"`,
	"d2":    `stroke-dasharray="2 3"`,
	"f-a":   `fill="#0a6473"`,
	"f-m":   `fill="#b0561c"`,
	"f-g":   `fill="#eef2f2"`,
	"f-i":   `fill="#4d5a61"`,
	"band":  `fill="#0a6473" fill-opacity="0.2"`,
	"mark":  `stroke="#0a6473" stroke-width="1.5" fill="none"`,
	"wh":    `stroke="#4d5a61" stroke-width="1" fill="none"`,
	"open":  `fill="#fff" stroke="#4d5a61" stroke-width="1.5"`,
	"hatch": `stroke="#c9d3d6" stroke-width="1" fill="none"`,
	"halo":  `paint-order="stroke" stroke="#fff" stroke-width="5" stroke-linejoin="round"`,
}

var (
	classes = regexp.MustCompile(` class="([^"]*)"`)
	opening = regexp.MustCompile(`^<svg class="sm" viewBox="0 0 ([0-9]+) ([0-9]+)"`)
)

// Standalone is a drawing as a file of its own: styles inlined, on white.
func Standalone(svg string) string {
	svg = opening.ReplaceAllString(svg, `<svg xmlns="http://www.w3.org/2000/svg" width="$1" height="$2" viewBox="0 0 $1 $2" `+
		`font-family="-apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif" font-size="11" fill="#4d5a61"`)
	head := strings.Index(svg, ">") + 1
	svg = svg[:head] + `<rect width="100%" height="100%" fill="#fff"/>` + svg[head:]
	return classes.ReplaceAllStringFunc(svg, func(class string) string {
		var out strings.Builder
		for name := range strings.FieldsSeq(class[len(` class="`) : len(class)-1]) {
			a, known := attributes[name]
			if !known {
				panic("report: the class " + name + " has no attributes")
			}
			out.WriteString(" " + a)
		}
		return once(out.String())
	})
}

var attribute = regexp.MustCompile(` ([a-z-]+)="[^"]*"`)

// once keeps the last of attributes that two classes set.
func once(s string) string {
	list := attribute.FindAllStringSubmatch(s, -1)
	var out strings.Builder
	for i, a := range list {
		last := true
		for _, b := range list[i+1:] {
			last = last && a[1] != b[1]
		}
		if last {
			out.WriteString(a[0])
		}
	}
	return out.String()
}

// Size is the width and height of a drawing, in CSS pixels.
func Size(svg string) (w, h int) {
	m := opening.FindStringSubmatch(svg)
	if m == nil {
		return 0, 0
	}
	w, _ = strconv.Atoi(m[1])
	h, _ = strconv.Atoi(m[2])
	return w, h
}
