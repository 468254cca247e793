package pipeline

import (
	"encoding/binary"
	"errors"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

// A Row is one record on its way through the engine. One without text only carries the tag of text that holds no record.
type Row struct {
	File  int    // its number in the order of names
	Start int64  // in the file's text
	Key   []byte // 16 bytes of a keyed hash of the place, by which rows are paired
	Tag   uint64
	Text  []byte
}

// Kept are the first rows of one person, and what all of them carried.
type Kept struct {
	Rows    []Row
	Tag     uint64
	Records int64
}

// errRow refuses bytes that are no whole row.
var errRow = errors.New("pipeline: these bytes are no whole row")

func encodeRow(r Row) []byte { return appendRow(make([]byte, 0, 48+len(r.Text)), r) }

func appendRow(b []byte, r Row) []byte {
	b = binary.LittleEndian.AppendUint64(b, r.Tag)
	for _, x := range []int{r.File, int(r.Start), len(r.Key), len(r.Text)} {
		b = binary.AppendUvarint(b, uint64(x))
	}
	return append(append(b, r.Key...), r.Text...)
}

func decodeRow(b []byte) (Row, error) {
	r, rest, err := cutRow(b)
	if err == nil && len(rest) > 0 {
		err = errRow
	}
	return r, err
}

// cutRow reads a row, and gives the bytes behind it. No text is nil.
func cutRow(b []byte) (r Row, rest []byte, err error) {
	if len(b) < 8 {
		return r, nil, errRow
	}
	r.Tag = binary.LittleEndian.Uint64(b)
	b = b[8:]
	var n [4]uint64
	for i := range n {
		x, w := binary.Uvarint(b)
		if w <= 0 || x > 1<<62 {
			return r, nil, errRow
		}
		n[i], b = x, b[w:]
	}
	if n[2] > uint64(len(b)) || n[3] > uint64(len(b))-n[2] {
		return r, nil, errRow
	}
	r.File, r.Start = int(n[0]), int64(n[1])
	r.Key = append([]byte(nil), b[:n[2]]...)
	r.Text = append([]byte(nil), b[n[2]:n[2]+n[3]]...)
	return r, b[n[2]+n[3]:], nil
}

func encodeKept(k Kept) []byte {
	b := binary.LittleEndian.AppendUint64(nil, k.Tag)
	b = binary.AppendUvarint(b, uint64(k.Records))
	for _, r := range k.Rows {
		b = appendRow(b, r)
	}
	return b
}

func decodeKept(b []byte) (k Kept, err error) {
	if len(b) < 9 {
		return k, errRow
	}
	k.Tag = binary.LittleEndian.Uint64(b)
	n, w := binary.Uvarint(b[8:])
	if w <= 0 {
		return k, errRow
	}
	k.Records = int64(n)
	for b = b[8+w:]; len(b) > 0; {
		var r Row
		if r, b, err = cutRow(b); err != nil {
			return k, err
		}
		k.Rows = append(k.Rows, r)
	}
	return k, nil
}

func init() {
	beam.RegisterCoder(reflect.TypeFor[Row](), encodeRow, decodeRow)
	beam.RegisterCoder(reflect.TypeFor[Kept](), encodeKept, decodeKept)
}
