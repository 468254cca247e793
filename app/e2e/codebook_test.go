package e2e

import (
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
	"privatepca/core/convert/converttest"
)

// A codebook as a workbook fills in columns and labels after a preview. The converter is fetched for it, and nothing else.
func TestWorkbookCodebook(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 60*time.Second)
	at.Start(p).Open(drive.Job{Data: file(t, "small.csv", smallTable)})
	header, _, _ := strings.Cut(smallTable, "\n")
	names := strings.Split(strings.TrimSpace(header), ",")
	book := converttest.Table{Header: []string{"Spalte", "Beschreibung", "von", "bis"}}
	for _, name := range names {
		book.Rows = append(book.Rows, []string{name, "Label of " + name, "0", "250"})
	}
	other := converttest.Table{Header: []string{"read me", "x"}, Rows: [][]string{{"nothing", "here"}}}
	before := time.Now()
	columns := at.Columns(p)
	columns.OpenCodebook()
	columns.Codebook(file(t, "book.xlsx", string(converttest.Workbook([]string{"variables", "notes"}, book, other))))
	if columns.FilledIn("250") != 0 {
		t.Error("something is filled in before it was shown")
	}
	columns.TellCodebook("name", "Spalte").TellCodebook("label", "Beschreibung").TellCodebook("min", "von").TellCodebook("max", "bis")
	columns.CodebookShown("to fill in")
	columns.CodebookShown("to label")
	columns.FillIn()
	columns.Bounds(0, "0", "250")
	for _, r := range p.Record().Requests() {
		if r.Time.After(before) && !r.Local() && !strings.HasSuffix(r.URL, "/web/convert.wasm") && !strings.HasSuffix(r.URL, "/web/worker.js") {
			t.Errorf("requested for a codebook: %s", r)
		}
	}
	// The next list is read alike: what was told is kept.
	columns.Codebook(file(t, "book.csv", string(book.CSV())))
	columns.CodebookShown("answered so already")
	columns.LeaveCodebook()

	// Rows of a spreadsheet, pasted at the first maximum, are filled in at once, and taken back; a list with its titles is shown first.
	p.paste(columns.Max(0), "260\n270\n")
	columns.Bounds(0, "0", "260")
	columns.Bounds(1, "0", "270")
	columns.Undo()
	columns.Bounds(1, "0", "250")
	p.paste(columns.Max(0), "name\tmin\tmax\n"+names[0]+"\t0\t280\n")
	columns.CodebookShown("answered otherwise")
	columns.LeaveCodebook()
}

// A table is chosen with what describes it, in one gesture and in any order: the preview opens at once. Two descriptions that contradict each
// other are shown with both values; of two tables the visitor says which is meant, and what is open stays open.
func TestTableWithItsDescription(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 120*time.Second)
	table := file(t, "visits.csv", "age,sex\n30,f\n40,m\n50,f\n")
	list := file(t, "book.csv", "Variable;Bezeichnung;Typ;Minimum;Maximum;Ausprägungen\nage;Alter;numerisch;0;120;\nsex;Geschlecht;Kategorie;;;f=Frau | m=Mann\n")
	owner := file(t, "owner.yaml", "visits:\n  age: {type: int, lower: 0, upper: 99}\n  sex: {type: string, categories: [f, m]}\n")
	other := file(t, "others.csv", "age,sex\n31,m\n41,f\n")
	p.until(takesFiles)
	at.Start(p).Give(list, table)
	at.Columns(p).CodebookShown("book.csv")
	at.Columns(p).CodebookShown("2 columns to fill in: age, sex.")
	if at.Columns(p).FilledIn("120") != 0 {
		t.Error("something is filled in before it was shown")
	}
	at.Columns(p).FillIn()
	at.Columns(p).Bounds(0, "0", "120")

	at.Columns(p).Codebook(owner)
	at.Columns(p).CodebookShown("owner.yaml")
	at.Columns(p).CodebookShown("age: number from 0 to 120 here, number from 0 to 99 there.")
	at.Columns(p).LeaveCodebook()

	p.click("a[href$='/']")
	p.until(takesFiles)
	at.Start(p).Give(table, other)
	p.until(`document.querySelector('#which')`)
	p.says("#which", "visits.csv", "others.csv")
	p.click("#which-none")
	p.until(`!document.querySelector('#which')`)
	p.says("main", "visits.csv is open")
}
