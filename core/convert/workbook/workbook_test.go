package workbook

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"privatepca/core/convert/converttest"
	"privatepca/core/fault"
	"privatepca/core/markup"
)

func open(t testing.TB, file []byte) (*Book, error) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Skip("no archive")
	}
	return Open(z, func(f *zip.File) (io.ReadCloser, error) { return f.Open() })
}

func textOf(b *Book, sheet string) (text string, err error) {
	rows, err := b.Rows(sheet, Ask)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	var all []byte
	for len(all) < 1<<20 && err == nil {
		all, err = rows.Append(all)
	}
	if err == io.EOF {
		err = nil
	}
	return string(all), err
}

const (
	bookXML = `<x:workbook xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><x:workbookPr DATE/>` +
		`<x:sheets><x:sheet name="kept away" state="hidden" r:id="b"/><x:sheet name="A &amp; B" r:id="a"/></x:sheets></x:workbook>`
	relationsXML = `<Relationships><Relationship Id="a" Type="http://x/worksheet" Target="/xl/worksheets/one.xml"/><Relationship Id="b" Type="http://x/worksheet" Target="worksheets/two.xml"/>` +
		`<Relationship Id="c" Type="http://x/styles" Target="styles.xml"/></Relationships>`
	stylesXML = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-407]d\.\ mmm\ yyyy;@"/><numFmt numFmtId="165" formatCode="[h]:mm"/><numFmt numFmtId="166" formatCode="&quot;days&quot;0"/></numFmts>` +
		`<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="21"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>`
	textsXML = `<sst><si><t>a, "b"</t></si><si><r><t>rich </t></r><rPh><t>aloud</t></rPh><r><t>text</t></r></si><si/><si><t>line_x000D_</t></si></sst>`
)

func book(date, sheet string) []byte {
	return converttest.Stored(map[string]string{
		"xl/workbook.xml": strings.Replace(bookXML, "DATE", date, 1), "xl/_rels/workbook.xml.rels": relationsXML, "xl/styles.xml": stylesXML,
		"xl/sharedStrings.xml": textsXML, "xl/worksheets/one.xml": converttest.Sheet(sheet), "xl/worksheets/two.xml": converttest.Sheet(""),
	})
}

// Each kind of cell has its text; a line stands for a row.
func TestCells(t *testing.T) {
	sheet := `<!-- > --><row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="inlineStr"><is><t>in</t><t>line &#x41;&gt;</t></is></c><c t="str"><f>"x"&amp;"&lt;"</f><v><![CDATA[a<b]]></v></c></row>` +
		`<row><c><v>1.50</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="s"><v>1</v></c></row>` +
		`<row r="5"/><row r="7"><c r="B7" s="1"/></row>` +
		`<row r="9" ht="12"><c r="A9" s="1"><v>1</v></c><c r="B9" s="1"><v>45000</v></c><c r="C9" s="2"><v>45000.25</v></c><c r="D9" s="3"><v>0.5</v></c><c r="E9" t="d"><v>2020-02-03</v></c></row>` +
		`<row><c s="4"><v>60</v></c><c s="4"><v>61</v></c><c s="5"><v>1.5</v></c><c s="6"><v>7</v></c><c s="99"><v>8</v></c></row>` +
		`<row><c t="s"><v>2</v></c><c t="s"><v>9</v></c><c t="s"><v>3</v></c><c t="new"><v>1</v></c><c s="1"><v>-1</v></c></row><row/><row><c/></row>`
	for date, want := range map[string]string{
		``:             "\n\"a, \"\"b\"\"\",,\"inline A>\",\"a<b\"\n1.50,true,,\"rich text\"\n\n\n\n\n\n1900-01-01,2023-03-15,2023-03-15T06:00:00,12:00:00,\"2020-02-03\"\n,1900-03-01,1.5,7,8\n,,\"line\r\",,\n",
		`date1904="1"`: "\n\"a, \"\"b\"\"\",,\"inline A>\",\"a<b\"\n1.50,true,,\"rich text\"\n\n\n\n\n\n1904-01-02,2027-03-16,2027-03-16T06:00:00,12:00:00,\"2020-02-03\"\n1904-03-01,1904-03-02,1.5,7,8\n,,\"line\r\",,\n",
	} {
		b, err := open(t, book(date, sheet))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(b.Sheets(), "|"); got != "A & B|kept away" {
			t.Fatalf("sheets %q", got)
		}
		if got, err := textOf(b, "A & B"); got != want || err != nil {
			t.Errorf("%s: %q (%v), want %q", date, got, err, want)
		}
	}
}

// A million empty rows are no text to hold, and what is no sheet is said in words.
func TestHostileSheets(t *testing.T) {
	b, err := open(t, book("", strings.Repeat("<row></row>", 1_000_000)))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := textOf(b, "A & B"); got != "" || err != nil {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	for name, sheet := range map[string]string{
		"rows that go back":   `<row r="3"><c><v>1</v></c></row><row r="2"><c><v>1</v></c></row>`,
		"a row too far":       `<row r="9999999999"><c><v>1</v></c></row>`,
		"a column too far":    `<row><c r="ZZZZZ1"><v>1</v></c></row>`,
		"cells that go back":  `<row><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>`,
		"a DTD":               `<!DOCTYPE x><row/>`,
		"a cell without end":  `<row><c r="A1"><v>1`,
		"a text without end":  `<row><c t="str"><v>` + strings.Repeat("x", markup.MostToken+1),
		"a comment of no end": `<!-- <row/>`,
	} {
		b, err := open(t, book("", sheet))
		if err != nil {
			t.Fatal(err)
		}
		var known *fault.Error
		if _, err := textOf(b, "A & B"); !errors.As(err, &known) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Whatever a sheet holds, the answer is lines or a fault in words.
func FuzzSheet(f *testing.F) {
	f.Add(`<row r="2"><c r="A2" t="s"><v>0</v></c><c t="inlineStr"><is><t>x</t></is></c></row>`, textsXML, stylesXML)
	f.Add(`<row><c s="1"><v>45000.5</v></c><c t="b"><v>1</v></c>`, `<sst><si><t>&#x;&amp</t></si>`, `<styleSheet/>`)
	f.Fuzz(func(t *testing.T, sheet, texts, styles string) {
		b, err := open(t, converttest.Archive(map[string]string{
			"xl/workbook.xml": bookXML, "xl/_rels/workbook.xml.rels": relationsXML, "xl/styles.xml": styles,
			"xl/sharedStrings.xml": texts, "xl/worksheets/one.xml": converttest.Sheet(sheet),
		}))
		if err == nil {
			_, err = textOf(b, "A & B")
		}
		var known *fault.Error
		if err != nil && !errors.As(err, &known) {
			t.Fatalf("the error is not in words: %v", err)
		}
	})
}
