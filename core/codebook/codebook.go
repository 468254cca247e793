// Package codebook reads what others have written about a table's columns: lists of variables (CSV, or a sheet as CSV), Frictionless,
// CSVW, Croissant, DDI, and the metadata of OpenDP and SmartNoise.
//
// The rules of this package: it takes names, types, labels, levels, missing codes, and bounds that somebody stated. Statistics
// are the data: a minimum, a maximum, a frequency that a codebook reports of its records is never read. Nothing is guessed from
// a name. What is read is a draft: people see what it would change before it changes anything.
package codebook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"privatepca/core/schema"
)

// A Form is what a codebook is written in, in words.
type Form string

// The forms.
const (
	List         Form = "list of variables"
	Frictionless Form = "Frictionless schema or CSVW metadata"
	Croissant    Form = "Croissant metadata"
	DDI          Form = "DDI Codebook"
	Lifecycle    Form = "DDI Lifecycle"
	OpenDP       Form = "OpenDP or SmartNoise metadata"
)

// A Book is what a codebook says.
type Book struct {
	Form   Form
	Schema *schema.Schema    // the columns that it describes; nil for a list whose columns the visitor must name first
	Labels map[string]string // of columns of which it says nothing else, by name

	Identifiers []string // columns that only tell records or people apart, such as a running number

	Titles  []string           // of a list: how its columns are called; else nil
	Columns map[Heading]string // of a list: the title of the column that states each; absent for none

	Problems schema.Problems // what does not do as it stands, or is left open
	Notes    []string        // how levels are read where the codebook leaves it open (scale.go), each a sentence or two

	marks     marks    // of the bounds of a list
	thousands int      // bounds that have marks between thousands
	spanned   []string // columns whose levels are those between their bounds
	asNumbers []string // columns in order that are read as numbers, since their levels are too many

	stated map[string]bool // columns of which it says whether their levels have an order
	levels int             // of all columns
	added  int             // columns, also those that are described again
	names  []string        // of all columns, in the order in which they are described
	at     map[string]int  // the place of each in Schema.Fields; −1 where only its label is known
}

// Draft is the schema with every column that the codebook names, in its order: one of which it does not say what it holds has no kind yet.
func (b *Book) Draft() *schema.Schema {
	if b.at == nil { // a schema of its own
		return b.Schema
	}
	s := *b.Schema
	s.Fields = make([]schema.Field, 0, len(b.names))
	for _, name := range b.names {
		if i := b.at[name]; i >= 0 {
			s.Fields = append(s.Fields, b.Schema.Fields[i])
			continue
		}
		f := schema.Field{Name: name, Minimum: math.NaN(), Maximum: math.NaN()}
		f.SetLabels(b.Labels[name], nil)
		s.Fields = append(s.Fields, f)
	}
	return &s
}

// Options are what is known beside a codebook. The zero value knows nothing.
type Options struct {
	Table   schema.Table       // the table that is to be described
	Columns map[Heading]string // of a list: the title that states each heading, "" for none; headings that are absent are found by their titles
}

// Limits of what Parse reads beside those of core/schema: anyone may have written the file, and a page reads it while it draws.
const (
	MaxList   = 8 << 20 // bytes of what is read at once: a list of variables, or Croissant metadata
	maxTitles = 1000    // columns of such a list
	mostRead  = 4 << 20 // codes of lists that are read, each as often as a variable refers to it, and once more for each readUnit of its bytes
	readUnit  = 64
)

// ErrLimit says that a codebook passes a limit: of bytes, variables, levels or columns of a list.
var ErrLimit = fmt.Errorf("schema: it is larger than the codebook of any table: at most %d MB, as a list or Croissant metadata %d MB, and %d variables: give the codebook of this table alone",
	schema.MaxSize>>20, MaxList>>20, schema.MaxColumns)

// ErrNone says that a text is no codebook.
var ErrNone = errors.New("schema: no codebook")

var errNoBook = fmt.Errorf("%w: give a list of variables as CSV or workbook, a Frictionless schema, CSVW, Croissant, DDI or the metadata of OpenDP", ErrNone)

// Parse reads a codebook of any form. An error says that it is none; Problems of what it says are in the Book.
func Parse(text []byte, o Options) (*Book, error) {
	if len(text) > schema.MaxSize {
		return nil, ErrLimit
	}
	text = utf8Text(text)
	switch start := bytes.TrimLeft(text, " \t\r\n"); {
	case len(start) == 0:
		return nil, errNoBook
	case start[0] == '{':
		return parseJSON(start, o)
	case start[0] == '<':
		return parseDDI(text, o.Table, o.pause())
	case len(text) > MaxList:
		return nil, ErrLimit
	}
	return parseList(text, o.Columns, o.pause())
}

// pause lets a page draw between the variables of a long codebook.
func (o *Options) pause() func() {
	if o.Table.Pause == nil {
		return func() {}
	}
	return func() { o.Table.Pause(-1) }
}

// Is reports whether a text is likely a codebook, where people could have meant a table: a text of a table's kind is one only where
// its first line has a codebook's titles.
func Is(text []byte) bool {
	text = utf8Text(text)
	if start := bytes.TrimLeft(text, " \t\r\n"); len(start) > 0 && (start[0] == '{' || start[0] == '<') {
		return false // schemas have a way of their own
	}
	l, err := readList(text)
	return err == nil && IsHead(l.head)
}

// IsHead reports whether titles are those of a list of variables: of names, and of types, bounds or levels.
func IsHead(titles []string) bool {
	if len(titles) > maxTitles {
		return false
	}
	at := (&list{head: titles}).places(nil)
	_, named := at[Name]
	for _, h := range []Heading{Type, Min, Max, Levels} {
		if _, stated := at[h]; stated && named {
			return true
		}
	}
	return false
}

// utf8Text is a text as UTF-8 without a byte order mark. What is no UTF-8 is read as UTF-16 where its mark says so, else as Windows-1252.
func utf8Text(text []byte) []byte {
	big := bytes.HasPrefix(text, []byte("\xfe\xff"))
	if big || bytes.HasPrefix(text, []byte("\xff\xfe")) {
		units := make([]uint16, 0, len(text)/2)
		for i := 2; i+1 < len(text); i += 2 {
			low, high := text[i], text[i+1]
			if big {
				low, high = high, low
			}
			units = append(units, uint16(low)|uint16(high)<<8)
		}
		return []byte(string(utf16.Decode(units)))
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if utf8.Valid(text) {
		return text
	}
	var b strings.Builder
	for _, c := range text {
		if c >= 0x80 && c < 0xa0 {
			b.WriteRune(windows1252[c-0x80])
		} else {
			b.WriteRune(rune(c))
		}
	}
	return []byte(b.String())
}

// windows1252 are the characters from 0x80 to 0x9f (WHATWG, Encoding).
var windows1252 = [32]rune{
	'€', 0x81, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0x8d, 'Ž', 0x8f,
	0x90, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0x9d, 'ž', 'Ÿ',
}

// add adds a column with words for it and for its levels. One without a name is passed over; of one that is there already the first counts,
// and a problem says so where they differ. Without a kind only its label is taken.
func (b *Book) add(f schema.Field, label string, levels map[string]string) error {
	f.Name = strings.TrimSpace(f.Name)
	label = schema.CleanLabel(label)
	if f.Name == "" {
		return nil
	}
	// Many variables may refer to one long list of levels.
	b.levels += len(f.Enum)
	if b.added++; b.levels > schema.MaxValues || b.added > schema.MaxColumns {
		return ErrLimit
	}
	f.SetLabels(label, levels)
	if b.at == nil {
		b.at = map[string]int{}
	}
	if i, there := b.at[f.Name]; there {
		if i < 0 && (f.Kind != "" || label != b.Labels[f.Name]) || i >= 0 && !alike(&b.Schema.Fields[i], &f) {
			b.problem(f.Name, "it is described twice, and not alike: keep one of the descriptions. The first was read")
		}
		return nil
	}
	b.names, b.at[f.Name] = append(b.names, f.Name), -1
	if f.Kind == "" {
		if label != "" && label != f.Name {
			if b.Labels == nil {
				b.Labels = map[string]string{}
			}
			b.Labels[f.Name] = label
		}
		return nil
	}
	b.at[f.Name] = len(b.Schema.Fields)
	b.Schema.Fields = append(b.Schema.Fields, f)
	return nil
}

// alike reports whether two descriptions of a column say the same.
func alike(a, b *schema.Field) bool {
	same := func(x, y float64) bool { return x == y || math.IsNaN(x) && math.IsNaN(y) }
	return a.Kind == b.Kind && same(a.Minimum, b.Minimum) && same(a.Maximum, b.Maximum) && a.Label == b.Label && slices.Equal(a.Enum, b.Enum) && maps.Equal(a.LevelLabels, b.LevelLabels)
}

func (b *Book) problem(column, format string, args ...any) {
	b.Problems = append(b.Problems, schema.Problem{Column: column, Message: fmt.Sprintf(format, args...)})
}

// unfit says that a column's type is none that can take part: it is left open.
func (b *Book) unfit(column, kind string) {
	b.Problems = append(b.Problems, schema.Problem{Column: column, Open: true, Message: fmt.Sprintf("the type %q cannot take part as it stands: leave the column out, or give it in the file as a number, such as a year or an age in days, or as categories", schema.CleanLabel(kind))})
}

// newBook is one that says nothing yet.
func newBook(form Form) *Book {
	s := schema.New()
	s.BoundsFrom = schema.FromSchema
	return &Book{Form: form, Schema: s, stated: map[string]bool{}}
}

// A coded column is one with its missing codes.
type coded struct {
	name  string
	codes []string
}

// missing takes over the missing codes of the columns: the whole table's where they are the same in all of them, else each column's own.
func (b *Book) missing(columns []coded) {
	same := true
	for _, c := range columns {
		same = same && sameSet(columns[0].codes, c.codes)
	}
	switch {
	case !same:
		own := map[string][]string{}
		for _, c := range columns {
			own[strings.TrimSpace(c.name)] = c.codes
		}
		for i := range b.Schema.Fields {
			f := &b.Schema.Fields[i]
			f.MissingValues = append([]string{""}, own[f.Name]...)
		}
	case len(columns) > 0 && len(columns[0].codes) > 0:
		b.Schema.MissingValues = append([]string{""}, columns[0].codes...)
	}
}

func sameSet(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	in := map[string]bool{}
	for _, x := range a {
		in[x] = true
	}
	for _, x := range b {
		if !in[x] {
			return false
		}
	}
	return true
}

// open is a number whose bounds are not stated.
func open(name string) schema.Field {
	return schema.Field{Name: name, Kind: schema.Number, Minimum: math.NaN(), Maximum: math.NaN()}
}

// parseJSON reads a description in JSON, by what stands at its top.
func parseJSON(text []byte, o Options) (*Book, error) {
	form := FormOf(text)
	if form == Croissant {
		if len(text) > MaxList {
			return nil, ErrLimit
		}
		return parseCroissant(text, o)
	}
	if form == OpenDP {
		top := parseTree(text)
		if tables := ownedTables(top); len(tables) > 0 {
			return parseMetadata(top, tables, o.Table)
		}
		return nil, errNoBook
	}
	s, err := schema.ParseFor(text, o.Table)
	var problems schema.Problems
	if s == nil || err != nil && !errors.As(err, &problems) {
		return nil, err
	}
	if len(s.Fields) == 0 {
		return nil, errNoBook
	}
	return &Book{Form: Frictionless, Schema: s, Problems: problems}, nil
}

// mostOwned is how long metadata of OpenDP may be, in bytes.
const mostOwned = 16 << 20

// FormOf says what a JSON text is by the keys at its top: Croissant, Frictionless (or CSVW), else OpenDP, whose keys are the names of
// tables; "" for what is no JSON object, or passes a limit.
func FormOf(text []byte) Form { return FormOfWith(text, func() {}) }

// FormOfWith is FormOf for a page: it calls pause between pieces of the text.
func FormOfWith(text []byte, pause func()) Form {
	text = bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\ufeff")), " \t\r\n")
	if len(text) == 0 || text[0] != '{' || schema.TooMuch(text, pause) {
		return ""
	}
	var top map[string]json.RawMessage
	in := json.NewDecoder(schema.NewPieces(text, pause))
	if in.Decode(&top) != nil {
		return ""
	}
	if _, err := in.Token(); err != io.EOF {
		return ""
	}
	for _, key := range []string{"recordSet", "cr:recordSet"} {
		if top[key] != nil {
			return Croissant
		}
	}
	for _, key := range []string{"fields", "resources", "tables", "columns", "schema", "tableSchema", "privatepca"} {
		if v := top[key]; v != nil && (v[0] != '{' || key == "schema" || key == "tableSchema" || key == "privatepca") {
			return Frictionless
		}
	}
	if types := string(top["@type"]) + string(top["conformsTo"]); strings.Contains(types, "Dataset") || strings.Contains(types, "croissant") {
		return Croissant
	}
	if len(text) > mostOwned {
		return ""
	}
	return OpenDP
}
