//go:build !js

package command

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"privatepca/core/codebook"
	"privatepca/core/convert/description"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// convert prints what describes a table in one of the two standards that releases are made with, or as a list of variables.
func (p *program) convert(args []string) error {
	f := p.flags("convert")
	to := f.String("to", "frictionless", "`form` to write: frictionless, csvw, csv or xlsx")
	table := f.String("table", "", "`name` of the table, where the description has several (a table, a file, a record set), and which CSVW names")
	if err := p.parse(f, args); err != nil {
		return err
	}
	if f.NArg() != 1 {
		return refusal("Name one description: Frictionless, CSVW, a data package, Croissant, DDI, metadata of OpenDP, or a list of variables as CSV or workbook.")
	}
	name := f.Arg(0)
	stated := false
	book, err := readBook(name, schema.Table{File: *table, Stated: func(schema.NormRule) { stated = true }})
	if err != nil {
		return err
	}
	s := book.Draft()
	if !stated {
		leaveOpen(s)
	}
	if len(book.Problems) > 0 {
		fmt.Fprintf(p.err, "Left open, to be filled in: %s.\n", strings.TrimPrefix(book.Problems.Error(), "schema: "))
	}
	sayNotes(p, book.Notes)
	names := make([]string, len(s.Fields))
	for i := range s.Fields {
		names[i] = s.Fields[i].Name
	}
	var out []byte
	switch *to {
	case "frictionless":
		out = schema.Published(s).Encode()
	case "csvw":
		out = s.EncodeCSVW(*table)
	case "csv":
		if out = codebook.CSV(codebook.Template(s, names)); bytes.Count(out, []byte{'\n'}) > len(names)+1 {
			return refusal("A name, label or level has a line break, so a list as CSV would show lines that are none. Say -to xlsx.")
		}
	case "xlsx":
		out = codebook.Workbook(codebook.Template(s, names))
	default:
		return refusal("-to is frictionless, csvw, csv or xlsx, not %s.", words.Clip(*to, 40))
	}
	switch *to {
	case "xlsx":
		asIs(p.out, out)
	case "csv":
		p.out.Write(out)
	default:
		fmt.Fprint(p.out, shownJSON(string(out)))
	}
	return nil // ended looks at what could not be printed
}

// sayNotes says how a codebook is read where it leaves that open.
func sayNotes(p *program, notes []string) {
	for _, note := range notes {
		fmt.Fprintln(p.err, words.Clip(note, 400))
	}
}

// readBook reads what describes a table, in any form. What it states and cannot be used as it stands is an error; bounds, levels and types
// that are open are left to be filled in.
func readBook(name string, table schema.Table) (*codebook.Book, error) {
	if book, err := bookInside(name); book != nil || err != nil {
		return book, err
	}
	text, err := bookText(name)
	if err != nil {
		return nil, err
	}
	book, err := codebook.Parse(text, codebook.Options{Table: table})
	if err != nil {
		return nil, about(name, schema.Fault(err))
	}
	if book.Schema == nil {
		return nil, refusal("%s: its first line has to name the columns name, and label, type, min, max or levels.", words.Clip(name, 200))
	}
	if wrong := book.Problems.Wrong(); len(wrong) > 0 {
		return nil, about(name, schema.Fault(wrong))
	}
	return book, nil
}

// bookText is the text of a small file that describes a table.
func bookText(name string) ([]byte, error) {
	file, err := readSmall(name)
	if err != nil {
		return nil, err
	}
	text, err := description.Open(bytes.NewReader(file), int64(len(file)), name)
	if err != nil {
		return nil, about(name, err)
	}
	defer text.Close()
	all, err := io.ReadAll(io.LimitReader(text, schema.MaxSize))
	if err != nil {
		return nil, about(name, err)
	}
	return all, nil
}
