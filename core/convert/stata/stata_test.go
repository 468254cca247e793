package stata

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"privatepca/core/convert/converttest"
	"privatepca/core/convert/survey"
	"privatepca/core/fault"
)

// A column is one of a made file, with the bytes of its cells.
type column struct {
	name, format, label, table string
	kind                       byte
	cells                      []any // int8, int16, int32, float32, float64, or a string of kind bytes
}

// made is a file of an older format.
func made(version byte, order binary.ByteOrder, rows int, columns []column, tables map[string]map[int32]string) []byte {
	var b bytes.Buffer
	text := func(s string, width int) { b.WriteString((s + strings.Repeat("\x00", width))[:width]) }
	put := func(v any) { binary.Write(&b, order, v) }
	b.Write([]byte{version, map[bool]byte{true: 2, false: 1}[order == binary.ByteOrder(binary.LittleEndian)], 1, 0})
	put(int16(len(columns)))
	put(int32(rows))
	text("", 81+18)
	format := 49
	if version == 113 {
		format = 12
	}
	for _, c := range columns {
		b.WriteByte(c.kind)
	}
	for _, c := range columns {
		text(c.name, 33)
	}
	text("", 2*(len(columns)+1))
	for _, c := range columns {
		text(c.format, format)
	}
	for _, c := range columns {
		text(c.table, 33)
	}
	for _, c := range columns {
		text(c.label, 81)
	}
	b.WriteByte(1) // a characteristic
	put(int32(7))
	text("ignored", 7)
	b.WriteByte(0)
	put(int32(0))
	for row := range rows {
		for _, c := range columns {
			if s, ok := c.cells[row].(string); ok {
				text(s, int(c.kind))
			} else {
				put(c.cells[row])
			}
		}
	}
	for name, labels := range tables {
		var offsets, values []int32
		texts := ""
		for value, label := range labels {
			offsets, values, texts = append(offsets, int32(len(texts))), append(values, value), texts+label+"\x00"
		}
		put(int32(8 + 8*len(values) + len(texts)))
		text(name, 33+3)
		put(int32(len(values)))
		put(int32(len(texts)))
		put(offsets)
		put(values)
		b.WriteString(texts)
	}
	return b.Bytes()
}

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

// Each type of number has its missing values, and each format of a date its days.
func TestOlderFormats(t *testing.T) {
	extended := float32(math.Float32frombits(0x7f000800)) // .a
	columns := []column{
		{"b", "%8.0g", "A byte", "yesno", 251, []any{int8(1), int8(100), int8(101), int8(-127)}},
		{"i", "%8.0g", "", "", 252, []any{int16(-32767), int16(32740), int16(32741), int16(32767)}},
		{"l", "%12.0g", "", "", 253, []any{int32(2147483620), int32(2147483621), int32(2147483647), int32(-5)}},
		{"f", "%9.0g", "", "", 254, []any{float32(.1), extended, float32(math.Float32frombits(0x7f000000)), float32(-2.5)}},
		{"d", "%10.0g", "", "", 255, []any{.1, math.Float64frombits(0x7fe0000000000000), math.Float64frombits(0x7fe0010000000000), 1e300}},
		{"day", "%td", "", "", 253, []any{int32(0), int32(-1), int32(21915), int32(2147483621)}},
		{"old", "%-dN/D/Y", "", "", 254, []any{float32(366), float32(0), float32(1), float32(2)}},
		{"ms", "%tc", "", "", 255, []any{0., 1500., -1., 1.9e12}},
		{"leap", "%tC", "", "", 255, []any{0., 1.8e12, 394416000000., 394416001000.}}, // the last two are the second that was inserted, which has the text of the one before, and the next
		{"week", "%tw", "", "", 252, []any{int16(0), int16(51), int16(52), int16(-1)}},
		{"month", "%tm", "", "", 252, []any{int16(0), int16(13), int16(-1), int16(-12)}},
		{"quarter", "%tq", "", "", 252, []any{int16(0), int16(5), int16(-1), int16(-4)}},
		{"half", "%th", "", "", 252, []any{int16(0), int16(3), int16(-1), int16(-2)}},
		{"year", "%ty", "", "", 252, []any{int16(1960), int16(2024), int16(1), int16(0)}},
		{"text", "%9s", "Text", "", 9, []any{"caf\xe9", "a\x00bc", "", "nine, all"}},
	}
	want := "b,i,l,f,d,day,old,ms,leap,week,month,quarter,half,year,text\n" +
		"1,-32767,2147483620,0.1,0.1,1960-01-01,1961-01-01,1960-01-01T00:00:00,1960-01-01T00:00:00,1960-01-01,1960-01-01,1960-01-01,1960-01-01,1960,café\n" +
		"100,32740,,,,1959-12-31,1960-01-01,1960-01-01T00:00:01.5,2017-01-14T07:59:33,1960-12-23,1961-02-01,1961-04-01,1961-07-01,2024,a\n" +
		",,,,,2020-01-01,1960-01-02,1959-12-31T23:59:59.999,1972-06-30T23:59:59,1961-01-01,1959-12-01,1959-10-01,1959-07-01,1,\n" +
		"-127,,-5,-2.5,1e+300,,1960-01-03,2020-03-16T17:46:40,1972-07-01T00:00:00,1959-12-24,1959-01-01,1959-01-01,1959-01-01,0,\"nine, all\"\n"
	tables := map[string]map[int32]string{"yesno": {1: "yes", 0: "no", 2147483622: "refused"}}
	for _, version := range []byte{113, 114, 115} {
		for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
			file := made(version, order, 4, columns, tables)
			text, list, err := read(file, "windows-1252")
			if err != nil {
				t.Fatalf("%d, %v: %v", version, order, err)
			}
			for i, line := range strings.Split(text, "\n") {
				if wanted := strings.Split(want, "\n"); i >= len(wanted) || line != wanted[i] {
					t.Errorf("%d, %v: line %d is\n%s, want\n%s", version, order, i, line, wanted[min(i, len(wanted)-1)])
				}
			}
			if len(list) != len(columns) || list[0].Label != "A byte" || len(list[0].Levels) != 2 || !list[5].Date || list[13].Date || !list[14].Text {
				t.Errorf("%d, %v: %+v", version, order, list)
			}
			if _, _, err := read(file, ""); err == nil || !strings.Contains(err.Error(), "encoding") {
				t.Errorf("%d: without an encoding: %v", version, err)
			}
			var known *fault.Error
			if _, _, err := read(file[:len(file)/2], ""); !errors.As(err, &known) {
				t.Errorf("%d: half a file: %v", version, err)
			}
		}
	}
}

// tagged is a file of a format from 117 on, of one variable of long texts, whose map and places are written for it.
func tagged(version int, order binary.ByteOrder, rows [][8]byte, objects []byte) []byte {
	var b bytes.Buffer
	put := func(v any) { binary.Write(&b, order, v) }
	name, format, label := (&layout{version: version}).widths()
	b.WriteString("<stata_dta><header><release>" + string(rune('0'+version/100)) + "1" + string(rune('0'+version%10)) + "</release><byteorder>" +
		map[bool]string{true: "LSF", false: "MSF"}[order == binary.ByteOrder(binary.LittleEndian)] + "</byteorder><K>")
	if version == 119 {
		put(int32(1))
	} else {
		put(int16(1))
	}
	b.WriteString("</K><N>")
	if version == 117 {
		put(int32(len(rows)))
	} else {
		put(int64(len(rows)))
	}
	b.WriteString("</N><label>\x00")
	if version > 117 {
		b.WriteByte(0)
	}
	b.WriteString("</label><timestamp>\x00</timestamp></header><map>")
	places := b.Len()
	b.Write(make([]byte, 14*8))
	b.WriteString("</map><variable_types>")
	put(uint16(typeStrL))
	b.WriteString("</variable_types><varnames>long")
	b.Write(make([]byte, name-4))
	b.WriteString("</varnames><sortlist>")
	b.Write(make([]byte, map[bool]int{true: 8, false: 4}[version == 119]))
	b.WriteString("</sortlist><formats>%9s")
	b.Write(make([]byte, format-3))
	b.WriteString("</formats><value_label_names>")
	b.Write(make([]byte, name))
	b.WriteString("</value_label_names><variable_labels>")
	b.Write(make([]byte, label))
	b.WriteString("</variable_labels><characteristics></characteristics>")
	at := map[int]int{9: b.Len()}
	b.WriteString("<data>")
	for _, row := range rows {
		b.Write(row[:])
	}
	b.WriteString("</data>")
	at[10] = b.Len()
	b.WriteString("<strls>")
	b.Write(objects)
	b.WriteString("</strls>")
	at[11] = b.Len()
	b.WriteString("<value_labels></value_labels></stata_dta>")
	file := b.Bytes()
	for i, place := range at {
		order.PutUint64(file[places+8*i:], uint64(place))
	}
	return file
}

// A long text is found by the variable and the observation that a row names, in each format and order; one that several rows name once.
func TestLongTexts(t *testing.T) {
	for _, version := range []int{117, 118, 119} {
		for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
			named := func(observation uint64) (row [8]byte) {
				bits := map[int]int{117: 32, 118: 16, 119: 24}[version]
				both := observation<<bits | 1
				if order == binary.ByteOrder(binary.BigEndian) {
					both = 1<<(64-bits) | observation
				}
				if version == 117 && order == binary.ByteOrder(binary.LittleEndian) {
					both = observation<<32 | 1
				}
				order.PutUint64(row[:], both)
				return row
			}
			var objects bytes.Buffer
			for _, o := range []struct {
				observation uint64
				kind        byte
				text        string
			}{{3, textObject, "third\x00"}, {1, textObject, "first, with é\x00"}, {4, binaryObject, "\x00\x01\x02"}} {
				objects.WriteString("GSO")
				binary.Write(&objects, order, uint32(1))
				if version == 117 {
					binary.Write(&objects, order, uint32(o.observation))
				} else {
					binary.Write(&objects, order, o.observation)
				}
				objects.WriteByte(o.kind)
				binary.Write(&objects, order, uint32(len(o.text)))
				objects.WriteString(o.text)
			}
			rows := [][8]byte{named(1), {}, named(3), named(4), named(1)}
			text, _, err := read(tagged(version, order, rows, objects.Bytes()), "utf-8")
			if want := "long\n\"first, with é\"\n\nthird\n\n\"first, with é\"\n"; text != want || err != nil {
				t.Errorf("%d, %v: %q, %v", version, order, text, err)
			}
			var known *fault.Error
			if _, _, err := read(tagged(version, order, [][8]byte{named(2)}, objects.Bytes()), "utf-8"); !errors.As(err, &known) {
				t.Errorf("%d, %v: a text that there is not: %v", version, order, err)
			}
		}
	}
}

// Every second that was inserted is at the end of June or December.
func TestLeapSeconds(t *testing.T) {
	for _, day := range leaps {
		d, err := time.Parse(time.DateOnly, day)
		if err != nil || d.AddDate(0, 0, 1).Day() != 1 || d.Month() != time.June && d.Month() != time.December {
			t.Errorf("%s: %v", day, err)
		}
	}
}

// Whatever is cut off or overwritten, the answer is rows or a fault in words.
func FuzzStata(f *testing.F) {
	converttest.FuzzRows[*fault.Error](f, 1009, func(file []byte) (*Table, error) { return Open(bytes.NewReader(file), int64(len(file)), "") },
		filepath.Join("..", "testdata", "survey", "v10.dta"), filepath.Join("..", "testdata", "survey", "v13.dta"), filepath.Join("..", "testdata", "survey", "v14.dta"), filepath.Join("..", "testdata", "survey", "v15.dta"))
}
