package schema

import (
	"encoding/csv"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
)

// headings are how the columns of a codebook are called, in lower case; the first of each stands in a template.
func headings() map[string][]string {
	return map[string][]string{
		"name":    {"name", "variable", "variable name", "column", "field", "item", "code"},
		"type":    {"type", "measure", "kind", "format", "measurement level", "level of measurement"},
		"min":     {"min", "minimum", "lower", "lower bound", "from", "range min", "valid min"},
		"max":     {"max", "maximum", "upper", "upper bound", "to", "range max", "valid max"},
		"levels":  {"levels", "values", "categories", "value labels", "codes", "enum", "choices", "permitted values"},
		"missing": {"missing", "missing values", "missing codes", "na"},
	}
}

var errNoCodebook = errors.New("schema: no codebook: its first line has to name the columns name, and type, min, max or levels")

// IsCodebook reports whether a text has the first line of a codebook.
func IsCodebook(text []byte) bool {
	_, _, err := codebookRows(text)
	return err == nil
}

// ParseCodebook reads a list of variables, as CSV with commas, semicolons or tabs: a line a variable, its name, type, min,
// max, levels and missing codes. Levels stand between vertical bars, semicolons, or line ends, each as "code" or "code=label": the code
// is the level. A variable without a type is a number where it has bounds, a category where it has levels, and is passed over else.
// Missing codes count where every line states the same. When what it says does not do as it stands, the error is Problems, as of ParseFor.
func ParseCodebook(text []byte) (*Schema, error) {
	if len(text) > MaxSize {
		return nil, errSize
	}
	place, rows, err := codebookRows(text)
	if err != nil {
		return nil, err
	}
	s := New()
	s.BoundsFrom = FromSchema
	var ps Problems
	var missing []string
	same := true
	for i, row := range rows {
		cell := func(heading string) string {
			if at, ok := place[heading]; ok && at < len(row) {
				return strings.TrimSpace(row[at])
			}
			return ""
		}
		if codes := split(cell("missing")); i == 0 {
			missing = codes
		} else {
			same = same && slices.Equal(missing, codes)
		}
		name, levels := cell("name"), split(cell("levels"))
		min, minOK := bookNumber(cell("min"))
		max, maxOK := bookNumber(cell("max"))
		f := Field{Name: name, Minimum: min, Maximum: max}
		switch bookKind(cell("type"), cell("min")+cell("max") != "", len(levels) > 0) {
		case Number:
			f.Kind = Number
			if !minOK || !maxOK {
				ps.add(name, "its bounds are no numbers: write them in plain digits")
			}
		case Category:
			f.Kind, f.Enum, f.Minimum, f.Maximum = Category, levels, 0, 0
		default:
			if t := cell("type"); t != "" && bookKind(t, false, false) == "" && name != "" {
				ps.add(name, unfit, t)
			}
			continue
		}
		if name != "" {
			s.Fields = append(s.Fields, f)
		}
		if len(s.Fields) > MaxColumns {
			return nil, errColumns
		}
	}
	if same && len(missing) > 0 {
		s.MissingValues = append([]string{""}, missing...)
	} else if !same {
		ps.add("", "its missing codes differ between columns, but one list holds for the whole table: state those that mean the same in every column")
	}
	return s, ps.err()
}

// codebookRows splits a codebook, and finds its columns.
func codebookRows(text []byte) (place map[string]int, rows [][]string, err error) {
	all := strings.TrimPrefix(string(text), "\ufeff")
	first, _, _ := strings.Cut(all, "\n")
	r := csv.NewReader(strings.NewReader(all))
	for _, d := range []rune{'\t', ';'} {
		if strings.Count(first, string(d)) > strings.Count(first, string(r.Comma)) {
			r.Comma = d
		}
	}
	r.FieldsPerRecord, r.LazyQuotes = -1, true
	head, err := r.Read()
	if err != nil {
		return nil, nil, errNoCodebook
	}
	place = map[string]int{}
	for what, names := range headings() {
		for _, name := range names {
			if at := slices.IndexFunc(head, func(h string) bool { return strings.EqualFold(strings.TrimSpace(h), name) }); at >= 0 {
				place[what] = at
				break
			}
		}
	}
	_, named := place["name"]
	if _, min := place["min"]; !named || len(place) < 2 || !min && place["levels"] == 0 && place["type"] == 0 {
		return nil, nil, errNoCodebook
	}
	rows, err = r.ReadAll()
	return place, rows, err
}

// bookKind is what a column holds by the word for its type; "" where that cannot take part, or nothing is said.
func bookKind(word string, bounds, levels bool) Kind {
	switch strings.ToLower(word) {
	case "number", "numeric", "integer", "int", "float", "double", "decimal", "real", "scale", "continuous", "interval", "ratio", "count":
		if levels && !bounds {
			return Category
		}
		return Number
	case "category", "categorical", "nominal", "ordinal", "factor", "string", "text", "char", "character", "boolean", "bool", "binary", "logical", "enum":
		return Category
	case "":
		switch {
		case bounds:
			return Number
		case levels:
			return Category
		}
	}
	return ""
}

// bookNumber reads a bound; a comma may be its decimal mark. An empty one is NaN.
func bookNumber(cell string) (x float64, ok bool) {
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

// split takes a list apart, and the labels off its codes.
func split(cell string) []string {
	var list []string
	for _, item := range strings.FieldsFunc(cell, func(c rune) bool { return c == '|' || c == ';' || c == '\n' || c == '\r' }) {
		code, _, _ := strings.Cut(item, "=")
		if code = strings.TrimSpace(code); code != "" {
			list = append(list, code)
		}
	}
	return list
}

// EncodeCodebook writes the schema's columns, and those of the names that it lacks, as a codebook to fill in: CSV with commas.
func (s *Schema) EncodeCodebook(names []string) []byte {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write([]string{"name", "type", "min", "max", "levels", "missing"})
	fields := map[string]*Field{}
	for i := range s.Fields {
		fields[s.Fields[i].Name] = &s.Fields[i]
	}
	missing := strings.Join(slices.DeleteFunc(slices.Clone(s.MissingValues), func(m string) bool { return m == "" }), " | ")
	for _, name := range names {
		row := []string{name, "", "", "", "", missing}
		if f := fields[name]; f != nil && f.Kind == Number {
			row[1], row[2], row[3] = "number", bookBound(f.Minimum), bookBound(f.Maximum)
		} else if f != nil {
			row[1], row[4] = "category", strings.Join(f.Enum, " | ")
		}
		w.Write(row)
	}
	w.Flush() // a builder takes all
	return []byte(b.String())
}

func bookBound(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
