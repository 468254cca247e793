//go:build !js

package command

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"privatepca/core/codebook"
	"privatepca/core/convert"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// convert prints what describes a table in one of the two standards that releases are made with, or as a list of variables.
func (p *program) convert(args []string) error {
	f := p.flags("convert")
	to := f.String("to", "frictionless", "`form` to write: frictionless, csvw, csv or xlsx")
	table := f.String("table", "", "`name` of the table, where the description has several, and which CSVW names")
	if err := p.parse(f, args); err != nil {
		return err
	}
	if f.NArg() != 1 {
		return refusal("Name one description: Frictionless, CSVW, a data package, Croissant, DDI, metadata of OpenDP, or a list of variables as CSV or workbook.")
	}
	name := f.Arg(0)
	book, err := readBook(name, *table)
	if err != nil {
		return err
	}
	s := book.Draft()
	if len(book.Problems) > 0 {
		fmt.Fprintf(p.err, "Left open, to be filled in: %s.\n", strings.TrimPrefix(book.Problems.Error(), "schema: "))
	}
	names := make([]string, len(s.Fields))
	for i := range s.Fields {
		names[i] = s.Fields[i].Name
	}
	var out []byte
	switch *to {
	case "frictionless":
		out = s.Encode()
	case "csvw":
		out = s.EncodeCSVW(*table)
	case "csv":
		out = codebook.CSV(codebook.Template(s, names))
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

// readBook reads what describes a table, in any form. What it says and cannot be used as it stands is an error, but where
// bounds or levels are open: these are left to be filled in.
func readBook(name, table string) (*codebook.Book, error) {
	if book, err := bookInside(name); book != nil || err != nil {
		return book, err
	}
	text, err := bookText(name)
	if err != nil {
		return nil, err
	}
	book, err := codebook.Parse(text, codebook.Options{Table: schema.Table{File: filepath.Base(table)}})
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

// bookText is the text of a small file; of a workbook that of its first sheet with the titles of a codebook, or else of its first.
func bookText(name string) ([]byte, error) {
	text, err := readSmall(name)
	if err != nil || convert.Recognise(text[:min(len(text), convert.MostStart)]) != convert.Zip {
		return text, err
	}
	source, err := convert.Open(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		return nil, about(name, err)
	}
	source.Hidden = "read" // a codebook has no records
	var first []byte
	for _, part := range source.Parts {
		sheet, err := source.Text(part)
		if err != nil {
			return nil, about(name, err)
		}
		text, err := io.ReadAll(io.LimitReader(sheet, schema.MaxSize))
		sheet.Close()
		if err != nil {
			return nil, about(name, err)
		}
		if codebook.Is(text) {
			return text, nil
		}
		if first == nil {
			first = text
		}
	}
	return first, nil
}
