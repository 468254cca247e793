package codebook

import (
	"encoding/binary"
	"encoding/csv"
	"hash/crc32"
	"math"
	"strconv"
	"strings"

	"privatepca/core/schema"
	"privatepca/core/words"
)

// Template is a list of variables to fill in: a line for each name, with what a schema says of it already.
func Template(s *schema.Schema, names []string) [][]string {
	var head []string
	for _, h := range Headings() {
		head = append(head, string(h))
	}
	rows := [][]string{head}
	fields := map[string]*schema.Field{}
	for i := range s.Fields {
		fields[s.Fields[i].Name] = &s.Fields[i]
	}
	for _, name := range names {
		row := []string{name, "", "", "", "", "", codesOf(s.MissingValues)}
		if f := fields[name]; f != nil {
			if f.MissingValues != nil {
				row[6] = codesOf(f.MissingValues)
			}
			row[1], row[2] = f.Label, string(f.Kind)
			switch {
			case f.Kind == schema.Date && f.Bounded():
				row[3], row[4] = datesOf(f)
			case f.Bounded():
				row[3], row[4] = spelled(f.Minimum), spelled(f.Maximum)
			}
			row[5] = levelsOf(f)
		}
		rows = append(rows, row)
	}
	return rows
}

// datesOf are the bounds of a date: in its cells' format where a list would be read with that format again, else as 2020-01-31.
func datesOf(f *schema.Field) (least, most string) {
	written := func(iso string) string {
		year, rest, _ := strings.Cut(iso, "-")
		month, day, _ := strings.Cut(rest, "-")
		if day == "" {
			return ""
		}
		return strings.NewReplacer("%Y", year, "%m", month, "%d", day).Replace(f.Format)
	}
	least, most = schema.FormatDate(f.Minimum), schema.FormatDate(f.Maximum)
	if _, _, format, wrong := dateBounds(written(least), written(most)); wrong == "" && format == f.Format && f.Format != schema.ISO {
		return written(least), written(most)
	}
	return least, most
}

func codesOf(missing []string) string {
	var codes []string
	for _, m := range missing {
		if m != "" {
			codes = append(codes, quoted(m))
		}
	}
	return strings.Join(codes, " | ")
}

func levelsOf(f *schema.Field) string {
	var list []string
	for _, level := range f.Enum {
		item := quoted(level)
		if label := f.LevelLabels[level]; label != "" {
			item += "=" + strings.Map(func(r rune) rune { // what would end the label
				if r == '|' || r == ';' {
					return ','
				}
				return r
			}, label)
		}
		list = append(list, item)
	}
	return strings.Join(list, " | ")
}

// quoted is a code as split reads it.
func quoted(code string) string {
	if strings.ContainsAny(code, "|;=\n\r\",") || code != strings.TrimSpace(code) {
		return `"` + strings.ReplaceAll(code, `"`, `""`) + `"`
	}
	return code
}

func spelled(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// CSV writes rows with commas, for a spreadsheet: no cell begins a formula, and Parse reads each back as it was.
func CSV(rows [][]string) []byte {
	var b strings.Builder
	w := csv.NewWriter(&b)
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = words.Editable(cell)
		}
		w.Write(cells)
	}
	w.Flush() // a builder takes all
	return []byte(b.String())
}

// Workbook writes rows as the one sheet of an Excel workbook (ECMA-376): texts in their cells, nothing compressed.
func Workbook(rows [][]string) []byte {
	const head = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	const main = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
	const relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	const kind = "application/vnd.openxmlformats-officedocument.spreadsheetml."
	var sheet strings.Builder
	sheet.WriteString(head + `<worksheet ` + main + `><sheetData>`)
	for _, row := range rows {
		sheet.WriteString("<row>")
		for _, c := range row {
			if c == "" {
				sheet.WriteString("<c/>")
				continue
			}
			sheet.WriteString(`<c t="inlineStr"><is><t xml:space="preserve">` + escape(c) + `</t></is></c>`)
		}
		sheet.WriteString("</row>")
	}
	sheet.WriteString(`</sheetData></worksheet>`)
	var z archive
	z.add("[Content_Types].xml", head+`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`+
		`<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="`+kind+`sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="`+kind+`worksheet+xml"/></Types>`)
	z.add("_rels/.rels", head+`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="`+relation+`/officeDocument" Target="xl/workbook.xml"/></Relationships>`)
	z.add("xl/workbook.xml", head+`<workbook `+main+` xmlns:r="`+relation+`"><sheets><sheet name="codebook" sheetId="1" r:id="rId1"/></sheets></workbook>`)
	z.add("xl/_rels/workbook.xml.rels", head+`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="`+relation+`/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`)
	z.add("xl/worksheets/sheet1.xml", sheet.String())
	return z.end()
}

// escape is a text in XML; characters that XML 1.0 has no place for are left out.
func escape(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r >= ' ' && r != 0xfffe && r != 0xffff || r == '\n' || r == '\t':
			b.WriteRune(r)
		}
	}
	return b.String()
}

// An archive is a zip archive of stored members (PKWARE, APPNOTE 4.3). Package archive/zip would take the page a
// compressor that nothing else there uses.
type archive struct {
	body, directory []byte
	members         uint16
}

func (z *archive) add(name, text string) {
	little := binary.LittleEndian
	facts := little.AppendUint16(nil, 20)        // version needed
	facts = little.AppendUint16(facts, 1<<11)    // names are UTF-8
	facts = little.AppendUint16(facts, 0)        // stored
	facts = little.AppendUint32(facts, 0x21<<16) // 1980-01-01: the same bytes each time
	facts = little.AppendUint32(facts, crc32.ChecksumIEEE([]byte(text)))
	facts = little.AppendUint32(facts, uint32(len(text)))
	facts = little.AppendUint32(facts, uint32(len(text)))
	facts = little.AppendUint16(facts, uint16(len(name)))
	facts = little.AppendUint16(facts, 0)
	at := uint32(len(z.body))
	z.body = append(append(append(append(z.body, "PK\x03\x04"...), facts...), name...), text...)
	z.directory = append(little.AppendUint16(append(z.directory, "PK\x01\x02"...), 20), facts...)
	z.directory = append(z.directory, make([]byte, 10)...) // no comment, first disk, no attributes
	z.directory = append(little.AppendUint32(z.directory, at), name...)
	z.members++
}

func (z *archive) end() []byte {
	little := binary.LittleEndian
	out := append(z.body, z.directory...)
	out = append(out, "PK\x05\x06\x00\x00\x00\x00"...)
	out = little.AppendUint16(little.AppendUint16(out, z.members), z.members)
	out = little.AppendUint32(little.AppendUint32(out, uint32(len(z.directory))), uint32(len(z.body)))
	return append(out, 0, 0)
}
