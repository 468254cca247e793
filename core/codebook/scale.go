package codebook

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"privatepca/core/convert/survey"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// A list of levels is a scale, levels in order, where what people wrote says so: no record is asked.
//
//   - A column whose type is nominal, or a category, stays one; one whose type is ordinal has levels in order.
//   - Else a scale has 3 to 11 levels. Codes that are numbers are neighbouring whole numbers.
//   - No level of a scale is an answer beside it, such as "don't know". Where yes and no are levels, they are its ends.
//   - Of such lists those are scales that 3 columns or more share, that have words at their ends alone, or whose ends are words of an order,
//     such as "never" and "always".
const (
	fewestOfScale  = 3
	mostOfScale    = 11
	fewestSharing  = 3
	namedOfScale   = 3 // columns that a note names
	mostScaleNotes = 6
)

// A scale is a list of levels that columns share and that nothing is said of.
type scale struct {
	fields []int
	levels []string // in order
	says   []string // each level in words
	beside string   // a level that is an answer beside the others; "" for none
}

// order makes levels in order of the lists that are scales, and notes which.
func (b *Book) order() {
	var scales []*scale
	by := map[string]*scale{}
	for i := range b.Schema.Fields {
		f := &b.Schema.Fields[i]
		if f.Kind != schema.Category || b.stated[f.Name] || len(f.Enum) < fewestOfScale || len(f.Enum) > mostOfScale {
			continue
		}
		levels, ok := ordered(f.Enum)
		if !ok {
			continue
		}
		s := &scale{levels: levels}
		for _, level := range levels {
			word := f.LevelLabels[level]
			if word == "" {
				word = level
			}
			s.says = append(s.says, word)
		}
		key := strings.Join(levels, "\x00") + "\x01" + strings.Join(s.says, "\x00")
		if by[key] == nil {
			by[key] = s
			scales = append(scales, s)
		}
		by[key].fields = append(by[key].fields, i)
	}
	noted := 0
	for _, s := range scales {
		said := s.decided()
		if said == "" {
			continue
		}
		var names []string
		for _, i := range s.fields {
			f := &b.Schema.Fields[i]
			names = append(names, f.Name)
			if s.beside == "" {
				f.Kind, f.Enum = schema.Ordinal, slices.Clone(s.levels)
			}
		}
		if noted++; noted <= mostScaleNotes {
			b.Notes = append(b.Notes, words.Some(names, namedOfScale)+": "+said)
		}
	}
	if n := noted - mostScaleNotes; n > 0 {
		b.Notes = append(b.Notes, fmt.Sprintf("The same holds for %s more of levels.", words.Count(int64(n), "list")))
	}
}

// decided is why the list is read as it is, for people; "" where it stays a category of which nobody would expect an order.
func (s *scale) decided() string {
	for _, word := range s.says {
		if s.beside == "" && has(besides, word) {
			s.beside = word
		}
	}
	last := len(s.says) - 1
	yes := slices.IndexFunc(s.says, func(w string) bool { return oneOf(yesses, w) })
	no := slices.IndexFunc(s.says, func(w string) bool { return oneOf(noes, w) })
	if yes >= 0 && no >= 0 && (min(yes, no) != 0 || max(yes, no) != last) {
		return ""
	}
	between := s.says[1:last]
	only := slices.Equal(between, s.levels[1:last]) && s.says[0] != s.levels[0] && s.says[last] != s.levels[last]
	ends := has(orders, s.says[0]) && has(orders, s.says[last])
	switch n := len(s.fields); {
	case s.beside != "" && n >= fewestSharing:
		return fmt.Sprintf("one list of %d levels, read as a category, because %q is an answer beside the others. State its code as missing, and the rest may be levels in order.", last+1, s.beside)
	case s.beside != "":
		return ""
	case n >= fewestSharing, only, ends:
		return fmt.Sprintf("%d levels, read in order from %q to %q. Where they have no order, make it a category.", last+1, s.says[0], s.says[last])
	}
	return ""
}

// ordered are levels in the order that their codes have, or else as they are listed; false for numbers that are no neighbours.
func ordered(levels []string) ([]string, bool) {
	var numbers []survey.Level
	for _, code := range levels {
		if _, err := strconv.ParseFloat(code, 64); err == nil {
			numbers = append(numbers, survey.Level{Code: code})
		}
	}
	if len(numbers) == 0 {
		return levels, true
	}
	if len(numbers) < len(levels) || !inOrder(numbers) {
		return nil, false
	}
	out := make([]string, len(numbers))
	for i, l := range numbers {
		out[i] = l.Code
	}
	return out, true
}

// has reports whether one of a list's phrases stands in a text, as whole words.
func has(list, text string) bool {
	text = " " + strings.Join(strings.FieldsFunc(strings.ReplaceAll(plain(text), "’", "'"), func(r rune) bool { return strings.ContainsRune(" ,;()/", r) }), " ") + " "
	for phrase := range strings.SplitSeq(list, "|") {
		if strings.Contains(text, " "+phrase+" ") {
			return true
		}
	}
	return false
}

// spell takes the labels of levels for further spellings of them: a table holds codes or labels. Where a label could be another level, the cells
// of the column are read as codes alone, and a note says so. Missing values go before levels.
func (b *Book) spell() {
	var doubtful []string
	for i := range b.Schema.Fields {
		f := &b.Schema.Fields[i]
		if !f.Levelled() || len(f.LevelLabels) == 0 || f.Spellings != nil {
			continue
		}
		var doubt bool
		if f.Spellings, doubt = spellings(f, b.Schema.MissingOf(f)); doubt {
			doubtful = append(doubtful, f.Name)
		}
	}
	if len(doubtful) > 0 {
		b.Notes = append(b.Notes, words.Some(doubtful, namedOfScale)+": a label is another level’s code or label, so cells are read as codes alone.")
	}
}

// spellings are the labels of the levels that cells may hold in their place; nil for none. It is doubtful where one could be another level.
func spellings(f *schema.Field, missing []string) (out [][]string, doubtful bool) {
	number := func(text string) bool {
		_, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
		return err == nil
	}
	seen, gone, numbers := map[string]bool{}, map[string]bool{}, false
	for _, code := range missing {
		gone[code] = true
	}
	for _, level := range f.Enum {
		seen[strings.ToLower(level)] = true
		numbers = numbers || number(level)
	}
	out, any := make([][]string, len(f.Enum)), false
	for i, level := range f.Enum {
		label := f.LevelLabels[level]
		switch low := strings.ToLower(label); {
		case label == "" || low == strings.ToLower(level):
		case seen[low] || numbers && number(label):
			return nil, true
		case gone[label] || strings.HasSuffix(label, "…"): // which may have been cut
			seen[low] = true
		default:
			seen[low] = true
			out[i], any = []string{label}, true
		}
	}
	if !any {
		return nil, false
	}
	return out, false
}
