package columnar

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"privatepca/core/convert/cell"
	"privatepca/core/convert/converttest"
	"privatepca/core/fault"
)

// csvOf gives a file's lines, the header first.
func csvOf(t *testing.T, file []byte) (lines []string, leftOut []string) {
	t.Helper()
	table, err := Open(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	lines = []string{strings.Join(table.Header(), ",")}
	for {
		line, err := table.Append(nil)
		if err == io.EOF {
			return lines, table.LeftOut()
		}
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, strings.TrimSuffix(string(line), "\n"))
	}
}

// Files of other writers, from apache/parquet-testing (Apache-2.0): Impala, parquet-mr and parquet-cpp wrote them.
func TestOtherWriters(t *testing.T) {
	for name, want := range map[string]struct{ first, last, leftOut string }{
		"alltypes_plain":              {"4,true,0,0,0,0,0,0,03/01/09,0,2009-03-01T00:00:00", "1,false,1,1,1,10,1.1,10.1,01/01/09,1,2009-01-01T00:01:00", ""},
		"byte_array_decimal":          {"1.00", "24.00", ""},
		"int32_decimal":               {"1.00", "24.00", ""},
		"fixed_length_decimal":        {"1.00", "24.00", ""},
		"fixed_length_decimal_legacy": {"1.00", "24.00", ""},
		"datapage_v2.snappy":          {"abc,1,2,true", "abc,5,2,true", "e"},
		"nested_lists.snappy":         {"1", "1", "a"},
		"nullable.impala":             {"1", "7", "int_array int_array_Array int_map int_Map_Array nested_struct"},
	} {
		file, err := os.ReadFile(filepath.Join("testdata", name+".parquet"))
		if err != nil {
			t.Fatal(err)
		}
		lines, leftOut := csvOf(t, file)
		if got := strings.Join(leftOut, " "); lines[1] != want.first || lines[len(lines)-1] != want.last || got != want.leftOut {
			t.Errorf("%s: the first row is %q, the last %q, left out are %q", name, lines[1], lines[len(lines)-1], got)
		}
	}
}

// Each type has its text.
func TestTypes(t *testing.T) {
	type row struct {
		Half    [2]byte  `parquet:"half"`
		Single  float32  `parquet:"single"`
		Double  float64  `parquet:"double"`
		Price   int64    `parquet:"price,decimal(2:10)"`
		Day     int32    `parquet:"day,date"`
		Moment  int64    `parquet:"moment,timestamp(microsecond)"`
		Clock   int64    `parquet:"clock,time(nanosecond)"`
		Many    uint64   `parquet:"many"`
		Few     uint32   `parquet:"few"`
		ID      [16]byte `parquet:"id,uuid"`
		Text    string   `parquet:"text"`
		Nothing *int64   `parquet:"nothing,optional"`
	}
	var b bytes.Buffer
	w := parquet.NewGenericWriter[row](&b)
	if _, err := w.Write([]row{{
		Single: 0.1, Double: 1e-9, Price: -5, Day: -1, Moment: -1, Clock: 3723_000000004, Many: 1<<64 - 1, Few: 1<<32 - 1,
		ID: [16]byte{0xde, 0xad, 15: 1}, Text: `say "1,5"`,
	}, {Single: 16777216, Double: 1e300, Price: 123456, Text: "plain"}}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	lines, leftOut := csvOf(t, b.Bytes())
	if !slices.Equal(leftOut, []string{"half"}) { // fixed-length bytes of no type
		t.Errorf("left out are %q", leftOut)
	}
	for i, want := range []string{
		"single,double,price,day,moment,clock,many,few,id,text,nothing",
		"0.1,1e-09,-0.05,1969-12-31,1969-12-31T23:59:59.999999Z,01:02:03.000000004,18446744073709551615,4294967295,dead0000-0000-0000-0000-000000000001,\"say \"\"1,5\"\"\",",
		"16777216,1e+300,1234.56,1970-01-01,1970-01-01T00:00:00Z,00:00:00,0,0,00000000-0000-0000-0000-000000000000,plain,",
	} {
		if lines[i] != want {
			t.Errorf("line %d is %q, want %q", i, lines[i], want)
		}
	}
}

// A footer that promises a large row group is refused before anything is unpacked.
func TestLargeRowGroupsAreRefused(t *testing.T) {
	file := footer(t, func(m *format.FileMetaData) { m.RowGroups[0].Columns[0].MetaData.TotalUncompressedSize = 2 << 30 })
	_, err := Open(bytes.NewReader(file), int64(len(file)))
	if err == nil || !strings.Contains(err.Error(), "more than 1 GiB") {
		t.Fatalf("the error is %v", err)
	}
}

// footer is a small file whose metadata were changed.
func footer(t *testing.T, change func(*format.FileMetaData)) []byte {
	t.Helper()
	type row struct{ X int64 }
	var b bytes.Buffer
	if err := parquet.Write(&b, []row{{1}, {2}}); err != nil {
		t.Fatal(err)
	}
	f, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	change(f.Metadata())
	text, err := thrift.Marshal(new(thrift.CompactProtocol), f.Metadata())
	if err != nil {
		t.Fatal(err)
	}
	was := int(binary.LittleEndian.Uint32(b.Bytes()[b.Len()-8:]))
	out := append(b.Bytes()[:b.Len()-8-was:b.Len()-8-was], text...)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(text)))
	return append(out, Magic...)
}

// Whatever is cut off or overwritten, the answer is rows or a fault in words.
func FuzzRead(f *testing.F) {
	converttest.FuzzRows[*fault.Error](f, 97, func(file []byte) (*Table, error) { return Open(bytes.NewReader(file), int64(len(file))) },
		filepath.Join("testdata", "alltypes_plain.parquet"), filepath.Join("testdata", "datapage_v2.snappy.parquet"), filepath.Join("testdata", "nullable.impala.parquet"))
}

// Differences are decoded as the library's own reader of pages does.
func TestDeltas(t *testing.T) {
	for _, name := range []string{"delta_encoding_optional_column", "delta_length_byte_array"} {
		file, err := os.ReadFile(filepath.Join("testdata", name+".parquet"))
		if err != nil {
			t.Fatal(err)
		}
		f, err := parquet.OpenFile(bytes.NewReader(file), int64(len(file)))
		if err != nil {
			t.Fatal(err)
		}
		want := []string{""}
		for _, g := range f.RowGroups() {
			rows := g.Rows()
			buf := make([]parquet.Row, 1)
			for {
				n, err := rows.ReadRows(buf)
				if n == 1 {
					var cells []string
					for _, v := range buf[0] {
						text := map[bool]string{false: v.String(), true: ""}[v.IsNull()]
						cells = append(cells, string(cell.Append(nil, []byte(text))))
					}
					want = append(want, strings.Join(cells, ","))
				}
				if err != nil {
					break
				}
			}
		}
		lines, _ := csvOf(t, file)
		if len(lines) != len(want) || len(lines) < 100 {
			t.Fatalf("%s: %d rows, want %d", name, len(lines), len(want))
		}
		for i := range want[1:] {
			if lines[i+1] != want[i+1] {
				t.Fatalf("%s: row %d is %q, want %q", name, i, lines[i+1], want[i+1])
			}
		}
	}
}
