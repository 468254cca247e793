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
	p.click("#codebook summary")
	at.Columns(p).Codebook(file(t, "book.xlsx", string(converttest.Workbook([]string{"variables", "notes"}, book, other))))
	p.until(`document.querySelector('#book-name')`)
	if n := ask[int](p, `[...document.querySelectorAll('tbody .item input')].filter(e => e.value === '250').length`); n != 0 {
		t.Error("something is filled in before it was shown")
	}
	choose := func(id, title string) {
		p.must(p.Eval(p.ctx, `(() => { const e = document.querySelector('`+id+`'); e.value = '`+title+`'; e.dispatchEvent(new Event('change', { bubbles: true })); })()`, nil))
		p.until(`document.querySelector('` + id + `').value === '` + title + `'`)
	}
	choose("#book-name", "Spalte")
	choose("#book-label", "Beschreibung")
	choose("#book-min", "von")
	choose("#book-max", "bis")
	p.until(`document.querySelector('#book').textContent.includes('to fill in') && document.querySelector('#book').textContent.includes('to label')`)
	at.Columns(p).FillIn()
	p.until(`document.querySelector('#max-0') && document.querySelector('#max-0').value === '250'`)
	for _, r := range p.Record().Requests() {
		if r.Time.After(before) && !r.Local() && !strings.HasSuffix(r.URL, "/web/convert.wasm") && !strings.HasSuffix(r.URL, "/web/worker.js") {
			t.Errorf("requested for a codebook: %s", r)
		}
	}
	// The next list is read alike: what was told is kept.
	at.Columns(p).Codebook(file(t, "book.csv", string(book.CSV())))
	p.until(`document.querySelector('#book') && document.querySelector('#book').textContent.includes('answered so already')`)
	at.Columns(p).LeaveCodebook()
	p.until(`!document.querySelector('#book')`)

	// Rows of a spreadsheet, pasted at the first maximum.
	p.paste("#max-0", "260\n270\n")
	p.until(`document.querySelector('#book') && document.querySelector('#book').textContent.includes('answered otherwise')`)
	p.click("#book-replace")
	p.until(`document.querySelector('#max-0').value === '260' && document.querySelector('#max-1').value === '270' && document.querySelector('#min-1').value === '0'`)
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
	p.until(`document.querySelector('#book')`)
	p.says("#book", "book.csv", "2 columns to fill in: age, sex.")
	if n := ask[int](p, `[...document.querySelectorAll('tbody .item input')].filter(e => e.value === '120').length`); n != 0 {
		t.Error("something is filled in before it was shown")
	}
	at.Columns(p).FillIn()
	p.until(`document.querySelector('#max-0').value === '120'`)

	at.Columns(p).Codebook(owner)
	p.until(`document.querySelector('#book')`)
	p.says("#book", "owner.yaml", "age: number from 0 to 120 here, number from 0 to 99 there.")
	at.Columns(p).LeaveCodebook()
	p.until(`!document.querySelector('#book')`)

	p.click("a[href$='/']")
	p.until(takesFiles)
	at.Start(p).Give(table, other)
	p.until(`document.querySelector('#which')`)
	p.says("#which", "visits.csv", "others.csv")
	p.click("#which-none")
	p.until(`!document.querySelector('#which')`)
	p.says("main", "visits.csv is open")
}
