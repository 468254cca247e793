//go:build !js

package command

import (
	"fmt"

	"privatepca/core/codebook"
	"privatepca/core/convert"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// bookInside is what a data file of SPSS or Stata says of its own columns; nil for another file.
func bookInside(name string) (*codebook.Book, error) {
	f, ok := convert.OSFile(name, "")
	if !ok {
		return nil, nil
	}
	list, err := f.Variables()
	if list == nil || err != nil {
		return nil, about(name, err)
	}
	book, err := codebook.FromVariables(list)
	if err != nil {
		return nil, about(name, schema.Fault(err))
	}
	return book, nil
}

// inspectInside prints that as a schema to fill in.
func inspectInside(p *program, book *codebook.Book) error {
	fmt.Fprintf(p.err, `What the file itself says of its %s: labels, levels, dates. Write this to a file and fill in the bounds, without looking at the records.
Values that the file declares missing are empty cells. Delete the columns that take no part.
`, words.Count(len(book.Schema.Fields), "column"))
	sayNotes(p, book.Notes)
	leaveOpen(book.Schema)
	_, err := p.out.Write(append(book.Schema.Encode(), '\n'))
	return err
}

// sayLeftOut names the columns of a Parquet file that cannot be read.
func sayLeftOut(p *program, name string) {
	f, ok := convert.OSFile(name, "")
	if !ok {
		return
	}
	list, err := f.LeftOut()
	if err != nil || len(list) == 0 {
		return // whoever reads the file says why
	}
	for i := range list {
		list[i] = words.Clip(list[i], 60)
	}
	fmt.Fprintf(p.err, "Left out, because their cells hold lists, groups, shapes or bytes, or are encrypted: %s.\n", words.Some(list, 20))
}
