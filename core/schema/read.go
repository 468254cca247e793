package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
)

// A Table is what is known of the table that a schema file is to describe.
type Table struct {
	File    string   // its name; "" where that is not known
	Columns []string // its header; nil where that is not known
	Rules   *Schema  // gives Scaling, Centre and NormRule where the file states none; nil for New's
	// Pause is called between fields and within long ones, for a caller with other work to do, with the share of the text that was read, from
	// 0 to 1, or −1 where that is not known. Nil for none.
	Pause func(share float64)
	// Stated is told the norm rule that the file states itself, if it does: it may be the one that Rules has. Nil for nobody.
	Stated func(NormRule)
}

// Parse reads a schema file where nothing is known of its table: see ParseFor.
func Parse(b []byte) (*Schema, error) { return ParseFor(b, Table{}) }

// ParseFor reads what describes a table: a Frictionless Table Schema, Data Resource
// or Data Package, or CSVW metadata of a table or a group of tables. Of several
// tables it takes the one with the file's name, or the only one.
//
// Values may be JSON strings. Without our keys the bounds count as the public
// schema's, and all else is as in New, or as about.Rules has it. Keys that are not known are ignored.
//
// When the text is a schema but not one that encodes records, the error is
// Problems, and the schema holds what could be read: a draft to complete. A text beyond
// MaxSize, MaxDepth, MaxColumns, MaxLevels or MaxValues is refused, and its work is linear in its size.
func ParseFor(b []byte, about Table) (*Schema, error) {
	if len(b) > MaxSize {
		return nil, errSize
	}
	b = bytes.TrimRight(bytes.TrimPrefix(b, []byte("\ufeff")), " \t\r\n")
	r := newReader(b, about.Pause)
	if err := limits(b, r.pause); err != nil {
		return nil, err
	}
	var top described
	if err := r.document(&top); err != nil {
		return nil, explain(b, err)
	}
	t, err := choose(&top, r.tables, about.File)
	if err != nil {
		return nil, err
	}
	var ps Problems
	s := t.schema(about, &ps, r.pause)
	said := map[string]bool{}
	for _, p := range ps {
		said[p.Column] = true
	}
	for _, p := range s.problems(r.pause) {
		if p.Message != untyped || !said[p.Column] { // the type that it has says more
			ps = append(ps, p)
		}
	}
	return s, ps.err()
}

// described is one table as a schema file describes it.
type described struct {
	names              []string // of the table, and of its files
	title, description loose
	ours               *tableKeys
	missing            *tokens
	dialect            standardDialect
	fields             []field  // Frictionless
	columns            []column // CSVW
	csvw               bool     // it has columns
	stated             bool     // it has fields or columns
	link               string   // where its fields or columns stand, of which it holds the address alone; "" for none
}

// state takes over one key of a standard's dialect.
func (t *described) state(key string, value json.RawMessage) {
	if t.dialect == nil {
		t.dialect = standardDialect{}
	}
	t.dialect[key] = value
}

// schema makes a Schema of it.
func (t *described) schema(about Table, ps *Problems, pause func()) *Schema {
	s := New()
	s.Title, s.Description, s.BoundsFrom = string(t.title), string(t.description), FromSchema
	if t.missing != nil {
		s.MissingValues = texts(*t.missing, []string{})
	}
	if r := about.Rules; r != nil {
		s.Scaling, s.Centre, s.NormRule = r.Scaling, r.Centre, r.NormRule
	}
	if err := t.dialect.into(&s.Dialect); err != nil {
		ps.add("", "%s", strings.TrimPrefix(err.Error(), "schema: "))
	}
	if t.ours != nil {
		t.ours.apply(s)
		if about.Stated != nil && t.ours.NormRule != "" {
			about.Stated(t.ours.NormRule)
		}
	}
	if t.csvw {
		s.takeColumns(t, about.Columns, ps, pause)
		return s
	}
	for i := range t.fields {
		if f := &t.fields[i]; f.Type == "list" && (f.Constraints != nil || f.Categories != nil) {
			s.Fields = append(s.Fields, f.items()...)
		} else if f, ok := f.column(ps); ok {
			s.Fields = append(s.Fields, f)
		}
		pause()
	}
	return s
}

// choose finds the description of a file among those that stand under top.
func choose(top *described, tables []described, file string) (*described, error) {
	if len(tables) == 0 {
		if !top.stated && top.link != "" {
			return nil, top.elsewhere()
		}
		top.dialectOf(file)
		return top, nil
	}
	at := slices.IndexFunc(tables, func(t described) bool { return t.of(file) })
	if at < 0 && len(tables) == 1 {
		at = 0
	}
	if at < 0 {
		names := make([]string, 0, 4)
		for i := range tables {
			if len(names) == 4 {
				names[3] = "…"
				break
			}
			names = append(names, tables[i].name())
		}
		return nil, fmt.Errorf("schema: it describes %d tables (%s), and none has this file's name: rename the file as the table is called there, or give that table's own schema",
			len(tables), strings.Join(names, ", "))
	}
	t := tables[at]
	switch {
	case !t.stated && t.link != "":
		return nil, t.elsewhere()
	case !t.stated:
		return nil, fmt.Errorf("schema: it says nothing of the columns of the table %s: give a description that does", t.name())
	}
	if t.ours == nil {
		t.ours = top.ours
	}
	if t.missing == nil {
		t.missing = top.missing
	}
	t.dialect = t.dialect.merged(top.dialect)
	t.dialectOf(file)
	return &t, nil
}

// elsewhere says that the columns are described in another file, which nothing here fetches.
func (t *described) elsewhere() error {
	return fmt.Errorf("schema: the columns of the table %s are described in another file, %s, which is not fetched: get that file, and give it in place of this one", t.name(), CleanLabel(t.link))
}

// dialectOf forgets how the described file is written where another file is read: its encoding and its delimiter are its own, as its
// columns are not.
func (t *described) dialectOf(file string) {
	if file != "" && len(t.names) > 0 && !t.of(file) {
		t.dialect = nil
	}
}

// of reports whether a file's name, with or without its endings, is the table's.
func (t *described) of(file string) bool {
	return slices.ContainsFunc(t.names, func(name string) bool { return SameTable(name, file) })
}

// SameTable reports whether a table's name and a file's are the same but for their endings; false for none.
func SameTable(name, file string) bool {
	plain := func(name string) string {
		name, _, _ = strings.Cut(name, "?")
		name = strings.ToLower(path.Base(strings.ReplaceAll(name, `\`, "/")))
		for _, ending := range []string{".gz", ".csv", ".tsv", ".tab", ".txt"} {
			name = strings.TrimSuffix(name, ending)
		}
		return name
	}
	return file != "" && name != "" && plain(name) == plain(file)
}

func (t *described) name() string {
	if len(t.names) == 0 {
		return "without a name"
	}
	return t.names[len(t.names)-1]
}

// A reader reads a schema file field by field, so that a page can answer between
// them: json.Unmarshal of ten thousand takes long.
type reader struct {
	json   *json.Decoder
	pause  func()
	tables []described // of a package or a group
}

func newReader(b []byte, pause func(share float64)) *reader {
	if pause == nil {
		pause = func(float64) {}
	}
	r := &reader{}
	pieces := NewPieces(bytes.TrimPrefix(b, []byte("\ufeff")), func() { r.pause() })
	r.json, r.pause = json.NewDecoder(pieces), func() { pause(pieces.Share()) }
	return r
}

var errNoObject = errors.New("schema: not a JSON object: give a Frictionless Table Schema or CSVW metadata")

func (r *reader) document(t *described) error {
	start, err := r.json.Token()
	if err != nil {
		return err
	}
	if start != json.Delim('{') {
		return errNoObject
	}
	if err := r.members(t, true); err != nil {
		return err
	}
	if _, err := r.json.Token(); err != io.EOF {
		return errors.New("schema: something stands after its end: remove it, or give one schema only")
	}
	return nil
}

// members reads the rest of an object into t; at the top it may describe several tables.
func (r *reader) members(t *described, top bool) error {
	for r.json.More() {
		token, err := r.json.Token()
		if err != nil {
			return err
		}
		key, _ := token.(string) // what else could stand there is an error
		if err := r.member(t, key, top); err != nil {
			return err
		}
		r.pause()
	}
	_, err := r.json.Token()
	return err
}

func (r *reader) member(t *described, key string, top bool) error {
	switch key {
	case "title", "dc:title":
		return r.value(key, &t.title)
	case "description", "dc:description":
		return r.value(key, &t.description)
	case "privatepca":
		return r.value(key, &t.ours)
	case "encoding":
		var e json.RawMessage
		err := r.value(key, &e)
		t.state(key, e)
		return err
	case "dialect":
		var d json.RawMessage // a link, or an object
		if err := r.value(key, &d); err != nil || len(d) == 0 || d[0] != '{' {
			return err
		}
		var stated, csv standardDialect
		if err := json.Unmarshal(d, &stated); err != nil {
			return err
		}
		if json.Unmarshal(stated["csv"], &csv) == nil { // of Frictionless, later
			stated = csv.merged(stated)
		}
		delete(stated, "csv")
		for key, value := range stated {
			t.state(key, value)
		}
		return nil
	case "missingValues", "null":
		return r.value(key, &t.missing)
	case "name", "path", "url":
		var names tokens
		err := r.value(key, &names)
		t.names = append(t.names, texts(names, nil)...)
		return err
	case "fields":
		t.fields, t.stated = nil, true
		return r.list(key, func() error {
			var f field
			err := r.value(key, &f)
			if c := f.Constraints; err == nil && c != nil && f.Type != "date" && f.Type != "datetime" {
				err = numeric(c.Minimum, c.Maximum, c.Above, c.Below)
			}
			if t.fields = append(t.fields, f); len(t.fields) > MaxColumns {
				return errColumns
			}
			return named(err, f.Name)
		})
	case "columns":
		t.columns, t.stated, t.csvw = nil, true, true
		return r.list(key, func() error {
			var c column
			err := r.value(key, &c)
			if d := c.Datatype; err == nil && d != nil && !slices.Contains(dateTypes[:], d.Base) {
				err = numeric(d.Minimum, d.Maximum, d.From, d.To, d.Above, d.Below)
			}
			if t.columns = append(t.columns, c); len(t.columns) > MaxColumns {
				return errColumns
			}
			return named(err, c.header(nil))
		})
	case "schema", "tableSchema":
		start, err := r.json.Token()
		switch {
		case err != nil:
			return err
		case start == json.Delim('{'):
			return r.members(t, false)
		case start == json.Delim('['):
			return misplaced(key, "array")
		}
		if link, ok := start.(string); ok {
			t.link = link
		}
		return nil
	case "resources", "tables":
		if !top {
			break
		}
		r.tables = nil
		return r.list(key, func() error {
			start, err := r.json.Token()
			if err != nil {
				return err
			}
			if start != json.Delim('{') {
				return misplaced(key, "value")
			}
			var inner described
			err = r.members(&inner, false)
			r.tables = append(r.tables, inner)
			return err
		})
	}
	var ignored json.RawMessage
	return r.json.Decode(&ignored)
}

// list calls item before each value of a list; null is an empty one.
func (r *reader) list(key string, item func() error) error {
	start, err := r.json.Token()
	switch {
	case err != nil:
		return err
	case start == nil:
		return nil
	case start == json.Delim('{'):
		return misplaced(key, "object")
	case start != json.Delim('['):
		return misplaced(key, map[bool]string{true: "string", false: "value"}[isString(start)])
	}
	for r.json.More() {
		if err := item(); err != nil {
			return err
		}
		r.pause()
	}
	_, err = r.json.Token()
	return err
}

func isString(t json.Token) bool { _, ok := t.(string); return ok }

// value decodes the value of a key.
func (r *reader) value(key string, into any) error {
	err := r.json.Decode(into)
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		if kind.Field != "" {
			key += "." + kind.Field
		}
		return misplaced(key, kind.Value)
	}
	return err
}

func misplaced(key, kind string) error {
	return fmt.Errorf("schema: %q holds a JSON %s where that does not belong: give a Frictionless Table Schema or CSVW metadata", key, kind)
}

// named says in which column an error is.
func named(err error, column string) error {
	var syntax *json.SyntaxError
	if err == nil || column == "" || errors.As(err, &syntax) || errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	return fmt.Errorf("schema: column %q: %s", column, strings.TrimPrefix(err.Error(), "schema: "))
}

// mostExplained is how long a text may be whose error is looked for again, in one piece, to name its line.
const mostExplained = 4 << 20

// explain says where malformed JSON goes wrong; other errors say it themselves.
func explain(b []byte, err error) error {
	var all json.RawMessage
	var syntax *json.SyntaxError
	if len(b) > mostExplained && (errors.As(err, &syntax) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)) {
		return errors.New("schema: not JSON: give a Frictionless Table Schema or CSVW metadata")
	}
	if errors.As(json.Unmarshal(b, &all), &syntax) {
		at := min(max(int(syntax.Offset), 0), len(b))
		return fmt.Errorf("schema: not JSON at line %d: %v: give a Frictionless Table Schema or CSVW metadata", 1+bytes.Count(b[:at], []byte("\n")), syntax)
	}
	return fmt.Errorf("schema: %s", strings.TrimPrefix(err.Error(), "schema: "))
}
