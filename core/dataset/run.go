package dataset

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/bits"
	"slices"
)

// A Dialect is how a file is written. Its first row decides that, and no record.
type Dialect struct {
	Header  Header `json:"header"`
	LineEnd byte   `json:"line_end"` // '\n', also where '\r' stands before it, or '\r'
	Quote   byte   `json:"quote"`    // 0 for none
}

// A Run is the text of records that follow each other in a file, whole ones.
type Run struct {
	Text []byte
	Line int64 // of its first character
}

// Dialect tells how the file is written.
func (r *Reader) Dialect() Dialect { return Dialect{Header: r.header, LineEnd: r.eol, Quote: r.quote} }

// Run gives the text of the next records without reading their cells: at most size
// bytes of it, or one record that is longer. It is valid until the following call. The
// records of all runs, read by NewRunReader, are those that Next would have given, and
// so is the first error, be it Run's or one of theirs. Run returns io.EOF after the last.
//
// It is fast where the text holds no quote: then the last end of a line ends a record.
func (r *Reader) Run(size int) (Run, error) {
	if missing := size + padding - len(r.buf); missing > 0 {
		r.buf = append(r.buf, make([]byte, missing)...)
	}
	for {
		if r.end-r.pos < size && !r.eof {
			if err := r.fill(); err != nil {
				return Run{}, err
			}
		}
		if r.eof && r.pos == r.end {
			return Run{}, io.EOF
		}
		run := Run{Line: r.line}
		text := r.buf[r.pos:min(r.end, r.pos+size)]
		cut := len(text)
		if !r.eof || r.pos+cut < r.end {
			cut = bytes.LastIndexByte(text, r.eol) + 1
		}
		if lines, quoted := r.survey(text[:cut]); !quoted && (r.quote == 0 || bytes.IndexByte(text[cut:], r.quote) < 0) {
			run.Text = text[:cut]
			r.pos += cut
			r.line += lines
		} else {
			from, err := r.skim(size)
			if err != nil {
				return Run{}, err
			}
			run.Text = r.buf[from:r.pos]
		}
		if len(run.Text) > 0 {
			return run, nil
		}
		if err := r.fill(); err != nil { // a record longer than size
			return Run{}, err
		}
		size = r.end - r.pos
	}
}

// survey counts the ends of lines in a text, and tells whether there is a quote in it.
func (r *Reader) survey(text []byte) (lines int64, quoted bool) {
	eols, quote, quotes := ones*uint64(r.eol), ones*uint64(r.quote), uint64(0)
	rest := text
	for ; len(rest) >= 32; rest = rest[32:] {
		a, b := binary.LittleEndian.Uint64(rest), binary.LittleEndian.Uint64(rest[8:])
		c, d := binary.LittleEndian.Uint64(rest[16:]), binary.LittleEndian.Uint64(rest[24:])
		// The marks of four words, in different bits of their bytes.
		marks := zeros(a^eols) | zeros(b^eols)>>1 | zeros(c^eols)>>2 | zeros(d^eols)>>3
		lines += int64(bits.OnesCount64(marks))
		quotes |= zeros(a^quote) | zeros(b^quote) | zeros(c^quote) | zeros(d^quote)
	}
	lines += int64(bytes.Count(rest, []byte{r.eol}))
	return lines, quotes != 0 || bytes.IndexByte(rest, r.quote) >= 0
}

// skim passes over whole records, at most size bytes of them or one. An error waits
// for the next call where records come before it.
func (r *Reader) skim(size int) (from int, err error) {
	from = r.pos
	for {
		pos, line := r.pos, r.line
		err := r.scan()
		if err == nil && r.pos-from > size && pos > from {
			r.pos, r.line = pos, line
			return from, nil
		}
		switch {
		case err == nil:
		case err == io.EOF, err == errIncomplete, r.pos > from:
			return from, nil
		default:
			return from, err
		}
	}
}

// NewRunReader reads the records of a run. Their lines are those of the file. It takes a
// copy, but of a text that ends with its line and has room for the padding: that may be
// written to.
func NewRunReader(d Dialect, run Run) *Reader {
	end := len(run.Text)
	buf := run.Text[:end:cap(run.Text)]
	if end == 0 || buf[end-1] != d.LineEnd || cap(buf) < end+padding {
		buf = slices.Grow(run.Text[:end:end], padding)
		buf = append(buf, d.LineEnd)
	}
	buf = buf[:end+padding]
	return &Reader{
		header: d.Header, delim: d.Header.Delimiter[0], eol: d.LineEnd, quote: d.Quote,
		buf: buf, end: end, line: run.Line, eof: true,
		rec: Record{cells: make([]span, len(d.Header.Columns))},
	}
}
