// Package statfile has what the readers of SPSS and Stata files share: numbers of either byte order, and texts of any encoding.
package statfile

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"

	"privatepca/core/fault"
)

// MostVariables, MostLevels and MostLabels bound what is kept of a file, each for the whole of it. Labels are counted in bytes and for each
// variable that they are of: a file has the labels that many variables share once.
const (
	MostVariables = 1 << 16
	MostLevels    = 1 << 20
	MostLabels    = 32 << 20
)

// Errors that both readers give.
var (
	ErrDamaged        = errors.New("statfile: the file is cut short, or its structure is impossible")
	errEncoding error = fault.New(fault.CodeFile, "The file does not say in which encoding its texts are, and they have more than plain letters. Say which: \"encoding\" in the schema's dialect, such as windows-1252, or Characters, where the page says how the file is read.")
	errTooMany        = fault.New(fault.CodeFile, "The file has more than 65,536 variables, a million value labels or 32 MB of these. Save it with those that you need.")
)

// ErrTooMany says that a file passes MostVariables, MostLevels or MostLabels.
func ErrTooMany() error { return errTooMany }

// A Reader reads binary values one after another. The first error stays, and what is read after it is zero.
type Reader struct {
	Order binary.ByteOrder
	in    *bufio.Reader
	err   error
	small [8]byte
}

// NewReader reads src.
func NewReader(src io.Reader) *Reader { return NewReaderSize(src, 256<<10) }

// NewReaderSize reads src, so many bytes ahead.
func NewReaderSize(src io.Reader, ahead int) *Reader {
	return &Reader{Order: binary.LittleEndian, in: bufio.NewReaderSize(src, ahead)}
}

// Err is the first error; an end in the middle of a value is ErrDamaged.
func (r *Reader) Err() error { return r.err }

// Fail makes an error the first one.
func (r *Reader) Fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// Full fills p. It reports io.EOF, and no error of the reader, where the source ends before the first byte.
func (r *Reader) Full(p []byte) error {
	if r.err != nil {
		return r.err
	}
	n, err := io.ReadFull(r.in, p)
	switch {
	case err == io.EOF && n == 0 && len(p) > 0:
		return io.EOF
	case err == io.ErrUnexpectedEOF:
		err = ErrDamaged
	}
	r.Fail(err)
	return r.err
}

// Bytes reads n bytes, at most most of them: more is an error.
func (r *Reader) Bytes(n, most int) []byte {
	if n < 0 || n > most {
		r.Fail(ErrDamaged)
	}
	if r.err != nil {
		return nil
	}
	p := make([]byte, n)
	if r.Full(p) == io.EOF {
		r.Fail(ErrDamaged)
	}
	return p
}

// Skip passes over n bytes.
func (r *Reader) Skip(n int64) {
	if n < 0 {
		r.Fail(ErrDamaged)
	}
	for n > 0 && r.err == nil {
		some, err := r.in.Discard(int(min(n, 1<<20)))
		if n -= int64(some); err != nil {
			r.Fail(ErrDamaged)
		}
	}
}

func (r *Reader) fixed(n int) []byte {
	p := r.small[:n]
	if err := r.Full(p); err != nil {
		r.Fail(ErrDamaged)
		clear(p)
	}
	return p
}

// Byte reads one byte.
func (r *Reader) Byte() byte { return r.fixed(1)[0] }

// Uint16 reads two bytes.
func (r *Reader) Uint16() uint16 { return r.Order.Uint16(r.fixed(2)) }

// Int32 reads four bytes.
func (r *Reader) Int32() int32 { return int32(r.Order.Uint32(r.fixed(4))) }

// Int64 reads eight bytes.
func (r *Reader) Int64() int64 { return int64(r.Order.Uint64(r.fixed(8))) }

// Float64 reads a number of IEEE 754.
func (r *Reader) Float64() float64 { return math.Float64frombits(r.Order.Uint64(r.fixed(8))) }

// A Decoder makes UTF-8 of texts.
type Decoder struct {
	known   bool
	decoder *encoding.Decoder // nil for UTF-8
}

// NewDecoder is for texts of the encoding of that name; "" is one that is not known, in which letters of ASCII alone are read.
func NewDecoder(name string) (*Decoder, error) {
	switch strings.ToLower(strings.TrimSpace(name)) {
	case "":
		return &Decoder{}, nil
	case "utf-8", "utf8":
		return &Decoder{known: true}, nil
	}
	e, err := htmlindex.Get(strings.ReplaceAll(strings.TrimSpace(name), "_", "-"))
	if err != nil {
		if e, err = htmlindex.Get(strings.TrimSpace(name)); err != nil {
			return nil, fault.New(fault.CodeFile, "The file states an encoding of its texts that is not known here. Save it as UTF-8.")
		}
	}
	return &Decoder{known: true, decoder: e.NewDecoder()}, nil
}

// Text gives a text as UTF-8, without the blanks and NULs at its end. It may be text itself. What is no text of the encoding has U+FFFD in
// its place, or in UTF-8 stays as it is.
func (d *Decoder) Text(text []byte) ([]byte, error) {
	for n := len(text); n > 0 && (text[n-1] == ' ' || text[n-1] == 0); n-- {
		text = text[:n-1]
	}
	ascii := true
	for _, c := range text {
		if c >= utf8.RuneSelf {
			ascii = false
			break
		}
	}
	switch {
	case ascii || d.known && d.decoder == nil:
		return text, nil
	case !d.known:
		return nil, errEncoding
	}
	out, err := d.decoder.Bytes(text)
	if err != nil {
		return nil, ErrDamaged
	}
	return out, nil
}

// Label is Text for a name or a label, which people see: of an encoding that is not known it is read as Windows-1252, as most of these files are.
func (d *Decoder) Label(text []byte) (string, error) {
	out, err := d.Text(text)
	if err == errEncoding {
		out, err = charmap.Windows1252.NewDecoder().Bytes(text)
	}
	return strings.ToValidUTF8(strings.TrimRight(string(out), " \x00"), "\ufffd"), err
}
