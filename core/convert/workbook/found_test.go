package workbook

import (
	"strings"
	"testing"

	"privatepca/core/convert/converttest"
)

// read gives the text of a sheet, with the answer to what it hides, and what is found wrong.
func read(t *testing.T, sheet, calculation string, hidden Hidden) (text string, problem error) {
	t.Helper()
	parts := map[string]string{
		"xl/workbook.xml": strings.Replace(strings.Replace(bookXML, "DATE", "", 1), "</x:sheets>", "</x:sheets>"+calculation, 1), "xl/_rels/workbook.xml.rels": relationsXML,
		"xl/styles.xml": stylesXML, "xl/sharedStrings.xml": textsXML, "xl/worksheets/one.xml": sheet,
	}
	b, err := open(t, converttest.Stored(parts))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := b.Rows("A & B", hidden)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var all []byte
	for err == nil {
		all, err = rows.Append(all)
	}
	return string(all), rows.Problem("say.")
}

const hiding = `<worksheet><cols><col min="2" max="2" width="9" hidden="1"/><col min="4" max="4" width="0"/></cols><sheetData>` +
	`<row r="1"><c t="inlineStr"><is><t>a</t></is></c><c t="inlineStr"><is><t>b</t></is></c><c t="inlineStr"><is><t>c</t></is></c></row>` +
	`<row r="2"><c><v>1</v></c><c><v>2</v></c><c><v>3</v></c></row>` +
	`<row r="3" hidden="1"><c><v>4</v></c><c><v>5</v></c><c><v>6</v></c></row>` +
	`<row r="4" ht="0"><c><v>7</v></c><c><f>1</f></c></row>` +
	`<row r="5" outlineLevel="1" hidden="true"/><row r="6"><c><v>8</v></c><c t="str"><f>""</f><v></v></c><c><v>9</v></c></row></sheetData></worksheet>`

// What a sheet hides is counted, and read or left out as was said; nothing of it passes without a word.
func TestHiddenRowsAndColumns(t *testing.T) {
	for hidden, want := range map[Hidden]struct{ text, problem string }{
		Skip: {"\"a\",\"c\"\n1,3\n\n\n\n8,9\n", ""},
		Read: {"\"a\",\"b\",\"c\"\n1,2,3\n4,5,6\n7,,\n\n8,,9\n", `1 formula in "b"`},
		Ask:  {"\"a\",\"b\",\"c\"\n1,2,3\n4,5,6\n7,,\n\n8,,9\n", `1 formula in "b"`},
	} {
		text, problem := read(t, hiding, "", hidden)
		if text != want.text || (problem == nil) != (want.problem == "") || problem != nil && !strings.Contains(problem.Error(), want.problem) {
			t.Errorf("%q: %q, %v", hidden, text, problem)
		}
	}
	sheet := strings.Replace(hiding, "<f>1</f>", "<f>1</f><v>7</v>", 1)
	if _, problem := read(t, sheet, "", Ask); problem == nil || !strings.Contains(problem.Error(), `2 of the 4 rows below the first and 1 column ("b")`) {
		t.Errorf("it says %v", problem)
	}
	if _, problem := read(t, converttest.Sheet(`<row><c><v>1</v></c></row><row hidden="0" ht="15"><c><v>1</v></c></row>`), "", Ask); problem != nil {
		t.Errorf("a sheet that hides nothing: %v", problem)
	}
}

// A formula counts by its stored result; one without, and zeros that a program stored in place of results, are found.
func TestFormulas(t *testing.T) {
	const zeros = `<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row><c><f>1+1</f><v>0</v></c><c><f>1-1</f><v>0</v></c></row><row><c><f>1+1</f><v>0</v></c><c><f>1+1</f><v>2</v></c></row>`
	const recalculated = `<x:calcPr calcId="1" fullCalcOnLoad="1"/>`
	for name, test := range map[string]struct{ rows, calculation, want string }{
		"stored":                        {`<row><c><f>1+1</f><v>2</v></c><c t="str"><f>""</f><v/></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c></row>`, "", ""},
		"not stored":                    {`<row><c><f>1+1</f></c></row><row><c><f t="shared" si="0"/><v/></c><c t="str"><f>"x"</f></c></row>`, "", "2 formulas in column A, 1 formula in column B"},
		"zeros":                         {zeros, "", ""},
		"zeros of a program's":          {zeros, recalculated, `2 formulas in "a, "b""`},
		"a number beside no formula: 0": {`<row><c><v>0</v></c></row>`, recalculated, ""},
	} {
		_, problem := read(t, converttest.Sheet(test.rows), test.calculation, Ask)
		if said := ""; problem != nil {
			said = strings.ReplaceAll(problem.Error(), "\\", "")
			if test.want == "" || !strings.Contains(said, test.want+".") {
				t.Errorf("%s: %s", name, said)
			}
		} else if test.want != "" {
			t.Errorf("%s: nothing is said", name)
		}
	}
}

// A sheet whose cells all show an error is not called empty.
func TestErrorsAlone(t *testing.T) {
	const row = `<row><c t="e"><v>#REF!</v></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c></row>`
	for rows, want := range map[string]string{
		row + row:                             "4 cells with an error",
		`<row><c t="e"><v>#N/A</v></c></row>`: "1 cell with an error",
		row + `<row><c><v>1</v></c></row>`:    "",
		`<row/>`:                              "",
	} {
		t.Run(want, func(t *testing.T) {
			b, err := open(t, book("", rows))
			if err != nil {
				t.Fatal(err)
			}
			text, err := textOf(b, "A & B")
			if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf("%s: %q, %v", rows, text, err)
			}
		})
	}
}

// A format shows a date by its letters, not by those in quotes, in brackets, behind a backslash or in the word for a general number.
func TestFormatsOfDates(t *testing.T) {
	const both = shownDay | shownClock
	for code, want := range map[string]dating{
		"dd.mm.yyyy;@": shownDay, `[$-F800]dddd\,\ mmmm\ dd\,\ yyyy`: shownDay, `yyyy"年"m"月"d"日"`: shownDay, "mmm-yy": shownDay, `[$-409]d/m/yy\ h:mm\ AM/PM;@`: both,
		"h:mm": shownClock, "mm:ss.0": shownClock, "[$-409]h:mm:ss AM/PM": shownClock, `yyyy\-mm\-dd\Thh:mm:ss`: both,
		"[h]:mm:ss": 0, "[mm]:ss": 0, "General": 0, "GENERAL": 0, "Standard": 0, `0.00 "kg/day"`: 0, `0\ \d`: 0, `[Red]0.0%`: 0, "0.00E+00": 0, "#,##0.00 [$€-407];[Red]-#,##0.00": 0, "@": 0,
		`_-* #,##0\ _€_d;`: 0, "": 0,
	} {
		if got := custom(code); got != want {
			t.Errorf("%s: %d, want %d", code, got, want)
		}
	}
}

// A text inside a cell counts once, and a fraction as it is shown.
func TestCellsAsTheyAreMeant(t *testing.T) {
	text, _ := read(t, converttest.Sheet(`<row><c t="inlineStr"><v>2</v><is><t>2</t></is></c><c t="inlineStr"><is><t>3</t></is><v>3</v></c><c t="inlineStr"><v>4</v></c><c t="str"><v>5</v><is><t>5</t></is></c></row>`+
		`<row><c><v>744.6799999999999</v></c><c><v>0.30000000000000004</v></c><c><v>12345678901234567</v></c><c><v>-1.0000000000000002E-7</v></c></row>`+
		`<row><c t="inlineStr"><is><t>a_x0000_b</t></is></c></row>`), "", Ask)
	if want := "\"2\",\"3\",,\"5\"\n744.68,0.3,12345678901234567,-1e-07\n\"ab\",,,\n"; text != want {
		t.Errorf("%q, want %q", text, want)
	}
}
