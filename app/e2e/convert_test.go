package e2e

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
	"privatepca/core/convert/converttest"
	"privatepca/core/dataset/datasettest"
)

// formats are the small table in formats that are converted.
func formats(t *testing.T) map[string]string {
	t.Helper()
	table, err := converttest.Read(strings.NewReader(smallTable), -1)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{
		"small.parquet": string(table.Parquet(converttest.Codecs["zstd"], 2, 2)),
		"small.xlsx":    string(converttest.Workbook([]string{"people"}, table)),
		"small.csv.zst": string(converttest.Zstd([]byte(smallTable))),
	}
}

// A converter, in which libraries take a table apart, reaches neither the ledger's database nor its lock. Other workers reach both.
func TestAConverterStoresNothing(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 60*time.Second)
	for file, want := range map[string]string{"": "open, locked", ", file: new Blob(['x'])": "SecurityError, SecurityError"} {
		p.part(file, func(t *testing.T) {
			p.must(p.Eval(p.ctx, `new Promise(r => { // no program: the worker says that it ended, and stays
		  const w = new Worker('/web/worker.js');
		  w.onmessage = () => r(true);
		  w.postMessage({ start: true`+file+` });
		})`, nil))
			var got string
			p.must(p.EvalWorker(p.ctx, `(async () => {
		  const tell = async (f) => { try { return await f(); } catch (e) { return e.name; } };
		  return await tell(() => { indexedDB.open('privatepca-ledger', 1).onupgradeneeded = (e) => e.target.transaction.abort(); return 'open'; })
		    + ', ' + await tell(() => navigator.locks.request('privatepca-ledger', () => 'locked'));
		})()`, &got))
			if got != want {
				t.Errorf("a worker with%s is told %q, want %q", file, got, want)
			}
		})
	}
}

// A file of another format makes a release. What reads it is fetched before it is handed over, for such a file alone, and
// nothing is requested after that.
func TestOtherFormats(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 60*time.Second)
	requests := p.Record().Requests
	if engine == drive.WebKit { // whose driver tells of none
		requests = p.Witnessed
	}
	converter := func() int {
		return len(slices.DeleteFunc(requests(), func(r drive.Request) bool {
			return !strings.HasSuffix(r.URL, "/web/convert.wasm") || r.Target == "service_worker" // which fetches for the page, and is heard of apart
		}))
	}
	j := small(t)
	at.Start(p).Open(j)
	if n := converter(); n != 0 {
		t.Errorf("for a CSV file the converter was fetched %d times", n)
	}
	p.click(`nav a[href="/"]`)
	p.until(`location.pathname === '/'`)
	fetched := 0
	for name, content := range formats(t) {
		j.Data = file(t, name, content)
		before := time.Now()
		at.Start(p).Open(j)
		at.Columns(p).Answer(j)
		opened := time.Now()
		if n := converter(); fetched == 0 {
			fetched = n
		} else if n != fetched {
			t.Errorf("%s: the converter was fetched again", name)
		}
		at.Columns(p).ToPrivacy()
		at.Privacy(p).Answer(j)
		at.Privacy(p).ToRelease()
		p.must(p.Release(p.ctx))
		text, _, err := p.TakeDocument(p.ctx)
		p.must(err)
		if !strings.Contains(string(text), "smoker=yes") || strings.Contains(string(text), "small.") {
			t.Errorf("%s: the document lacks a feature, or names the file", name)
		}
		for _, r := range requests() {
			if r.Time.After(opened) && !r.Local() {
				t.Errorf("%s: requested after it was open: %s", name, r)
			}
			if r.Time.After(before) && !r.Local() && !strings.HasSuffix(r.URL, "/web/convert.wasm") && !strings.HasSuffix(r.URL, "/web/worker.js") {
				t.Errorf("%s: requested while it was opened: %s", name, r)
			}
		}
		p.click(`nav a[href="/"]`)
		p.until(`location.pathname === '/'`)
	}
	if fetched == 0 {
		t.Error("the converter was never seen to be fetched")
	}
}

// A damaged file of each format is refused in words, and the page goes on with another file.
func TestDamagedFormats(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 40*time.Second)
	for name, content := range formats(t) {
		at.Start(p).Give(file(t, name, content[:len(content)/2]))
		p.until(`document.querySelector('#error')`)
		if said := ask[string](p, `document.querySelector('#error').textContent`); !strings.Contains(said, "damaged") {
			t.Errorf("%s: %s", name, said)
		}
		p.click("#error-action")
		p.until(`!document.querySelector('#error') && document.querySelector('#file-input')`)
	}
	at.Start(p).Open(small(t))
}

// Tables with one oddity or two ask one question at most, show the rows as they are meant beside it, and one click answers it.
func TestMessyTablesAskOnce(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 240*time.Second)
	const questions = `[...document.querySelectorAll('main .note-caution')].filter((e) => e.textContent.includes('?')).length`
	opened, asked, both := 0, 0, 0
	among := 3
	if brief() {
		among = 12
	}
	for i, m := range datasettest.MessyTables() {
		doubts := len(m.Doubts)
		if m.Price != "price" {
			doubts++
		}
		if strings.Contains(m.Name, ", ") && doubts < 2 && i%among != 0 || brief() && both > 6 && doubts > 1 {
			continue // core/dataset reads all of them
		}
		opened++
		j := drive.Job{Data: file(t, fmt.Sprintf("messy%d.csv", i), m.Text)}
		at.Start(p).Open(j)
		p.until(`document.querySelector('#dialect')`)
		if n := ask[int](p, questions); n > 1 || (n == 1) != (doubts > 0) {
			t.Errorf("%s: %d questions", m.Name, n)
		}
		if doubts > 0 {
			asked++
			p.until(`document.querySelector('#first-rows th')`)
			if said := ask[string](p, `[...document.querySelectorAll('#first-rows th, #first-rows tr:has(th) + tr td')].map((e) => e.textContent).join('|')`); !strings.Contains(said, "name|größe|"+m.Price+"|Köln|0") {
				t.Errorf("%s: the first rows are %s", m.Name, said)
			}
			if doubts > 1 {
				both++
			}
			at.Columns(p).ReadRight()
			p.until(`!document.querySelector('#dialect-question')`)
			if n := ask[int](p, questions); n > 0 {
				t.Errorf("%s: %d questions more", m.Name, n)
			}
		}
		p.until(fmt.Sprintf(`['name', 'größe', %q].every((name) => document.querySelector('#columns-view').textContent.includes(name))`, m.Price))
		p.click(`nav a[href="/"]`)
		p.until(`location.pathname === '/'`)
	}
	if opened < 20 || asked < 15 || both < 6 {
		t.Errorf("%d tables, of which %d ask, %d of two things", opened, asked, both)
	}
}

// A text that is doubtful is asked about beside its first rows, which are gone when a release begins.
func TestDialectIsAsked(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 60*time.Second)
	j := small(t)
	j.Data = file(t, "small.csv", "Table 3\nof the study\n"+strings.NewReplacer(",", ";", "170", "1.170,5", "182", "182,25").Replace(smallTable))
	at.Start(p).Open(j)
	p.until(`document.querySelector('#first-rows')`)
	if said := ask[string](p, `document.querySelector('#dialect').textContent`); !strings.Contains(said, "1.234,5") || !strings.Contains(said, "smoker") {
		t.Errorf("the question: %s", said)
	}
	if picture := os.Getenv("PRIVATEPCA_PICTURES"); picture != "" {
		b, err := p.Screenshot(p.ctx)
		p.must(err)
		p.must(os.WriteFile(picture+"/dialect.png", b, 0o666))
	}
	at.Columns(p).ReadRight()
	p.until(`!document.querySelector('#dialect-question') && document.querySelector('#unit-row')`)
	p.click("#dialect summary")
	at.Columns(p).Look()
	p.until(`document.querySelector('#first-rows')`)
	toRelease(p, j)
	p.must(p.Release(p.ctx))
	p.click(`nav a[href="/columns"]`)
	at.Columns(p).Stands()
	if ask[bool](p, `!!document.querySelector('#first-rows')`) {
		t.Error("the first rows are still shown after the release")
	}
}
