package codebook

import (
	"errors"
	"strings"
	"unicode/utf8"

	"privatepca/core/schema"
)

// errYAML is what the subset of YAML that metadata is written in does not hold.
var errYAML = errors.New("schema: no YAML of mappings, lists and plain values")

// A node is a value of a YAML text.
type node struct {
	keys   []string // of a mapping, in order; nil for others
	values []*node  // of a mapping, or the items of a list
	list   bool
	text   string // of a plain or quoted value
	quoted bool
}

func (n *node) mapping() bool { return n != nil && n.keys != nil }

// get is the value of a key; nil for none.
func (n *node) get(key string) *node {
	if n.mapping() {
		for i, k := range n.keys {
			if k == key {
				return n.values[i]
			}
		}
	}
	return nil
}

// scalar is the text of a value; "" for null, a list or a mapping.
func (n *node) scalar() string {
	if n == nil || n.list || n.keys != nil || !n.quoted && (n.text == "~" || strings.EqualFold(n.text, "null")) {
		return ""
	}
	return n.text
}

// A yamlLine is one that says something.
type yamlLine struct {
	indent int
	text   string
}

// A yaml reads a subset of YAML 1.2: block mappings and lists, flow lists and mappings on one line, plain and quoted values on one line,
// comments. Anchors, tags, several documents, texts over several lines and tabs as indentation it refuses.
type yaml struct {
	lines []yamlLine
	at    int
}

// parseYAML reads a text as one mapping.
func parseYAML(text string) (*node, error) {
	if !utf8.ValidString(text) {
		return nil, errYAML
	}
	y := &yaml{}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		body := strings.TrimLeft(line, " ")
		switch {
		case body == "" || body[0] == '#' || line == "---" && len(y.lines) == 0:
			continue
		case body[0] == '\t' || strings.HasPrefix(line, "---") || strings.HasPrefix(line, "...") || body[0] == '%':
			return nil, errYAML
		}
		y.lines = append(y.lines, yamlLine{len(line) - len(body), body})
	}
	if len(y.lines) == 0 {
		return nil, errYAML
	}
	n, err := y.block(y.lines[0].indent, 0)
	if err == nil && (y.at < len(y.lines) || !n.mapping()) {
		err = errYAML
	}
	return n, err
}

// block reads the lines of an indentation as a mapping or a list.
func (y *yaml) block(indent, depth int) (*node, error) {
	if depth > schema.MaxDepth {
		return nil, errYAML
	}
	n := &node{list: isItem(y.lines[y.at].text)}
	seen := map[string]bool{}
	for y.at < len(y.lines) && y.lines[y.at].indent == indent {
		line := y.lines[y.at].text
		if isItem(line) != n.list {
			if n.list || depth == 0 {
				return nil, errYAML
			}
			break
		}
		if n.list {
			rest := strings.TrimLeft(line[1:], " ")
			item, err := y.item(rest, indent+len(line)-len(rest), indent, depth)
			if err != nil {
				return nil, err
			}
			n.values = append(n.values, item)
			continue
		}
		key, rest, err := cutKey(line)
		if err != nil || seen[key] {
			return nil, errYAML
		}
		seen[key] = true
		y.at++
		value, err := y.value(rest, indent, depth)
		if err != nil {
			return nil, err
		}
		n.keys, n.values = append(n.keys, key), append(n.values, value)
	}
	if y.at < len(y.lines) && y.lines[y.at].indent > indent {
		return nil, errYAML
	}
	return n, nil
}

func isItem(line string) bool { return line == "-" || strings.HasPrefix(line, "- ") }

// item reads what stands behind the dash of a list.
func (y *yaml) item(rest string, column, indent, depth int) (*node, error) {
	if _, _, err := cutKey(rest); err == nil && rest != "" && rest[0] != '[' && rest[0] != '{' {
		y.lines[y.at] = yamlLine{column, rest} // a mapping that begins on this line
		return y.block(column, depth+1)
	}
	y.at++
	return y.value(rest, indent, depth)
}

// value reads what stands behind a key, on its line or below it.
func (y *yaml) value(rest string, indent, depth int) (*node, error) {
	if rest = uncommented(rest); rest != "" {
		f := flow{rest, 0}
		n, err := f.value(depth)
		if err == nil && strings.TrimSpace(f.text[f.at:]) != "" {
			err = errYAML
		}
		return n, err
	}
	if y.at < len(y.lines) && (y.lines[y.at].indent > indent || y.lines[y.at].indent == indent && isItem(y.lines[y.at].text)) {
		return y.block(y.lines[y.at].indent, depth+1)
	}
	return &node{}, nil
}

// uncommented cuts a comment off.
func uncommented(s string) string {
	var quote byte
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quote != 0:
			if c == '\\' && quote == '"' {
				i++
			} else if c == quote {
				quote = 0
			}
		case (c == '"' || c == '\'') && (i == 0 || strings.IndexByte(" [{,:", s[i-1]) >= 0):
			quote = c
		case c == '#' && (i == 0 || s[i-1] == ' ' || s[i-1] == '\t'):
			return strings.TrimSpace(s[:i])
		}
	}
	return strings.TrimSpace(s)
}

// cutKey cuts a line behind its key.
func cutKey(line string) (key, rest string, err error) {
	f := flow{line, 0}
	if line != "" && (line[0] == '"' || line[0] == '\'') {
		n, err := f.quoted()
		if err != nil || f.at == len(line) || line[f.at] != ':' {
			return "", "", errYAML
		}
		return n.text, line[f.at+1:], nil
	}
	i := strings.Index(line+" ", ": ")
	if i < 0 || i > len(line) || line == "" || strings.IndexByte("&*!|>@`[]{}#?,", line[0]) >= 0 {
		return "", "", errYAML
	}
	return strings.TrimSpace(line[:i]), line[min(i+1, len(line)):], nil
}

// A flow reads values on one line.
type flow struct {
	text string
	at   int
}

func (f *flow) space() {
	for f.at < len(f.text) && (f.text[f.at] == ' ' || f.text[f.at] == '\t') {
		f.at++
	}
}

func (f *flow) value(depth int) (*node, error) { return f.inside(depth, "") }

// inside reads a value that ends before one of some characters, or at the line's end for none.
func (f *flow) inside(depth int, ends string) (*node, error) {
	f.space()
	if f.at == len(f.text) || depth > schema.MaxDepth {
		return nil, errYAML
	}
	switch c := f.text[f.at]; {
	case c == '[' || c == '{':
		return f.collection(c, depth)
	case c == '"' || c == '\'':
		return f.quoted()
	case strings.IndexByte("&*!|>@`%", c) >= 0:
		return nil, errYAML
	}
	from := f.at
	for f.at < len(f.text) && strings.IndexByte(ends, f.text[f.at]) < 0 {
		f.at++
	}
	return &node{text: strings.TrimSpace(f.text[from:f.at])}, nil
}

func (f *flow) collection(open byte, depth int) (*node, error) {
	n, last := &node{list: open == '['}, byte(']')
	if open == '{' {
		n.keys, last = []string{}, '}'
	}
	for f.at++; ; {
		f.space()
		if f.at == len(f.text) {
			return nil, errYAML
		}
		if f.text[f.at] == last {
			f.at++
			return n, nil
		}
		if open == '{' {
			key, err := f.inside(depth+1, ":,}")
			if f.space(); err != nil || f.at == len(f.text) || f.text[f.at] != ':' {
				return nil, errYAML
			}
			f.at++
			n.keys = append(n.keys, key.text)
		}
		value, err := f.inside(depth+1, ",]}")
		if err != nil {
			return nil, err
		}
		n.values = append(n.values, value)
		if f.space(); f.at < len(f.text) && f.text[f.at] == ',' {
			f.at++
		} else if f.at == len(f.text) || f.text[f.at] != last {
			return nil, errYAML
		}
	}
}

// quoted reads a text between quotes.
func (f *flow) quoted() (*node, error) {
	quote := f.text[f.at]
	var b strings.Builder
	for f.at++; f.at < len(f.text); f.at++ {
		c := f.text[f.at]
		switch {
		case c == quote && quote == '\'' && f.at+1 < len(f.text) && f.text[f.at+1] == quote:
			f.at++
		case c == quote:
			f.at++
			return &node{text: b.String(), quoted: true}, nil
		case c == '\\' && quote == '"':
			if f.at++; f.at == len(f.text) || strings.IndexByte(`"\/`, f.text[f.at]) < 0 {
				return nil, errYAML
			}
			c = f.text[f.at]
		}
		b.WriteByte(c)
	}
	return nil, errYAML
}
