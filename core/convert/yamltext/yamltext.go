// Package yamltext gives a YAML text as the JSON text that means the same: for descriptions of tables, of which every other form is read as
// JSON. The command and the browser's converter link it; page and worker do not.
//
// The rules of this package: a text is one mapping. Keys keep their order, and one that stands twice is refused. A plain value that JSON
// writes alike is a number, true, false or null; any other is the text that stands there, since a level "yes" or "007" means its letters.
// As the value of a key, what YAML alone writes as a number or a truth value is that: "0x1f", ".5", "True". Aliases are written out, within
// the limits of core/schema's readers.
package yamltext

import (
	"encoding/json"
	"errors"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Limits of a text, and of the JSON that comes of it: a few lines with aliases of aliases stand for gigabytes.
const (
	MaxSize  = 4 << 20  // bytes
	mostJSON = 16 << 20 // bytes
	mostSeen = 1 << 20  // values and merges, each as often as an alias stands for it
	maxDepth = 60       // JSON values that are nested: four fewer than core/schema reads
)

// Errors of a text. None quotes it.
var (
	ErrNone  = errors.New("schema: no YAML of one mapping, or damaged: check its indentation and its quotes")
	ErrLimit = errors.New("schema: the YAML is larger than the description of any table, or nested deeper: give the description of this table alone")
)

// Named reports whether a file's name says that it holds YAML.
func Named(name string) bool {
	name = strings.ToLower(name)
	return strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml")
}

// Likely reports whether a text is YAML by its first line that says something: it begins a document, a list, or the value of a key, which no
// line of titles does.
func Likely(text []byte) bool {
	for line := range strings.Lines(string(text[:min(len(text), 4096)])) {
		line = strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))
		switch {
		case line == "" || line[0] == '#':
			continue
		case line[0] == '{' || line[0] == '<':
			return false
		}
		key, _, found := strings.Cut(line, ": ")
		return line == "---" || strings.HasPrefix(line, "--- ") || strings.HasPrefix(line, "- ") || strings.HasSuffix(line, ":") || found && !strings.ContainsAny(key, ",;\t|")
	}
	return false
}

// JSON is a YAML text as JSON.
func JSON(text []byte) ([]byte, error) {
	if len(text) > MaxSize {
		return nil, ErrLimit
	}
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil || document.Kind != yaml.DocumentNode || len(document.Content) != 1 {
		return nil, ErrNone
	}
	top := document.Content[0]
	if top.Kind != yaml.MappingNode || len(top.Content) == 0 {
		return nil, ErrNone
	}
	var w writer
	if err := w.value(top, 1, false); err != nil {
		return nil, err
	}
	return w.out, nil
}

// A writer writes JSON.
type writer struct {
	out  []byte
	seen int // values and merges so far
}

// within counts a value, and reports whether it is within the limits.
func (w *writer) within(depth int) bool {
	w.seen++
	return depth <= maxDepth && len(w.out) <= mostJSON && w.seen <= mostSeen
}

// value writes a node, which is an item of a list or the value of a key.
func (w *writer) value(n *yaml.Node, depth int, item bool) error {
	if !w.within(depth) {
		return ErrLimit
	}
	switch n.Kind {
	case yaml.AliasNode: // one of itself ends at the depth
		return w.value(n.Alias, depth+1, item)
	case yaml.SequenceNode:
		w.out = append(w.out, '[')
		for i, v := range n.Content {
			if i > 0 {
				w.out = append(w.out, ',')
			}
			if err := w.value(v, depth+1, true); err != nil {
				return err
			}
		}
		w.out = append(w.out, ']')
		return nil
	case yaml.MappingNode:
		w.out = append(w.out, '{')
		first := true
		if err := w.members(n, depth, map[string]bool{}, &first); err != nil {
			return err
		}
		w.out = append(w.out, '}')
		return nil
	case yaml.ScalarNode:
		w.scalar(n, item)
		return nil
	}
	return ErrNone
}

// members writes the keys of a mapping, and of those that it merges, which do not replace its own.
func (w *writer) members(n *yaml.Node, depth int, seen map[string]bool, first *bool) error {
	if !w.within(depth) {
		return ErrLimit
	}
	own := map[string]bool{}
	var merged []*yaml.Node
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, v := n.Content[i], n.Content[i+1]
		if key.Kind == yaml.AliasNode {
			key = key.Alias
		}
		switch {
		case key.Kind != yaml.ScalarNode:
			return ErrNone
		case key.ShortTag() == "!!merge":
			merged = append(merged, v)
			continue
		case own[key.Value]:
			return ErrNone
		}
		if own[key.Value] = true; seen[key.Value] {
			continue
		}
		seen[key.Value] = true
		if !*first {
			w.out = append(w.out, ',')
		}
		*first = false
		w.text(key.Value)
		w.out = append(w.out, ':')
		if err := w.value(v, depth+1, false); err != nil {
			return err
		}
	}
	for _, m := range merged {
		list := []*yaml.Node{m}
		if m.Kind == yaml.SequenceNode {
			list = m.Content
		}
		for _, m := range list {
			if m.Kind == yaml.AliasNode {
				m = m.Alias
			}
			if m.Kind != yaml.MappingNode {
				return ErrNone
			}
			if err := w.members(m, depth+1, seen, first); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *writer) scalar(n *yaml.Node, item bool) {
	tag, value := n.ShortTag(), n.Value
	plain := n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0
	switch {
	case tag == "!!null" && plain:
		w.out = append(w.out, "null"...)
		return
	case (tag == "!!int" || tag == "!!float" || tag == "!!bool") && plain && json.Valid([]byte(value)):
		w.out = append(w.out, value...)
		return
	case item || !plain:
	case tag == "!!bool":
		var b bool
		if n.Decode(&b) == nil {
			w.json(b)
			return
		}
	case tag == "!!int" || tag == "!!float":
		var x float64
		if n.Decode(&x) == nil && x-x == 0 {
			w.json(x)
			return
		}
	}
	w.text(value)
}

func (w *writer) text(s string) { w.json(strings.ToValidUTF8(s, "\ufffd")) }

func (w *writer) json(v any) {
	b, err := json.Marshal(v)
	if err != nil {
		panic("yamltext: a plain value has no JSON form")
	}
	w.out = append(w.out, b...)
}
