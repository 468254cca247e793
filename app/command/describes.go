//go:build !js

package command

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"privatepca/core/codebook"
	"privatepca/core/convert/description"
	"privatepca/core/convert/yamltext"
	"privatepca/core/pca"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// tablesAndBooks tells tables from what describes them, by what they hold: JSON, XML and YAML, and a list with the titles of a codebook,
// describe. One file alone is a table.
func tablesAndBooks(names []string) (tables, books []string) {
	if len(names) < 2 {
		return names, nil
	}
	for _, name := range names {
		if describes(name) {
			books = append(books, name)
		} else {
			tables = append(tables, name)
		}
	}
	return tables, books
}

// mostBegun is how much of a file is looked at, in bytes.
const mostBegun = 64 << 10

// describes reports whether a file describes a table.
func describes(name string) bool {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	if yamltext.Named(name) {
		return true
	}
	head := make([]byte, min(info.Size(), mostBegun))
	if _, err := io.ReadFull(f, head); err != nil {
		return false
	}
	start := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	if len(start) > 0 && (start[0] == '{' || start[0] == '<') || yamltext.Likely(head) {
		return true
	}
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		text, err := description.Open(f, info.Size(), name)
		if err != nil {
			return false // who reads the table says why
		}
		defer text.Close()
		head, _ = io.ReadAll(io.LimitReader(text, mostBegun))
	}
	return codebook.Is(head)
}

// describedColumns prints a schema of a table's columns, in their order, with what its descriptions say of them; the rest is open.
func describedColumns(p *program, tables, books []string, part string) error {
	if len(tables) != 1 {
		return refusal("%s and %s were named: name one table, and what describes it.", words.Count(int64(len(tables)), "table"), words.Count(int64(len(books)), "description"))
	}
	file := openFiles(p, tables, part)
	h, err := pca.Header(p.ctx, file)
	if err != nil {
		return file.about(err)
	}
	s := schema.New()
	s.BoundsFrom = schema.FromSchema
	leaveOpen(s)
	for _, name := range h.Columns {
		s.Fields = append(s.Fields, schema.Field{Name: name, Minimum: math.NaN(), Maximum: math.NaN()})
	}
	for _, name := range books {
		book, err := readBook(name, schema.Table{File: tables[0], Columns: h.Columns})
		if err != nil {
			return err
		}
		sayNotes(p, book.Notes)
		if err := fillIn(p, s, book, name); err != nil {
			return err
		}
	}
	var open []string
	s.Fields = slices.DeleteFunc(s.Fields, func(f schema.Field) bool { return strings.TrimSpace(f.Name) == "" })
	for i := range s.Fields {
		if s.Fields[i].Kind == "" {
			open = append(open, s.Fields[i].Name)
		}
	}
	if len(open) > 0 {
		fmt.Fprintf(p.err, "Nothing says what these columns hold: %s. State it, or delete them.\n", words.Some(open, 8))
	}
	_, err = p.out.Write(s.Encode())
	return err
}

// fillIn takes over what a description says of the columns of a schema. One that contradicts what another said is refused, with both values.
func fillIn(p *program, s *schema.Schema, book *codebook.Book, name string) error {
	draft := book.Draft()
	matched := 0
	for i := range draft.Fields {
		f := &draft.Fields[i]
		at := slices.IndexFunc(s.Fields, func(g schema.Field) bool { return strings.TrimSpace(g.Name) == strings.TrimSpace(f.Name) })
		if at < 0 {
			continue
		}
		matched++
		g := &s.Fields[at]
		if f.MissingValues == nil {
			f.MissingValues = draft.MissingValues
		}
		missing, label := g.MissingValues, g.Label
		switch {
		case g.Kind == "":
			*g = *f
		case f.Kind == g.Kind && said(f) == said(g) && (f.Format == "" || g.Format == "" || f.Format == g.Format): // what only one of them says
			g.Format = cmp.Or(g.Format, f.Format)
			if g.Spellings == nil && slices.Equal(g.Enum, f.Enum) {
				g.Spellings = f.Spellings
			}
			if g.LevelLabels == nil {
				g.LevelLabels = f.LevelLabels
			}
		case f.Kind != "":
			return refusal("%s contradicts an earlier description of column %q: %s there, %s here. Keep one of them.", words.Clip(name, 200), words.Clip(f.Name, 80), said(g)+formatOf(g), said(f)+formatOf(f))
		}
		if g.MissingValues = missing; missing == nil {
			g.MissingValues = f.MissingValues
		}
		if g.Label = label; label == "" {
			g.Label = f.Label
		}
	}
	if matched == 0 {
		return refusal("%s describes another table: none of its %s is a column of this one.", words.Clip(name, 200), words.Count(int64(len(draft.Fields)), "column"))
	}
	if person := strings.TrimSpace(draft.PersonColumn); person != "" {
		fmt.Fprintf(p.err, "%s says that the column %q names the person: state it as person_column if that is so.\n", words.Clip(name, 200), words.Clip(person, 80))
		s.Fields = slices.DeleteFunc(s.Fields, func(f schema.Field) bool { return strings.TrimSpace(f.Name) == person })
	}
	return nil
}

// formatOf is the format of dates that a description states.
func formatOf(f *schema.Field) string {
	if f.Format == "" {
		return ""
	}
	return ", written as " + f.Format
}

// said is what a description says of a column, in a few words.
func said(f *schema.Field) string {
	end := func(x float64) string {
		switch {
		case math.IsNaN(x):
			return "open"
		case f.Kind == schema.Date:
			return schema.FormatDate(x)
		}
		return fmt.Sprint(x)
	}
	if f.Bounded() {
		return fmt.Sprintf("%s from %s to %s", f.Kind, end(f.Minimum), end(f.Maximum))
	}
	return fmt.Sprintf("%s of %s: %s", f.Kind, words.Count(int64(len(f.Enum)), "level"), words.Some(f.Enum, 6))
}

// leaveOpen has a schema state no rule, so that a release of it takes the one that is recommended.
func leaveOpen(s *schema.Schema) { s.NormRule, s.Scaling = "", schema.Affine }
