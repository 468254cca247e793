package workbook

import (
	"bytes"
	"errors"
	"io"
	"strconv"

	"privatepca/core/convert/cell"
	"privatepca/core/fault"
	"privatepca/core/markup"
)

// What ECMA-376 allows a sheet.
const (
	mostRows    = 1 << 20
	mostColumns = 1 << 14
)

// quotedRows is in how many rows every text stands between quotes: no character of a header can then be taken
// for a delimiter.
const quotedRows = 64

// Rows reads one sheet, row by row.
type Rows struct {
	book  *Book
	file  io.Closer
	xml   *markup.Scanner
	texts *shared
	row   int // that is written next, from 1
	after int // the number of a row without one
	ahead int // the number of a row that was read, and comes after empty ones; 0 for none
	width int // cells of the widest row so far

	line   []byte // of the row that was read
	cells  int    // in line, up to the last with a value
	quoted bool   // its texts stand between quotes
	cell   []byte // that is written between quotes

	hidden Hidden
	away   []span // columns that are hidden, from left to right
	found  found
}

// Rows opens a sheet, by its name, at its first row.
func (b *Book) Rows(name string, hidden Hidden) (*Rows, error) {
	r := &Rows{book: b, texts: &shared{}, row: 1, after: 1, hidden: hidden}
	for _, s := range b.sheets {
		if s.name != name {
			continue
		}
		f := b.files[s.path]
		if f == nil {
			return nil, damaged(errors.New("workbook: a sheet is missing"))
		}
		if err := r.readTexts(); err != nil {
			return nil, damaged(err)
		}
		sheet, err := b.unpack(f)
		if err != nil {
			return nil, damaged(err)
		}
		r.file, r.xml = sheet, markup.New(sheet)
		return r, nil
	}
	return nil, fault.New(fault.CodeRequest, "The workbook has no sheet of that name.")
}

func (r *Rows) readTexts() error {
	f := r.book.files[r.book.texts]
	if f == nil {
		return nil
	}
	src, err := r.book.unpack(f)
	if err != nil {
		return err
	}
	defer src.Close()
	r.texts, err = readShared(src)
	return err
}

// Close closes the sheet.
func (r *Rows) Close() error { return r.file.Close() }

// Append writes the next row after dst, with its line end: an empty line for a row without a value. It
// returns io.EOF after the last row with one.
func (r *Rows) Append(dst []byte) ([]byte, error) {
	if r.ahead == 0 {
		for r.cells == 0 {
			if err := r.readRow(); err == io.EOF {
				return dst, r.found.end()
			} else if err != nil {
				return dst, damaged(err)
			}
		}
	}
	if r.row < r.ahead {
		r.row++
		if r.width == 1 { // an empty line would be a record
			return dst, nil
		}
		return append(dst, '\n'), nil
	}
	dst = append(dst, r.line...)
	for r.width = max(r.width, r.cells); r.cells < r.width; r.cells++ {
		dst = append(dst, ',')
	}
	r.row, r.ahead, r.cells = r.row+1, 0, 0
	return append(dst, '\n'), nil
}

// readRow reads the next row into line, of no cells where it has no value, and its number into ahead.
func (r *Rows) readRow() error {
	for {
		t, err := r.xml.Next()
		if err == io.EOF {
			return io.ErrUnexpectedEOF
		}
		if err != nil {
			return err
		}
		switch {
		case t.Kind == markup.End && string(t.Name) == "sheetData", t.Empty && string(t.Name) == "sheetData":
			return io.EOF
		case t.Kind == markup.Start && string(t.Name) == "row":
			number, hidden, err := r.number(t)
			r.after = number + 1
			if err != nil || t.Empty {
				return err
			}
			r.quoted = number <= quotedRows
			away := hidden && r.hidden == Skip
			r.found.off = away
			switch err := r.readCells(); err {
			case nil:
			case io.EOF:
				return io.ErrUnexpectedEOF
			default:
				return err
			}
			if r.cells > 0 {
				r.found.row(hidden)
				if away {
					r.cells = 0
					return nil
				}
				r.ahead = number
			}
			return nil
		case t.Kind == markup.Start && string(t.Name) == "col":
			if err := r.column(t); err != nil {
				return err
			}
		}
	}
}

// number is a row's, which has to be above all before it, and whether the row is hidden: by hand, by a filter, in a collapsed group, or of
// no height.
func (r *Rows) number(t markup.Token) (n int, hidden bool, err error) {
	n = r.after
	for {
		name, value, ok := t.Attr()
		if !ok {
			break
		}
		switch string(name) {
		case "r":
			if n, err = strconv.Atoi(string(value)); err != nil {
				return 0, false, markup.ErrXML
			}
		case "hidden":
			hidden = hidden || isTrue(value)
		case "ht":
			hidden = hidden || isZero(value)
		}
	}
	if n < r.after || n > mostRows {
		return 0, false, markup.ErrXML
	}
	return n, hidden, nil
}

// readCells reads the cells of a row up to its end.
func (r *Rows) readCells() error {
	r.line, r.cells = r.line[:0], 0
	at := 0 // the column of the next cell
	for {
		if c, raw, n := quick(r.xml.Unread(), at); n > 0 {
			if at = c.column + 1; len(raw) > 0 && r.shown(&c) {
				mark, from := r.begin(c)
				if r.line = append(r.line, raw...); !c.digits || len(raw) > exactDigits || r.book.dating(c.style) != 0 {
					r.finish(c, from)
				}
				r.put(c, mark, from)
			}
			r.xml.Skip(n)
			continue
		}
		t, err := r.xml.Next()
		if err != nil {
			return err
		}
		switch {
		case t.Kind == markup.End && string(t.Name) == "row":
			return nil
		case t.Kind == markup.Start && string(t.Name) == "c":
			c, err := cellOf(&t, at)
			if err != nil {
				return err
			}
			at = c.column + 1
			if t.Empty {
				continue
			}
			if !r.shown(&c) {
				mark, off := len(r.line), r.found.off
				r.found.off = true
				if err := r.readValue(c); err != nil {
					return err
				}
				r.line, r.found.off = r.line[:mark], off
				continue
			}
			mark, from := r.begin(c)
			if err := r.readValue(c); err != nil {
				return err
			}
			r.put(c, mark, from)
		}
	}
}

// begin writes the commas before a cell. It gives the ends of the line before and behind them.
func (r *Rows) begin(c place) (mark, from int) {
	mark = len(r.line)
	for range c.column - max(0, r.cells-1) {
		r.line = append(r.line, ',')
	}
	return mark, len(r.line)
}

// put completes the cell whose text stands behind from; an empty one is none.
func (r *Rows) put(c place, mark, from int) {
	if len(r.line) == from {
		r.line = r.line[:mark]
		return
	}
	r.cells = c.column + 1
	if c.digits {
		return
	}
	text := r.line[from:]
	if !r.found.named {
		r.found.name(c.column, text)
	}
	if r.quoted && c.kind != number && c.kind != boolean {
		r.cell = append(r.cell[:0], text...)
		r.line = cell.AppendQuoted(r.line[:from], r.cell)
	} else if cell.Special(text) {
		r.cell = append(r.cell[:0], text...)
		r.line = cell.Append(r.line[:from], r.cell)
	}
}

// A place is what a cell's tag says.
type place struct {
	column, style int
	kind          kind
	digits        bool // it is a number of digits, signs, points and Es alone
}

// A kind is a cell's type: t, a number where it is not stated.
type kind byte

const (
	number     kind = 'n'
	boolean    kind = 'b'
	sharedText kind = 's'
	ownText    kind = 't' // str, with its text as a value
	inlineText kind = 'i' // inlineStr, with its text in <is> alone
	isoDate    kind = 'd'
	noValue    kind = 'e' // an error, and what the standard does not know
)

func cellOf(t *markup.Token, at int) (place, error) {
	c := place{column: at, kind: number}
	for {
		name, value, ok := t.Attr()
		if !ok {
			break
		}
		switch string(name) {
		case "r":
			n := 0
			for _, l := range value {
				if l |= 0x20; l < 'a' || l > 'z' || n > mostColumns {
					break // the row's number
				}
				n = 26*n + int(l-'a') + 1
			}
			c.column = n - 1
		case "s":
			c.style, _ = strconv.Atoi(string(value))
		case "t":
			c.kind = kindOf(value)
		}
	}
	if c.column < at || c.column >= mostColumns {
		return c, markup.ErrXML
	}
	return c, nil
}

func kindOf(value []byte) kind {
	switch string(value) {
	case "n", "b", "s", "d":
		return kind(value[0])
	case "str":
		return ownText
	case "inlineStr":
		return inlineText
	}
	return noValue
}

// readValue appends the text of a cell to line, up to the cell's end.
func (r *Rows) readValue(c place) error {
	value, inline, phonetic, texts := false, false, 0, 0
	formula, stored := false, false
	from := len(r.line)
	for {
		t, err := r.xml.Next()
		if err != nil {
			return err
		}
		switch {
		case t.Kind == markup.Text:
			if c.kind == inlineText && inline && texts > 0 && phonetic == 0 || c.kind != inlineText && value && !inline { // whatever stands beside it
				r.line = append(r.line, t.Text...)
			}
		case t.Kind == markup.End && len(t.Name) == 1 && t.Name[0] == 'c':
			if formula {
				r.found.formula(c, r.line[from:], stored)
			}
			r.finish(c, from)
			return nil
		case len(t.Name) == 1 && t.Name[0] == 'f':
			formula = true
		case len(t.Name) == 1 && t.Name[0] == 'v':
			value, stored = t.Kind == markup.Start && !t.Empty, true
		case len(t.Name) == 1 && t.Name[0] == 't':
			texts += step(t)
		case string(t.Name) == "is":
			inline = t.Kind == markup.Start && !t.Empty
		case string(t.Name) == "rPh":
			phonetic += step(t)
		}
	}
}

// finish makes the raw value behind from the cell's text.
func (r *Rows) finish(c place, from int) {
	raw := r.line[from:]
	put := func(text []byte) { r.line = append(r.line[:from], text...) }
	switch c.kind {
	case sharedText:
		text, ok := r.texts.at(bytes.TrimSpace(raw))
		if !ok {
			text = nil
		}
		put(text)
	case ownText, inlineText:
		if bytes.Contains(raw, []byte("_x")) {
			put(appendText(nil, raw))
		}
	case boolean:
		switch string(bytes.TrimSpace(raw)) {
		case "1", "true":
			put([]byte("true"))
		case "0", "false":
			put([]byte("false"))
		default:
			put(nil)
		}
	case noValue:
		if put(nil); !r.found.off {
			r.found.errors++
		}
	case number:
		switch d := r.book.dating(c.style); {
		case len(raw) == 0:
		case d&(shownDay|shownClock) != 0:
			put(appendSerial(nil, raw, d, r.book.from1904))
		case len(raw) > exactDigits:
			put(appendShown(nil, raw))
		}
	}
}
