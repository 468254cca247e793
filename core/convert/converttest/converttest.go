// Package converttest writes tables in the formats that core/convert reads, for tests and measurements.
package converttest

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
)

// A Table is a header and records.
type Table struct {
	Header []string
	Rows   [][]string
}

// Read reads the first rows of a CSV text, all for rows < 0. The text has to be well formed.
func Read(text io.Reader, rows int) (Table, error) {
	r := csv.NewReader(text)
	header, err := r.Read()
	t := Table{Header: header}
	for err == nil && len(t.Rows) != rows {
		var row []string
		if row, err = r.Read(); err == nil {
			t.Rows = append(t.Rows, row)
		}
	}
	if err == io.EOF {
		err = nil
	}
	return t, err
}

// CSV is the table as CSV text.
func (t Table) CSV() []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write(t.Header)
	w.WriteAll(t.Rows) // a buffer takes all
	return b.Bytes()
}

// kinds of columns
const (
	integer = iota
	decimal
	words
)

// kind is what all cells of a column hold; empty cells hold nothing.
func (t Table) kind(column int) int {
	k := integer
	for _, row := range t.Rows {
		c := row[column]
		if _, err := strconv.ParseInt(c, 10, 64); err == nil || c == "" {
			continue
		}
		if _, err := strconv.ParseFloat(c, 64); err != nil {
			return words
		}
		k = decimal
	}
	return k
}

// Codecs are those that Parquet files are packed by, as their names end.
var Codecs = map[string]compress.Codec{
	"none": &parquet.Uncompressed, "snappy": &parquet.Snappy, "gzip": &parquet.Gzip, "brotli": &parquet.Brotli, "zstd": &parquet.Zstd, "lz4": &parquet.Lz4Raw,
}

// Parquet writes columns of int64, double and text with dictionaries, null for an empty cell. Version is that of the data pages, 1 or 2.
func (t Table) Parquet(codec compress.Codec, version int, rowsOfGroup int64) []byte {
	group, kinds := parquet.Group{}, make([]int, len(t.Header))
	for i, name := range t.Header {
		kinds[i] = t.kind(i)
		leaf := map[int]parquet.Node{integer: parquet.Leaf(parquet.Int64Type), decimal: parquet.Leaf(parquet.DoubleType), words: parquet.Encoded(parquet.String(), &parquet.RLEDictionary)}[kinds[i]]
		group[name] = parquet.Optional(leaf)
	}
	s := parquet.NewSchema("table", inOrder{group, t.Header})
	place := map[string]int{}
	for i, path := range s.Columns() {
		place[path[0]] = i
	}
	var b bytes.Buffer
	w := parquet.NewWriter(&b, s, parquet.Compression(codec), parquet.DataPageVersion(version), parquet.MaxRowsPerRowGroup(rowsOfGroup))
	row := make(parquet.Row, len(t.Header))
	for _, cells := range t.Rows {
		for i, c := range cells {
			row[place[t.Header[i]]] = valueOf(kinds[i], c).Level(0, min(1, len(c)), place[t.Header[i]])
		}
		if _, err := w.WriteRows([]parquet.Row{row}); err != nil {
			panic(err) // the row is of the schema, and a buffer takes all
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// An inOrder is a group whose columns stand as they are named, not by the alphabet.
type inOrder struct {
	parquet.Group
	names []string
}

// Fields implements parquet.Node.
func (g inOrder) Fields() []parquet.Field {
	fields := g.Group.Fields()
	slices.SortFunc(fields, func(a, b parquet.Field) int { return slices.Index(g.names, a.Name()) - slices.Index(g.names, b.Name()) })
	return fields
}

func valueOf(kind int, c string) parquet.Value {
	switch {
	case c == "":
		return parquet.NullValue()
	case kind == integer:
		n, _ := strconv.ParseInt(c, 10, 64)
		return parquet.Int64Value(n)
	case kind == decimal:
		x, _ := strconv.ParseFloat(c, 64)
		return parquet.DoubleValue(x)
	}
	return parquet.ByteArrayValue([]byte(c))
}

// Workbook writes one sheet for each table, with shared texts.
func Workbook(names []string, tables ...Table) []byte {
	parts := map[string]string{}
	var texts, sheets, relations strings.Builder
	index := map[string]int{}
	for n, t := range tables {
		fmt.Fprintf(&sheets, `<sheet name=%q sheetId="%d" r:id="rId%d"/>`, names[n], n+1, n+1)
		fmt.Fprintf(&relations, `<Relationship Id="rId%d" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet%d.xml"/>`, n+1, n+1)
		var b strings.Builder
		for i, row := range append([][]string{t.Header}, t.Rows...) {
			fmt.Fprintf(&b, `<row r="%d">`, i+1)
			for j, c := range row {
				if _, err := strconv.ParseFloat(c, 64); err == nil {
					fmt.Fprintf(&b, `<c r="%s%d"><v>%s</v></c>`, letters(j), i+1, c)
				} else if c != "" {
					if _, known := index[c]; !known {
						index[c] = len(index)
						texts.WriteString(`<si><t xml:space="preserve">` + escape(c) + `</t></si>`)
					}
					fmt.Fprintf(&b, `<c r="%s%d" t="s"><v>%d</v></c>`, letters(j), i+1, index[c])
				}
			}
			b.WriteString("</row>\n")
		}
		parts[fmt.Sprintf("xl/worksheets/sheet%d.xml", n+1)] = Sheet(b.String())
	}
	parts["xl/sharedStrings.xml"] = head + `<sst xmlns="` + main + `">` + texts.String() + `</sst>`
	parts["xl/workbook.xml"] = head + `<workbook xmlns="` + main + `" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>` + sheets.String() + `</sheets></workbook>`
	parts["xl/_rels/workbook.xml.rels"] = head + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` + relations.String() + `</Relationships>`
	return Archive(parts)
}

// Hiding is a workbook whose sheets hide the rows of these numbers.
func Hiding(book []byte, rows ...int) []byte {
	z, err := zip.NewReader(bytes.NewReader(book), int64(len(book)))
	if err != nil {
		panic(err) // it was written here
	}
	parts := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			panic(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			panic(err)
		}
		parts[f.Name] = string(text)
		for _, n := range rows {
			parts[f.Name] = strings.ReplaceAll(parts[f.Name], fmt.Sprintf(`<row r="%d"`, n), fmt.Sprintf(`<row r="%d" hidden="1"`, n))
		}
	}
	return Archive(parts)
}

const (
	head = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
)

// Sheet is the XML of a sheet of such rows.
func Sheet(rows string) string {
	return head + `<worksheet xmlns="` + main + `"><sheetData>` + rows + `</sheetData></worksheet>`
}

// letters name a column, from 0.
func letters(column int) string {
	if column < 26 {
		return string(rune('A' + column))
	}
	return letters(column/26-1) + string(rune('A'+column%26))
}

func escape(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(text)
}

// Archive is a zip archive of such members.
func Archive(members map[string]string) []byte { return archive(members, zip.Deflate) }

// Stored is an archive whose members are not compressed, which is made and read in half the time.
func Stored(members map[string]string) []byte { return archive(members, zip.Store) }

func archive(members map[string]string, method uint16) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range members {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		if err != nil {
			panic(err) // a buffer takes all
		}
		io.WriteString(w, text)
	}
	z.Close()
	return b.Bytes()
}

// Zstd compresses a text.
func Zstd(text []byte) []byte {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		panic(err) // no option was given
	}
	return w.EncodeAll(text, nil)
}
