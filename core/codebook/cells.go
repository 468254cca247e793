package codebook

import (
	"bytes"
	"io"
)

// rows splits a list of variables into lines of cells, as core/dataset splits records: a cell is quoted where a quotation mark is its first character
// but for blanks, and a quotation mark in it is doubled. People write these lists by hand, so one that is not, and ends no cell, is a character.
type rows struct {
	text  []byte // what is not read yet
	comma byte
}

// Read gives the cells of the next line that is not empty, or io.EOF.
func (r *rows) Read() (cells []string, err error) {
	r.text = bytes.TrimLeft(r.text, "\r\n")
	if len(r.text) == 0 {
		return nil, io.EOF
	}
	for more := true; more; {
		var cell []byte
		cell, more = r.cell()
		cells = append(cells, string(cell))
	}
	return cells, nil
}

// cell reads a cell and what ends it; more says that another one follows on the line.
func (r *rows) cell() (cell []byte, more bool) {
	if start := bytes.TrimLeft(r.text, " "); len(start) > 0 && start[0] == '"' {
		for r.text = start[1:]; len(r.text) > 0; {
			at := bytes.IndexByte(r.text, '"')
			if at < 0 {
				at = len(r.text)
			}
			cell, r.text = append(cell, r.text[:at]...), r.text[at:]
			if len(r.text) == 0 {
				break
			}
			r.text = r.text[1:]
			after := bytes.TrimLeft(r.text, " \r")
			if len(r.text) > 0 && r.text[0] == '"' {
				cell, r.text = append(cell, '"'), r.text[1:]
			} else if len(after) == 0 || after[0] == '\n' || after[0] == r.comma {
				r.text = after
				break
			} else {
				cell = append(cell, '"')
			}
		}
		cell = bytes.ReplaceAll(cell, []byte("\r\n"), []byte("\n"))
	} else {
		at := bytes.IndexAny(r.text, string(rune(r.comma))+"\n")
		if at < 0 {
			at = len(r.text)
		}
		cell, r.text = r.text[:at], r.text[at:]
		if len(r.text) == 0 || r.text[0] == '\n' {
			cell = bytes.TrimSuffix(cell, []byte("\r"))
		}
	}
	if len(r.text) == 0 {
		return cell, false
	}
	more = r.text[0] == r.comma
	r.text = r.text[1:]
	return cell, more
}
