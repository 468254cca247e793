package spss

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"privatepca/core/convert/converttest"
	"privatepca/core/convert/survey"
	"privatepca/core/fault"
)

// A made file is written record by record.
type made struct {
	bytes.Buffer
	order binary.ByteOrder
}

func (m *made) int32s(list ...int32) {
	for _, n := range list {
		binary.Write(m, m.order, n)
	}
}

func (m *made) float64s(list ...float64) {
	for _, x := range list {
		binary.Write(m, m.order, x)
	}
}

func (m *made) text(s string, width int) { m.WriteString((s + strings.Repeat(" ", width))[:width]) }

// header begins a file of that many cases.
func header(order binary.ByteOrder, magic string, compression, cases int32) *made {
	m := &made{order: order}
	m.WriteString(magic)
	m.text("@(#) a test", 60)
	m.int32s(2, 1, compression, 0, cases)
	m.float64s(100)
	m.text("", 84)
	return m
}

// variable writes one of that width with a format and missing values; n is how many of them, below 0 with a range.
func (m *made) variable(name string, width int, format byte, n int32, missing ...float64) {
	m.int32s(2, int32(width), 0, n, int32(format)<<16|8<<8, int32(format)<<16|8<<8)
	m.text(name, 8)
	m.float64s(missing...)
	for i := 8; i < width; i += 8 {
		m.int32s(2, -1, 0, 0, 0, 0)
		m.text("", 8)
	}
}

func (m *made) extension(kind int32, size int32, data []byte) {
	m.int32s(7, kind, size, int32(len(data))/size)
	m.Write(data)
}

func (m *made) end() { m.int32s(999, 0) }

// read gives the lines of a file.
func read(file []byte, encoding string) (string, []survey.Variable, error) {
	t, err := Open(bytes.NewReader(file), int64(len(file)), encoding)
	if err != nil {
		return "", nil, err
	}
	text := strings.Join(t.Header(), ",") + "\n"
	var line []byte
	for n := 0; n < 100_000; n++ {
		if line, err = t.Append(line[:0]); err != nil {
			break
		}
		text += string(line)
	}
	if err == io.EOF {
		err = nil
	}
	return text, t.Variables(), err
}

const day = 86400.0

// since1582 is a day's value.
func since1582(days float64) float64 { return (days + 141428) * day } // of 1970-01-01

// Both byte orders, dates of each format, missing codes and ranges, and system-missing values are read.
func TestCases(t *testing.T) {
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		m := header(order, Magic, 0, 4)
		m.variable("A", 0, 5, 1, 9)
		m.variable("B", 0, 5, -2, 90, math.MaxFloat64) // 90 thru highest
		m.variable("C", 0, 5, -3, -math.MaxFloat64, -1, 5)
		m.variable("D", 0, formatDate, 0)
		m.variable("E", 0, formatDatetime, 0)
		m.variable("F", 0, 21, 0) // a time of day: seconds
		m.variable("G", 12, 1, 0)
		m.end()
		row := func(text string, list ...float64) {
			m.float64s(list...)
			m.text(text, 16)
		}
		sysmis := -math.MaxFloat64
		row("twelve bytes", 1, 2, 3, since1582(0), since1582(0)+1.25, 3723)
		row("", 9, 90, -1, since1582(-1), since1582(19000)+day-1, 0.5)
		row(`a "b"`, sysmis, 1e300, 5, sysmis, sysmis, sysmis)
		row("x, y", 9.5, 89.5, 0, since1582(-141428), since1582(1e9), -1)
		text, _, err := read(m.Bytes(), "")
		want := "A,B,C,D,E,F,G\n1,2,3,1970-01-01,1970-01-01T00:00:01.25,3723,twelve bytes\n,,,1969-12-31,2022-01-08T23:59:59,0.5,\n" +
			",,,,,,\"a \"\"b\"\"\"\n9.5,89.5,0,1582-10-14,,-1,\"x, y\"\n"
		if text != want || err != nil {
			t.Errorf("%v: %q, %v; want %q", order, text, err, want)
		}
	}
}

// A text is read in the encoding that the file states, by name or by number, or else in the one that a person states.
func TestEncodings(t *testing.T) {
	file := func(name string, number int32, cell string) []byte {
		m := header(binary.LittleEndian, Magic, 0, 1)
		m.variable("A", 8, 1, 0)
		integers := make([]byte, 32)
		binary.LittleEndian.PutUint32(integers[28:], uint32(number))
		m.extension(extensionIntegers, 4, integers)
		if name != "" {
			m.extension(extensionEncoding, 1, []byte(name))
		}
		m.end()
		m.text(cell, 8)
		return m.Bytes()
	}
	for name, test := range map[string]struct {
		file         []byte
		stated, want string
	}{
		"by name":            {file("windows-1252", 2, "caf\xe9"), "", "A\ncafé\n"},
		"by name, not ours":  {file("UTF-8", 1252, "café"), "windows-1252", "A\ncafé\n"},
		"Cyrillic":           {file("windows-1251", 0, "\xec\xe8\xf0"), "", "A\nмир\n"},
		"Japanese":           {file("Shift_JIS", 0, "\x93\x8c\x8b\x9e"), "", "A\n東京\n"},
		"by number":          {file("", 1250, "\xbe"), "", "A\nľ\n"},
		"UTF-8 by number":    {file("", 65001, "café"), "", "A\ncafé\n"},
		"stated by a person": {file("", 2, "caf\xe9"), "windows-1252", "A\ncafé\n"},
		"plain letters":      {file("", 2, "cafe"), "", "A\ncafe\n"},
		"a damaged one":      {file("UTF-8", 0, "caf\xe9"), "", "A\n\n"},
	} {
		if text, _, err := read(test.file, test.stated); text != test.want || err != nil {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	if _, _, err := read(file("", 2, "caf\xe9"), ""); err == nil || !strings.Contains(err.Error(), "encoding") {
		t.Errorf("without any: %v", err)
	}
	if _, _, err := read(file("x-made-up", 2, "cafe"), ""); err == nil || !strings.Contains(err.Error(), "not known") {
		t.Errorf("one that there is not: %v", err)
	}
}

// A long name belongs to the short one of the same bytes, whatever letters these are.
func TestNames(t *testing.T) {
	m := header(binary.LittleEndian, Magic, 0, 1)
	m.variable("\xc4", 0, 5, 0)
	m.variable("\xd6", 0, 5, 0)
	m.extension(extensionNames, 1, []byte("\xc4=\xc4rger\t\xd6=\xd6fter"))
	m.extension(extensionEncoding, 1, []byte("windows-1252"))
	m.end()
	m.float64s(1, 2)
	if text, _, err := read(m.Bytes(), ""); text != "Ärger,Öfter\n1,2\n" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}

// Numbers in a byte, blanks, and what is stored whole stand for the same cases; a text of several variables is one.
func TestCodes(t *testing.T) {
	for _, magic := range []string{Magic, Packed} {
		compression := int32(1)
		m := header(binary.LittleEndian, magic, compression, -1)
		m.variable("A", 0, 5, 0)
		m.variable("B", 8, 1, 0)
		m.end()
		m.Write([]byte{101, codeBlanks, codeNothing, 99, codeStored, codeSysmis, codeStored, codeStored})
		m.text("first", 8)
		m.text("second", 8)
		m.float64s(0.5)
		m.Write([]byte{codeBlanks, codeEnd, 0, 0, 0, 0, 0, 0})
		text, _, err := read(m.Bytes(), "")
		if want := "A,B\n1,\n-1,first\n,second\n0.5,\n"; text != want || err != nil {
			t.Errorf("%s: %q, %v", magic, text, err)
		}
	}
	m := header(binary.LittleEndian, Magic, 0, 1)
	m.variable("A", 255, 1, 0)
	m.variable("A0", 255, 1, 0)
	m.variable("A1", 96, 1, 0) // 600 − 2·252
	m.variable("B", 0, 5, 0)
	m.extension(extensionWidths, 1, []byte("A=00600\x00\t"))
	m.extension(extensionNames, 1, []byte("A=essay\tB=Number"))
	m.end()
	long := strings.Repeat("abcdefghij", 60)
	m.text(long[:255]+" "+long[255:510]+" "+long[510:], 2*256+96)
	m.float64s(7)
	text, list, err := read(m.Bytes(), "")
	if want := "essay,Number\n" + long + ",7\n"; text != want || err != nil || len(list) != 2 {
		t.Errorf("%q, %v", text, err)
	}
}

// Whatever is wrong is said in words.
func TestDamagedFiles(t *testing.T) {
	good := header(binary.LittleEndian, Magic, 0, 2)
	good.variable("A", 0, 5, 0)
	good.end()
	good.float64s(1, 2)
	whole := good.Bytes()
	more := bytes.Clone(whole)
	more[80] = 3 // cases
	less := bytes.Clone(whole)
	less[80] = 1
	unknown := bytes.Clone(whole)
	unknown[64] = 9 // layout
	huge := header(binary.LittleEndian, Magic, 0, 1)
	huge.variable("A", 0, 5, 0)
	huge.int32s(7, 13, 1, math.MaxInt32)
	labels := header(binary.LittleEndian, Magic, 0, 1)
	labels.variable("A", 0, 5, 0)
	labels.int32s(3, math.MaxInt32)
	for name, file := range map[string][]byte{
		"fewer cases than stated": more, "more cases than stated": less, "cut in a case": whole[:len(whole)-3], "cut in the dictionary": whole[:200], "an unknown layout": unknown,
		"a record of 2³¹ bytes": huge.Bytes(), "2³¹ labels": labels.Bytes(), "nothing": []byte(Magic),
	} {
		var known *fault.Error
		if _, _, err := read(file, ""); !errors.As(err, &known) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A file whose two counts of cases differ is refused with both: programs would read different rows of it.
func TestTwoCountsOfCases(t *testing.T) {
	file := func(header32 int32, later uint64) []byte {
		m := header(binary.LittleEndian, Magic, 0, header32)
		m.variable("A", 0, 5, 0)
		m.extension(extensionCases, 8, binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, 1), later))
		m.end()
		m.float64s(1, 2)
		return m.Bytes()
	}
	for name, test := range map[string]struct {
		file []byte
		want string
	}{
		"alike":                       {file(2, 2), ""},
		"the header's unknown":        {file(-1, 2), ""},
		"the second unknown":          {file(2, math.MaxUint64), ""},
		"the header's below":          {file(1, 2), "1 in its header, and 2 in a later record"},
		"the header's above":          {file(3_000, 2), "3,000 in its header, and 2"},
		"more than the header's bits": {file(2, 1<<33), "fewer cases"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, _, err := read(test.file, ""); test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Error(err)
			}
		})
	}
}

// Whatever is cut off or overwritten, the answer is rows or a fault in words.
func FuzzSPSS(f *testing.F) {
	converttest.FuzzRows[*fault.Error](f, 1009, func(file []byte) (*Table, error) { return Open(bytes.NewReader(file), int64(len(file)), "") },
		filepath.Join("..", "testdata", "survey", "plain.sav"), filepath.Join("..", "testdata", "survey", "rows.sav"), filepath.Join("..", "testdata", "survey", "packed.zsav"))
}
