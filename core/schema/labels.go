package schema

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxLabel is how many characters a label has at most.
const MaxLabel = 300

// CleanLabel is a text as a label: white space is one space each, what does not print is left out, and what is longer than MaxLabel
// ends in "…".
func CleanLabel(text string) string {
	if IsLabel(text) {
		return text
	}
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r) || r == utf8.RuneError:
			return -1
		}
		return r
	}, text)
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) > MaxLabel {
		text = strings.TrimRight(string([]rune(text)[:MaxLabel-1]), " ") + "…"
	}
	return text
}

// IsLabel reports whether a text is one that CleanLabel leaves as it is; "" is one.
func IsLabel(text string) bool {
	space := true // at the start, or after a space
	for _, r := range text {
		if r == utf8.RuneError || !unicode.IsPrint(r) || r == ' ' && space { // the one space that prints is U+0020
			return false
		}
		space = r == ' '
	}
	return (text == "" || !space) && utf8.RuneCountInString(text) <= MaxLabel
}

// Labels are words for the features, in the order of Features: a column's label, and for a level "column = level", each with its
// label where it has one. It is "" for a feature without any label. Nothing that is computed depends on labels.
func Labels(s *Schema) []string {
	labels := make([]string, 0, s.D())
	for i := range s.Fields {
		f := &s.Fields[i]
		if f.Kind != Category {
			for _, made := range f.made() {
				if f.Label == "" {
					made = ""
				}
				labels = append(labels, f.Label+made)
			}
			continue
		}
		for _, level := range f.Enum {
			column, word := f.Label, f.LevelLabels[level]
			if column+word == "" {
				labels = append(labels, "")
				continue
			}
			if column == "" {
				column = f.Name
			}
			if word == "" {
				word = level
			}
			labels = append(labels, column+" = "+word)
		}
	}
	return labels
}

// Unlabelled is the schema without labels: two that are alike in it encode records alike.
func Unlabelled(s *Schema) *Schema {
	out := *s
	out.Fields = append([]Field(nil), s.Fields...)
	for i := range out.Fields {
		out.Fields[i].Label, out.Fields[i].LevelLabels = "", nil
	}
	return &out
}

// Facts is a digest, 64 hex digits, of what a schema says about its columns: their names, kinds, bounds and categories, and the bounds of row
// weights, but no labels and no recodings.
func Facts(s *Schema) string {
	facts := New(Published(Unlabelled(s)).Fields...)
	facts.RowWeight = s.RowWeight
	digest := sha256.Sum256(facts.Encode())
	return hex.EncodeToString(digest[:])
}

// SetLabels takes over words for the column and its levels, cleaned; a label that only repeats the name or the level says nothing.
func (f *Field) SetLabels(column string, levels map[string]string) {
	if f.Label = CleanLabel(column); f.Label == strings.TrimSpace(f.Name) {
		f.Label = ""
	}
	f.LevelLabels = nil
	for _, level := range f.Enum {
		if word := CleanLabel(levels[level]); word != "" && word != level {
			if f.LevelLabels == nil {
				f.LevelLabels = map[string]string{}
			}
			f.LevelLabels[level] = word
		}
	}
}

// labelsOf are the labels that stand in a list of labelled values.
func labelsOf(list tokens) map[string]string {
	words := map[string]string{}
	for _, l := range list {
		if l.label != "" {
			words[string(l.text)] = l.label
		}
	}
	return words
}

// categoriesOf is a list of all levels, each with its label; nil where none has one.
func categoriesOf(f *Field) tokens {
	var list tokens
	any := false
	for _, level := range f.Enum {
		word := f.LevelLabels[level]
		any = any || word != ""
		list = append(list, labelled{text(level), word})
	}
	if !any {
		return nil
	}
	return list
}

// labelProblem says what is wrong with the labels; "" for nothing.
func labelProblem(f *Field) string {
	const wrong = "its label, or one of a level, is too long or holds characters that do not print"
	if !IsLabel(f.Label) {
		return wrong
	}
	for word := range maps.Values(f.LevelLabels) {
		if !IsLabel(word) {
			return wrong
		}
	}
	return ""
}
