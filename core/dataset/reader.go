package dataset

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"privatepca/core/fault"
	"privatepca/core/nfd"
	"privatepca/core/schema"
)

// plainText is what every file has to be.
const plainText = "text, plain or compressed by gzip: CSV or TSV"

const (
	bufferSize = 256 << 10 // bytes; doubled for a record that does not fit
	maxRecord  = 16 << 20  // bytes of one record: more is a quote that was never closed
	padding    = 16        // bytes after the buffered text that may be loaded, never used
)

// A Header is what the first row of a file tells.
type Header struct {
	Columns    []string // without surrounding spaces; may repeat or be empty
	Delimiter  string   // one of schema.Delimiters
	Compressed bool     // by gzip
}

// A Reader reads the records of a delimited text file, plain or gzip, one after
// the other, in memory that does not grow with the file.
//
// The format is RFC 4180 in UTF-8, with or without a byte order mark, with these choices, of which a
// schema.Dialect can state others:
//
//   - After the byte order mark of UTF-16 that is the encoding; a first row that is no UTF-8 makes it Windows-1252.
//   - The delimiter is the comma, tab, semicolon or vertical bar that gives the first row the most
//     cells; a first line "sep=;" names it, as Excel writes it.
//   - Lines end in LF or CRLF, with any number of CRs before the LF, or in CR alone if the first row does.
//   - A cell is quoted when a quote is its first character but for spaces. Inside, a quote is doubled;
//     after the closing quote only spaces may follow. Elsewhere a quote is a character
//     like any other.
//   - A row without a value, whose cells under the header are empty or hold spaces alone, is no record.
//   - What follows the last line's end is no record either where it is U+001A, DOS's mark of an end.
//   - A record may have fewer cells than the header, or more.
type Reader struct {
	header  Header
	src     io.Reader
	dialect schema.Dialect
	delim   byte
	eol     byte
	quote   byte   // 0 for none
	buf     []byte // buf[pos:end] is text, buf[end] an eol that stops every scan
	pos     int    // the next record's first byte
	end     int
	gone    int64 // bytes of the text before buf
	line    int64 // of buf[pos]
	eof     bool
	last    []byte // what was read before buf, at most LastBytes of it
	rec     Record
	escaped []int // the cells of rec with doubled quotes in them
}

// NewReader is NewReaderIn for a file whose first row says how it is written.
func NewReader(src io.Reader) (*Reader, error) { return NewReaderIn(src, schema.Dialect{}) }

// NewReaderIn reads the header row of a file that is written in a dialect, and no record.
func NewReaderIn(src io.Reader, d schema.Dialect) (*Reader, error) {
	raw := bufio.NewReaderSize(&lasting{src: src}, 64<<10)
	r := &Reader{src: raw, dialect: d, quote: quoteOf(d), buf: make([]byte, bufferSize+padding), line: 1}
	start, _ := raw.Peek(mostMagic)
	if bytes.HasPrefix(start, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(raw)
		if err != nil {
			return nil, fileError(err)
		}
		r.src, r.header.Compressed = z, true
	} else if err := foreign(start); err != nil {
		return nil, err
	}
	r.src = ofRecords(unescaped(decoded(r.src, d.Encoding), d.Escape), d)
	if err := r.readHeader(); err != nil {
		return nil, err
	}
	return r, nil
}

// Header is the file's first row. The caller must not change it.
func (r *Reader) Header() Header { return r.header }

// Offset is where in the text, unpacked, the next record starts, or the empty lines before it: the number of bytes that were
// read as header, records and runs.
func (r *Reader) Offset() int64 { return r.gone + int64(r.pos) }

// Next reads a record, which stays valid until the following call. It returns
// io.EOF after the last, and an *Error for a file that cannot be read on.
func (r *Reader) Next() (*Record, error) {
	for {
		from := r.pos
		err := r.scan()
		if err == nil {
			if bytes.IndexByte(r.buf[from:r.pos], 0) >= 0 {
				return nil, &fault.Error{
					Code: fault.CodeFile, Line: r.rec.Line, Message: "A NUL character: choose a text file, or fetch this one again if it was damaged on its way.",
					Expected: plainText, Found: "a character that text does not hold",
				}
			}
			r.unescape()
			return &r.rec, nil
		}
		if err != errIncomplete {
			return nil, err
		}
		if err := r.fill(); err != nil {
			return nil, err
		}
	}
}

// fill moves the unread text to the front of the buffer and reads more behind it.
func (r *Reader) fill() error {
	if r.pos > 0 {
		r.last = append(r.last[:0], r.buf[max(0, r.pos-LastBytes):r.pos]...)
		r.gone += int64(r.pos)
		r.end = copy(r.buf, r.buf[r.pos:r.end])
		r.pos = 0
	}
	if room := len(r.buf) - padding; r.end == room {
		if room >= maxRecord {
			return &fault.Error{
				Code: fault.CodeRecords, Line: r.line, Message: "A record longer than 16 MiB starts here: close its quote, or shorten it.",
				Expected: "a record of at most 16 MiB", Found: "no end of the record within that",
			}
		}
		r.buf = append(r.buf, make([]byte, room)...)
	}
	for idle := 0; r.end < len(r.buf)-padding && !r.eof; {
		n, err := r.src.Read(r.buf[r.end : len(r.buf)-padding])
		r.end += n
		if err == io.EOF {
			r.eof = true
		} else if err != nil {
			return fileError(err)
		}
		if idle++; n > 0 {
			idle = 0
		} else if idle == 100 {
			return fileError(io.ErrNoProgress)
		}
	}
	if r.eof { // what DOS ended a text with stands behind the last line's end, or in its last cell
		for r.end > r.pos && r.buf[r.end-1] == 0x1a {
			r.end--
		}
	}
	r.buf[r.end] = r.eol
	return nil
}

// lineEnd tells how lines end: in '\r' alone if the first row does, else in '\n'
// with or without '\r' before it. Only the first row decides: were a record to
// have a say, one person's cell could change how everybody's rows are read.
func lineEnd(text []byte, quote byte) byte {
	quoted, cellStarts := false, true
	for i, c := range text {
		switch {
		case c == quote && (quoted || cellStarts):
			quoted = !quoted // a doubled quote closes and opens again
		case quoted:
		case c == '\n':
			return '\n'
		case c == '\r':
			if rest := bytes.TrimLeft(text[i:], "\r"); len(rest) > 0 && rest[0] == '\n' {
				return '\n'
			}
			return '\r'
		}
		cellStarts = c == ',' || c == ';' || c == '\t' || c == '|' || cellStarts && c == ' ' || c == quote && !quoted
	}
	return '\n'
}

func (r *Reader) readHeader() error {
	if err := r.fill(); err != nil {
		return err
	}
	if err := foreign(r.buf[:min(r.end, mostMagic)]); err != nil {
		return err
	}
	if bytes.HasPrefix(r.buf[:r.end], []byte("\ufeff")) {
		r.pos = len("\ufeff")
	}
	if err := r.skipLines(); err != nil {
		return err
	}
	r.eol = lineEnd(r.buf[r.pos:r.end], r.quote)
	r.buf[r.end] = r.eol
	candidates := r.named()
	for {
		err := r.detect(candidates)
		if err == errIncomplete {
			err = r.fill()
		} else if err == nil {
			break
		}
		if err == io.EOF {
			return &fault.Error{
				Code: fault.CodeFile, Message: "The file is empty: choose a file with a header row and records.",
				Expected: "a header row, and records under it", Found: "no text",
			}
		}
		if err != nil {
			return err
		}
	}
	pos, line := r.pos, r.line
	if err := r.scan(); err != nil { // again, by the delimiter chosen
		return err
	}
	r.header.Delimiter = string(rune(r.delim))
	if r.dialect.NoHeader {
		for i := range r.rec.Len() {
			r.header.Columns = append(r.header.Columns, fmt.Sprintf("column %d", i+1))
		}
		r.pos, r.line = pos, line
		return nil
	}
	names, err := r.names()
	if err != nil {
		return err
	}
	if r.dialect.HeaderRows == 2 {
		r.rec.cells = make([]span, len(names)+schema.MaxD) // the second row names columns to which the first one does not reach, too
		if _, err := r.Next(); err != nil {
			return notBelow(err)
		}
		below, err := r.names()
		if err != nil {
			return err
		}
		names = joinNames(names, below)
	}
	if strings.Join(names, "") == "" {
		return &fault.Error{
			Code: fault.CodeHeader, Line: r.rec.Line, Message: "The header row is empty: name the columns in the file's first row.",
			Expected: "a name for each column", Found: "empty cells alone",
		}
	}
	if r.dialect.RowNames {
		names = append([]string{schema.RowName}, names...)
		if slices.Contains(names[1:], schema.RowName) {
			names[0] = ""
		}
	}
	r.rec.cells = make([]span, len(names))
	for range r.dialect.Below {
		if _, err := r.Next(); err != nil {
			return notBelow(err)
		}
	}
	r.header.Columns = names
	return nil
}

// names reads the scanned row as names of columns.
func (r *Reader) names() ([]string, error) {
	r.unescape()
	var form nfd.Form
	names := make([]string, min(r.rec.Len(), len(r.rec.cells)))
	for i := range names {
		name := r.rec.Cell(i)
		if bytes.ContainsFunc(name, func(c rune) bool { return c < ' ' && c != '\n' && c != '\r' && c != '\t' }) {
			return nil, &fault.Error{
				Code: fault.CodeFile, Line: 1, Message: "The header row holds control characters: choose a text file.",
				Expected: plainText, Found: "characters that text does not hold",
			}
		}
		names[i] = form.Joined(strings.TrimFunc(strings.ToValidUTF8(string(name), "\ufffd"), outer)) // as a codebook has them
	}
	return names, nil
}

// joinNames joins a header's two rows. A name of the first stands over all cells from its own to the next, as merged cells do, if a name
// stands under it.
func joinNames(above, below []string) []string {
	above = append(slices.Clone(above), make([]string, max(0, len(below)-len(above)))...)
	out := make([]string, len(above))
	over := ""
	for i := range out {
		under := ""
		if i < len(below) {
			under = below[i]
		}
		if above[i] != "" {
			over = above[i]
		}
		switch {
		case under == "":
			out[i], over = above[i], ""
		case over == "":
			out[i] = under
		default:
			out[i] = over + ": " + under
		}
	}
	return out
}

// notBelow words the end of a text among the rows that the dialect says stand below the header.
func notBelow(err error) error {
	if err == io.EOF {
		return fault.New(fault.CodeHeader, "The file ends before the rows that its dialect says are no records: state fewer rows below the header.")
	}
	return err
}

// named gives the delimiters to try; a first line such as "sep=;" names the only one.
func (r *Reader) named() string {
	if r.dialect.Delimiter != "" {
		return r.dialect.Delimiter
	}
	const usual = "|\t;,"
	text := r.buf[r.pos:r.end]
	if len(text) < 6 || string(text[:4]) != "sep=" || strings.IndexByte(usual, text[4]) < 0 {
		return usual
	}
	rest := bytes.TrimPrefix(text[5:], []byte("\r"))
	if r.eol == '\r' {
		rest = text[5:]
	}
	if len(rest) == 0 || rest[0] != r.eol {
		return usual
	}
	r.pos = r.end - len(rest) + 1
	r.line++
	return string(text[4:5])
}

// detect sets the delimiter, among the candidates, that gives the first row the
// most cells; on a tie the first, since a comma in a name is likelier than a tab.
// If none gives two, it is the last.
func (r *Reader) detect(candidates string) error {
	best, most := candidates[len(candidates)-1], 1
	var last error
	pos, line := r.pos, r.line
	for i := range len(candidates) {
		r.delim = candidates[i]
		r.rec.cells = make([]span, 1+bytes.Count(r.buf[pos:r.end], []byte{r.delim}))
		last = r.scan()
		r.pos, r.line = pos, line
		if last == nil && r.rec.n > most {
			best, most = r.delim, r.rec.n
		}
	}
	if most == 1 && last != nil {
		return last
	}
	r.delim = best
	r.rec.cells = make([]span, most)
	return nil
}

// fileError words the failure of a file's reader.
func fileError(err error) error {
	if known := (*fault.Error)(nil); errors.As(err, &known) { // of a file in another format, whose text this is
		return known
	}
	message, reason := "The file could not be read to its end: choose it again, and if that fails, copy it to another place first.", fault.BrokenOff
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		message, reason = "The gzip file is cut short: fetch or compress it again.", ""
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader), errors.As(err, &corrupt):
		message, reason = "The gzip file is damaged: fetch or compress it again.", ""
	}
	return (&fault.Error{Code: fault.CodeFile, Reason: reason, Message: message}).Because(err)
}
