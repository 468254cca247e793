package codebook

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"privatepca/core/schema"
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

// choices is what REDCap calls its levels: "1, yes | 2, no".
const choices = "choices, calculations, or slider labels"

// titles are how the columns of a list are called, in lower case; the first of each stands in a template.
func titles(h Heading) []string {
	return map[Heading][]string{
		Name:    {"name", "variable", "variable name", "variable / field name", "column", "field", "field name", "item", "code"},
		Label:   {"label", "variable label", "field label", "title", "description", "question", "question text"},
		Type:    {"type", "measure", "kind", "format", "measurement level", "level of measurement", "field type", "data type"},
		Min:     {"min", "minimum", "lower", "lower bound", "from", "range min", "valid min", "text validation min"},
		Max:     {"max", "maximum", "upper", "upper bound", "to", "range max", "valid max", "text validation max"},
		Levels:  {"levels", "values", "categories", "value labels", "codes", "enum", "choices", "permitted values", choices},
		Missing: {"missing", "missing values", "missing codes", "na"},
	}[h]
}

// A list is a list of variables as rows of cells.
type list struct {
	head  []string
	rows  *csv.Reader // what follows the head
	above int         // lines of the head
}

var errNoList = errors.New("schema: no codebook: its first line has to name the columns name, and label, type, min, max or levels")

func readList(text []byte) (*list, error) {
	first, _, _ := strings.Cut(string(text[:min(len(text), 64<<10)]), "\n")
	r := csv.NewReader(bytes.NewReader(text[:min(len(text), maxHead)]))
	for _, d := range []rune{'\t', ';'} {
		if strings.Count(first, string(d)) > strings.Count(first, string(r.Comma)) {
			r.Comma = d
		}
	}
	r.FieldsPerRecord, r.LazyQuotes = -1, true
	head, err := r.Read()
	above := 0
	switch at := r.InputOffset(); {
	case err != nil || len(head) < 2:
		return nil, errNoList
	case len(head) > maxTitles || at == maxHead:
		return nil, ErrLimit
	default:
		above = bytes.Count(text[:at], []byte("\n"))
		rows := csv.NewReader(bytes.NewReader(text[at:]))
		rows.Comma, rows.FieldsPerRecord, rows.LazyQuotes = r.Comma, -1, true
		r = rows
	}
	for i := range head {
		head[i] = schema.CleanLabel(head[i])
	}
	return &list{head, r, above}, nil
}

// maxHead bounds the line of titles, in bytes.
const maxHead = 256 << 10

// places finds the column of each heading: the stated one, or else the first with one of its titles.
func (l *list) places(stated map[Heading]string) map[Heading]int {
	at := map[Heading]int{}
	for _, h := range Headings() {
		names := titles(h)
		if title, told := stated[h]; told {
			names = []string{title}
		}
		for _, name := range names {
			if i := slices.IndexFunc(l.head, func(t string) bool { return name != "" && strings.EqualFold(t, name) }); i >= 0 {
				at[h] = i
				break
			}
		}
	}
	return at
}

// parseList reads a list of variables, as CSV with commas, semicolons or tabs: a line a variable. Levels stand between vertical bars,
// semicolons, or line ends, each as "code" or "code=label": the code is the level; commas separate where each piece has a label. One
// between quotes may hold any of these. A variable without a type is a number where it has bounds, a category where it has levels; of
// others only the label is taken. Missing codes count where every line states the same.
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
	redcap := strings.EqualFold(b.Columns[Levels], choices)
	var missing []coded
	values := 0
	for {
		pause()
		row, err := l.rows.Read()
		if err != nil {
			var wrong *csv.ParseError
			if errors.As(err, &wrong) {
				return nil, fmt.Errorf("schema: the list of variables is damaged at line %d: write it as CSV again", wrong.Line+l.above)
			}
			break // the end
		}
		cell := func(h Heading) string {
			if i, ok := at[h]; ok && i < len(row) {
				return strings.TrimSpace(row[i])
			}
			return ""
		}
		name := cell(Name)
		if name == "" {
			continue
		}
		codes, _ := split(cell(Missing), false)
		missing = append(missing, coded{name, codes})
		levels, words := split(cell(Levels), redcap)
		if values += len(codes) + len(levels); len(missing) > schema.MaxColumns || values > schema.MaxValues {
			return nil, ErrLimit
		}
		f := schema.Field{Name: name, Kind: kindOf(cell(Type), cell(Min)+cell(Max) != "", len(levels) > 0)}
		switch f.Kind {
		case schema.Number:
			var minOK, maxOK bool
			f.Minimum, minOK = bound(cell(Min))
			f.Maximum, maxOK = bound(cell(Max))
			if !minOK || !maxOK {
				b.problem(name, "its bounds are no numbers: write them in plain digits")
			}
		case schema.Date:
			from, fromOK := schema.ParseDate([]byte(cell(Min)), schema.ISO)
			to, toOK := schema.ParseDate([]byte(cell(Max)), schema.ISO)
			if f.Minimum, f.Maximum = from.Days, to.Days; !fromOK || !toOK {
				f.Minimum, f.Maximum = math.NaN(), math.NaN()
				b.problem(name, "its bounds are no dates: write them as 2020-01-31")
			}
		case schema.Category:
			f.Enum = levels
		default:
			if t := cell(Type); t != "" {
				b.problem(name, "the type %q cannot take part as it stands: leave the column out, or give it in the file as a number, such as a year or an age in days, or as categories", schema.CleanLabel(t))
			}
		}
		if err := b.add(f, cell(Label), words); err != nil {
			return nil, err
		}
	}
	b.missing(missing)
	return b, nil
}

// kindOf is what a column holds by the word for its type; "" where that cannot take part, or nothing is said.
func kindOf(word string, bounds, levels bool) schema.Kind {
	switch strings.ToLower(word) {
	case "number", "numeric", "integer", "int", "float", "double", "decimal", "real", "scale", "continuous", "interval", "ratio", "count", "slider", "calc":
		if levels && !bounds {
			return schema.Category
		}
		return schema.Number
	case "category", "categorical", "nominal", "ordinal", "factor", "string", "char", "character", "boolean", "bool", "binary", "logical", "enum",
		"radio", "dropdown", "yesno", "truefalse":
		return schema.Category
	case "text":
		if bounds {
			return schema.Number // REDCap's, with a validation
		}
		return schema.Category
	case "date", "datetime":
		if bounds {
			return schema.Date
		}
	case "":
		switch {
		case bounds:
			return schema.Number
		case levels:
			return schema.Category
		}
	}
	return ""
}

// bound reads a bound; a comma may be its decimal mark. An empty one is NaN.
func bound(cell string) (x float64, ok bool) {
	if cell == "" {
		return math.NaN(), true
	}
	if strings.Count(cell, ",") == 1 && !strings.Contains(cell, ".") {
		cell = strings.Replace(cell, ",", ".", 1)
	}
	x, err := strconv.ParseFloat(cell, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return math.NaN(), false
	}
	return x, true
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
	before := byte('=')
	if redcap {
		before = ','
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
		rest, label, labelled := strings.Cut(cell[from:i], string(before))
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
