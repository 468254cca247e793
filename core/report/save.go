package report

import (
	"slices"
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
	"weak":  `fill-opacity="0.6"`,
	"mark":  `stroke="#0a6473" stroke-width="1.5" fill="none"`,
	"wh":    `stroke="#4d5a61" stroke-width="1" fill="none"`,
	"open":  `fill="#fff" stroke="#4d5a61" stroke-width="1.5"`,
	"hatch": `stroke="#c9d3d6" stroke-width="1" fill="none"`,
	"halo":  `paint-order="stroke" stroke="#fff" stroke-width="5" stroke-linejoin="round"`,
}

const opening = `<svg class="sm" viewBox="0 0 `

// Size is the width and height of a drawing, in CSS pixels; 0 for what is none.
func Size(svg string) (w, h int) {
	rest, ok := strings.CutPrefix(svg, opening)
	if !ok {
		return 0, 0
	}
	box, _, _ := strings.Cut(rest, `"`)
	across, down, _ := strings.Cut(box, " ")
	w, _ = strconv.Atoi(across)
	h, _ = strconv.Atoi(down)
	return w, h
}

// sans is the font of a saved drawing.
const sans = `"-apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif"`

// inlinedBody is what stands in a drawing, with attributes in place of classes.
func inlinedBody(svg string) string {
	rest := svg[len(opening):]
	rest = rest[strings.Index(rest, ">")+1:]
	rest = strings.TrimSuffix(rest, `</svg>`)
	var b strings.Builder
	for {
		before, after, more := strings.Cut(rest, ` class="`) // no text can hold this: quotes are escaped
		b.WriteString(before)
		if !more {
			return b.String()
		}
		var names string
		names, rest, _ = strings.Cut(after, `"`)
		b.WriteString(inlined(names))
	}
}

// inlined is what classes set, the later one where two set the same.
func inlined(names string) string {
	var out []string
	for name := range strings.FieldsSeq(names) {
		set, known := attributes[name]
		if !known {
			panic("report: the class " + name + " has no attributes")
		}
		for _, a := range strings.SplitAfter(set, `" `) {
			a = strings.TrimSpace(a)
			key, _, _ := strings.Cut(a, "=")
			out = slices.DeleteFunc(out, func(other string) bool { return strings.HasPrefix(other, key+"=") })
			out = append(out, a)
		}
	}
	return " " + strings.Join(out, " ")
}
