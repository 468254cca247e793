package codebook

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"privatepca/core/schema"
)

// The keys of Croissant 1.0 (MLCommons) that are read. Their prefixes are cut off before.
type (
	croissant struct {
		Name      loose           `json:"name"`
		RecordSet listOf[records] `json:"recordSet"`
	}
	records struct {
		ID       loose                              `json:"@id"`
		Name     loose                              `json:"name"`
		DataType types                              `json:"dataType"`
		Field    listOf[croissantField]             `json:"field"`
		Data     listOf[map[string]json.RawMessage] `json:"data"`
	}
	croissantField struct {
		ID          loose  `json:"@id"`
		Name        loose  `json:"name"`
		Description loose  `json:"description"`
		DataType    types  `json:"dataType"`
		Repeated    yes    `json:"repeated"`
		IsArray     yes    `json:"isArray"` // what Croissant 1.1 calls the same
		Source      source `json:"source"`
		References  source `json:"references"`
	}
	source struct {
		Extract struct {
			Column loose `json:"column"`
		} `json:"extract"`
		Field      reference `json:"field"`
		FileObject reference `json:"fileObject"`
	}
)

// listOf is a list: JSON-LD may write one of a single item as the item.
type listOf[T any] []T

func (l *listOf[T]) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '[' {
		return json.Unmarshal(b, (*[]T)(l))
	}
	var one T
	if string(b) == "null" || json.Unmarshal(b, &one) != nil {
		*l = nil
		return nil
	}
	*l = listOf[T]{one}
	return nil
}

// yes is a truth value, also as the text or the address of schema.org; what else may stand there is false.
type yes bool

func (y *yes) UnmarshalJSON(b []byte) error {
	text := strings.ToLower(strings.Trim(string(b), `"`))
	*y = yes(text == "true" || strings.HasSuffix(text, "schema.org/true"))
	return nil
}

// loose is a string; what else may stand there is not read.
type loose string

func (l *loose) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, (*string)(l))
	}
	return nil
}

// types is a type or several.
type types []string

func (t *types) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		*t = types{one}
		return nil
	}
	if json.Unmarshal(b, (*[]string)(t)) != nil {
		*t = nil
	}
	return nil
}

// has reports whether one of the types is of that name, whatever its prefix.
func (t types) has(name string) bool {
	return slices.ContainsFunc(t, func(s string) bool {
		return s == name || strings.HasSuffix(s, ":"+name) || strings.HasSuffix(s, "/"+name)
	})
}

// reference is an object with an id, or the id.
type reference string

func (r *reference) UnmarshalJSON(b []byte) error {
	var o struct {
		ID loose `json:"@id"`
	}
	if json.Unmarshal(b, (*string)(r)) != nil && json.Unmarshal(b, &o) == nil {
		*r = reference(o.ID)
	}
	return nil
}

// UnmarshalJSON lets a source be anything that is no object, too: it says nothing then.
func (s *source) UnmarshalJSON(b []byte) error {
	type plain source
	if json.Unmarshal(b, (*plain)(s)) != nil {
		*s = source{}
	}
	return nil
}

// unprefixed cuts the prefixes of Croissant's and schema.org's keys off.
func unprefixed(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, inner := range v {
			for _, prefix := range []string{"cr:", "ml:", "sc:", "https://schema.org/", "http://mlcommons.org/croissant/"} {
				key = strings.TrimPrefix(key, prefix)
			}
			out[key] = unprefixed(inner)
		}
		return out
	case []any:
		for i := range v {
			v[i] = unprefixed(v[i])
		}
	}
	return v
}

// parseCroissant reads names, types and descriptions of the fields of one record set: the one that has most of the table's columns.
// Levels are those of an enumeration (dataType sc:Enumeration) that a field refers to. Data of any other record set are records.
func parseCroissant(text []byte, o Options) (*Book, error) {
	var tree any
	if err := json.Unmarshal(text, &tree); err != nil {
		return nil, errors.New("schema: the Croissant metadata is no JSON: fetch it again")
	}
	o.pause()()
	text, err := json.Marshal(unprefixed(tree))
	if err != nil {
		return nil, err
	}
	o.pause()()
	var c croissant
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, errors.New("schema: the Croissant metadata has a list or a text where that does not belong: fetch it again")
	}
	b := newBook(Croissant)
	b.Schema.Title = schema.CleanLabel(string(c.Name))
	set, err := c.choose(o.Table)
	if err != nil {
		return nil, err
	}
	enumerations, read := c.enumerations(), 0
	for i := range set.Field {
		f := &set.Field[i]
		for _, r := range f.levels(enumerations) {
			read += len(r.Data)
			for _, row := range r.Data {
				for _, cell := range row {
					read += len(cell) / readUnit
				}
			}
		}
		if read > mostRead {
			return nil, ErrLimit
		}
		levels, words := f.enumeration(enumerations)
		column := schema.Field{Name: f.column()}
		switch t := f.DataType; {
		case bool(f.Repeated || f.IsArray):
			b.problem(column.Name, "its cells hold lists, which cannot take part: leave the column out, or give one column for each item")
			continue
		case len(levels) > 0:
			column.Kind, column.Enum = schema.Category, levels
		case t.has("Boolean") || t.has("bool"):
			column.Kind, column.Enum, column.Spellings = schema.Category, []string{"false", "true"}, [][]string{{"False", "FALSE", "0"}, {"True", "TRUE", "1"}}
		case t.has("Integer") || t.has("Float") || t.has("Number") || t.has("Int8") || t.has("Int16") || t.has("Int32") || t.has("Int64") ||
			t.has("UInt8") || t.has("UInt16") || t.has("UInt32") || t.has("UInt64") || t.has("Float16") || t.has("Float32") || t.has("Float64"):
			column = open(column.Name)
		case t.has("Text"):
			column.Kind = schema.Category
		case t.has("Date") || t.has("DateTime"):
			column = open(column.Name)
			column.Kind = schema.Date
		}
		if err := b.add(column, string(f.Description), words); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// choose finds the record set of a table: the one of its name, or of its file; else the one that has most of its columns; else the only
// one. Those of levels and of splits describe no table.
func (c *croissant) choose(table schema.Table) (*records, error) {
	there := map[string]bool{}
	for _, name := range table.Columns {
		there[strings.TrimSpace(name)] = true
	}
	var sets []*records
	var best *records
	most := 0
	for i := range c.RecordSet {
		r := &c.RecordSet[i]
		if len(r.Field) == 0 || r.DataType.has("Enumeration") || r.DataType.has("Split") {
			continue
		}
		sets = append(sets, r)
		named := schema.SameTable(string(r.Name), table.File) || schema.SameTable(string(r.ID), table.File)
		same := 0
		for j := range r.Field {
			if there[r.Field[j].column()] {
				same++
			}
			named = named || schema.SameTable(string(r.Field[j].Source.FileObject), table.File)
		}
		if named {
			return r, nil
		}
		if same > most {
			best, most = r, same
		}
	}
	switch {
	case best != nil:
		return best, nil
	case len(sets) == 1:
		return sets[0], nil
	case len(sets) == 0:
		return nil, errors.New("schema: the Croissant metadata describes no fields: it names files alone")
	}
	var names []string
	for _, r := range sets {
		name := r.Name
		if name == "" {
			name = r.ID
		}
		names = append(names, string(name))
	}
	return nil, severalTables("Croissant metadata", names)
}

// severalTables says that a description is of several tables, and none is known to be the one at hand.
func severalTables(what string, names []string) error {
	list := strings.Join(names[:min(len(names), 6)], ", ")
	if len(names) > 6 {
		list += ", …"
	}
	return fmt.Errorf("schema: the %s describes %d tables (%s), and nothing says which is meant: name one (the command’s -table), give the file that table’s name, or give that table’s description alone",
		what, len(names), schema.CleanLabel(list))
}

// column is the column of the file that a field holds.
func (f *croissantField) column() string {
	switch {
	case f.Source.Extract.Column != "":
		return strings.TrimSpace(string(f.Source.Extract.Column))
	case f.Name != "":
		_, last, _ := cutLast(string(f.Name))
		return strings.TrimSpace(last)
	}
	_, last, _ := cutLast(string(f.ID))
	return strings.TrimSpace(last)
}

// cutLast cuts a path before its last part.
func cutLast(path string) (before, last string, found bool) {
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		return path[:i], path[i+1:], true
	}
	return "", path, false
}

// enumerations are the record sets of levels, by id and by name.
func (c *croissant) enumerations() map[string][]*records {
	sets := map[string][]*records{}
	for i := range c.RecordSet {
		r := &c.RecordSet[i]
		if !r.DataType.has("Enumeration") {
			continue
		}
		sets[string(r.ID)] = append(sets[string(r.ID)], r)
		if name := string(r.Name); name != string(r.ID) {
			sets[name] = append(sets[name], r)
		}
	}
	return sets
}

// levels are the enumerations that a field refers to.
func (f *croissantField) levels(sets map[string][]*records) []*records {
	set, _, found := cutLast(string(f.References.Field))
	if !found {
		return nil
	}
	return sets[set]
}

// enumeration has the levels that a field refers to, with their labels.
func (f *croissantField) enumeration(sets map[string][]*records) (levels []string, words map[string]string) {
	set, key, _ := cutLast(string(f.References.Field))
	words = map[string]string{}
	for _, r := range f.levels(sets) {
		for _, row := range r.Data {
			cell := func(name string) string {
				raw := row[set+"/"+name]
				if raw == nil {
					raw = row[name]
				}
				var text string
				if json.Unmarshal(raw, &text) != nil {
					text = strings.TrimSpace(string(raw))
				}
				return text
			}
			if code := cell(key); code != "" {
				levels = append(levels, code)
				for _, name := range []string{"label", "name", "description"} {
					if word := cell(name); name != key && word != "" {
						words[code] = word
						break
					}
				}
			}
		}
	}
	return levels, words
}
