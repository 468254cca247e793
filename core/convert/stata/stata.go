// Package stata reads data files of Stata (.dta of the formats 113 to 115 and 117 to 119: Stata 8 to 18) as CSV lines, and what they say of
// their variables.
//
// It follows Stata's own description of the formats ("help dta").
//
// The rules of this package: a missing value, also an extended one from .a to .z, is an empty cell; of a variable with the format of a date
// the cell is that date, the first day of a month, quarter or half year, or of a week as Stata counts them; labels of values stay in the
// description, and cells hold the values. Rows are read one after another, in memory that does not grow with them, but for the places of
// long texts (strL), of which it keeps 16 bytes each.
package stata

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strconv"

	"privatepca/core/convert/cell"
	"privatepca/core/convert/statfile"
	"privatepca/core/convert/survey"
	"privatepca/core/fault"
)

// Magic is what files of the formats from 117 on start with.
const Magic = "<stata_dta>"

// Is reports whether a file that starts so, with three bytes at least, is of a format before 117.
func Is(start []byte) bool {
	return len(start) >= 3 && start[0] >= 113 && start[0] <= 115 && (start[1] == 1 || start[1] == 2) && start[2] == 1
}

// Types of variables, as the formats from 117 on number them; up to mostText they are bytes of a text.
const (
	mostText   = 2045
	mostLabel  = 32001 // of a value, with its NUL
	typeStrL   = 32768
	typeDouble = 65526
	typeFloat  = 65527
	typeLong   = 65528
	typeInt    = 65529
	typeByte   = 65530
)

// A variable is one with its place in a row.
type variable struct {
	survey.Variable
	kind  int
	at    int    // in a row
	date  byte   // the letter of its format of a date; 0 for none
	table string // of labels
}

// A Table reads one file, row by row.
type Table struct {
	version   int
	order     binary.ByteOrder
	variables []variable
	row       []byte
	count     int64
	read      int64
	data      *statfile.Reader
	text      *statfile.Decoder
	long      *long // where there are long texts
}

// Open reads what stands before and behind the rows. Encoding is that of texts in formats before 118, which do not say it; "" for unknown.
func Open(src io.ReaderAt, size int64, encoding string) (*Table, error) {
	start := make([]byte, len(Magic))
	n, _ := src.ReadAt(start, 0)
	l := &layout{src: src, size: size, tables: map[string][]coded{}}
	var err error
	if string(start[:n]) == Magic {
		err = l.readTagged()
	} else {
		err = l.readOlder()
	}
	if err != nil {
		return nil, damaged(err)
	}
	if l.version >= 118 {
		encoding = "utf-8"
	}
	t := &Table{version: l.version, order: l.order, count: l.count, row: make([]byte, l.width)}
	if t.text, err = statfile.NewDecoder(encoding); err != nil {
		return nil, err
	}
	if t.variables, err = l.described(t.text); err != nil {
		return nil, damaged(err)
	}
	t.data = statfile.NewReader(io.NewSectionReader(src, l.data, max(0, size-l.data)))
	if l.hasLong {
		t.long = &long{src: src, size: size, from: l.strls, version: l.version, order: l.order}
	}
	return t, nil
}

// Variables are what the file says of its columns.
func (t *Table) Variables() []survey.Variable {
	out := make([]survey.Variable, len(t.variables))
	for i := range t.variables {
		out[i] = t.variables[i].Variable
	}
	return out
}

// Header names the columns.
func (t *Table) Header() []string { return survey.Names(t.Variables()) }

// Append writes the next row after dst, with its line end. It returns io.EOF after the last.
func (t *Table) Append(dst []byte) ([]byte, error) {
	if t.read == t.count {
		return dst, io.EOF
	}
	if err := t.data.Full(t.row); err != nil {
		return dst, fault.New(fault.CodeFile, "The Stata file has fewer observations than it states: it is cut short. Fetch it or write it again.")
	}
	t.read++
	from := len(dst)
	for i := range t.variables {
		var err error
		if dst, err = t.appendCell(dst, &t.variables[i]); err != nil {
			return dst, damaged(err)
		}
		if dst = append(dst, ','); len(dst) > from+mostRow {
			return dst, fault.New(fault.CodeRecords, "An observation of the Stata file has more than 64 MB of text. Leave out the variables of such texts (strL).")
		}
	}
	dst[len(dst)-1] = '\n'
	return dst, nil
}

func (t *Table) appendCell(dst []byte, v *variable) ([]byte, error) {
	raw := t.row[v.at:]
	switch v.kind {
	case typeByte:
		return v.appendInteger(dst, int64(int8(raw[0])), 100), nil
	case typeInt:
		return v.appendInteger(dst, int64(int16(t.order.Uint16(raw))), 32740), nil
	case typeLong:
		return v.appendInteger(dst, int64(int32(t.order.Uint32(raw))), 2147483620), nil
	case typeFloat:
		return v.appendFloat(dst, float64(math.Float32frombits(t.order.Uint32(raw))), 32), nil
	case typeDouble:
		return v.appendFloat(dst, math.Float64frombits(t.order.Uint64(raw)), 64), nil
	case typeStrL:
		text, err := t.long.at(raw[:8])
		if err != nil {
			return dst, err
		}
		return t.appendText(dst, text)
	}
	text := raw[:v.kind]
	for i, c := range text {
		if c == 0 {
			text = text[:i]
			break
		}
	}
	return t.appendText(dst, text)
}

func (t *Table) appendText(dst, text []byte) ([]byte, error) {
	text, err := t.text.Text(text)
	if err != nil {
		return dst, err
	}
	return cell.AppendText(dst, text), nil
}

// appendInteger writes a whole number; those above most are missing.
func (v *variable) appendInteger(dst []byte, n, most int64) []byte {
	switch {
	case n > most:
		return dst
	case v.date != 0:
		return appendDate(dst, float64(n), v.date)
	}
	return strconv.AppendInt(dst, n, 10)
}

// appendFloat writes a float of that many bits; those from 2^127, or 2^1023, on are missing.
func (v *variable) appendFloat(dst []byte, x float64, bits int) []byte {
	least := 0x1p1023
	if bits == 32 {
		least = 0x1p127
	}
	switch {
	case !(x < least) || math.IsInf(x, 0):
		return dst
	case v.date != 0:
		return appendDate(dst, x, v.date)
	}
	return cell.AppendFloat(dst, x, bits)
}

func damaged(err error) error {
	var known *fault.Error
	if errors.As(err, &known) {
		return err
	}
	return fault.New(fault.CodeFile, "The Stata file is cut short or damaged. Fetch it or write it again.").Because(err)
}

// described are the variables with all that the file says of them.
func (l *layout) described(t *statfile.Decoder) ([]variable, error) {
	utf := func(text string) (string, error) { return t.Label([]byte(text)) }
	levels := 0
	l.labels = 0
	for i := range l.variables {
		v := &l.variables[i]
		var err error
		if v.Name, err = utf(v.Name); err != nil {
			return nil, err
		}
		if v.Label, err = utf(v.Label); err != nil {
			return nil, err
		}
		v.Text = v.kind <= mostText || v.kind == typeStrL
		v.Date = v.date != 0 && !v.Text
		if v.Text {
			continue
		}
		for _, c := range l.tables[v.table] {
			if int64(c.value) > 2147483620 { // of a missing value
				continue
			}
			text, err := utf(c.label)
			if err != nil {
				return nil, err
			}
			v.Levels = append(v.Levels, survey.Level{Code: strconv.Itoa(int(c.value)), Label: text})
			levels, l.labels = levels+1, l.labels+len(text)
			if levels > statfile.MostLevels || l.labels > statfile.MostLabels {
				return nil, statfile.ErrTooMany()
			}
		}
	}
	return l.variables, nil
}
