package stata

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"privatepca/core/convert/converttest"
	"privatepca/core/convert/statfile"
	"privatepca/core/fault"
)

// labelled is a file of format 115 without a row, with a table of n labels that begin at these offsets of texts.
func labelled(variables int, table string, offsets []int32, texts string) []byte {
	columns := make([]column, variables)
	for i := range columns {
		columns[i] = column{"v", "%8.0g", "", table, 252, nil}
	}
	b := bytes.NewBuffer(made(115, binary.LittleEndian, 0, columns, nil))
	put := func(v any) { binary.Write(b, binary.LittleEndian, v) }
	put(int32(8 + 8*len(offsets) + len(texts)))
	b.WriteString((table + strings.Repeat("\x00", 36))[:36])
	put(int32(len(offsets)))
	put(int32(len(texts)))
	put(offsets)
	put(make([]int32, len(offsets)))
	b.WriteString(texts)
	return b.Bytes()
}

// A small file that was made to take memory or time is refused in words, before it has taken much.
func TestSmallFilesThatTakeMuch(t *testing.T) {
	order := binary.ByteOrder(binary.LittleEndian)
	for name, c := range map[string]struct {
		most uint64 // in MB
		file func() []byte
	}{
		"labels that are one text": {160, func() []byte { // 830 kB that would be 3 GB
			return labelled(1, "t", make([]int32, 100_000), strings.Repeat("x", 32_000))
		}},
		"one table of many variables": {160, func() []byte { // 1.1 MB that would be 640 MB
			return labelled(5_000, "t", []int32{0, 0, 0, 0}, strings.Repeat("x", 32_000))
		}},
		"a table of the size that it states": {4, func() []byte {
			b := bytes.NewBuffer(made(115, order, 0, []column{{"v", "%8.0g", "", "t", 252, nil}}, nil))
			binary.Write(b, order, int32(8+8+30<<20))
			b.Write(make([]byte, 36))
			binary.Write(b, order, []int32{1, 30 << 20})
			return b.Bytes()
		}},
		"a table of more labels than bytes": {4, func() []byte {
			b := bytes.NewBuffer(made(115, order, 0, []column{{"v", "%8.0g", "", "t", 252, nil}}, nil))
			binary.Write(b, order, int32(math.MaxInt32))
			b.Write(make([]byte, 36))
			binary.Write(b, order, []int32{math.MaxInt32, 0})
			return b.Bytes()
		}},
		"a label behind its texts": {4, func() []byte { return labelled(1, "t", []int32{-1}, "x\x00") }},
		"2³¹ observations": {4, func() []byte {
			file := made(115, order, 0, []column{{"v", "%8.0g", "", "", 252, nil}}, nil)
			order.PutUint32(file[6:], math.MaxInt32)
			return file
		}},
		"a characteristic of a negative length": {4, func() []byte {
			file := made(115, order, 0, []column{{"v", "%8.0g", "", "", 252, nil}}, nil)
			at := bytes.LastIndex(file, []byte("\x01\x07\x00\x00\x00ignored"))
			order.PutUint32(file[at+1:], 0x80000000)
			return file
		}},
		"a long text of 4 GB": {4, func() []byte {
			return tagged(118, order, [][8]byte{{1, 0, 1}}, append([]byte("GSO\x01\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x82"), 0xff, 0xff, 0xff, 0xff))
		}},
		"long texts that are one": {4, func() []byte { // no end of objects
			return tagged(118, order, [][8]byte{{1, 0, 1}}, []byte("GSO"))
		}},
		"no variables": {4, func() []byte { return made(115, order, 0, nil, nil) }},
	} {
		file := c.file()
		converttest.Refused[*fault.Error](t, name, c.most<<20, func() (*Table, error) { return Open(bytes.NewReader(file), int64(len(file)), "") })
	}
}

// A row may name one text many times: it is refused before it takes more than a row may have.
func TestARowOfOneTextManyTimes(t *testing.T) {
	row := []byte{1, 0, 1, 0, 0, 0, 0, 0} // the first variable's text of the first observation
	table := &Table{count: 1, row: make([]byte, 8), order: binary.LittleEndian, text: &statfile.Decoder{}, data: statfile.NewReader(bytes.NewReader(row))}
	table.long = &long{order: binary.LittleEndian, version: 118, known: true, last: object{key(1, 1), 1}, text: bytes.Repeat([]byte("x"), 1<<20)}
	for range 1000 {
		table.variables = append(table.variables, variable{kind: typeStrL})
	}
	converttest.Refused[*fault.Error](t, "a thousand variables that name one text", 8*mostRow, func() (*Table, error) { return table, nil })
}
