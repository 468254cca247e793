//go:build !js

package page_test

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// An element is one of a page as it is written: its tag, its attributes in order, and what it holds.
type element struct {
	tag        string // "" for text
	text       string // of text
	attributes [][2]string
	children   []*element
}

var (
	tagPattern       = regexp.MustCompile(`<(/?)([a-zA-Z][a-zA-Z0-9-]*)((?:\s+[^\s=>/"]+(?:="[^"]*")?)*)\s*(/?)>`)
	attributePattern = regexp.MustCompile(`([^\s=>/"]+)(?:="([^"]*)")?`)
	spaces           = regexp.MustCompile(`\s+`)
)

// parsed reads HTML as go-app and core/report write it.
func parsed(t *testing.T, text string) *element {
	t.Helper()
	root := &element{tag: "page"}
	stack := []*element{root}
	top := func() *element { return stack[len(stack)-1] }
	add := func(s string) {
		if s = spaces.ReplaceAllString(html.UnescapeString(s), " "); strings.TrimSpace(s) != "" {
			top().children = append(top().children, &element{text: s})
		}
	}
	at := 0
	for _, m := range tagPattern.FindAllStringSubmatchIndex(text, -1) {
		add(text[at:m[0]])
		at = m[1]
		tag := text[m[4]:m[5]]
		if m[2] != m[3] { // closing
			if top().tag != tag {
				t.Fatalf("</%s> closes <%s>: …%s", tag, top().tag, text[max(0, m[0]-200):m[1]])
			}
			stack = stack[:len(stack)-1]
			continue
		}
		e := &element{tag: tag}
		for _, a := range attributePattern.FindAllStringSubmatch(text[m[6]:m[7]], -1) {
			e.attributes = append(e.attributes, [2]string{a[1], html.UnescapeString(a[2])})
		}
		slices.SortFunc(e.attributes, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
		top().children = append(top().children, e)
		if !void(tag) && m[8] == m[9] {
			stack = append(stack, e)
		}
	}
	add(text[at:])
	if len(stack) != 1 {
		t.Fatalf("<%s> is not closed", top().tag)
	}
	return root
}

func void(tag string) bool {
	return slices.Contains([]string{"br", "col", "hr", "img", "input", "link", "meta", "wbr"}, tag)
}

// of is an attribute; "" for none.
func (e *element) of(name string) string {
	for _, a := range e.attributes {
		if a[0] == name {
			return a[1]
		}
	}
	return ""
}

// says is all text in an element.
func (e *element) says() string {
	if e.tag == "" {
		return e.text
	}
	var out []string
	for _, c := range e.children {
		if text := strings.TrimSpace(c.says()); text != "" {
			out = append(out, text)
		}
	}
	return strings.Join(out, " ")
}

// each calls f for an element and all that it holds, until f returns false.
func (e *element) each(f func(*element) bool) {
	if e.tag != "" && f(e) {
		for _, c := range e.children {
			c.each(f)
		}
	}
}

// oneLine is how long an element may be to stand on one line with all that it holds.
const oneLine = 150

// An outliner writes pages. What it has written before it names: so each part of a page stands once, and a change of it is one.
type outliner struct {
	at    string            // the page that is written
	first map[string]string // where long parts stand
}

// longPart is how long the outline of a part is, from which it is named where it comes again.
const longPart = 400

// outline writes an element: one a line, what it holds indented, short ones with all that they hold. Drawings are told by their words and by how
// many marks of each kind they have: their lines are for core/report's tests.
func (o *outliner) outline(e *element) []string {
	if line := inline(e); len(line) <= oneLine || e.tag == "" || e.tag == "svg" || e.tag == "select" || flat(e) {
		line = strings.TrimSpace(line)
		if at := o.first[line]; at != "" && len(line) > longPart {
			return []string{head(e) + " … as in " + at}
		}
		o.first[line] = o.at
		return []string{line}
	}
	lines := []string{head(e)}
	for _, c := range e.children {
		for _, line := range o.outline(c) {
			lines = append(lines, " "+line)
		}
	}
	text := whole(e)
	if at := o.first[text]; at != "" && len(text) > longPart {
		return []string{head(e) + " … as in " + at}
	}
	o.first[text] = o.at
	return lines
}

// whole is an element with all that it holds.
func whole(e *element) string {
	if e.tag == "svg" || len(e.children) == 0 {
		return inline(e)
	}
	out := "<" + head(e)
	for _, c := range e.children {
		out += whole(c)
	}
	return out + ">"
}

// flat reports whether an element holds text alone, or words with a mark.
func flat(e *element) bool {
	text := false
	for _, c := range e.children {
		switch c.tag {
		case "":
			text = true
		case "b", "code", "i", "em", "strong", "sub", "sup", "a", "span", "small", "abbr":
			if !flat(c) && len(c.children) > 0 {
				return false
			}
		default:
			if !(c.tag == "svg" && c.of("class") == "icon") {
				return false
			}
		}
	}
	return text || len(e.children) == 0
}

// head is a tag with its attributes.
func head(e *element) string {
	out := e.tag
	if id := e.of("id"); id != "" {
		out += "#" + id
	}
	for class := range strings.FieldsSeq(e.of("class")) {
		out += "." + class
	}
	for _, a := range e.attributes {
		switch {
		case a[0] == "id" || a[0] == "class" || a == [2]string{"type", "button"}:
		case a[1] == "false" && slices.Contains([]string{"checked", "disabled", "open", "selected"}, a[0]): // as if it were not there
		case a[1] == "":
			out += " " + a[0]
		case strings.ContainsAny(a[1], ` "`):
			out += fmt.Sprintf(" %s=%q", a[0], a[1])
		default:
			out += " " + a[0] + "=" + a[1]
		}
	}
	return out
}

// inline writes an element and what it holds on one line.
func inline(e *element) string {
	switch {
	case e.tag == "":
		return e.text
	case e.tag == "svg" && e.of("class") == "icon" && len(e.children) == 1:
		return "(" + strings.TrimPrefix(e.children[0].of("href"), "#") + ")"
	case e.tag == "svg":
		return drawing(e)
	case e.tag == "select":
		return choice(e)
	}
	out := "[" + head(e)
	if len(e.children) > 0 {
		out += ":"
	}
	for _, c := range e.children {
		if c.tag == "" && strings.HasPrefix(c.text, " ") {
			out += c.text
		} else {
			out += " " + inline(c)
		}
	}
	return out + "]"
}

// drawing tells a drawing by what it says and its marks.
func drawing(e *element) string {
	marks, said := map[string]int{}, []string{}
	e.each(func(c *element) bool {
		switch c.tag {
		case "text", "title", "desc":
			said = append(said, c.says())
			return false
		case "g", "defs", "svg":
		default:
			marks[c.tag]++
		}
		return true
	})
	var kinds []string
	for tag := range marks {
		kinds = append(kinds, tag)
	}
	slices.Sort(kinds)
	out := "[" + head(e) + ":"
	for _, tag := range kinds {
		out += fmt.Sprintf(" %d %s", marks[tag], tag)
	}
	if len(said) > 0 {
		out += ": " + strings.Join(said, " | ")
	}
	return out + "]"
}

// choice tells a list of options by their values and words, the one that is selected first.
func choice(e *element) string {
	var selected, others []string
	for _, option := range e.children {
		text := option.of("value") + " " + option.says()
		if strings.Contains(head(option), " selected") {
			selected = append(selected, text)
		} else {
			others = append(others, text)
		}
	}
	return "[" + head(e) + ": [" + strings.Join(selected, " | ") + "] " + strings.Join(others, " | ") + "]"
}
