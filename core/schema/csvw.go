package schema

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"
)

// The keys of CSVW metadata (W3C, Metadata Vocabulary for Tabular Data, 2015) that
// are read, and ours under "privatepca".
type (
	metadata struct {
		Context     string      `json:"@context"`
		URL         string      `json:"url"`
		Title       string      `json:"dc:title,omitempty"`
		Description string      `json:"dc:description,omitempty"`
		Ours        *tableKeys  `json:"privatepca,omitempty"`
		Null        *tokens     `json:"null,omitempty"`
		TableSchema tableSchema `json:"tableSchema"`
	}
	tableSchema struct {
		Columns []column `json:"columns"`
	}
	column struct {
		Name      string     `json:"name,omitempty"`
		Titles    titles     `json:"titles,omitempty"`
		Datatype  *datatype  `json:"datatype,omitempty"`
		Null      *tokens    `json:"null,omitempty"`
		Separator *text      `json:"separator,omitempty"`
		Virtual   bool       `json:"virtual,omitempty"`
		Ours      *fieldKeys `json:"privatepca,omitempty"`
	}
	datatype struct {
		Base    string  `json:"base,omitempty"`
		Format  *format `json:"format,omitempty"`
		Minimum *limit  `json:"minimum,omitempty"`
		Maximum *limit  `json:"maximum,omitempty"`
		From    *limit  `json:"minInclusive,omitempty"`
		To      *limit  `json:"maxInclusive,omitempty"`
		Above   *limit  `json:"minExclusive,omitempty"`
		Below   *limit  `json:"maxExclusive,omitempty"`
	}
	format struct {
		text           string // a regular expression, or true and false, or a pattern
		decimal, group *text  // of numbers
	}
	titles []string
)

// A datatype may be its base alone.
func (d *datatype) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, &d.Base)
	}
	type plain datatype
	return json.Unmarshal(b, (*plain)(d))
}

// A format is a string, or for numbers an object.
func (f *format) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, &f.text)
	}
	var o struct {
		DecimalChar *text `json:"decimalChar"`
		GroupChar   *text `json:"groupChar"`
		Pattern     loose `json:"pattern"`
	}
	err := json.Unmarshal(b, &o)
	if o.GroupChar == nil && strings.Contains(string(o.Pattern), ",") {
		comma := text(",") // the standard's
		o.GroupChar = &comma
	}
	f.decimal, f.group = o.DecimalChar, o.GroupChar
	return err
}

func (f format) MarshalJSON() ([]byte, error) { return plainJSON(f.text) }

// plainJSON is JSON in which & and < stand as they are.
func plainJSON(v any) ([]byte, error) {
	b := encode(v)
	return b[:len(b)-1], nil
}

// Titles are a string, a list of strings, or either for each language.
func (ts *titles) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '{' {
		var byLanguage map[string]titles
		if err := json.Unmarshal(b, &byLanguage); err != nil {
			return err
		}
		*ts = nil
		for _, language := range slices.Sorted(maps.Keys(byLanguage)) {
			*ts = append(*ts, byLanguage[language]...)
		}
		return nil
	}
	var list tokens
	if err := list.UnmarshalJSON(b); err != nil {
		return err
	}
	*ts = texts(list, nil)
	return nil
}

func (ts titles) MarshalJSON() ([]byte, error) {
	if len(ts) == 1 {
		return plainJSON(ts[0])
	}
	return plainJSON([]string(ts))
}

// header is the column's name in the file: the first of its titles and its name
// that is there, or else the first of them.
func (c *column) header(there map[string]bool) string {
	names := append(slices.Clone([]string(c.Titles)), c.Name)
	for _, name := range names {
		if there[strings.TrimSpace(name)] {
			return name
		}
	}
	return names[0]
}

// takeColumns reads the columns of a CSVW table.
func (s *Schema) takeColumns(t *described, header []string, ps *Problems, pause func()) {
	there := make(map[string]bool, len(header))
	for _, name := range header {
		there[strings.TrimSpace(name)] = true
	}
	null := t.missing
	if len(t.columns) > 0 && t.columns[0].Null != nil &&
		!slices.ContainsFunc(t.columns, func(c column) bool { return !c.Virtual && !sameTokens(c.Null, t.columns[0].Null) }) {
		null = t.columns[0].Null // every column says the same
		s.MissingValues = texts(*null, []string{})
	}
	for i := range t.columns {
		c := &t.columns[i]
		if c.Virtual { // not in the file
			continue
		}
		name := c.header(there)
		f, ok := c.field(name, ps)
		if ok && c.Separator != nil && (f.Kind != Category || f.Spellings != nil) {
			ps.add(name, "its cells hold lists of what are no texts, which cannot take part: leave the column out, or list the texts that are possible")
		} else if ok {
			if c.Null != nil && !sameTokens(c.Null, null) {
				f.MissingValues = texts(*c.Null, []string{})
			}
			if c.Separator != nil {
				s.Fields = append(s.Fields, ListOf(f, string(*c.Separator), f.Enum)...)
			} else {
				s.Fields = append(s.Fields, f)
			}
		}
		pause()
	}
}

// Titled reports whether a text may be CSVW metadata, whose columns have several titles: which of them stands in a table, its header says
// (Table.Columns).
func Titled(text []byte) bool {
	return bytes.Contains(text, []byte(`"tableSchema"`)) || bytes.Contains(text, []byte(`"columns"`))
}

func sameTokens(a, b *tokens) bool {
	return a == b || a != nil && b != nil && slices.EqualFunc(*a, *b, func(x, y labelled) bool { return x.text == y.text })
}

// numericTypes are CSVW's, with the bounds that some of them imply.
var numericTypes = func() map[string][2]float64 {
	no := math.NaN()
	types := map[string][2]float64{
		"byte": {-128, 127}, "unsignedByte": {0, 255},
		"nonNegativeInteger": {0, no}, "positiveInteger": {1, no}, "nonPositiveInteger": {no, 0}, "negativeInteger": {no, -1},
		"unsignedLong": {0, no}, "unsignedInt": {0, no}, "unsignedShort": {0, no},
	}
	for _, name := range []string{"number", "decimal", "double", "float", "integer", "long", "int", "short", "gYear"} {
		types[name] = [2]float64{no, no}
	}
	return types
}()

// textTypes hold what can be a category.
var textTypes = []string{"", "string", "any", "anyAtomicType", "normalizedString", "token", "language", "Name", "NMTOKEN", "anyURI"}

// field makes a Field of the column; false when it cannot take part.
//
//   - numbers, and gYear: a Number with minimum and maximum, whichever way they are
//     stated; what the type implies, such as 0 to 255, where they are not.
//   - no type, and no format: a column without a kind.
//   - string and its like: a Category of the alternatives that its format,
//     a regular expression, lists: "a|b|c".
//   - boolean: a Category of false and true, as its format spells them.
//   - date, datetime, dateTime, dateTimeStamp: a Date, whose bounds are dates.
//   - any other type, such as time: a column without a kind, which a problem says.
//
// What stands under our key goes before all of this.
func (c *column) field(name string, ps *Problems) (Field, bool) {
	out := Field{Name: name, Kind: Category}
	if c.Ours != nil {
		out.BoundsFrom = c.Ours.BoundsFrom
	}
	var d datatype
	if c.Datatype != nil {
		d = *c.Datatype
	}
	implied, numeric := numericTypes[d.Base]
	c.Ours.apply(&out)
	switch {
	case slices.Contains(dateTypes[:], d.Base):
		if c.Ours == nil || c.Ours.Type == "" {
			out.Kind = Date
		}
		if d.Format != nil && out.Format == ISO {
			out.Format = dateFormats.Replace(d.Format.text)
			if out.Format == "%Y-%m-%d" {
				out.Format = ISO
			}
		}
		if out.Bounded() {
			least, most := first(d.Minimum, first(d.From, d.Above)), first(d.Maximum, first(d.To, d.Below))
			out.Minimum, out.Maximum = math.NaN(), math.NaN()
			out.bound(least, most)
		}
	case numeric && (out.Kind == Category || out.Bounded()):
		kind := out.Kind
		out.Kind, out.Minimum, out.Maximum = Number, implied[0], implied[1]
		out.bound(first(d.Minimum, first(d.From, d.Above)), first(d.Maximum, first(d.To, d.Below)))
		if kind != Category {
			out.Kind = kind
		}
		if d.Format != nil && (d.Format.decimal != nil || d.Format.group != nil) {
			out.Decimal, out.Grouping = numberMarks(d.Format.decimal, d.Format.group)
		}
		if o := c.Ours; o != nil && (o.Decimal != "" || o.Grouping != "" || o.Around) {
			out.Decimal, out.Grouping, out.Around = o.Decimal, o.Grouping, o.Around
		}
	case c.Ours != nil && len(c.Ours.Spellings) >= 2 && !slices.ContainsFunc(c.Ours.Spellings, func(l []text) bool { return len(l) == 0 }):
		out.Enum, out.Spellings = c.Ours.spelled()
	case d.Base == "boolean":
		out.Enum, out.Spellings = []string{"false", "true"}, [][]string{{"0"}, {"1"}}
		if d.Format != nil {
			yes, no, _ := strings.Cut(d.Format.text, "|")
			out.Enum, out.Spellings = []string{no, yes}, [][]string{{}, {}}
		}
	case (d.Base == "" || d.Base == "any") && d.Format == nil && (c.Ours == nil || c.Ours.Type == ""):
		out.Kind, out.Minimum, out.Maximum = "", math.NaN(), math.NaN()
	case slices.Contains(textTypes, d.Base):
		if d.Format != nil {
			out.Enum = alternatives(d.Format.text)
		}
	default:
		ps.open(name, unfit, d.Base)
		out.Kind, out.Minimum, out.Maximum = "", math.NaN(), math.NaN()
	}
	var words map[string]string
	if c.Ours != nil {
		words = labelsOf(c.Ours.Categories)
	}
	label := ""
	if at := slices.IndexFunc(c.Titles, func(t string) bool { return strings.TrimSpace(t) != strings.TrimSpace(name) }); at >= 0 {
		label = c.Titles[at]
	}
	out.SetLabels(label, words)
	return out, true
}

// dateTypes are CSVW's, and dateFormats the symbols of its formats as ours.
var (
	dateTypes   = [...]string{"date", "datetime", "dateTime", "dateTimeStamp"}
	dateFormats = strings.NewReplacer("yyyy", "%Y", "MM", "%m", "M", "%m", "dd", "%d", "d", "%d", "HH", "%H", "mm", "%M", "ss", "%S")
)

const metacharacters = `\^$.|?*+()[]{}`

// alternatives lists the texts that a regular expression of plain alternatives
// matches; nil for any other expression.
func alternatives(expression string) []string {
	expression = strings.TrimPrefix(expression, "^")
	if inner, found := strings.CutSuffix(expression, "$"); found && !strings.HasSuffix(inner, `\`) {
		expression = inner
	}
	for _, group := range []string{"(?:", "("} {
		if inner, found := strings.CutPrefix(expression, group); found {
			if inner, found = strings.CutSuffix(inner, ")"); found {
				expression = inner
				break
			}
		}
	}
	var list []string
	var one strings.Builder
	escaped := false
	for _, c := range expression {
		switch {
		case escaped && !strings.ContainsRune(metacharacters+"-/", c):
			return nil // a class, such as \d
		case escaped:
			one.WriteRune(c)
			escaped = false
		case c == '\\':
			escaped = true
		case c == '|':
			list = append(list, one.String())
			one.Reset()
		case strings.ContainsRune(metacharacters, c):
			return nil
		default:
			one.WriteRune(c)
		}
	}
	if escaped {
		return nil
	}
	return append(list, one.String())
}

// expression is the regular expression of plain alternatives.
func expression(levels []string) *format {
	var b strings.Builder
	for i, level := range levels {
		if i > 0 {
			b.WriteByte('|')
		}
		for _, c := range level {
			if strings.ContainsRune(metacharacters, c) {
				b.WriteByte('\\')
			}
			b.WriteRune(c)
		}
	}
	return &format{text: b.String()}
}

// EncodeCSVW writes the schema as CSVW metadata of a file, with our keys. Parse reads
// it back as the same schema.
func (s *Schema) EncodeCSVW(file string) []byte {
	s = Published(s)
	m := metadata{
		Context: "http://www.w3.org/ns/csvw", URL: file, Title: s.Title, Description: s.Description, Ours: s.keys(),
		TableSchema: tableSchema{make([]column, 0, len(s.Fields))},
	}
	if s.MissingValues != nil {
		m.Null = untokens(s.MissingValues)
	}
	columns := &m.TableSchema.Columns
	for i := 0; i < len(s.Fields); {
		of := listAt(s, i)
		if i += len(of); of[0].Column != "" {
			*columns = append(*columns, encodeListCSVW(of))
		} else {
			*columns = append(*columns, encodeCSVW(&of[0]))
		}
	}
	return encode(m)
}

func encodeCSVW(f *Field) column {
	out := column{Titles: titles{f.Name}, Datatype: &datatype{Base: "string"}, Ours: keysOf(f, true)}
	if f.Label != "" {
		out.Titles = append(out.Titles, f.Label)
	}
	if f.MissingValues != nil {
		out.Null = untokens(f.MissingValues)
	}
	switch {
	case f.Kind == "": // not said yet
		out.Datatype = nil
	case f.Kind == Date:
		out.Datatype = &datatype{Base: "date"}
		if f.Bounded() {
			out.Datatype.Minimum, out.Datatype.Maximum = limitOf(f, f.Minimum), limitOf(f, f.Maximum)
		}
	case f.Bounded():
		out.Datatype = &datatype{Base: "number", Minimum: limitOf(f, f.Minimum), Maximum: limitOf(f, f.Maximum)}
	case boolean(f):
		no := append([]string{f.Enum[0]}, f.Spellings[0]...)
		yes := append([]string{f.Enum[1]}, f.Spellings[1]...)
		if out.Ours == nil {
			out.Ours = &fieldKeys{}
		}
		out.Ours.Spellings = [][]text{untexts(no), untexts(yes)}
		out.Datatype.Format = expression(append(no, yes...))
	case len(f.Enum) > 0:
		all := slices.Clone(f.Enum)
		for _, others := range f.Spellings {
			all = append(all, others...)
		}
		out.Datatype.Format = expression(all)
	}
	return out
}
