package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// The keys of Frictionless Table Schema that are read, and ours under "privatepca".
type (
	table struct {
		Title         string     `json:"title,omitempty"`
		Description   string     `json:"description,omitempty"`
		Ours          *tableKeys `json:"privatepca,omitempty"`
		MissingValues *[]text    `json:"missingValues,omitempty"`
		Fields        []field    `json:"fields"`
	}
	tableKeys struct {
		BoundsFrom    Provenance `json:"bounds_from,omitempty"`
		Scaling       Scaling    `json:"scaling,omitempty"`
		Centre        Centre     `json:"centre,omitempty"`
		CentrePoint   []number   `json:"centre_point,omitempty"`
		NormRule      NormRule   `json:"norm_rule,omitempty"`
		NormBound     *number    `json:"norm_bound,omitempty"`
		PersonColumn  string     `json:"person_column,omitempty"`
		RowsPerPerson *number    `json:"rows_per_person,omitempty"`
	}
	field struct {
		Name        string       `json:"name"`
		Type        string       `json:"type,omitempty"`
		FalseValues []text       `json:"falseValues,omitempty"`
		TrueValues  []text       `json:"trueValues,omitempty"`
		Constraints *constraints `json:"constraints,omitempty"`
		Ours        *fieldKeys   `json:"privatepca,omitempty"`
	}
	fieldKeys struct {
		BoundsFrom Provenance `json:"bounds_from,omitempty"`
	}
	constraints struct {
		Minimum *number `json:"minimum,omitempty"`
		Maximum *number `json:"maximum,omitempty"`
		Enum    []text  `json:"enum,omitempty"`
	}
	datapackage struct {
		table
		Resources []struct {
			Schema json.RawMessage `json:"schema"`
		} `json:"resources"`
	}
)

// Parse reads a Frictionless Table Schema, or the schema of the first resource of
// a data package.
//
//   - number, integer, year: a Number with constraints.minimum and maximum; with an
//     enum and no bounds, a Category.
//   - boolean: a Category of false and true in Frictionless's spellings, or of its enum.
//   - string, any, or no type: a Category of its enum; bounds alone make an untyped
//     column a Number.
//
// Values may be JSON strings. Without our keys the bounds count as the public
// schema's, and all else is as in New. Keys that are not known are ignored.
//
// When the text is a schema but not one that encodes records, the error is
// Problems, and the schema holds what could be read: a draft to complete.
func Parse(b []byte) (*Schema, error) {
	t, err := decode(b)
	if err != nil {
		return nil, err
	}
	s := New()
	s.Title, s.Description, s.BoundsFrom = t.Title, t.Description, FromSchema
	if t.MissingValues != nil {
		s.MissingValues = texts(*t.MissingValues, []string{})
	}
	if o := t.Ours; o != nil {
		setIf(&s.BoundsFrom, o.BoundsFrom)
		setIf(&s.Scaling, o.Scaling)
		setIf(&s.Centre, o.Centre)
		setIf(&s.NormRule, o.NormRule)
		for _, x := range o.CentrePoint {
			s.Point = append(s.Point, float64(x))
		}
		s.PersonColumn = o.PersonColumn
		if o.NormBound != nil {
			s.NormBound = float64(*o.NormBound)
		}
		if o.RowsPerPerson != nil {
			s.RowsPerPerson = whole(float64(*o.RowsPerPerson))
		}
	}
	var ps Problems
	for i := range t.Fields {
		if f, ok := t.Fields[i].column(&ps); ok {
			s.Fields = append(s.Fields, f)
		}
	}
	ps = append(ps, s.problems()...)
	return s, ps.err()
}

func decode(b []byte) (*table, error) {
	b = bytes.TrimPrefix(b, []byte("\ufeff"))
	var p datapackage
	if err := json.Unmarshal(b, &p); err != nil {
		return nil, explain(b, err)
	}
	if len(p.Resources) == 0 {
		return &p.table, nil
	}
	inner := p.Resources[0].Schema
	if len(inner) == 0 || inner[0] != '{' {
		return nil, errors.New("schema: the data package holds no schema for its first resource, or only a link to one: give the schema's own file")
	}
	var t table
	if err := json.Unmarshal(inner, &t); err != nil {
		return nil, explain(inner, err)
	}
	if t.Ours == nil {
		t.Ours = p.Ours
	}
	return &t, nil
}

// explain says where malformed JSON goes wrong.
func explain(b []byte, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		at := min(max(int(syntax.Offset), 0), len(b))
		return fmt.Errorf("schema: not JSON at line %d: %v: give a Frictionless Table Schema", 1+bytes.Count(b[:at], []byte("\n")), err)
	case errors.As(err, &kind) && kind.Field != "":
		return fmt.Errorf("schema: %q holds a JSON %s where that does not belong: give a Frictionless Table Schema",
			strings.TrimPrefix(kind.Field, "table."), kind.Value) // table is embedded in datapackage
	case errors.As(err, &kind):
		return errors.New("schema: not a JSON object: give a Frictionless Table Schema")
	}
	return fmt.Errorf("schema: %w", err)
}

// column reads one field; false when it cannot take part.
func (f *field) column(ps *Problems) (Field, bool) {
	out := Field{Name: f.Name, Minimum: math.NaN(), Maximum: math.NaN()}
	if f.Ours != nil {
		out.BoundsFrom = f.Ours.BoundsFrom
	}
	var c constraints
	if f.Constraints != nil {
		c = *f.Constraints
	}
	bounded := c.Minimum != nil || c.Maximum != nil
	switch f.Type {
	case "number", "integer", "year":
		out.Kind = Number
		if c.Enum != nil && !bounded {
			out.Kind = Category
		}
	case "", "any":
		out.Kind = Category
		if c.Enum == nil && bounded {
			out.Kind = Number
		}
	case "string", "boolean":
		out.Kind = Category
	default:
		ps.add(f.Name, "the type %q cannot take part: leave the column out, or give it as numbers or categories", f.Type)
		return Field{}, false
	}
	if out.Kind == Number {
		if c.Minimum != nil {
			out.Minimum = float64(*c.Minimum)
		}
		if c.Maximum != nil {
			out.Maximum = float64(*c.Maximum)
		}
		return out, true
	}
	out.Minimum, out.Maximum = 0, 0
	if f.Type != "boolean" || c.Enum != nil {
		out.Enum = texts(c.Enum, nil)
		return out, true
	}
	no := texts(f.FalseValues, []string{"false", "False", "FALSE", "0"})
	yes := texts(f.TrueValues, []string{"true", "True", "TRUE", "1"})
	out.Enum = []string{no[0], yes[0]}
	out.Spellings = [][]string{no[1:], yes[1:]}
	return out, true
}

// Encode writes the schema as Frictionless Table Schema with our keys, every rule
// spelled out. Parse reads it back, and encoding that gives the same bytes.
func (s *Schema) Encode() []byte {
	bound, rows := number(s.NormBound), number(s.RowsPerPerson)
	t := table{
		Title:       s.Title,
		Description: s.Description,
		Ours: &tableKeys{
			BoundsFrom:    s.BoundsFrom,
			Scaling:       s.Scaling,
			Centre:        s.Centre,
			NormRule:      s.NormRule,
			NormBound:     &bound,
			PersonColumn:  s.PersonColumn,
			RowsPerPerson: &rows,
		},
		Fields: make([]field, len(s.Fields)),
	}
	for _, x := range s.Point {
		t.Ours.CentrePoint = append(t.Ours.CentrePoint, number(x))
	}
	if s.MissingValues != nil {
		list := untexts(s.MissingValues)
		t.MissingValues = &list
	}
	for i := range s.Fields {
		t.Fields[i] = s.Fields[i].encode()
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(t); err != nil {
		panic("schema: " + err.Error()) // every value above has a JSON form
	}
	return b.Bytes()
}

func (f *Field) encode() field {
	out := field{Name: f.Name}
	if f.BoundsFrom != "" {
		out.Ours = &fieldKeys{f.BoundsFrom}
	}
	switch {
	case f.Kind == Number:
		out.Type = "number"
		out.Constraints = &constraints{Minimum: stated(f.Minimum), Maximum: stated(f.Maximum)}
	case len(f.Spellings) == 2 && len(f.Enum) == 2:
		out.Type = "boolean"
		out.FalseValues = untexts(append([]string{f.Enum[0]}, f.Spellings[0]...))
		out.TrueValues = untexts(append([]string{f.Enum[1]}, f.Spellings[1]...))
	default:
		out.Type = "string"
		out.Constraints = &constraints{Enum: untexts(f.Enum)}
	}
	return out
}

// stated is nil for a bound that JSON, or the standard, has no number for.
func stated(x float64) *number {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	n := number(x)
	return &n
}

// A number is a JSON number, or a string that holds one.
type number float64

func (n *number) UnmarshalJSON(b []byte) error {
	var t text
	if err := t.UnmarshalJSON(b); err != nil {
		return err
	}
	x, err := strconv.ParseFloat(strings.TrimSpace(string(t)), 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return fmt.Errorf("%s stands where a number belongs", b)
	}
	*n = number(x)
	return nil
}

func (n number) MarshalJSON() ([]byte, error) {
	if x := float64(n); math.IsNaN(x) || math.IsInf(x, 0) {
		return json.Marshal(strconv.FormatFloat(x, 'g', -1, 64))
	}
	return json.Marshal(float64(n))
}

// A text is a JSON string, or a number or boolean as it is spelled.
type text string

func (t *text) UnmarshalJSON(b []byte) error {
	switch {
	case len(b) > 0 && b[0] == '"':
		return json.Unmarshal(b, (*string)(t))
	case len(b) > 0 && (b[0] == '{' || b[0] == '[' || b[0] == 'n'):
		return errors.New("a list holds something that is neither a string, a number nor a boolean")
	}
	*t = text(b)
	return nil
}

func texts(list []text, otherwise []string) []string {
	if len(list) == 0 {
		return otherwise
	}
	out := make([]string, len(list))
	for i, t := range list {
		out[i] = string(t)
	}
	return out
}

func untexts(list []string) []text {
	out := make([]text, len(list))
	for i, s := range list {
		out[i] = text(s)
	}
	return out
}

// whole is 0, which Validate refuses, for what is not a whole number.
func whole(x float64) int {
	if x != math.Trunc(x) || math.Abs(x) > 1<<31-1 {
		return 0
	}
	return int(x)
}

func setIf[T ~string](to *T, v T) {
	if v != "" {
		*to = v
	}
}
