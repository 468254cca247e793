package e2e

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
)

// A survey of 180 questions, and a range for each, as pasted from a spreadsheet.
func survey() (table, bounds string) {
	var header []string
	var b strings.Builder
	for i := range 180 {
		header = append(header, fmt.Sprintf("Q%03d", i+1))
		fmt.Fprintf(&b, "1\t%d,5\n", i+2) // decimal commas
	}
	var rows strings.Builder
	rows.WriteString(strings.Join(header, ",") + "\n")
	for r := range 40 {
		for i := range header {
			if i > 0 {
				rows.WriteByte(',')
			}
			fmt.Fprint(&rows, 1+(r*7+i)%3)
		}
		rows.WriteByte('\n')
	}
	return rows.String(), b.String()
}

// answerSurvey answers all 180 columns of the open survey, and who one person is.
func (p *person) answerSurvey(bounds string) {
	p.t.Helper()
	at.Columns(p).SelectAll()
	at.Columns(p).AllNumbers("", "")
	p.until(`document.querySelector('#min-0')`)
	p.paste("#min-0", bounds)
	at.Columns(p).SayRow()
	p.complete("when they were typed")
	p.kept(`t.includes('"Q180"') && t.includes('181,5') && t.includes('"unit":"row"')`)
}

// kept waits until a text that the page keeps, t, fulfils a condition.
func (p *person) kept(condition string) {
	p.t.Helper()
	p.await(func() bool { return ask[bool](p, `(async () => (await `+keptTexts+`).some(t => `+condition+`))()`) })
}

// keptTexts are what the page keeps, read from its database.
const keptTexts = `new Promise((done, failed) => {
  const open = indexedDB.open('privatepca-answers');
  open.onerror = () => failed('no database');
  open.onupgradeneeded = () => { open.transaction.abort(); };
  open.onsuccess = () => {
    const db = open.result;
    const all = db.transaction('kept').objectStore('kept').getAll();
    all.onsuccess = () => { db.close(); done(all.result); };
  };
})`

// complete checks that all 180 answers stand on the page of columns.
func (p *person) complete(when string) {
	p.t.Helper()
	if err := p.Wait(p.ctx, `document.querySelector('#feature-count')?.innerText === '180 features' && document.querySelector('#lacks')?.innerText === 'Nothing is spent by going on.'`); err != nil {
		p.t.Errorf("%s: %s, %s", when, p.text("#feature-count"), p.text("#lacks"))
		p.must(err)
	}
}

// start goes to the first page without a reload.
func (p *person) start() {
	p.t.Helper()
	p.click(`nav a[href="/"]`)
	p.until(`location.pathname === '/' && document.querySelector('#file-input') && !document.querySelector('#file-input').disabled`)
}

// 180 answers survive a bad file and its correction, a codebook that is dropped by mistake, a reload, and closing the tab; none
// survives being forgotten.
func TestAnswersSurvive(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 120*time.Second)
	table, bounds := survey()
	good := file(t, "survey.csv", table)
	at.Start(p).Open(drive.Job{Data: good})
	p.answerSurvey(bounds)
	p.picture("day-1-answered")

	// A file that breaks in its middle, and its correction under another name.
	broken := strings.Replace(table, "\n2,3", "\n\"2,3", 1)
	if broken == table {
		broken = table + "\"1,2\n"
	}
	p.start()
	at.Start(p).Open(drive.Job{Data: file(t, "broken.csv", broken)})
	p.complete("with the bad file open")
	at.Columns(p).Onward()
	p.until(`document.querySelector('[role=alert]#error')`)
	p.says("main", "180 answers", "kept in this browser")
	p.click("#error-action")
	p.until(`location.pathname === '/' && document.querySelector('#file-input')`)
	at.Start(p).Open(drive.Job{Data: file(t, "corrected.csv", table)})
	p.complete("with the corrected file")

	// A codebook, dropped by mistake.
	p.must(p.Eval(p.ctx, `(() => { const t = new DataTransfer(); t.items.add(new File(['variable,min,max\\nQ001,1,5\\n'], 'codebook.csv'));
	  dispatchEvent(new DragEvent('drop', { dataTransfer: t, cancelable: true })); })()`, nil))
	p.until(`document.querySelector('#second')`)
	p.picture("day-2-second")
	p.must(p.Eval(p.ctx, `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))`, nil))
	p.complete("after a codebook was dropped by mistake")

	// A reload on the next step.
	at.Columns(p).Onward()
	at.Privacy(p).Stands()
	at.Privacy(p).SetEpsilon("0,5")
	p.kept(`t.includes('"epsilon":"0,5"') && t.includes('"step":"/privacy"')`)
	p.must(p.Eval(p.ctx, `location.reload()`, nil))
	p.until(`document.querySelector('h1')?.innerText === 'No file is open' && !document.querySelector('#file-input').disabled`)
	p.says(".lead", "180 answers")
	p.picture("day-3-reloaded")
	at.Start(p).Give(good)
	at.Privacy(p).Stands()
	if got := ask[string](p, `document.querySelector('#epsilon').value`); got != "0,5" {
		t.Errorf("ε = %s after a reload", got)
	}
	p.click(`nav a[href="/columns"]`)
	p.complete("after a reload")

	// The tab closed, and opened again.
	p.must(p.Open(p.ctx, "about:blank"))
	p.must(p.Open(p.ctx, server.URL+"/"))
	p.until(`document.querySelector('#continue') && !document.querySelector('#file-input').disabled`)
	p.says("#continue", "180 of 180 columns answered")
	p.picture("day-4-continue")
	at.Start(p).Give(file(t, "next month.csv", table))
	p.until(`['/columns', '/privacy'].includes(location.pathname)`) // the step that was in view last
	p.click(`nav a[href="/columns"]`)
	p.complete("after the tab was closed")

	// One click too many, and back.
	p.rest() // a tick on a table that is drawn anew goes with it
	at.Columns(p).SelectAll()
	p.until(`!document.querySelector('#bulk-out').disabled`)
	at.Columns(p).LeaveOut()
	p.until(`document.querySelector('#feature-count').innerText === '0 features'`)
	at.Columns(p).Undo()
	p.complete("after an answer in bulk was undone")

	// Forgotten.
	at.Columns(p).Forget()
	p.click("#by-variance") // an answer changes
	p.rest()
	p.never(time.Second, "texts are left after all answers were forgotten", func() bool { // longer than it takes to keep one
		return ask[int](p, `(async () => (await `+keptTexts+`).length)()`) > 0
	})
	if ask[bool](p, `dispatchEvent(new Event('beforeunload', { cancelable: true }))`) {
		t.Error("the page may be left without a question, though its answers are not kept")
	}
	// A person who leaves all the same: the browser's own question would wait for ever.
	p.must(p.Eval(p.ctx, `(() => { Event.prototype.preventDefault = () => {};
	  Object.defineProperty(BeforeUnloadEvent.prototype, 'returnValue', { set() {}, get() { return ''; } }); })()`, nil))
	p.must(p.Open(p.ctx, "about:blank"))
	p.must(p.Open(p.ctx, server.URL+"/"))
	p.until(takesFiles)
	if ask[bool](p, `!!document.querySelector('#continue')`) {
		t.Error("the page offers to go on with answers that were forgotten")
	}
	at.Start(p).Give(good)
	at.Columns(p).Stands()
	p.until(`document.querySelector('#feature-count').innerText === '0 features'`)
}

// The browser is killed a moment after the last answer, and has them all when it starts again.
func TestAnswersSurviveAKilledBrowser(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	table, bounds := survey()
	data := file(t, "survey.csv", table)
	ctx, cancel := context.WithTimeout(t.Context(), patient(120*time.Second))
	defer cancel()
	visit := func() (*drive.Browser, *person) {
		own, err := drive.LaunchIn(dir)
		if err != nil {
			t.Fatal(err)
		}
		v, err := own.OpenPlain(ctx, server.URL+"/")
		if err != nil {
			t.Fatal(err)
		}
		p := &person{Visit: v, t: t, ctx: ctx, url: server.URL}
		p.until(takesFiles)
		p.must(p.Choose(ctx, "#file-input", data))
		at.Columns(p).Stands()
		return own, p
	}
	own, p := visit()
	p.answerSurvey(bounds)
	own.Kill()
	own, p = visit()
	defer own.Close()
	p.complete("after the browser was killed")
}
