package codebook

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"privatepca/core/schema"
	"privatepca/core/words"
)

// A Heading is what a column of a list of variables states.
type Heading string

// The headings.
const (
	Name    Heading = "name"
	Label   Heading = "label"
	Type    Heading = "type"
	Min     Heading = "min"
	Max     Heading = "max"
	Levels  Heading = "levels"
	Missing Heading = "missing"
)

// Headings are all of them, in the order of a template.
func Headings() []Heading { return []Heading{Name, Label, Type, Min, Max, Levels, Missing} }

// A list is a list of variables as rows of cells.
type list struct {
	head []string
	rows *rows // what follows the head
}

var errNoList = fmt.Errorf("%w: its first line has to name the columns name, and label, type, min, max or levels", ErrNone)

func readList(text []byte) (*list, error) {
	first, _, _ := strings.Cut(string(text[:min(len(text), 64<<10)]), "\n")
	r := &rows{text, ','}
	for _, d := range []byte{'\t', ';'} {
		if strings.Count(first, string(d)) > strings.Count(first, string(r.comma)) {
			r.comma = d
		}
	}
	head, err := r.Read()
	switch {
	case err != nil || len(head) < 2:
		return nil, errNoList
	case len(head) > maxTitles || len(text)-len(r.text) >= maxHead:
		return nil, ErrLimit
	}
	for i := range head {
		head[i] = schema.CleanLabel(words.Edited(head[i]))
	}
	return &list{head, r}, nil
}

// maxHead bounds the line of titles, in bytes.
const maxHead = 256 << 10

// places finds the column of each heading: the stated one, "" for none, or else the first with one of its titles. A title that the list does not have
// was stated about another list.
func (l *list) places(stated map[Heading]string) map[Heading]int {
	at := map[Heading]int{}
	heads := map[string]int{} // the first of each title, as plain gives it
	for i := len(l.head) - 1; i >= 0; i-- {
		heads[withoutE(plain(l.head[i]))] = i
	}
	for i := len(l.head) - 1; i >= 0; i-- {
		heads[plain(l.head[i])] = i
	}
	for _, h := range Headings() {
		if title, told := stated[h]; told {
			i := slices.IndexFunc(l.head, func(t string) bool { return title != "" && strings.EqualFold(t, title) })
			if i >= 0 {
				at[h] = i
			}
			if i >= 0 || title == "" {
				continue
			}
		}
		for title := range strings.SplitSeq(titles(h), "|") {
			if i, there := heads[title]; there && title != "" {
				at[h] = i
				break
			}
		}
	}
	if _, told := stated[Label]; !told {
		for title := range strings.SplitSeq(names, "|") {
			_, labelled := at[Label]
			if i, there := heads[title]; there && !labelled && i != at[Name] {
				at[Label] = i
			}
		}
	}
	return at
}

// parseList reads a list of variables, as CSV with commas, semicolons or tabs: a line a variable. Levels stand between vertical bars,
// semicolons, or line ends, each as "code", "code=label" or, where all are so, "code: label": the code is the level; commas separate where each piece has a label. One
// between quotes may hold any of these. A variable without a type is a number where it has bounds, a date where these are dates, a category
// where it has levels; of others only the label is taken.
func parseList(text []byte, stated map[Heading]string, pause func()) (*Book, error) {
	l, err := readList(text)
	if err != nil {
		return nil, err
	}
	at := l.places(stated)
	b := newBook(List)
	b.Titles, b.Columns = l.head, map[Heading]string{}
	for h, i := range at {
		b.Columns[h] = l.head[i]
	}
	if _, named := at[Name]; !named || len(at) < 2 {
		b.Schema = nil
		return b, nil
	}
	redcap, checked := oneOf(choices, b.Columns[Levels]), -1
	if redcap {
		checked = slices.IndexFunc(l.head, func(t string) bool { return oneOf(validation, t) })
	}
	b.marks = l.marksOf(at, pause)
	var missing []coded
	values := 0
	for {
		pause()
		row, err := l.rows.Read()
		if err != nil {
			break // the end
		}
		place := func(i int) string {
			if i >= 0 && i < len(row) {
				return strings.TrimSpace(words.Edited(row[i]))
			}
			return ""
		}
		cell := func(h Heading) string {
			if i, ok := at[h]; ok {
				return place(i)
			}
			return ""
		}
		v := listed{name: cell(Name), label: schema.CleanLabel(cell(Label)), kind: cell(Type), min: cell(Min), max: cell(Max)}
		if v.name == "" {
			continue
		}
		codes := splitCodes(cell(Missing))
		v.levels, v.words = split(cell(Levels), redcap)
		b.between(&v)
		codes = v.withoutMissing(codes)
		if values += len(codes) + len(v.levels); len(missing) > schema.MaxColumns || values > schema.MaxValues {
			return nil, ErrLimit
		}
		several := []listed{v}
		if redcap {
			if len(v.name)*len(v.levels) > MaxList { // each choice has a column of its own
				return nil, ErrLimit
			}
			several = v.exported(place(checked))
		}
		for i := range several {
			missing = append(missing, coded{several[i].name, codes})
			if err := b.addListed(&several[i]); err != nil {
				return nil, err
			}
		}
	}
	b.missing(missing)
	b.noteDates()
	b.noteBetween()
	b.order()
	b.spell()
	return b, nil
}

// A listed variable is a line of a list.
type listed struct {
	name, label, kind, min, max string
	levels                      []string
	words                       map[string]string
}

// withoutMissing takes missing codes out of the levels, and gives them with the words that stand for them there.
func (v *listed) withoutMissing(codes []string) []string {
	among := make(map[string]bool, len(codes))
	for _, c := range codes {
		among[c] = true
	}
	v.levels = slices.DeleteFunc(v.levels, func(level string) bool {
		gone := among[level]
		if word := v.words[level]; gone && word != "" && !among[word] {
			among[word], codes = true, append(codes, word)
		}
		return gone
	})
	return codes
}

// addListed adds a line's variable.
func (b *Book) addListed(v *listed) error {
	f := schema.Field{Name: v.name, Kind: kindOf(v.kind, v.min+v.max != "", len(v.levels) > 0)}
	numbers := false
	if f.Kind == schema.Number {
		f.Minimum, f.Maximum, numbers = b.bounds(v)
		if v.kind == "" && !numbers {
			if _, _, _, wrong := dateBounds(v.min, v.max); wrong != noDates {
				f.Kind = schema.Date
			}
		}
	}
	switch f.Kind {
	case schema.Number:
		if !numbers {
			b.problem(v.name, "its bounds are no numbers: write them in plain digits")
		}
	case schema.Date:
		var wrong string
		if f.Minimum, f.Maximum, f.Format, wrong = dateBounds(v.min, v.max); wrong != "" {
			b.problem(v.name, "%s", wrong)
		}
	case schema.Category:
		f.Enum = v.levels
		switch kind, _, _ := strings.Cut(v.kind, "("); {
		case oneOf(ordinals, kind) && len(v.levels) > 0:
			f.Kind = schema.Ordinal
			if levels, ok := ordered(v.levels); ok {
				f.Enum = levels
			}
		case strings.TrimSpace(kind) != "" && oneOf(categories, kind) && !oneOf(wordsOfText, kind):
			b.stated[v.name] = true
		}
	default:
		if kind, _, _ := strings.Cut(v.kind, "("); strings.TrimSpace(kind) != "" && oneOf(identifiers, kind) {
			b.Identifiers = append(b.Identifiers, v.name)
		} else if v.kind != "" {
			b.unfit(v.name, v.kind)
		}
	}
	return b.add(f, v.label, v.words)
}

// kindOf is what a column holds by the word for its type; "" where that cannot take part, or nothing is said.
func kindOf(word string, bounds, levels bool) schema.Kind {
	word, _, _ = strings.Cut(word, "(") // a width
	switch {
	case strings.TrimSpace(word) == "" && bounds:
		return schema.Number
	case strings.TrimSpace(word) == "" && levels:
		return schema.Category
	case oneOf(numbers, word):
		if levels && !bounds {
			return schema.Category
		}
		return schema.Number
	case oneOf("text", word) && bounds:
		return schema.Number // REDCap's, with a validation
	case oneOf(categories, word):
		return schema.Category
	case oneOf(dates, word) && levels && !bounds:
		return schema.Category
	case oneOf(dates, word):
		return schema.Date
	}
	return ""
}

// dateBounds reads two bounds that are dates, as 2020-01-31 or both in one further form, and the format that cells are read by, too. An empty one is
// NaN. It says what is wrong with them; "" for nothing.
func dateBounds(least, most string) (lo, hi float64, format, wrong string) {
	fit := 0
	read := func(cell, by string) (days float64, ok bool) {
		if cell == "" {
			return math.NaN(), true
		}
		d, ok := schema.ParseDate([]byte(cell), by)
		return d.Days, ok
	}
	for _, by := range [...]string{schema.ISO, "%d.%m.%Y", "%Y/%m/%d", "%d/%m/%Y", "%m/%d/%Y", "%d-%m-%Y", "%m-%d-%Y"} {
		x, ok := read(least, by)
		y, okToo := read(most, by)
		if !ok || !okToo {
			continue
		}
		if fit++; fit == 1 {
			lo, hi, format = x, y, by
		}
		if by == schema.ISO {
			return lo, hi, format, ""
		}
	}
	switch fit {
	case 0:
		return math.NaN(), math.NaN(), "", noDates
	case 1:
		return lo, hi, format, ""
	}
	return math.NaN(), math.NaN(), "", "its bounds may have the day or the month first: write them as 2020-01-31"
}

const noDates = "its bounds are no dates of one form: write them as 2020-01-31"

// noteDates says by which formats dates are read.
func (b *Book) noteDates() {
	var formats []string
	names := map[string][]string{}
	for _, f := range b.Schema.Fields {
		if f.Format == "" {
			continue
		}
		if names[f.Format] == nil {
			formats = append(formats, f.Format)
		}
		names[f.Format] = append(names[f.Format], f.Name)
	}
	for _, format := range formats {
		b.Notes = append(b.Notes, words.Some(names[format], namedOfScale)+": dates are read as "+schema.FormatWords(format)+", as the bounds are written.")
	}
}

// splitCodes takes a list of missing codes apart: commas separate, too, where nothing else does.
func splitCodes(cell string) []string {
	if !strings.ContainsAny(cell, "|;\n\r\"=") {
		cell = strings.ReplaceAll(cell, ",", "|")
	}
	codes, _ := split(cell, false)
	return codes
}

// split takes a list of levels apart, with the labels of those that have one. Where redcap is true a label stands behind a comma.
func split(cell string, redcap bool) (codes []string, words map[string]string) {
	separates := func(c byte) bool { return c == '|' || c == ';' || c == '\n' || c == '\r' }
	if !redcap && !strings.ContainsAny(cell, "|;\n\r\"") && strings.Contains(cell, ",") {
		pieces := strings.Split(cell, ",")
		if !slices.ContainsFunc(pieces, func(p string) bool { return !strings.Contains(p, "=") }) {
			separates = func(c byte) bool { return c == ',' }
		}
	}
	before := "="
	switch {
	case redcap:
		before = ","
	case !strings.Contains(cell, "=") && strings.Contains(cell, ": ") && !strings.Contains(cell, `"`):
		pieces := strings.FieldsFunc(cell, func(r rune) bool { return r < 0x80 && separates(byte(r)) })
		if !slices.ContainsFunc(pieces, func(p string) bool { return strings.TrimSpace(p) != "" && !strings.Contains(p, ": ") }) {
			before = ": "
		}
	}
	words = map[string]string{}
	for i := 0; i < len(cell); {
		for i < len(cell) && (cell[i] == ' ' || cell[i] == '\t' || separates(cell[i])) {
			i++
		}
		if i == len(cell) {
			break
		}
		code, quoted := "", cell[i] == '"'
		if quoted {
			code, i = unquote(cell, i)
		}
		from := i
		for i < len(cell) && !separates(cell[i]) {
			i++
		}
		rest, label, labelled := strings.Cut(cell[from:i], before)
		if !quoted {
			code = strings.TrimSpace(rest)
		}
		if code == "" {
			continue
		}
		codes = append(codes, code)
		if labelled {
			words[code] = strings.TrimSpace(label)
		}
	}
	return codes, words
}

// unquote reads a code between quotes from i on, and gives what follows it.
func unquote(cell string, i int) (code string, after int) {
	var b strings.Builder
	for i++; i < len(cell); i++ {
		if cell[i] == '"' {
			if i+1 == len(cell) || cell[i+1] != '"' {
				return b.String(), i + 1
			}
			i++
		}
		b.WriteByte(cell[i])
	}
	return b.String(), i
}
