package dataset

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/bits"

	"privatepca/core/fault"
)

// A Record is one row of a file.
type Record struct {
	Line  int64 // of its first character
	buf   []byte
	cells []span // as many as the header has; the first min(n, len(cells)) are this row's
	n     int
	over  int32 // where cells beyond the header's start, if n is more
	stop  int32 // where the row's text ends
	delim byte
}

// A span is buf[lo:hi].
type span struct{ lo, hi int32 }

// Len is the number of cells in the row.
func (r *Record) Len() int { return r.n }

// Cell gives the text of cell i, below both Len and the header's length,
// unquoted. It is valid until the reader's next record.
func (r *Record) Cell(i int) []byte {
	c := r.cells[i]
	return r.buf[c.lo:c.hi]
}

// surplus reports whether a row that is longer than the header holds anything beyond it: rows that end with a delimiter do not.
func (r *Record) surplus() bool {
	for _, c := range r.buf[r.over:r.stop] {
		if c != r.delim && !blank(c) && c != '"' {
			return true
		}
	}
	return false
}

const (
	ones   = 0x0101010101010101
	sevens = 0x7f7f7f7f7f7f7f7f
)

// filled sets the top bit of each byte of w that is not zero, and leaves it unset in the others. Other bits are of no meaning.
func filled(w uint64) uint64 { return (w&sevens + sevens) | w }

// zeros sets the top bit of each byte of w that is zero, and no other bit.
func zeros(w uint64) uint64 { return ^(filled(w) | sevens) }

// scan reads the record at r.pos into r.rec. If that goes on past the buffered
// text it returns incomplete and changes nothing; after the last it returns io.EOF.
//
// Eight bytes are looked at together: m marks those that are a delimiter, the
// line's end, or a quote.
func (r *Reader) scan() error {
	buf, cells := r.buf, r.rec.cells
	delims, eols := ones*uint64(r.delim), ones*uint64(r.eol)
	line := r.line
	r.escaped = r.escaped[:0]
	start, n, i, next := r.pos, 0, r.pos, 0
	if start == r.end {
		return r.ended()
	}

words:
	for {
		w := binary.LittleEndian.Uint64(buf[i:])
		m := ^(filled(w^delims) & filled(w^eols) & filled((w|ones*5)^(ones*'\''))) &^ sevens // " # & '
		for ; m != 0; m &= m - 1 {
			p := i + bits.TrailingZeros64(m)>>3
			hi := p
			switch c := buf[p]; {
			case c == r.delim:
				if n < len(cells) {
					cells[n] = span{int32(start), int32(p)}
				} else if n == len(cells) {
					r.rec.over = int32(start)
				}
				n++
				start = p + 1
				continue
			case c != r.eol:
				if c != r.quote || p > start && !blanks(buf[start:p]) {
					continue
				}
				q, err := r.quoted(p, line)
				if err != nil {
					return r.inCell(err, n)
				}
				if n < len(cells) {
					cells[n] = span{int32(p + 1), int32(q.closing)}
					if q.doubled {
						r.escaped = append(r.escaped, n)
					}
				} else if n == len(cells) {
					r.rec.over = int32(p)
				}
				line += q.lines
				if q.after < r.end && buf[q.after] == r.delim {
					n++
					start, i = q.after+1, q.after+1
					continue words
				}
				next = q.after
			default:
				if p == r.end && !r.eof {
					return errIncomplete
				}
				for hi > start && buf[hi-1] == '\r' { // where lines end in CR there is none before it
					hi--
				}
				if n < len(cells) {
					cells[n] = span{int32(start), int32(hi)}
				} else if n == len(cells) {
					r.rec.over = int32(start)
				}
				next = p
			}
			if first := cells[0]; first.lo == first.hi || blank(buf[first.lo]) {
				if (r.header.Columns != nil || n == 0) && withoutValue(buf, cells[:min(n+1, len(cells))]) {
					line++
					r.pos, r.line = min(next+1, r.end), line
					r.escaped = r.escaped[:0]
					start, i, n = r.pos, r.pos, 0
					if start == r.end {
						return r.ended()
					}
					continue words
				}
			}
			r.rec.stop, r.rec.delim = int32(next), r.delim
			r.rec.Line, r.rec.buf, r.rec.n = r.line, buf, n+1
			r.pos, r.line = min(next+1, r.end), line+1
			return nil
		}
		i += 8
	}
}

// withoutValue reports whether all cells are empty, or hold blanks alone.
func withoutValue(buf []byte, cells []span) bool {
	for _, c := range cells {
		if !blanks(buf[c.lo:c.hi]) {
			return false
		}
	}
	return true
}

func blanks(text []byte) bool {
	for _, c := range text {
		if !blank(c) {
			return false
		}
	}
	return true
}

// ended says why there is no record at the buffered text's end.
func (r *Reader) ended() error {
	if r.eof {
		return io.EOF
	}
	return errIncomplete
}

// A quotation is what follows an opening quote.
type quotation struct {
	closing int   // index of the closing quote
	after   int   // index of the delimiter, or of the line's last character, that follows
	lines   int64 // ends of lines inside
	doubled bool  // there are doubled quotes inside
}

// quoted reads the quoted cell that opens at p, on the given line.
func (r *Reader) quoted(p int, line int64) (q quotation, err error) {
	j := p + 1
	for {
		k := bytes.IndexByte(r.buf[j:r.end], r.quote)
		if k < 0 || j+k+1 == r.end && !r.eof {
			return q, r.unclosed(line)
		}
		j += k + 1
		if j == r.end || r.buf[j] != r.quote {
			break
		}
		q.doubled = true
		j++
	}
	q.closing = j - 1
	for j < r.end && (r.buf[j] == ' ' || r.buf[j] == '\t') && r.buf[j] != r.delim {
		j++
	}
	for j < r.end && r.buf[j] == '\r' && r.eol == '\n' {
		j++
	}
	switch {
	case j == r.end && !r.eof:
		return q, errIncomplete
	case r.buf[j] != r.eol && (r.buf[j] != r.delim || r.buf[j-1] == '\r'):
		return q, &fault.Error{
			Code: fault.CodeRecords, Line: line,
			Message:  "Text follows the closing quote of a cell that opens here: double the quotes inside it, or close the quote that was left open.",
			Expected: "after a closing quote a " + r.delimiter() + " or the end of the line", Found: "other text, which is not shown",
		}
	}
	q.after = j
	q.lines = int64(bytes.Count(r.buf[p:q.closing], []byte{r.eol}))
	return q, nil
}

// unclosed is the error for a quote that is not closed in the buffered text.
func (r *Reader) unclosed(line int64) error {
	if !r.eof && r.end-r.pos < maxRecord {
		return errIncomplete
	}
	return &fault.Error{
		Code: fault.CodeRecords, Line: line, Message: "A quote opens here and is not closed: close it, or double it if it is part of a cell.",
		Expected: "a closing quote", Found: "none before the file ends, or within 16 MiB",
	}
}

// inCell adds to an error in cell i, from 0, the name of its column.
func (r *Reader) inCell(err error, i int) error {
	if e, ok := err.(*fault.Error); ok {
		e.Cell = i + 1
		if i < len(r.header.Columns) {
			e.Column = r.header.Columns[i]
		}
	}
	return err
}

// delimiter names what separates the cells.
func (r *Reader) delimiter() string {
	switch r.delim {
	case '\t':
		return "tab"
	case ';':
		return "semicolon"
	case '|':
		return "vertical bar"
	case ' ':
		return "space"
	}
	return "comma"
}

// unescape makes each doubled quote in the scanned record a single one, in place.
func (r *Reader) unescape() {
	for _, i := range r.escaped {
		c := &r.rec.cells[i]
		to := c.lo
		for from := c.lo; from < c.hi; from++ {
			if r.buf[from] == r.quote {
				from++ // the second of two
			}
			r.buf[to] = r.buf[from]
			to++
		}
		c.hi = to
	}
}
