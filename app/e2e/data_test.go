package e2e

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
	"privatepca/core/schema"
)

// readOn waits for the columns of a file, answers who one person is, and reads on
// until the worker has summed its records; it returns how many there were.
func (p *person) readOn() int64 {
	p.t.Helper()
	at.Start(p).Replaced()
	at.Columns(p).Answer(drive.Job{Norm: "pairs"})
	before := p.answersOfType("prepare")
	at.Columns(p).ToPrivacy()
	p.await(func() bool {
		p.must(p.Alert(p.ctx))
		return p.answersOfType("prepare") > before
	})
	return p.Records()
}

// A table arrives by paste, drop and launch, with its schema in each of the forms in
// which dictionaries are published.
func TestFilesArriveInEveryWay(t *testing.T) {
	t.Parallel()
	feature(t, "A file chosen, dropped, pasted")
	s, err := schema.Parse([]byte(smallSchema))
	if err != nil {
		t.Fatal(err)
	}
	csvw := string(s.EncodeCSVW("people.csv"))
	pack := `{"name":"study","resources":[{"name":"other","path":"other.csv","schema":{"fields":[]}},
	 {"name":"people","path":"data/people.csv","schema":` + smallSchema + `}]}`
	const give = `(names => { const t = new DataTransfer(); for (const [name, text] of names) t.items.add(new File([text], name)); return t; })`
	rows := int64(strings.Count(smallTable, "\n") - 1)
	p := sit(t, server, 60*time.Second)
	check := func(way string) {
		t.Helper()
		if n := p.readOn(); n != rows {
			t.Errorf("%s: %d records were read, want %d", way, n, rows)
		}
		p.click(`nav a[href="/"]`)
		p.until(`location.pathname === '/' && document.querySelector('#file-input')`)
	}

	// A plain event: Firefox empties what a script puts into one of its clipboard.
	p.must(p.Eval(p.ctx, `{ const e = new Event('paste', { bubbles: true }); e.clipboardData = `+give+`([['datapackage.json', `+inJS(pack)+`]]); document.body.dispatchEvent(e); }`, nil))
	p.until(`document.querySelector('.remarks').innerText.includes('looks like a schema')`)
	p.must(p.Eval(p.ctx, `privatepcaLaunched.push(new File([`+inJS(smallTable)+`], 'people.csv')), dispatchEvent(new Event('privatepca-launch'))`, nil))
	check("a data package first, then opened from the desktop")

	p.must(p.Eval(p.ctx, `dispatchEvent(new DragEvent('drop', { dataTransfer: `+give+`([['people.csv', `+inJS(smallTable)+`], ['people.csv-metadata.json', `+inJS(csvw)+`]]), cancelable: true }))`, nil))
	check("dropped with CSVW metadata")

	p.click(".paste summary")
	at.Start(p).Paste(smallTable)
	at.Start(p).Replaced()
	at.Columns(p).Schema(file(t, "schema.json", smallSchema))
	p.until(`document.querySelector('.remarks').innerText.includes('described 3 columns')`)
	check("pasted, then its schema")

	p.must(p.Eval(p.ctx, `dispatchEvent(new DragEvent('drop', { dataTransfer: `+give+`([['a.csv', 'x'], ['b.csv', 'y']]), cancelable: true }))`, nil))
	p.until(`document.querySelector('#which-title')`)
	for _, line := range p.Record().Console() {
		if line.Level == "exception" || line.Level == "error" {
			t.Errorf("on the console: %s", line.Text)
		}
	}
}

// The column table by keyboard alone, and what it exports.
func TestColumnsByKeyboard(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 60*time.Second)
	header := make([]string, 60)
	for i := range header {
		header[i] = "q" + string(rune('0'+i/10)) + string(rune('0'+i%10))
	}
	at.Start(p).Open(drive.Job{Data: file(t, "answers.csv", strings.Join(header, ",")+"\n"+strings.Repeat("1,", len(header)-1)+"1\n")})
	at.Columns(p).SelectAll()
	at.Columns(p).AllNumbers("", "")
	p.until(`document.querySelector('#min-0')`)
	focused := func(id string) {
		t.Helper()
		p.until(`document.activeElement?.id === '` + id + `'`)
	}
	press := func(key string) {
		p.must(p.Eval(p.ctx, `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '`+key+`', bubbles: true, cancelable: true }))`, nil))
	}
	at.Columns(p).SetMin(0, "1")
	press("ArrowDown")
	focused("min-1")
	for i := 2; i < 30; i++ { // past the rows that were drawn
		press("Enter")
		focused("min-" + strconv.Itoa(i))
	}
	press("ArrowUp")
	focused("min-28")
	lines := strings.Repeat("1\t5\n", 60)
	p.must(p.Eval(p.ctx, `document.querySelector('#columns-view').scrollTop = 0`, nil))
	p.until(`document.querySelector('#min-0')`)
	p.paste("#min-0", lines)
	p.until(`document.querySelector('#feature-count').innerText === '60 features'`)
	p.must(p.Select(p.ctx, "#order", "by name"))
	p.click("#export-csvw")
	text, err := p.Download(p.ctx, "answers.csv-metadata.json")
	p.must(err)
	got, err := schema.Parse(text)
	if err != nil || got.D() != 60 || got.Fields[59].Name != header[59] || got.Fields[7].Minimum != 1 || got.Fields[7].Maximum != 5 || got.ProvenanceOf(&got.Fields[7]) != schema.Typed {
		t.Errorf("%v: exported %s", err, text)
	}
}

// inJS is a string as a literal of JavaScript.
func inJS(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// paste pastes lines into a control.
func (p *person) paste(selector, lines string) {
	p.t.Helper()
	if engine == drive.Chromium { // whose tests share a clipboard
		p.must(p.Eval(p.ctx, `(() => { const d = new DataTransfer(); d.setData('text', `+inJS(lines)+`);
		  document.querySelector('`+selector+`').dispatchEvent(new ClipboardEvent('paste', { clipboardData: d, bubbles: true, cancelable: true })); })()`, nil))
		return
	} // in Firefox no script can paste
	p.must(p.Eval(p.ctx, `{ const t = document.createElement('textarea'); t.id = 'lines'; t.value = `+inJS(lines)+`; document.body.append(t); t.focus(); }`, nil))
	p.must(p.Copy(p.ctx))
	p.must(p.Eval(p.ctx, `{ document.querySelector('#lines').remove(); document.querySelector('`+selector+`').focus(); }`, nil))
	p.must(p.Paste(p.ctx))
}
