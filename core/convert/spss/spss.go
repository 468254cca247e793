// Package spss reads data files of SPSS (.sav and .zsav) as CSV lines, and what they say of their variables.
//
// It follows the description of the format by the authors of GNU PSPP ("System File Format", PSPP Developers Guide).
//
// The rules of this package: a value that the file declares missing, by a code or a range, is an empty cell, as a system-missing one is; of
// a variable with the format of a date the cell is that date, and of a time of day or a duration the seconds; labels of values stay in the
// description, and cells hold the values. Rows are read one after another, in memory that does not grow with them.
package spss

import (
	"encoding/binary"
	"errors"
	"io"
	"math"

	"privatepca/core/convert/cell"
	"privatepca/core/convert/statfile"
	"privatepca/core/convert/survey"
	"privatepca/core/fault"
)

// Magic are what files of uncompressed or compressed rows, and of rows compressed by zlib, start with.
const (
	Magic  = "$FL2"
	Packed = "$FL3"
)

// A variable is one with the elements of 8 bytes in which its value is stored.
type variable struct {
	survey.Variable
	short    string // the name of 8 bytes in which other records refer to it
	element  int    // the first of a case
	width    int    // of a text in bytes, over all segments; 0 for a number
	format   byte   // how it is shown
	seconds  bool   // its value counts seconds, or is a date
	missing  []float64
	from, to float64 // a range of missing values; from > to for none
	gone     []string
	labels   []label
	segments []segment
}

// A segment is where a part of a text stands.
type segment struct{ element, width int }

// A label of a value, before its variable's type is known.
type label struct {
	value []byte
	text  []byte
}

// A Table reads one file, case by case.
type Table struct {
	variables []variable
	text      *statfile.Decoder
	rows      rows
	cases     int64 // as stated; −1 for unknown
	read      int64
	elements  int // of a case
	order     binary.ByteOrder
	packed    []byte // a case
	joined    []byte // a text of several segments
	sysmis    uint64
}

// Open reads the dictionary of a file. Encoding is that of its texts where it does not say it, "" for unknown.
func Open(src io.ReaderAt, size int64, encoding string) (t *Table, err error) {
	d := &dictionary{names: map[string]string{}, wide: map[string]int{}}
	if err := d.read(statfile.NewReader(io.NewSectionReader(src, 0, size))); err != nil {
		return nil, damaged(err)
	}
	if d.encoding == "" {
		d.encoding = encoding
	}
	t = &Table{elements: d.elements, cases: d.cases, order: d.order, packed: make([]byte, 8*d.elements), sysmis: d.sysmis}
	if t.text, err = statfile.NewDecoder(d.encoding); err != nil {
		return nil, err
	}
	if t.variables, err = d.described(t.text); err != nil {
		return nil, damaged(err)
	}
	if t.rows, err = d.rows(src, size); err != nil {
		return nil, damaged(err)
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

// Append writes the next case after dst, with its line end. It returns io.EOF after the last.
func (t *Table) Append(dst []byte) ([]byte, error) {
	if t.read == t.cases {
		if t.rows.next(t.packed) == nil {
			return dst, fault.New(fault.CodeFile, "The SPSS file has more cases than it states. Open it in the program that wrote it, and write it again.")
		}
		return dst, io.EOF
	}
	if err := t.rows.next(t.packed); err != nil {
		if err == io.EOF && t.cases >= 0 {
			return dst, fault.New(fault.CodeFile, "The SPSS file has fewer cases than it states: it is cut short. Fetch it or write it again.")
		}
		if err == io.EOF {
			return dst, err
		}
		return dst, damaged(err)
	}
	t.read++
	for i := range t.variables {
		v := &t.variables[i]
		var err error
		if v.width > 0 {
			dst, err = t.appendText(dst, v)
		} else {
			dst = t.appendNumber(dst, v)
		}
		if err != nil {
			return dst, damaged(err)
		}
		dst = append(dst, ',')
	}
	dst[len(dst)-1] = '\n'
	return dst, nil
}

func (t *Table) appendText(dst []byte, v *variable) ([]byte, error) {
	first := v.segments[0]
	text := t.packed[8*first.element : 8*first.element+first.width]
	if len(v.segments) > 1 {
		t.joined = t.joined[:0]
		for _, s := range v.segments {
			t.joined = append(t.joined, t.packed[8*s.element:8*s.element+s.width]...)
		}
		text = t.joined
	}
	text, err := t.text.Text(text)
	if err != nil {
		return dst, err
	}
	for _, code := range v.gone {
		if string(text) == code {
			return dst, nil
		}
	}
	return cell.AppendText(dst, text), nil
}

func (t *Table) appendNumber(dst []byte, v *variable) []byte {
	bits := t.order.Uint64(t.packed[8*v.element:])
	x := math.Float64frombits(bits)
	if bits == t.sysmis || v.isMissing(x) {
		return dst
	}
	if v.seconds {
		return appendDate(dst, x, v.format)
	}
	return cell.AppendFloat(dst, x, 64)
}

// isMissing reports whether the file declares a number missing.
func (v *variable) isMissing(x float64) bool {
	for _, m := range v.missing {
		if x == m {
			return true
		}
	}
	return x >= v.from && x <= v.to || math.IsNaN(x) || math.IsInf(x, 0)
}

func damaged(err error) error {
	var known *fault.Error
	if errors.As(err, &known) {
		return err
	}
	return fault.New(fault.CodeFile, "The SPSS file is cut short or damaged. Fetch it or write it again.").Because(err)
}

// A dictionary is what stands before the cases.
type dictionary struct {
	order       binary.ByteOrder
	compression int32
	bias        float64
	cases       int64
	elements    int
	sysmis      uint64
	encoding    string
	list        []variable
	places      []int // for each element the index in list; −1 for a continuation
	names       map[string]string
	wide        map[string]int // bytes of texts of several variables, by the short name of the first
	measures    []int32        // of each in list
	long        []long
	levels      int
	labels      int   // in bytes, of all variables
	begin       int64 // of the cases
}

// A long is what a record says of a text of more than 8 bytes.
type long struct {
	name    string
	labels  []label
	missing [][]byte
}

// What a record may have, in bytes: a name, a label, and others as a whole. SPSS writes names of at most 64 bytes and three missing codes.
const (
	mostName   = 256
	mostLabel  = 4 << 10
	mostRecord = 16 << 20
	mostGone   = 6       // by a short record and a long one
	mostPauses = 1 << 10 // codes in a row that say nothing; a writer fills at most seven places
)
