package relation

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"privatepca/core/fault"
)

// SAV writes what SPSS writes as a system file of matrix data, with ROWTYPE_ and VARNAME_, which FACTOR and REGRESSION take by /MATRIX IN: correlations of
// the twin, MEAN, STDDEV and N (n_e). A feature's own name is its variable's label, where SPSS cannot hold it as a name. Features that are not seen are left
// out: the file's documents name them. The layout is that of PSPP's developers' guide, "System File Format".
// It refuses a file of fewer than two variables.
func (m *Matrix) SAV(at []int) ([]byte, error) {
	q := sheetOf(m, at)
	if len(q.kept) < 2 {
		return nil, fault.New(fault.CodeRequest, "Too little is seen of the spread of these columns: fewer than two are left for a file of SPSS.")
	}
	wide := 8 // of VARNAME_, in bytes
	for _, n := range q.names {
		wide = max(wide, (len(n)+7)/8*8)
	}
	f := &savFile{}
	f.header(1+wide/8+len(q.names), 3+len(q.names))
	f.text("ROWTYPE_", 8, "")
	f.text("VARNAME_", wide, "")
	long := []string{"ROWTYPE_=ROWTYPE_", "VARNAME_=VARNAME_"}
	for k, i := range q.kept {
		short := fmt.Sprintf("V%d_", k+1) // no long name ends so: a name that is short for one and long for another column would be refused
		label := ""
		if q.names[k] != m.Features[i] {
			label = plainSPSS(m.Features[i])
		}
		f.variable(short, 0, 5<<16|14<<8|9, label) // F14.9
		long = append(long, short+"="+q.names[k])
	}
	f.documents(q.notes)
	f.extension(3, 4, int32s(1, 0, 0, -1, 1, 1, 2, 65001)) // no program’s version; IEEE 754, little-endian, UTF-8
	f.extension(4, 8, float64s(-math.MaxFloat64, math.MaxFloat64, math.Nextafter(-math.MaxFloat64, 0)))
	f.extension(13, 1, []byte(strings.Join(long, "\t")))
	f.extension(20, 1, []byte("UTF-8"))
	f.Write(int32s(999, 0))
	row := func(kind, name string, value func(i int) float64) {
		f.padded(kind, 8)
		f.padded(name, wide)
		for i := range q.kept {
			f.Write(float64s(value(i)))
		}
	}
	row("MEAN", "", func(i int) float64 { return m.Mean[q.kept[i]] })
	row("STDDEV", "", func(i int) float64 { return math.Sqrt(max(0, q.twin[i][i])) })
	row("N", "", func(int) float64 { return q.people })
	for i, name := range q.names {
		row("CORR", name, func(j int) float64 { return q.cor[i][j] })
	}
	return f.Bytes(), nil
}

// A savFile is a system file that is being written.
type savFile struct{ bytes.Buffer }

// header says how many 8-byte cells a row has, and how many rows there are. The day is none: the same release gives the same bytes.
func (f *savFile) header(cells, rows int) {
	f.padded("$FL2", 4)
	f.padded("@(#) SPSS DATA FILE Private PCA", 60)
	f.Write(int32s(2, int32(cells), 0, 0, int32(rows)))
	f.Write(float64s(100))
	f.padded("01 Jan 7000:00:00", 17)
	f.padded("Correlations of a release", 64)
	f.Write([]byte{0, 0, 0})
}

// text is a variable of texts of so many bytes, a multiple of 8: the cells behind the first have records of their own.
func (f *savFile) text(name string, wide int, label string) {
	f.variable(name, int32(wide), 1<<16|int32(wide)<<8, label)
	for range wide/8 - 1 {
		f.Write(int32s(2, -1, 0, 0, 0, 0))
		f.padded("", 8)
	}
}

func (f *savFile) variable(name string, kind, format int32, label string) {
	label = strings.ToValidUTF8(label[:min(len(label), 250)], "") // SPSS holds 256 bytes
	has := int32(0)
	if label != "" {
		has = 1
	}
	f.Write(int32s(2, kind, has, 0, format, format))
	f.padded(name, 8)
	if label != "" {
		f.Write(int32s(int32(len(label))))
		f.padded(label, (len(label)+3)/4*4)
	}
}

// documents are lines about the file, of 80 bytes at most each.
func (f *savFile) documents(notes []string) {
	var lines []string
	for _, note := range notes {
		line := ""
		for _, word := range strings.Fields(plainSPSS(note)) {
			if line != "" && len(line)+1+len(word) > 80 {
				lines, line = append(lines, line), ""
			}
			line = strings.TrimSpace(line + " " + word)
			for len(line) > 80 {
				cut := 80
				for cut > 0 && line[cut]&0xc0 == 0x80 { // within a letter
					cut--
				}
				lines, line = append(lines, line[:cut]), line[cut:]
			}
		}
		lines = append(lines, line)
	}
	f.Write(int32s(6, int32(len(lines))))
	for _, line := range lines {
		f.padded(line, 80)
	}
}

// extension is a record of elements of so many bytes.
func (f *savFile) extension(kind, size int32, data []byte) {
	f.Write(int32s(7, kind, size, int32(len(data))/size))
	f.Write(data)
}

// padded is a text with blanks behind it.
func (f *savFile) padded(text string, wide int) {
	f.WriteString(text + strings.Repeat(" ", wide-len(text)))
}

func int32s(list ...int32) (out []byte) {
	for _, x := range list {
		out = binary.LittleEndian.AppendUint32(out, uint32(x))
	}
	return out
}

func float64s(list ...float64) (out []byte) {
	for _, x := range list {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(x))
	}
	return out
}
