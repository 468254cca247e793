package converttest

import (
	"bytes"
	"encoding/binary"
	"encoding/csv"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"privatepca/core/schema"
)

// Made is a table of 4,000 records with what formats write in different ways, and its schema.
func Made() (Table, *schema.Schema) {
	rng := rand.New(rand.NewPCG(1, 2))
	words := []string{"plain", "with, comma", `with "quotes"`, "two\nlines", "Köln", "", "=1+1", " spaces "}
	t := Table{Header: []string{"count", "rate", "word, or two", "id;x\ty"}}
	for range 4000 {
		rate := strconv.FormatFloat(float64(rng.IntN(40))/7, 'g', -1, 64) // the library writes what LZ4 cannot pack as nothing
		if rng.IntN(20) == 0 {
			rate = ""
		}
		t.Rows = append(t.Rows, []string{strconv.Itoa(50 * (rng.IntN(20) - 10)), rate, words[rng.IntN(len(words))], strconv.Itoa(rng.IntN(7))})
	}
	return t, schema.New(
		schema.Field{Name: "count", Kind: schema.Number, Minimum: -400, Maximum: 500},
		schema.Field{Name: "rate", Kind: schema.Number, Minimum: 0, Maximum: 5},
		schema.Field{Name: "word, or two", Kind: schema.Category, Enum: []string{"plain", "with, comma", `with "quotes"`, "two\nlines", "Köln", "=1+1"}},
		schema.Field{Name: "id;x\ty", Kind: schema.Category, Enum: []string{"0", "1", "2", "3", "4"}})
}

// Formats gives the table in every format, by file names.
func (t Table) Formats() map[string][]byte {
	files := map[string][]byte{
		"table.xlsx":    Workbook([]string{"data"}, t),
		"table.zip":     Archive(map[string]string{"read me.md": "x", "table.csv": string(t.CSV())}),
		"table.csv.zst": Zstd(t.CSV()),
	}
	for name, codec := range Codecs {
		files[name+".parquet"] = t.Parquet(codec, 1, 1500)
	}
	if t.namesForSPSS() {
		files["table.sav"] = t.SPSS()
	}
	files["data pages 2.parquet"] = t.Parquet(Codecs["snappy"], 2, 1<<20)
	return files
}

// A Text is a table as text, and what a schema has to say of it.
type Text struct {
	Bytes   []byte
	Dialect schema.Dialect
}

// Texts gives the table as UTF-16, either way, and as Windows-1252 with semicolons and decimal commas, by file names.
func (t Table) Texts() map[string]Text {
	european := Table{Header: t.Header}
	for _, row := range t.Rows {
		cells := make([]string, len(row))
		for i, c := range row {
			if _, err := strconv.ParseFloat(c, 64); err == nil {
				c = strings.Replace(c, ".", ",", 1)
			}
			cells[i] = c
		}
		european.Rows = append(european.Rows, cells)
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Comma = ';'
	w.Write(european.Header)
	w.WriteAll(european.Rows) // a buffer takes all
	return map[string]Text{
		"UTF-16LE.csv":     {Bytes: encoded(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder(), t.CSV())},
		"UTF-16BE.csv":     {Bytes: encoded(unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewEncoder(), t.CSV())},
		"GB18030.csv":      {encoded(simplifiedchinese.GB18030.NewEncoder(), t.CSV()), schema.Dialect{Encoding: "gb18030"}}, // which a page has its browser decode
		"Windows-1252.csv": {encoded(charmap.Windows1252.NewEncoder(), b.Bytes()), schema.Dialect{Encoding: schema.Windows1252, Delimiter: ";", Decimal: ","}},
	}
}

// Accented renames a level of a column, in copies of table and schema, by a name that each encoding writes in other bytes.
func Accented(t Table, s *schema.Schema, column, level string) (Table, *schema.Schema) {
	const name = "tçp €"
	at := slices.Index(t.Header, column)
	renamed := Table{Header: t.Header}
	for _, row := range t.Rows {
		if row[at] == level {
			row = slices.Clone(row)
			row[at] = name
		}
		renamed.Rows = append(renamed.Rows, row)
	}
	described := *s
	described.Fields = slices.Clone(s.Fields)
	for i := range described.Fields {
		if f := &described.Fields[i]; f.Name == column {
			f.Enum = slices.Clone(f.Enum)
			f.Enum[slices.Index(f.Enum, level)] = name
		}
	}
	return renamed, &described
}

func encoded(e interface{ Bytes([]byte) ([]byte, error) }, text []byte) []byte {
	out, err := e.Bytes(text)
	if err != nil {
		panic(err) // the table's characters are in each of these
	}
	return out
}

// Claiming is the table as a Parquet file whose first row group claims to unpack to so many bytes.
func (t Table) Claiming(unpacked int64) []byte {
	file := t.Parquet(Codecs["zstd"], 1, 1<<20)
	end := len(file) - 8
	start := end - int(binary.LittleEndian.Uint32(file[end:]))
	var footer format.FileMetaData
	if err := thrift.Unmarshal(new(thrift.CompactProtocol), file[start:end], &footer); err != nil {
		panic(err) // it was just written
	}
	footer.RowGroups[0].Columns[0].MetaData.TotalUncompressedSize = unpacked
	text, err := thrift.Marshal(new(thrift.CompactProtocol), &footer)
	if err != nil {
		panic(err)
	}
	return append(binary.LittleEndian.AppendUint32(append(file[:start:start], text...), uint32(len(text))), file[end+4:]...)
}
