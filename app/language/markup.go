package language

import (
	"html"
	"slices"
	"strings"
)

// attributes are those that are read.
var attributes = []string{` aria-label="`, ` title="`, ` alt="`}

// Markup says the texts of a drawing, a table or a report that is written as HTML or SVG already. Names are those of somebody's data, which are left as
// they are.
func Markup(markup string, names ...string) string {
	if spoken == nil {
		return markup
	}
	var b strings.Builder
	drawn := false // in a drawing, where room is short
	say := func(text string) string {
		inner := html.UnescapeString(text)
		if strings.TrimSpace(inner) == "" || slices.Contains(names, strings.TrimSpace(inner)) {
			return text
		}
		if !hasWord(inner) {
			return html.EscapeString(spoken.numbers(inner, !drawn))
		}
		return html.EscapeString(spoken.Say(inner))
	}
	code := false
	for markup != "" {
		text, rest, found := strings.Cut(markup, "<")
		if code { // somebody's name, a formula, or what is copied as it stands
			b.WriteString(text)
		} else {
			b.WriteString(say(text))
		}
		if !found {
			break
		}
		tag, after, _ := strings.Cut(rest, ">")
		for _, name := range attributes {
			if before, behind, ok := strings.Cut(tag, name); ok {
				if value, end, ok := strings.Cut(behind, `"`); ok {
					tag = before + name + say(value) + `"` + end
				}
			}
		}
		b.WriteString("<" + tag + ">")
		drawn = strings.HasPrefix(tag, "text") || strings.HasPrefix(tag, "tspan")
		code = tag == "code" || tag == "pre"
		markup = after
	}
	return b.String()
}
