package schema

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
)

// The keys of Frictionless Table Schema that are read, and ours under "privatepca".
type (
	table struct {
		Title         string     `json:"title,omitempty"`
		Description   string     `json:"description,omitempty"`
		Ours          *tableKeys `json:"privatepca,omitempty"`
		MissingValues *tokens    `json:"missingValues,omitempty"`
		Fields        []field    `json:"fields"`
	}
	tableKeys struct {
		BoundsFrom    Provenance  `json:"bounds_from,omitempty"`
		Source        loose       `json:"source,omitempty"`
		Scaling       Scaling     `json:"scaling,omitempty"`
		Centre        Centre      `json:"centre,omitempty"`
		CentrePoint   []number    `json:"centre_point,omitempty"`
		NormRule      NormRule    `json:"norm_rule,omitempty"`
		NormBound     *number     `json:"norm_bound,omitempty"`
		PersonColumn  string      `json:"person_column,omitempty"`
		RowsPerPerson *number     `json:"rows_per_person,omitempty"`
		RowWeight     *weightKeys `json:"row_weight,omitempty"`
		Dialect       *Dialect    `json:"dialect,omitempty"`
	}
	weightKeys struct {
		Column  text    `json:"column"`
		Maximum *number `json:"maximum"`
		Missing number  `json:"missing"`
	}
	field struct {
		Name          string       `json:"name"`
		Title         loose        `json:"title,omitempty"`
		Type          string       `json:"type,omitempty"`
		FalseValues   []text       `json:"falseValues,omitempty"`
		TrueValues    []text       `json:"trueValues,omitempty"`
		DecimalChar   *text        `json:"decimalChar,omitempty"`
		GroupChar     *text        `json:"groupChar,omitempty"`
		BareNumber    *bool        `json:"bareNumber,omitempty"`
		Delimiter     *text        `json:"delimiter,omitempty"` // of a list
		MissingValues *tokens      `json:"missingValues,omitempty"`
		Format        loose        `json:"format,omitempty"`
		Categories    tokens       `json:"categories,omitempty"`
		Constraints   *constraints `json:"constraints,omitempty"`
		Ours          *fieldKeys   `json:"privatepca,omitempty"`
	}
	fieldKeys struct {
		BoundsFrom Provenance `json:"bounds_from,omitempty"`
		Spellings  [][]text   `json:"spellings,omitempty"`  // of each level, each list's first the level; not of a boolean in Frictionless
		Recode     recodings  `json:"recode,omitempty"`     // cells that are no levels, by what they are read as
		Categories tokens     `json:"categories,omitempty"` // levels with labels, where the standard has no place for them
		Type       Kind       `json:"type,omitempty"`       // where it is none of the standard's
		Part       Part       `json:"part,omitempty"`
		Format     string     `json:"format,omitempty"` // of dates, in CSVW
		Scores     []number   `json:"scores,omitempty"`
		Weight     *number    `json:"weight,omitempty"`

		Decimal     string `json:"decimal,omitempty"` // in CSVW, as are the next two
		Grouping    string `json:"grouping,omitempty"`
		Around      bool   `json:"around,omitempty"`
		Parentheses bool   `json:"parentheses,omitempty"` // around a number make it negative
	}
	constraints struct {
		Required bool   `json:"required,omitempty"`
		Minimum  *limit `json:"minimum,omitempty"`
		Maximum  *limit `json:"maximum,omitempty"`
		Above    *limit `json:"exclusiveMinimum,omitempty"`
		Below    *limit `json:"exclusiveMaximum,omitempty"`
		Enum     []text `json:"enum,omitempty"`
	}
)

// apply takes over our keys.
func (o *tableKeys) apply(s *Schema) {
	setIf(&s.BoundsFrom, o.BoundsFrom)
	s.Source = PublicAddress(string(o.Source))
	setIf(&s.Scaling, o.Scaling)
	setIf(&s.Centre, o.Centre)
	setIf(&s.NormRule, o.NormRule)
	for _, x := range o.CentrePoint {
		s.Point = append(s.Point, float64(x))
	}
	s.PersonColumn = o.PersonColumn
	if o.Dialect != nil {
		s.Dialect = *o.Dialect
	}
	if o.NormBound != nil {
		s.NormBound = float64(*o.NormBound)
	}
	if w := o.RowWeight; w != nil {
		s.RowWeight = &RowWeight{Column: string(w.Column), Missing: float64(w.Missing)}
		if w.Maximum != nil { // else 0, which Validate refuses
			s.RowWeight.Maximum = float64(*w.Maximum)
		}
	}
	if o.RowsPerPerson != nil {
		s.RowsPerPerson = whole(float64(*o.RowsPerPerson))
	}
}

// keys are our keys for a schema, every rule spelled out; of one without a norm rule no rule but the scaling, so that a release takes those
// that are recommended.
func (s *Schema) keys() *tableKeys {
	bound, rows := number(s.NormBound), number(s.RowsPerPerson)
	o := &tableKeys{
		BoundsFrom:    s.BoundsFrom,
		Source:        loose(s.Source),
		Scaling:       s.Scaling,
		Centre:        s.Centre,
		NormRule:      s.NormRule,
		NormBound:     &bound,
		PersonColumn:  s.PersonColumn,
		RowsPerPerson: &rows,
	}
	if w := s.RowWeight; w != nil {
		most := number(w.Maximum)
		o.RowWeight = &weightKeys{text(w.Column), &most, number(w.Missing)}
	}
	if d := s.Dialect; d != (Dialect{}) {
		o.Dialect = &d
	}
	for _, x := range s.Point {
		o.CentrePoint = append(o.CentrePoint, number(x))
	}
	if s.NormRule == "" {
		o.Centre, o.NormBound = "", nil
	}
	return o
}

// column reads one field; false when it cannot take part.
//
//   - number, integer, year: a Number with constraints.minimum and maximum; with an
//     enum or categories and no bounds, a Category.
//   - boolean: a Category of false and true in Frictionless's spellings, or of its enum.
//   - string: a Category of its enum.
//   - any, or no type: a Category of its enum, a Number where it has bounds alone, or else a column without a kind.
//   - date, datetime: a Category of its enum, or a Date, whose bounds are dates.
//   - any other type, such as time: a Category of its enum, or a column without a kind, which a problem says.
//
// What stands under our key goes before all of this.
func (f *field) column(ps *Problems) (Field, bool) {
	out := Field{Name: f.Name, Minimum: math.NaN(), Maximum: math.NaN()}
	if f.Ours != nil {
		out.BoundsFrom = f.Ours.BoundsFrom
	}
	var c constraints
	if f.Constraints != nil {
		c = *f.Constraints
	}
	out.Complete = c.Required
	enum := c.Enum
	for _, l := range f.Categories {
		if c.Enum == nil {
			enum = append(enum, l.text)
		}
	}
	least, most := first(c.Minimum, c.Above), first(c.Maximum, c.Below)
	bounded := least != nil || most != nil
	switch f.Type {
	case "number", "integer", "year":
		out.Kind = Number
		if enum != nil && !bounded {
			out.Kind = Category
		}
	case "", "any":
		if out.Kind = Category; enum == nil && bounded {
			out.Kind = Number
		} else if enum == nil && (f.Ours == nil || f.Ours.Type == "") {
			out.Kind = ""
			out.SetLabels(string(f.Title), nil)
			return out, true
		}
	case "string", "boolean":
		out.Kind = Category
	case "date", "datetime":
		if out.Kind, out.Format = Date, dateFormat(string(f.Format)); enum != nil {
			out.Kind, out.Format = Category, ISO
		}
	default:
		if enum == nil && (f.Ours == nil || f.Ours.Type == "") {
			ps.open(f.Name, unfit, f.Type)
			out.SetLabels(string(f.Title), nil)
			return out, true
		}
		out.Kind = Category
	}
	if f.MissingValues != nil {
		out.MissingValues = texts(*f.MissingValues, []string{})
	}
	f.Ours.apply(&out)
	if out.Bounded() {
		out.Decimal, out.Grouping = numberMarks(f.DecimalChar, f.GroupChar)
		out.Around = f.BareNumber != nil && !*f.BareNumber
		out.bound(least, most)
		out.SetLabels(string(f.Title), nil)
		return out, true
	}
	out.Minimum, out.Maximum = 0, 0
	if out.Kind == Date {
		out.SetLabels(string(f.Title), nil)
		return out, true
	}
	if f.Type != "boolean" || enum != nil {
		out.Enum = texts(enum, nil)
		if levels, others := f.Ours.spelled(); slices.Equal(levels, out.Enum) {
			out.Spellings = others
		}
		out.SetLabels(string(f.Title), labelsOf(f.Categories))
		return out, true
	}
	no := texts(f.FalseValues, []string{"false", "False", "FALSE", "0"})
	yes := texts(f.TrueValues, []string{"true", "True", "TRUE", "1"})
	out.Enum = []string{no[0], yes[0]}
	out.Spellings = [][]string{no[1:], yes[1:]}
	var words map[string]string
	if f.Ours != nil {
		words = labelsOf(f.Ours.Categories)
	}
	out.SetLabels(string(f.Title), words)
	return out, true
}

// What a column can lack in either standard.
const (
	unfit = "the type %q cannot take part as it stands: leave the column out, or give it in the file as a number, such as a year or an age in days, or as categories"
)

// bound takes over the bounds that are stated.
func (f *Field) bound(least, most *limit) {
	if least != nil {
		f.Minimum = least.of(f)
	}
	if most != nil {
		f.Maximum = most.of(f)
	}
}

// apply takes over our keys of a column.
func (o *fieldKeys) apply(f *Field) {
	if o == nil {
		return
	}
	if o.Type != "" {
		f.Kind = o.Type
	}
	f.Part = o.Part
	if o.Format != "" {
		f.Format = o.Format
	}
	for _, x := range o.Scores {
		f.Scores = append(f.Scores, float64(x))
	}
	f.Parentheses, f.Recode = o.Parentheses, o.Recode.recode()
	if o.Weight != nil {
		if f.Weight = float64(*o.Weight); f.Weight == 0 {
			f.Weight = math.NaN() // Validate says so: 0 would be no weight
		}
	}
}

// spelled are the levels whose spellings are stated, and the further spellings of each; nil for none.
func (o *fieldKeys) spelled() (levels []string, others [][]string) {
	if o == nil {
		return nil, nil
	}
	for _, list := range o.Spellings {
		all := texts(list, []string{""})
		levels, others = append(levels, all[0]), append(others, all[1:])
	}
	return levels, others
}

// spellingsOf are each level and its further spellings; nil where none has any.
func spellingsOf(f *Field) (list [][]text) {
	if !slices.ContainsFunc(f.Spellings, func(others []string) bool { return len(others) > 0 }) || len(f.Spellings) != len(f.Enum) {
		return nil
	}
	for i, level := range f.Enum {
		list = append(list, untexts(append([]string{level}, f.Spellings[i]...)))
	}
	return list
}

// fieldKeys are our keys of a column; nil for none.
func keysOf(f *Field, format bool) *fieldKeys {
	o := fieldKeys{BoundsFrom: f.BoundsFrom, Part: f.Part, Parentheses: f.Parentheses, Recode: recodingsOf(f)}
	if f.Kind != Number && f.Kind != Category {
		o.Type = f.Kind
	}
	if f.Levelled() && !boolean(f) {
		o.Spellings = spellingsOf(f)
	}
	if format {
		o.Format, o.Categories = f.Format, categoriesOf(f)
		o.Decimal, o.Grouping, o.Around = f.Decimal, f.Grouping, f.Around
	}
	for _, x := range f.Scores {
		o.Scores = append(o.Scores, number(x))
	}
	if f.Weight != 0 {
		w := number(f.Weight)
		o.Weight = &w
	}
	if o.BoundsFrom == "" && o.Type == "" && o.Part == "" && o.Format == "" && o.Scores == nil && o.Weight == nil && o.Categories == nil &&
		o.Decimal == "" && o.Grouping == "" && !o.Around && !o.Parentheses && o.Recode == nil && o.Spellings == nil {
		return nil
	}
	return &o
}

// dateFormat is ours for a format of Frictionless.
func dateFormat(format string) string {
	if format == "default" || format == "any" {
		return ISO
	}
	return format
}

func first(a, b *limit) *limit {
	if a != nil {
		return a
	}
	return b
}

// Encode writes the schema as Frictionless Table Schema with our keys, every rule
// spelled out. Parse reads it back, and encoding that gives the same bytes.
func (s *Schema) Encode() []byte {
	t := table{Title: s.Title, Description: s.Description, Ours: s.keys(), Fields: make([]field, 0, len(s.Fields))}
	if s.MissingValues != nil {
		t.MissingValues = untokens(s.MissingValues)
	}
	for i := 0; i < len(s.Fields); {
		of := listAt(s, i)
		if i += len(of); of[0].Column != "" {
			t.Fields = append(t.Fields, encodeList(of))
		} else {
			t.Fields = append(t.Fields, encodeField(&of[0]))
		}
	}
	return encode(t)
}

func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(v); err != nil {
		panic("schema: " + err.Error()) // every value of a schema has a JSON form
	}
	return b.Bytes()
}

func encodeField(f *Field) field {
	out := field{Name: f.Name, Title: loose(f.Label), Ours: keysOf(f, false)}
	if f.MissingValues != nil {
		out.MissingValues = untokens(f.MissingValues)
	}
	switch {
	case f.Kind == Date:
		out.Type, out.Format = "date", loose(f.Format)
		if f.Bounded() {
			out.Constraints = &constraints{Minimum: limitOf(f, f.Minimum), Maximum: limitOf(f, f.Maximum)}
		}
	case f.Bounded():
		if f.Decimal != "" {
			out.DecimalChar = (*text)(&f.Decimal)
		}
		if f.Grouping != "" {
			out.GroupChar = (*text)(&f.Grouping)
		}
		if f.Around {
			out.BareNumber = new(bool)
		}
		out.Type = "number"
		if f.Kind == Integer {
			out.Type = "integer"
		}
		out.Constraints = &constraints{Minimum: limitOf(f, f.Minimum), Maximum: limitOf(f, f.Maximum)}
	case boolean(f):
		out.Type = "boolean"
		out.FalseValues = untexts(append([]string{f.Enum[0]}, f.Spellings[0]...))
		out.TrueValues = untexts(append([]string{f.Enum[1]}, f.Spellings[1]...))
		if words := categoriesOf(f); words != nil { // the field's own categories would be its enum
			if out.Ours == nil {
				out.Ours = &fieldKeys{}
			}
			out.Ours.Categories = words
		}
	case f.Kind == "": // not said yet
	default:
		out.Type = "string"
		out.Constraints, out.Categories = &constraints{Enum: untexts(f.Enum)}, categoriesOf(f)
	}
	if f.Complete {
		if out.Constraints == nil {
			out.Constraints = &constraints{}
		}
		out.Constraints.Required = true
	}
	return out
}

// boolean reports whether the column has levels for false and true, and spellings that are no labels.
func boolean(f *Field) bool {
	if f.Kind != Category || len(f.Spellings) != 2 || len(f.Enum) != 2 {
		return false
	}
	for i, level := range f.Enum {
		if slices.Contains(f.Spellings[i], f.LevelLabels[level]) {
			return false
		}
	}
	return true
}
