package columnar

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/format"
)

func optional(e *format.SchemaElement) {
	e.RepetitionType.V, e.RepetitionType.Valid = format.Optional, true
}

func converted(to deprecated.ConvertedType) func(*format.SchemaElement) {
	return func(e *format.SchemaElement) { e.ConvertedType.V, e.ConvertedType.Valid = to, true }
}

func fixed(length int) func(*format.SchemaElement) {
	return func(e *format.SchemaElement) { e.TypeLength.V, e.TypeLength.Valid = int32(length), true }
}

// plainTexts are values one after another, each after its length.
func plainTexts(texts ...string) (data []byte) {
	for _, text := range texts {
		data = append(binary.LittleEndian.AppendUint32(data, uint32(len(text))), text...)
	}
	return data
}

// What writers make of the format is read, also where it is unusual.
func TestUnusualFiles(t *testing.T) {
	uuids := bytes.Repeat([]byte{1, 2, 3, 4}, 8)
	uuids[31] = 9
	shared, err := new(delta.ByteArrayEncoding).EncodeFixedLenByteArray(nil, uuids, 16)
	if err != nil {
		t.Fatal(err)
	}
	asUUID := func(e *format.SchemaElement) { e.LogicalType.Value = &format.UUIDType{} }
	nulls := page{} // of version 2, with no packed bytes
	nulls.header.Type = format.DataPageV2
	nulls.header.DataPageHeaderV2.Valid = true
	nulls.header.DataPageHeaderV2.V = format.DataPageHeaderV2{NumValues: 2, NumNulls: 2, NumRows: 2, Encoding: format.RLEDictionary, DefinitionLevelsByteLength: 2}
	nulls.data = []byte{2 << 1, 0}
	one := leaf("a", format.ByteArray)
	texts := []page{dataPage(2, format.Plain, plainTexts("x", "y"))}
	second := func(e format.SchemaElement, pages ...page) []byte {
		return crafted(t, 2, []format.SchemaElement{one, e}, [][]page{texts, pages}, 0, nil)
	}
	shapes := func(m *format.FileMetaData) {
		m.KeyValueMetadata = []format.KeyValue{{Key: "other", Value: "x"}, {Key: "geo", Value: `{"version":"1.0.0","columns":{"b":{}}}`}}
	}
	logical := func(v format.LogicalTypeValue) func(*format.SchemaElement) {
		return func(e *format.SchemaElement) { e.LogicalType.Value = v }
	}
	words := dataPage(2, format.Plain, plainTexts("one", "two"))
	withoutValue := crafted(t, 2, []format.SchemaElement{one}, [][]page{texts}, 0, func(m *format.FileMetaData) {
		m.KeyValueMetadata = []format.KeyValue{{Key: "geo"}, {Key: "pandas", Value: "z"}}
	})
	at := len(withoutValue) - 8 - int(binary.LittleEndian.Uint32(withoutValue[len(withoutValue)-8:]))
	changed := bytes.Replace(withoutValue[at:len(withoutValue)-8], []byte("\x18\x03geo\x18\x00\x00"), []byte("\x18\x03geo\x00"), 1)
	withoutValue = ended(withoutValue[:at:at], changed)
	for name, test := range map[string]struct {
		file          []byte
		want, leftOut string
	}{
		"fixed-length bytes as differences": {second(leaf("b", format.FixedLenByteArray, fixed(16), asUUID), dataPage(2, format.DeltaByteArray, shared)), "a,b x,01020304-0102-0304-0102-030401020304 y,01020304-0102-0304-0102-030401020309", ""},
		"a page of nulls":                   {crafted(t, 2, []format.SchemaElement{leaf("b", format.ByteArray, optional), one}, [][]page{{nulls}, texts}, 0, nil), "b,a ,x ,y", ""},
		"a key without a value":             {withoutValue, "a x y", ""},
		"a group without children": {crafted(t, 2, []format.SchemaElement{one}, [][]page{texts}, 0, func(m *format.FileMetaData) {
			group := format.SchemaElement{Name: "g"}
			group.NumChildren.Valid = true
			m.Schema = append(m.Schema, group)
			m.Schema[0].NumChildren.V = 2
		}), "a x y", "g"},
		"a chunk that states too little (PARQUET-816)": {crafted(t, 2, []format.SchemaElement{one}, [][]page{texts}, 0, func(m *format.FileMetaData) {
			m.RowGroups[0].Columns[0].MetaData.TotalCompressedSize -= 9
		}), "a x y", ""},
		"a timestamp of 32 bits": {second(leaf("b", format.Int32, logical(&format.TimestampType{Unit: format.TimeUnit{Value: &format.MilliSeconds{}}})),
			dataPage(2, format.Plain, []byte{0xff, 0xff, 0xff, 0xff, 0xe8, 3, 0, 0})), "a,b x,1969-12-31T23:59:59.999 y,1970-01-01T00:00:01", ""},
		"the same of an older program": {second(leaf("b", format.Int32, converted(deprecated.TimestampMillis)),
			dataPage(2, format.Plain, []byte{0xff, 0xff, 0xff, 0xff, 0xe8, 3, 0, 0})), "a,b x,1969-12-31T23:59:59.999Z y,1970-01-01T00:00:01Z", ""},
		"a geometry":               {second(leaf("b", format.ByteArray, logical(&format.GeometryType{})), words), "a x y", "b"},
		"a geography":              {second(leaf("b", format.ByteArray, logical(&format.GeographyType{})), words), "a x y", "b"},
		"a column of GeoParquet":   {crafted(t, 2, []format.SchemaElement{one, leaf("b", format.ByteArray)}, [][]page{texts, {words}}, 0, shapes), "a x y", "b"},
		"fixed-length bytes":       {second(leaf("b", format.FixedLenByteArray, fixed(2)), dataPage(2, format.Plain, []byte("abcd"))), "a x y", "b"},
		"fixed-length text":        {second(leaf("b", format.FixedLenByteArray, fixed(2), converted(deprecated.UTF8)), dataPage(2, format.Plain, []byte("abcd"))), "a,b x,ab y,cd", ""},
		"a cell that holds a NUL":  {second(leaf("b", format.ByteArray), dataPage(2, format.Plain, plainTexts("a\x00b", "c,d"))), `a,b x, y,"c,d"`, ""},
		"a cell that is not UTF-8": {second(leaf("b", format.ByteArray), dataPage(2, format.Plain, plainTexts("caf\xe9", "café"))), "a,b x, y,café", ""},
		"booleans in runs":         {second(leaf("b", format.Boolean), dataPage(2, format.RLE, []byte{2, 0, 0, 0, 3, 2})), "a,b x,false y,true", ""},
		"an encrypted column": {crafted(t, 2, []format.SchemaElement{one, leaf("b", format.ByteArray)}, [][]page{texts, {words}}, 0, func(m *format.FileMetaData) {
			m.RowGroups[0].Columns[1].CryptoMetadata.Value = &format.EncryptionWithFooterKey{}
		}), "a x y", "b"},
		"a decimal of no width read": {second(leaf("b", format.FixedLenByteArray, fixed(65), logical(&format.DecimalType{Precision: 9})), dataPage(2, format.Plain, make([]byte, 130))), "a x y", "b"},
	} {
		t.Run(name, func(t *testing.T) {
			lines, leftOut := csvOf(t, test.file)
			if got := strings.Join(lines, " "); got != test.want || strings.Join(leftOut, " ") != test.leftOut {
				t.Errorf("the rows are %q, left out are %q", got, leftOut)
			}
		})
	}
}

// Encrypted files, and those whose rows lie elsewhere, are refused in their own words.
func TestOtherFilesAreNamed(t *testing.T) {
	one := []format.SchemaElement{leaf("a", format.ByteArray)}
	texts := [][]page{{dataPage(2, format.Plain, plainTexts("x", "y"))}}
	file := crafted(t, 2, one, texts, 0, nil)
	locked := bytes.ReplaceAll(file, []byte(Magic), []byte(Encrypted))
	elsewhere := crafted(t, 2, one, texts, 0, func(m *format.FileMetaData) { m.RowGroups[0].Columns[0].FilePath = "part-0.parquet" })
	for want, file := range map[string][]byte{"is encrypted": locked, "in other files": elsewhere} {
		if _, err := Open(bytes.NewReader(file), int64(len(file))); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v", want, err)
		}
	}
}

// Rows are the same whatever their cells take: a block is cut where they are long.
func TestLongCellsCutBlocks(t *testing.T) {
	schema := []format.SchemaElement{leaf("a", format.ByteArray), leaf("b", format.ByteArray), leaf("c", format.ByteArray)}
	const rows = 3000
	var cells [3][]string
	var columns [][]page
	for c := range cells {
		for r := range rows {
			text := strings.Repeat(string(rune('a'+c)), 1+r%7)
			if r%(97+100*c) == 0 {
				text = strings.Repeat(text, 300_000/len(text))
			}
			cells[c] = append(cells[c], text)
		}
		var pages []page
		for part := range slices.Chunk(cells[c], 1000+17*c) {
			pages = append(pages, dataPage(len(part), format.Plain, plainTexts(part...)))
		}
		columns = append(columns, pages)
	}
	lines, _ := csvOf(t, crafted(t, rows, schema, columns, format.Zstd, nil))
	if len(lines) != rows+1 {
		t.Fatalf("there are %d lines", len(lines))
	}
	for r := range rows {
		if lines[r+1] != cells[0][r]+","+cells[1][r]+","+cells[2][r] {
			t.Fatalf("row %d is another", r)
		}
	}
}
