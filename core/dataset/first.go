package dataset

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"

	"privatepca/core/schema"
)

// First gives the first rows of a text for the curator's eyes alone, as they will be read: up to two rows above the header, the names of the
// columns, and records. There are at most rows of them, with at most cells cells of at most 40 characters each. Header says which of them
// has the names, −1 for none. A text that cannot be read in the dialect is split as far as it can be.
func First(src io.Reader, d schema.Dialect, rows, cells int) (out [][]string, header int) {
	raw := start(src)
	r, err := NewReaderIn(bytes.NewReader(raw), d)
	if err != nil {
		text := head(raw, d.Encoding)
		for _, row := range parse(text, delimiterOf(text), rows) {
			out = append(out, short40(row.cells, cells))
		}
		return out, -1
	}
	above := parseAll(head(raw, d.Encoding), string(rune(r.delim)), r.quote, d.Skip)
	for len(above) > 0 && above[len(above)-1].line >= d.Skip {
		above = above[:len(above)-1]
	}
	for _, row := range above[max(0, len(above)-2):] {
		out = append(out, short40(row.cells, cells))
	}
	header = len(out)
	if d.NoHeader {
		header = -1
	} else {
		out = append(out, short40(append([]string(nil), r.header.Columns...), cells))
	}
	cut := len(raw) == sniffed
	for len(out) <= rows {
		record, err := r.Next()
		if err != nil {
			if cut && err == io.EOF && len(out) > header+1 {
				out = out[:len(out)-1] // the last one may go on
			}
			break
		}
		row := make([]string, 0, min(record.Len(), len(r.header.Columns), cells))
		for i := range cap(row) {
			row = append(row, strings.ToValidUTF8(string(record.Cell(i)), "\ufffd"))
		}
		out = append(out, short40(row, cells))
	}
	return out[:min(len(out), rows)], header
}

// short40 shortens a row and its cells.
func short40(row []string, cells int) []string {
	row = row[:min(cells, len(row))]
	for i, c := range row {
		if utf8.RuneCountInString(c) > 40 {
			row[i] = string([]rune(c)[:39]) + "…"
		}
	}
	return row
}
