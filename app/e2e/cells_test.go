package e2e

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
	"privatepca/wasm/protocol"
)

// What no place outside the worker may show. Each is unique, so that where it
// turns up is no coincidence.
var plantedCells = []string{
	"73.91482650173",              // a number within its bounds
	"91827364.55463728",           // one out of bounds
	"qzxv-Ünïcødé-☃",              // a category that is not listed
	"qzxw, \"said\" he",           // quoted, with a comma and quotes
	"qzxy-line1\nqzxy-line2",      // with a line break
	"qzxid-0001",                  // names a person
	"<b onclick=qzxh()>&amp;</b>", // markup
	"qzxn-not-a-number",           // text where a number is due
	"%71zxp+%20",                  // looks like an escape
	"qzxe-extra",                  // a cell too many
}

func quoted(cell string) string { return `"` + strings.ReplaceAll(cell, `"`, `""`) + `"` }

// plantedTable holds every planted cell, and is otherwise in order.
func plantedTable() string {
	c := plantedCells
	rows := []string{
		"id,amount,kind,note",
		quoted(c[5]) + "," + c[0] + "," + quoted(c[2]) + "," + quoted(c[3]),
		"b," + c[1] + ",x," + quoted(c[4]),
		"c," + c[7] + ",y," + quoted(c[6]),
		"d,12,x," + c[8],
		"e,13,y,plain," + c[9],
		"f",
		"b,14,x,plain",
	}
	return strings.Join(rows, "\r\n") + "\r\n"
}

const plantedSchema = `{"fields":[
 {"name":"amount","type":"number","constraints":{"minimum":0,"maximum":100}},
 {"name":"kind","type":"string","constraints":{"enum":["x","y"]}}]}`

// forms are the ways in which a text may be written elsewhere.
func forms(cell string) []string {
	asJSON, _ := json.Marshal(cell)
	out := []string{cell, strings.Trim(string(asJSON), `"`), html.EscapeString(cell), url.QueryEscape(cell), url.PathEscape(cell), hex.EncodeToString([]byte(cell))}
	for shift := range 3 { // base64 depends on where in a text the cell stands
		coded := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("?", shift) + cell))
		out = append(out, coded[4:len(coded)-4])
	}
	return out
}

// shown says which planted cells a text shows, whole or in a piece that only they have.
func shown(text string) []string {
	var out []string
	for _, cell := range plantedCells {
		for _, f := range forms(cell) {
			if strings.Contains(text, f) {
				out = append(out, fmt.Sprintf("%q as %q", cell, f))
				break
			}
		}
	}
	for _, piece := range []string{"qzx", "7391482", "73.914", "91827364", "9182736455"} {
		if strings.Contains(strings.ToLower(text), piece) {
			out = append(out, fmt.Sprintf("%q", piece))
		}
	}
	return out
}

// stored gathers everything that a page can keep or show, in the page itself.
const stored = `(async () => {
  // Its caches are filled a while after the page takes a file.
  await Promise.race([navigator.serviceWorker.ready, new Promise(r => setTimeout(r, 30000))]);
  const out = {};
  out.dom = document.documentElement.outerHTML;
  out.text = document.documentElement.innerText;
  out.controls = [...document.querySelectorAll('input, textarea, select')].map(e => e.type === 'file' ? '' : e.value).join('\n');
  out.title = document.title;
  out.address = location.href + ' ' + JSON.stringify(history.state);
  out.cookie = document.cookie;
  out.local = JSON.stringify({ ...localStorage });
  out.session = JSON.stringify({ ...sessionStorage });
  out.name = window.name;
  const caches_ = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      caches_.push(request.url);
      if (!/\.(wasm|csv)$/.test(request.url)) caches_.push(await (await cache.match(request)).text());
    }
  }
  out.caches = caches_.join('\n');
  const databases = [];
  for (const { name, version } of await indexedDB.databases()) {
    const db = await new Promise((ok, no) => { const r = indexedDB.open(name, version); r.onsuccess = () => ok(r.result); r.onerror = no; });
    databases.push(name);
    for (const store of db.objectStoreNames) {
      const s = db.transaction(store).objectStore(store);
      const get = r => new Promise(ok => { r.onsuccess = () => ok(r.result); });
      databases.push(store, JSON.stringify(await get(s.getAll())), JSON.stringify(await get(s.getAllKeys())));
    }
    db.close();
  }
  out.databases = databases.join('\n');
  const files = [];
  if (navigator.storage) for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name); // WebKitGTK has none
  out.files = files.join('\n');
  out.resources = performance.getEntries().map(e => e.name).join('\n');
  return out;
})()`

// leaks looks for planted cells in all that has left the worker so far.
func (p *person) leaks(downloads ...[]byte) []string {
	p.t.Helper()
	places := ask[map[string]string](p, stored)
	r := p.Record()
	for _, q := range r.Requests() {
		places["requests"] += q.String() + " " + q.Body + "\n"
	}
	for _, q := range p.Witnessed() {
		places["proxy"] += q.String() + "\n"
	}
	for _, line := range r.Console() {
		places["console"] += line.Text + "\n"
	}
	messages := p.messages()
	places["messages"] = strings.Join(messages, "\n")
	out := strange(messages)
	for _, d := range downloads {
		places["downloads"] += string(d) + "\n"
	}
	if engine == drive.Chromium { // elsewhere no driver tells of it: what a page can add is its address, its state and its title, above
		history, err := p.History(p.ctx)
		p.must(err)
		places["history"] = strings.Join(history, "\n")
	}

	for place, text := range places {
		for _, cell := range shown(text) {
			out = append(out, place+" shows "+cell)
		}
	}
	if len(places["dom"]) < 1000 || places["messages"] == "" || places["caches"] == "" {
		p.t.Errorf("the search itself found too little to look at: %d characters of the page, %d of messages, %d of caches",
			len(places["dom"]), len(places["messages"]), len(places["caches"]))
	}
	return out
}

func plantedJob(t *testing.T) drive.Job {
	return drive.Job{
		Data: file(t, "table.csv", plantedTable()), Schema: file(t, "table.schema.json", plantedSchema),
		Epsilon: "1", Delta: "1e-6", K: "1", Mechanism: "gaussian",
	}
}

func TestNoCellLeavesTheWorker(t *testing.T) {
	t.Parallel()
	feature(t, "No cell leaves the worker")
	p := sit(t, server, 60*time.Second, keepRequests)
	j := plantedJob(t)
	at.Start(p).Open(j)
	var found []string
	look := func(downloads ...[]byte) { found = append(found, p.leaks(downloads...)...) }
	look()
	toRelease(p, j)
	p.until(`document.querySelector('#troubles')`)
	look() // here the page counts what was odd
	p.must(p.Release(p.ctx))
	document, loadings, err := p.TakeDocument(p.ctx)
	p.must(err)
	look(document, loadings)

	// A column that names the person, so that ids are read. That is another unit than
	// the first release's, so it needs another budget: of a file with one more row.
	p.click(`nav a[href="/"]`)
	p.until(`location.pathname === '/' && document.querySelector('#file-input')`)
	persons := j
	persons.Data = file(t, "persons.csv", plantedTable()+"p9,1,x,more\n")
	at.Start(p).Open(persons)
	at.Columns(p).SayPerson("id", "1")
	at.Columns(p).ToPrivacy()
	at.Privacy(p).Answer(persons)
	at.Privacy(p).ToRelease()
	p.must(p.Release(p.ctx))
	document, loadings, err = p.TakeDocument(p.ctx)
	p.must(err)
	look(document, loadings)

	// Files that cannot be read to the end: all that is said of them is known beforehand.
	afterQuote := protocol.Error{
		Code: protocol.CodeRecords, Line: 2, Cell: 4, Column: "note",
		Message:  "Text follows the closing quote of a cell that opens here: double the quotes inside it, or close the quote that was left open.",
		Expected: "after a closing quote a comma or the end of the line", Found: "other text, which is not shown",
	}
	for table, want := range map[string]protocol.Error{
		"id,amount,kind,note\n1,2,x,\"" + plantedCells[3] + "\n3,4,y,z\n": afterQuote,
		"id,amount,kind,note\n1,2,x,\"a\"" + plantedCells[5] + "\n":       afterQuote,
		plantedCells[5] + "\x00" + plantedCells[0] + "\n": {
			Code: protocol.CodeFile, Line: 1,
			Message:  "The header row holds control characters: choose a text file.",
			Expected: "text, plain or compressed by gzip: CSV or TSV", Found: "characters that text does not hold",
		},
	} {
		p.part(table, func(t *testing.T) {
			p.click(`nav a[href="/"]`)
			j.Data = file(t, "table.csv", table)
			err := p.tries(func(p at.Person) { at.Start(p).Open(j) })
			if err == nil {
				at.Columns(p).Answer(j)
				at.Columns(p).Onward()
				p.until(`document.querySelector('#error')`)
				err = p.Alert(p.ctx)
			}
			p.refusal(err)
			if got := p.lastError(); !reflect.DeepEqual(got, want) {
				t.Errorf("%q: the worker says %+v, not %+v", table, got, want)
			}
			look()
			p.click("#error-action")
		})
	}
	found = append(found, p.unforetold()...)
	for _, f := range found {
		t.Error(f)
	}
}

// The same search must notice a worker that quotes a cell in an error.
func TestAPlantedCellIsNoticed(t *testing.T) {
	long(t, "builds a worker with a fault")
	t.Parallel()
	s := mutant(t, "worker.wasm", quotedCell...)
	p := sit(t, s, 40*time.Second)
	j := plantedJob(t)
	j.Data = file(t, "table.csv", "id,amount,kind,note\n1,2,x,\""+plantedCells[3]+"\n3,4,y,z\n")
	at.Start(p).Open(j)
	at.Columns(p).Answer(j)
	at.Columns(p).Onward()
	p.until(`document.querySelector('#error')`)
	found := strings.Join(p.leaks(), "\n")
	for _, place := range []string{"messages shows", "dom shows", "text shows"} {
		if !strings.Contains(found, place) {
			t.Errorf("not noticed: %s a planted cell; found:\n%s", place, found)
		}
	}
}

// And it must look everywhere: a cell is put into each place by hand.
func TestEveryPlaceIsSearched(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 30*time.Second)
	at.Start(p).Open(small(t))
	if found := p.leaks(); len(found) > 0 {
		t.Fatalf("found before anything was planted: %v", found)
	}
	cell, _ := json.Marshal(plantedCells[2])
	p.must(p.EvalWorker(p.ctx, `{ console.log(`+string(cell)+`); self.postMessage(new TextEncoder().encode(`+string(cell)+`)); }`, nil))
	p.must(p.Eval(p.ctx, `(async cell => {
	  document.body.dataset.planted = cell;
	  document.body.append(Object.assign(document.createElement('textarea'), { value: cell }));
	  document.title = cell;
	  document.cookie = 'planted=' + encodeURIComponent(cell);
	  localStorage.planted = btoa(unescape(encodeURIComponent(cell)));
	  sessionStorage.planted = cell;
	  window.name = cell;
	  console.log(cell);
	  await fetch('/web/app.css?' + encodeURIComponent(cell));
	  await fetch('/web/app.css', { method: 'POST', body: cell });
	  await (await caches.open('planted')).put('/planted', new Response(cell));
	  history.pushState(null, '', '#' + cell);
	  history.pushState(null, '', '#');
	  const request = indexedDB.open('planted');
	  request.onupgradeneeded = () => request.result.createObjectStore('cells').put({ cell }, 1);
	  await new Promise(done => { request.onsuccess = done; });
	  request.result.close();
	  await (await navigator.storage.getDirectory()).getFileHandle(cell.slice(0, 5), { create: true });
	})(`+string(cell)+`)`, nil))
	var found string
	places := []string{
		"dom shows", "controls shows", "title shows", "cookie shows", "local shows", "session shows", "name shows",
		"console shows", "requests shows", "proxy shows", "caches shows", "history shows", "databases shows", "files shows",
		"resources shows", "messages shows", "messages hold", "downloads shows",
	}
	unnoticed := func(place string) bool { return !strings.Contains(found, place) }
	p.within(10*time.Second, func() bool { // what is sent takes its time
		found = strings.Join(p.leaks([]byte(plantedCells[2])), "\n")
		return !slices.ContainsFunc(places, unnoticed)
	})
	for _, place := range places {
		if unnoticed(place) {
			t.Errorf("not noticed: %s a planted cell; found:\n%s", place, found)
		}
	}
}
