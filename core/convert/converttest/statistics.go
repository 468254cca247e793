package converttest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// SPSS writes a system file as programs of SPSS do by default when nothing is compressed: numbers of eight bytes, texts as wide as the
// longest, names beside short ones. An empty cell of a number is system-missing. It panics where a name or a text is none of SPSS's: a name
// with a tab or "=", a text of more than 255 bytes.
func (t Table) SPSS() []byte {
	widths := make([]int, len(t.Header)) // 0 for numbers
	for i := range t.Header {
		if t.kind(i) != words {
			continue
		}
		for _, row := range t.Rows {
			widths[i] = max(widths[i], len(row[i]), 1)
		}
		if widths[i] > 255 {
			panic("converttest: a text of more than 255 bytes")
		}
	}
	if !t.namesForSPSS() {
		panic("converttest: a name with a tab or an equals sign")
	}
	var b bytes.Buffer
	ints := func(list ...int32) {
		for _, n := range list {
			b.Write(binary.LittleEndian.AppendUint32(nil, uint32(n)))
		}
	}
	text := func(s string, width int) {
		b.WriteString(s)
		for n := len(s); n < width; n++ {
			b.WriteByte(' ')
		}
	}
	number := func(x float64) { b.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(x))) }
	text("$FL2", 4)
	text("@(#) SPSS DATA FILE, of a test", 60)
	ints(2, -1, 0, 0, int32(len(t.Rows)))
	number(100)
	text("01 Jan 26"+"00:00:00", 84)
	var names []string
	for i, width := range widths {
		format := int32(5<<16 | 8<<8) // F8
		if width > 0 {
			format = int32(1<<16 | width<<8)
		}
		ints(2, int32(width), 0, 0, format, format)
		short := fmt.Sprintf("V%d", i)
		text(short, 8)
		for n := 8; n < width; n += 8 {
			ints(2, -1, 0, 0, 0, 0)
			text("", 8)
		}
		names = append(names, short+"="+t.Header[i])
	}
	for kind, data := range map[int32]string{13: strings.Join(names, "\t"), 20: "UTF-8"} {
		ints(7, kind, 1, int32(len(data)))
		text(data, len(data))
	}
	ints(999, 0)
	for _, row := range t.Rows {
		for i, width := range widths {
			switch {
			case width > 0:
				text(row[i], (width+7)&^7)
			case row[i] == "":
				number(-math.MaxFloat64)
			default:
				x, _ := strconv.ParseFloat(row[i], 64) // it is one: see kind
				number(x)
			}
		}
	}
	return b.Bytes()
}

func (t Table) namesForSPSS() bool { return !strings.ContainsAny(strings.Join(t.Header, ""), "\t=") }
