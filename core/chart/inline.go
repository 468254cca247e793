package chart

import (
	"slices"
	"strings"
)

// attributes are what the classes of drawings mean on white paper, as presentation attributes: a saved drawing then needs no style
// sheet, in any program.
var attributes = map[string]string{
	"m":     `fill="#12191c"`,
	"t-a":   `fill="#0a6473" font-weight="600"`,
	"t-i":   `fill="#12191c" font-weight="600"`,
	"t-o":   `fill="#fff" font-weight="600"`,
	"e":     `text-anchor="end"`,
	"c":     `text-anchor="middle"`,
	"g":     `stroke="#dbe2e4" fill="none"`,
	"ax":    `stroke="#7f8c92" fill="none"`,
	"l":     `fill="none" stroke="#4d5a61" stroke-width="1.5" stroke-linejoin="round"`,
	"l-a":   `fill="none" stroke="#0a6473" stroke-width="2.5" stroke-linejoin="round"`,
	"d1":    `stroke-dasharray="7 3"`,
	"d2":    `stroke-dasharray="2 3"`,
	"d3":    `stroke-dasharray="9 3 2 3"`,
	"f-a":   `fill="#0a6473"`,
	"f-m":   `fill="#b0561c"`,
	"f-g":   `fill="#eef2f2"`,
	"f-i":   `fill="#4d5a61"`,
	"band":  `fill="#0a6473" fill-opacity="0.2"`,
	"faint": `fill-opacity="0.09"`,
	"weak":  `fill-opacity="0.6"`,
	"mark":  `stroke="#0a6473" stroke-width="1.5" fill="none"`,
	"wh":    `stroke="#4d5a61" stroke-width="1" fill="none"`,
	"open":  `fill="#fff" stroke="#4d5a61" stroke-width="1.5"`,
	"hatch": `stroke="#c9d3d6" stroke-width="1" fill="none"`,
	"halo":  `paint-order="stroke" stroke="#fff" stroke-width="5" stroke-linejoin="round"`,
}

// Inline is what stands in a drawing, with attributes in place of classes.
func Inline(svg string) string {
	_, rest, _ := strings.Cut(svg, ">")
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
			panic("chart: the class " + name + " has no attributes")
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
