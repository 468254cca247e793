//go:build !js

package command

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"privatepca/core/codebook"
	"privatepca/core/convert/converttest"
)

// A codebook of any form becomes a schema, and a list to fill in comes back as what it was written from.
func TestConvertCodebooks(t *testing.T) {
	d := newDesk(t, plain)
	list := "name,label,type,min,max,levels,missing\nage,Age in years,number,0,120,,-9\nsex,Sex,category,,,1=male | 2=female,-9\n"
	want := d.succeeds("convert", d.write("book.csv", list))
	for _, part := range []string{`"title": "Age in years"`, `"label": "female"`, `"-9"`, `"maximum": 120`} {
		if !strings.Contains(want, part) {
			t.Errorf("%s is not in %s", part, want)
		}
	}
	table := converttest.Table{Header: []string{"name", "label", "type", "min", "max", "levels", "missing"}, Rows: [][]string{
		{"age", "Age in years", "number", "0", "120", "", "-9"}, {"sex", "Sex", "category", "", "", "1=male | 2=female", "-9"},
	}}
	other := converttest.Table{Header: []string{"notes"}, Rows: [][]string{{"nothing"}}}
	back := d.write("schema.json", want)
	for name, got := range map[string]string{
		"a workbook":                   d.succeeds("convert", d.write("book.xlsx", string(converttest.Workbook([]string{"read me", "variables"}, other, table)))),
		"a list that was written":      d.succeeds("convert", d.write("again.csv", d.succeeds("convert", "-to", "csv", back))),
		"a workbook that was written":  d.succeeds("convert", d.write("again.xlsx", d.succeeds("convert", "-to", "xlsx", back))),
		"semicolons and other letters": d.succeeds("convert", d.write("other.csv", strings.ReplaceAll(list, ",", ";"))),
	} {
		if got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	ddi := d.succeeds("convert", "-to", "csv", d.write("book.xml", `<codeBook><dataDscr><var name="age" intrvl="contin"><labl>Age</labl><sumStat type="max">93.71</sumStat></var></dataDscr></codeBook>`))
	if want := "name,label,type,min,max,levels,missing\nage,Age,number,,,,\n"; ddi != want {
		t.Errorf("DDI: %q, want %q", ddi, want)
	}
	for _, bad := range []string{d.write("title.csv", "a,b\n1,2\n"), d.write("cut.xlsx", string(codebook.Workbook(nil)[:200])), d.write("cut.xml", "<codeBook><dataDscr>")} {
		if code, out, errs := run(t, 0, "", "convert", bad); code != codeRefused || out != "" || errs == "" {
			t.Errorf("%s: code %d, %q, %s", bad, code, out, errs)
		}
	}
}

// A small workbook whose sheets all name one large part is refused, and soon.
func TestManySheetsOfOnePart(t *testing.T) {
	d := newDesk(t, plain)
	var sheets, relations, rows strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&sheets, `<sheet name="s%d" sheetId="%d" r:id="r%d"/>`, i, i+1, i)
		fmt.Fprintf(&relations, `<Relationship Id="r%d" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/>`, i)
	}
	for i := range 20_000 {
		fmt.Fprintf(&rows, `<row r="%d"><c r="A%d"><v>%d</v></c></row>`, i+1, i+1, i)
	}
	book := d.write("many.xlsx", string(converttest.Archive(map[string]string{
		"xl/worksheets/sheet1.xml":   converttest.Sheet(rows.String()),
		"xl/workbook.xml":            `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>` + sheets.String() + `</sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` + relations.String() + `</Relationships>`,
	})))
	start := time.Now()
	code, _, err := run(t, 0, "", "convert", book)
	if took := time.Since(start); code != codeRefused || !strings.Contains(err, "No codebook") || took > 20*time.Second {
		t.Errorf("code %d after %v: %s", code, took, err)
	}
}
