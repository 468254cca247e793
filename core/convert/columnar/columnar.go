// Package columnar reads Parquet files as CSV lines.
//
// The rules of this package: the names and types of columns are read, and their values; statistics,
// page indexes and Bloom filters are not, and a dictionary is read for the values that it stands
// for alone, because all of these are the data. Columns that hold lists, maps, groups, shapes on a map, bytes of no type or encrypted
// values are left out by name. A cell that is no text, since it holds a NUL or is not UTF-8, is missing.
//
// parquet-go decodes the delta and byte-stream-split encodings. Its readers of metadata and pages believe every size that a file states
// and every depth; both are read here, in memory that is bounded before it is taken: a file of some kilobytes can state, or repeat, as
// much as it likes.
package columnar

import (
	"encoding/binary"
	"errors"
	"io"
	"slices"

	"github.com/parquet-go/parquet-go/format"

	"privatepca/core/fault"
)

// What is read at most, in bytes: of what a row group unpacks to, of a page, of all pages and dictionaries that are in memory at a time,
// of a row as text. A row of more is none for core/dataset either.
const (
	MostRowGroup = 1 << 30
	MostPage     = 128 << 20
	mostHeld     = 384 << 20
	mostRow      = 16 << 20
)

// What a Parquet file starts and ends with, and one whose footer is encrypted.
const (
	Magic     = "PAR1"
	Encrypted = "PARE"
)

// A Table reads one Parquet file, row by row.
type Table struct {
	src     io.ReaderAt
	end     int64 // of what holds pages
	groups  []group
	columns []column
	left    int64 // rows of the group at hand that no block holds yet
	next    int   // group
	leftOut []string

	unpacker *unpacker // made for the first row
	cells    []block   // of each column, of the rows that are written next
	block    int       // rows of a block, at most
	rows, at int       // of the block at hand, for which each column has a cell; the one that comes next
}

// What the columns of a table share: cells that are written ahead, and bytes that are read ahead.
const (
	blockCells = 128 << 10
	blockBytes = 32 << 20
	readAhead  = 8 << 20
)

// Open reads the footer of a file: the columns' names and types, and where their values lie.
func Open(src io.ReaderAt, size int64) (t *Table, err error) {
	defer guard(&err)
	m, begin, err := readFooter(src, size)
	if err != nil {
		return nil, damaged(err)
	}
	t = &Table{src: src, end: begin, groups: m.groups}
	leaf := 0
	for at := 1; at < len(m.schema); {
		e := &m.schema[at]
		n, leaves, err := subtree(m.schema[at:], 0)
		if err != nil {
			return nil, damaged(err)
		}
		if w, s := writerOf(e); leaves == 1 && n == 1 && e.RepetitionType.V != format.Repeated && w != nil && !m.geo[e.Name] && !t.locked(leaf) {
			c := column{name: e.Name, index: leaf, kind: e.Type.V, length: int(e.TypeLength.V), optional: e.RepetitionType.V == format.Optional, write: w, short: s}
			if isDecimal(e) {
				c.mostBytes = mostDecimal
			}
			t.columns = append(t.columns, c)
		} else {
			t.leftOut = append(t.leftOut, e.Name)
		}
		at, leaf = at+n, leaf+leaves
	}
	if err := m.check(leaf); err != nil {
		return nil, damaged(err)
	}
	switch {
	case len(t.columns) > mostColumns:
		return nil, fault.New(fault.CodeHeader, "The Parquet file has more than 65,536 columns. Write it again with those that you need.")
	case len(t.columns) == 0:
		return nil, fault.New(fault.CodeHeader, "The Parquet file has no column of single values that can be read. Columns of lists, maps, groups, bytes, shapes on a map and encrypted ones cannot be: write their parts as columns of their own.")
	}
	return t, nil
}

// locked reports whether a column is encrypted in any row group.
func (t *Table) locked(leaf int) bool {
	for i := range t.groups {
		if g := &t.groups[i]; leaf < len(g.chunks) && g.chunks[leaf].locked {
			return true
		}
	}
	return false
}

// Header names the columns that are read.
func (t *Table) Header() []string {
	names := make([]string, len(t.columns))
	for i := range t.columns {
		names[i] = t.columns[i].name
	}
	return names
}

// LeftOut names the columns that are not: those of lists, maps, groups, intervals, shapes, bytes without a type, and encrypted ones.
func (t *Table) LeftOut() []string { return t.leftOut }

// Append writes the next row after dst, with its line end. It returns io.EOF after the last.
func (t *Table) Append(dst []byte) (out []byte, err error) {
	if t.at == t.rows {
		if err := t.fill(); err != nil {
			return dst, err
		}
	}
	at, row := len(dst), t.at
	dst = room(dst, len(t.cells))
	for i := range t.cells {
		b := &t.cells[i]
		if word := b.words[row]; word >= leastWord {
			binary.LittleEndian.PutUint64(dst[at:], word)
			at += int(word >> 56)
			continue
		}
		end := b.ends[b.texts]
		dst = room(dst[:at], len(t.cells)-i+(end-b.next+7)/8) // once: a text may have megabytes
		at += copy(dst[at:], b.text[b.next:end])
		b.texts, b.next = b.texts+1, end
	}
	t.at++
	dst[at-1] = '\n'
	return dst[:at], nil
}

// room makes a text longer, by what so many words may take.
func room(dst []byte, words int) []byte {
	dst = slices.Grow(dst, 8*words)
	return dst[:cap(dst)]
}

// fill has each column write the cells of the next rows, since a column's own loop is fast. It returns io.EOF after the last.
//
// A column writes fewer rows than a block has where its cells are long. What others have written of later rows stays for the next block.
func (t *Table) fill() (err error) {
	defer guard(&err)
	if t.unpacker == nil {
		t.block = max(16, min(1024, blockCells/len(t.columns)))
		t.unpacker, t.cells = newUnpacker(t.block, t.end), make([]block, len(t.columns))
	}
	for i := range t.cells {
		t.cells[i].drop(t.at)
	}
	for t.left == 0 {
		if t.next == len(t.groups) {
			return io.EOF
		}
		g := &t.groups[t.next]
		for i := range t.columns {
			if err := t.columns[i].start(t.src, t.end, &g.chunks[t.columns[i].index], g.rows, max(4<<10, min(128<<10, readAhead/len(t.columns)))); err != nil {
				return damaged(err)
			}
		}
		t.left = g.rows
		t.next++
	}
	n, share, total := int(min(t.left, int64(t.block))), max(512, blockBytes/len(t.columns)), 0
	for i := range t.columns {
		b := &t.cells[i]
		if err := t.columns[i].fill(n, share, b, t.unpacker); err != nil {
			return damaged(err)
		}
		n = min(n, len(b.words))
		if total += len(b.text); total > 2*blockBytes+8*mostRow { // more than each column's share, so long cells
			return fault.New(fault.CodeRecords, "Rows of the Parquet file take more than 16 MiB as text. Leave out the columns of long texts.")
		}
	}
	t.left, t.rows, t.at = t.left-int64(n), n, 0
	return nil
}

// guard makes an error of a panic: a file whose sizes contradict each other leads to indices out of range.
func guard(err *error) {
	if recover() != nil {
		*err = damaged(errors.New("columnar: the file's structure is impossible"))
	}
}

func damaged(err error) error {
	if known := (*fault.Error)(nil); errors.As(err, &known) {
		return known
	}
	return fault.New(fault.CodeFile, "The Parquet file is cut short or damaged. Fetch it or write it again.").Because(err)
}
