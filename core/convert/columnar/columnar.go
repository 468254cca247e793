// Package columnar reads Parquet files as CSV lines.
//
// The rules of this package: the names and types of columns are read, and their values; statistics,
// page indexes and Bloom filters are not, and a dictionary is read for the values that it stands
// for alone, because all of these are the data. Columns that hold lists, maps or groups are left out by name.
//
// parquet-go decodes the metadata and the delta and byte-stream-split encodings. Its own reader of pages makes the program
// for browsers half a megabyte larger and believes every size that a file states; the pages are read here,
// in memory that is bounded before it is taken.
package columnar

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"privatepca/core/fault"
)

// What is read at most, in bytes: of what a row group unpacks to, of a page, of the footer.
const (
	MostRowGroup = 1 << 30
	MostPage     = 64 << 20
	mostFooter   = 64 << 20
)

// Magic is what a Parquet file starts and ends with.
const Magic = "PAR1"

// A Table reads one Parquet file, row by row.
type Table struct {
	src     io.ReaderAt
	groups  []format.RowGroup
	columns []column
	left    int64 // rows of the group at hand that no block holds yet
	next    int   // group
	leftOut []string

	unpacker *unpacker // made for the first row
	cells    []block   // of each column, of the rows that are written next
	block    int       // rows of a block
	rows, at int       // of the block at hand; the one that comes next
}

// What the columns of a table share: cells that are written ahead, and bytes that are read ahead.
const (
	blockCells = 128 << 10
	readAhead  = 8 << 20
)

// Open reads the footer of a file: the columns' names and types, and where their values lie.
func Open(src io.ReaderAt, size int64) (t *Table, err error) {
	defer guard(&err)
	footer, err := readFooter(src, size)
	if err != nil {
		return nil, damaged(err)
	}
	t = &Table{src: src, groups: footer.RowGroups}
	leaf := 0
	for at := 1; at < len(footer.Schema); {
		e := &footer.Schema[at]
		n, leaves := subtree(footer.Schema[at:])
		if w := writerOf(e); leaves == 1 && n == 1 && e.RepetitionType.V != format.Repeated && w != nil {
			t.columns = append(t.columns, column{
				name: e.Name, index: leaf, kind: e.Type.V, length: int(e.TypeLength.V), optional: e.RepetitionType.V == format.Optional, write: w,
			})
		} else {
			t.leftOut = append(t.leftOut, e.Name)
		}
		at, leaf = at+n, leaf+leaves
	}
	for i := range t.groups {
		g := &t.groups[i]
		unpacked := int64(0)
		for j := range g.Columns {
			unpacked += max(0, g.Columns[j].MetaData.TotalUncompressedSize)
		}
		if unpacked > MostRowGroup {
			return nil, fault.New(fault.CodeFile, fmt.Sprintf(
				"Row group %d of the Parquet file unpacks to more than 1 GiB. Write the file again with smaller row groups, for example of 100,000 rows.", i+1))
		}
		if len(g.Columns) != leaf || g.NumRows < 0 {
			return nil, damaged(errors.New("columnar: a row group has other columns than the file"))
		}
	}
	if len(t.columns) == 0 {
		return nil, fault.New(fault.CodeHeader, "The Parquet file has no column of single values. Columns of lists, maps and groups cannot be read: write their parts as columns of their own.")
	}
	return t, nil
}

// readFooter reads the metadata at the end of a file.
func readFooter(src io.ReaderAt, size int64) (*format.FileMetaData, error) {
	end := make([]byte, 8)
	if _, err := src.ReadAt(end, size-8); err != nil && err != io.EOF {
		return nil, err
	}
	n := int64(binary.LittleEndian.Uint32(end))
	if string(end[4:]) != Magic || n > mostFooter || n > size-12 {
		return nil, errors.New("columnar: the file has no footer")
	}
	text := make([]byte, n)
	if _, err := src.ReadAt(text, size-8-n); err != nil && err != io.EOF {
		return nil, err
	}
	var footer format.FileMetaData
	if err := thrift.Unmarshal(new(thrift.CompactProtocol), text, &footer); err != nil {
		return nil, err
	}
	if len(footer.Schema) == 0 {
		return nil, errors.New("columnar: the file has no schema")
	}
	return &footer, nil
}

// subtree counts the elements of the first one with all below it, and the leaves among them. A damaged one that is
// deeper than the list is long panics, which Open answers.
func subtree(elements []format.SchemaElement) (n, leaves int) {
	if !elements[0].NumChildren.Valid || elements[0].NumChildren.V == 0 {
		return 1, 1
	}
	n = 1
	for range elements[0].NumChildren.V {
		below, more := subtree(elements[n:])
		n, leaves = n+below, leaves+more
	}
	return n, leaves
}

// Header names the columns that are read.
func (t *Table) Header() []string {
	names := make([]string, len(t.columns))
	for i := range t.columns {
		names[i] = t.columns[i].name
	}
	return names
}

// LeftOut names the columns that are not: those of lists, maps, groups and intervals.
func (t *Table) LeftOut() []string { return t.leftOut }

// Append writes the next row after dst, with its line end. It returns io.EOF after the last.
func (t *Table) Append(dst []byte) (out []byte, err error) {
	if t.at == t.rows {
		if err := t.fill(); err != nil {
			return dst, err
		}
	}
	for i := range t.cells {
		b := &t.cells[i]
		end := b.ends[t.at]
		if cell := b.text[b.next:end]; len(cell) == 1 { // as most are in most tables
			dst = append(dst, cell[0], ',')
		} else {
			dst = append(append(dst, cell...), ',')
		}
		b.next = end
	}
	t.at++
	dst[len(dst)-1] = '\n'
	return dst, nil
}

// fill has each column write the cells of the next rows, since a column's own loop is fast. It returns io.EOF after the last.
func (t *Table) fill() (err error) {
	defer guard(&err)
	if t.unpacker == nil {
		t.block = max(16, min(1024, blockCells/len(t.columns)))
		t.unpacker, t.cells = newUnpacker(t.block), make([]block, len(t.columns))
	}
	for t.left == 0 {
		if t.next == len(t.groups) {
			return io.EOF
		}
		g := &t.groups[t.next]
		for i := range t.columns {
			m := &g.Columns[t.columns[i].index].MetaData
			if err := t.columns[i].start(t.src, m, max(4<<10, min(128<<10, readAhead/len(t.columns)))); err != nil {
				return damaged(err)
			}
		}
		t.left = g.NumRows
		t.next++
	}
	n := int(min(t.left, int64(t.block)))
	for i := range t.columns {
		if err := t.columns[i].fill(n, &t.cells[i], t.unpacker); err != nil {
			return damaged(err)
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
	return fault.New(fault.CodeFile, "The Parquet file is cut short or damaged, or it is encrypted. Fetch it or write it again.").Because(err)
}
