package spss

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/klauspost/compress/zlib"

	"privatepca/core/convert/converttest"
	"privatepca/core/fault"
)

// packed are rows as .zsav keeps them, in blocks of these bytes.
func packed(m *made, blocks ...[]byte) []byte {
	var body bytes.Buffer
	z := zlib.NewWriter(&body)
	for _, b := range blocks {
		z.Reset(&body)
		z.Write(b)
		z.Close()
	}
	m.float64s(0, math.Float64frombits(uint64(m.Len()+24+body.Len())), 0) // where the blocks end
	return append(m.Bytes(), body.Bytes()...)
}

// A small file that was made to take memory or time is refused in words, before it has taken much.
func TestSmallFilesThatTakeMuch(t *testing.T) {
	order := binary.LittleEndian
	little := func(n int32) string { return string(order.AppendUint32(nil, uint32(n))) }
	for name, c := range map[string]struct {
		most uint64 // in MB
		file func() []byte
	}{
		"one label of many variables": {160, func() []byte { // 25 kB of labels, and 40 bytes for each of 10,000 variables
			m := header(order, Magic, 0, 1)
			for range 10_000 {
				m.variable("A", 0, 5, 0)
			}
			m.int32s(recordLabels, 100)
			for i := range 100 {
				m.float64s(float64(i))
				m.WriteByte(255)
				m.text(strings.Repeat("x", 255), 255)
			}
			m.int32s(recordLabelled, 10_000)
			for i := range int32(10_000) {
				m.int32s(i + 1)
			}
			m.end()
			return m.Bytes()
		}},
		"one long name of many variables": {40, func() []byte {
			m := header(order, Magic, 0, 1)
			for range 10_000 {
				m.variable("A", 0, 5, 0)
			}
			m.extension(extensionNames, 1, []byte("A="+strings.Repeat("x", 1<<20)))
			m.end()
			return m.Bytes()
		}},
		"a name between tabs": {240, func() []byte {
			m := header(order, Magic, 0, 1)
			m.variable("A", 0, 5, 0)
			m.extension(extensionNames, 1, bytes.Repeat([]byte("\t"), 12<<20))
			m.extension(extensionWidths, 1, bytes.Repeat([]byte("\t"), 12<<20))
			m.end()
			return m.Bytes()
		}},
		"a record beyond what one may have": {120, func() []byte {
			m := header(order, Magic, 0, 1)
			m.variable("A", 0, 5, 0)
			m.extension(extensionNames, 1, bytes.Repeat([]byte("\t"), mostRecord+1))
			m.end()
			return m.Bytes()
		}},
		"missing codes without end": {40, func() []byte {
			m := header(order, Magic, 0, -1)
			m.variable("A", 200, 1, 0)
			one := little(1) + "A" + "\x03" + little(1) + "abc"
			m.extension(extensionLongGone, 1, []byte(strings.Repeat(one, 10_000)))
			m.end()
			return m.Bytes()
		}},
		"labels of variables that there are not": {400, func() []byte {
			m := header(order, Magic, 0, 1)
			m.variable("A", 0, 5, 0)
			m.extension(extensionLongLabels, 1, bytes.Repeat([]byte{0}, 12<<20))
			m.end()
			return m.Bytes()
		}},
		"2³¹ cases": {4, func() []byte {
			m := header(order, Magic, 0, math.MaxInt32)
			m.variable("A", 0, 5, 0)
			m.end()
			m.float64s(1)
			return m.Bytes()
		}},
		"cases below none": {4, func() []byte {
			m := header(order, Magic, 0, -2)
			m.variable("A", 0, 5, 0)
			m.end()
			return m.Bytes()
		}},
		"documents of a negative number of lines": {4, func() []byte {
			m := header(order, Magic, 0, 1)
			m.variable("A", 0, 5, 0)
			m.int32s(recordDocuments, -1)
			return m.Bytes()
		}},
		"a text of many variables that there are not": {4, func() []byte {
			m := header(order, Magic, 0, 1)
			m.variable("A", 255, 1, 0)
			m.extension(extensionWidths, 1, []byte("A=32767\x00\t"))
			m.end()
			return m.Bytes()
		}},
		"labels of a variable behind the last": {4, func() []byte {
			m := header(order, Magic, 0, 1)
			m.variable("A", 0, 5, 0)
			m.int32s(recordLabels, 0, recordLabelled, 1, math.MaxInt32)
			return m.Bytes()
		}},
		"codes that say nothing": {8, func() []byte {
			m := header(order, Packed, 2, -1)
			m.variable("A", 0, 5, 0)
			m.end()
			return packed(m, make([]byte, 32<<20)) // 32 kB
		}},
		"blocks end behind the file": {4, func() []byte {
			m := header(order, Packed, 2, -1)
			m.variable("A", 0, 5, 0)
			m.end()
			m.float64s(0, math.Float64frombits(1<<40), 0)
			return m.Bytes()
		}},
		"a block within a case": {4, func() []byte {
			m := header(order, Packed, 2, -1)
			m.variable("A", 0, 5, 0)
			m.variable("B", 0, 5, 0)
			m.end()
			return packed(m, []byte{codeBlanks, codeNothing})
		}},
	} {
		file := c.file()
		converttest.Refused[*fault.Error](t, name, c.most<<20, func() (*Table, error) { return Open(bytes.NewReader(file), int64(len(file)), "") })
	}
}

// Blocks without anything in them cost no memory of their own.
func TestManyBlocks(t *testing.T) {
	m := header(binary.LittleEndian, Packed, 2, 1)
	m.variable("A", 0, 5, 0)
	m.end()
	blocks := make([][]byte, 20_000)
	blocks = append(blocks, []byte{101, codeEnd, 0, 0, 0, 0, 0, 0})
	file := packed(m, blocks...)
	allocated := testing.AllocsPerRun(1, func() {
		table, err := Open(bytes.NewReader(file), int64(len(file)), "")
		if err != nil {
			t.Fatal(err)
		}
		if line, err := table.Append(nil); string(line) != "1\n" || err != nil {
			t.Errorf("%q, %v", line, err)
		}
		if _, err := table.Append(nil); err != io.EOF {
			t.Error(err)
		}
	})
	if allocated > 10_000 {
		t.Errorf("%.0f allocations for %d blocks", allocated, len(blocks))
	}
}
