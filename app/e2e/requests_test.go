package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/drive"
)

const (
	smallTable = "age,height,smoker\n34,170,yes\n51,182,no\n28,165,no\n60,175,yes\n45,190,no\n"

	smallSchema = `{"fields":[
	 {"name":"age","type":"number","constraints":{"minimum":0,"maximum":120}},
	 {"name":"height","type":"number","constraints":{"minimum":100,"maximum":230}},
	 {"name":"smoker","type":"string","constraints":{"enum":["yes","no"]}}]}`
)

// small is a job on a table of five records.
func small(t *testing.T) drive.Job {
	return drive.Job{
		Data: file(t, "small.csv", smallTable), Schema: file(t, "small.schema.json", smallSchema),
		Epsilon: "1", Delta: "1e-6", K: "2", Mechanism: "gaussian",
	}
}

// wrongRequests says what breaks the promise: before a file is chosen only GETs
// of the page's own files, afterwards nothing at all but the worker's script, once
// for each time that it was started afresh.
func wrongRequests(all []drive.Request, origin string, chosen time.Time, respawns int) []string {
	var wrong []string
	for _, r := range all {
		path, own := strings.CutPrefix(r.URL, origin+"/")
		switch {
		case r.Local():
		case r.Time.Before(chosen):
			if r.Method != "GET" || !own || r.Body != "" || strings.ContainsAny(path, "?#") {
				wrong = append(wrong, fmt.Sprintf("before a file was chosen, %s: %s %s", r.Target, r, r.Body))
			}
		case r.Method == "GET" && path == "web/worker.js" && respawns > 0:
			respawns--
		default:
			wrong = append(wrong, fmt.Sprintf("%d ms after a file was chosen, %s: %s %s", r.Time.Sub(chosen).Milliseconds(), r.Target, r, r.Body))
		}
	}
	return wrong
}

// everything does all that a page offers once a file is open, and returns when
// the file was chosen and how often the worker was started afresh meanwhile.
func (p *person) everything(j drive.Job) (chosen time.Time, respawns int) {
	p.t.Helper()
	chosen = time.Now()
	p.must(p.OpenFile(p.ctx, j))
	p.must(p.AnswerColumns(p.ctx, j))
	p.must(p.ToPrivacy(p.ctx))
	p.must(p.AnswerPrivacy(p.ctx, j))
	p.must(p.ToRelease(p.ctx))
	p.must(p.Release(p.ctx))
	p.click("#k-less")
	p.until(`document.querySelector('#k-now').textContent === '1'`)
	if _, _, err := p.TakeDocument(p.ctx); err != nil {
		p.must(err)
	}
	p.click(`nav a[href="/privacy"]`)
	p.until(`location.pathname === '/privacy'`)
	p.enter("#k", "1")
	p.must(p.ToRelease(p.ctx))
	p.must(p.Release(p.ctx))
	p.click(`nav a[href="/"]`)
	p.until(`location.pathname === '/'`)
	time.Sleep(300 * time.Millisecond) // for what a page does when nobody looks
	return chosen, respawns
}

func TestNothingIsRequestedOnceAFileIsChosen(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 40*time.Second)
	chosen, respawns := p.everything(small(t))
	if wrong := wrongRequests(p.Record().Requests(), p.url, chosen, respawns); len(wrong) > 0 {
		t.Errorf("as the browser's instruments tell:\n%s", strings.Join(wrong, "\n"))
	}
	if wrong := wrongRequests(p.Witnessed(), p.url, chosen, respawns); len(wrong) > 0 {
		t.Errorf("as a proxy saw it:\n%s", strings.Join(wrong, "\n"))
	}
	// The instruments must have seen something of each kind to be believed.
	seen := map[string]bool{}
	for _, r := range p.Record().Requests() {
		seen[r.Target] = true
	}
	if !seen["page"] || !seen["service_worker"] || len(p.Witnessed()) < 5 {
		t.Errorf("the instruments saw too little: %v, %d requests through the proxy", seen, len(p.Witnessed()))
	}
	if n := ask[string](p, `document.querySelector('#requests').textContent`); n != "0 requests since opening" {
		t.Errorf("the page itself counts %q", n)
	}
}

// On a later visit the page comes out of the service worker, and the browser looks
// for a newer one in the background: that, too, must be over before a file is chosen.
func TestNothingIsRequestedOnALaterVisit(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 40*time.Second)
	p.must(p.Open(p.ctx, p.url+"/"))
	j := small(t)
	chosen := p.choose(j)
	p.must(p.Reach(p.ctx, "/columns", "#unit-row"))
	time.Sleep(3 * time.Second)
	for name, all := range map[string][]drive.Request{"instruments": p.Record().Requests(), "proxy": p.Witnessed()} {
		if wrong := wrongRequests(all, p.url, chosen, 0); len(wrong) > 0 {
			t.Errorf("%s:\n%s", name, strings.Join(wrong, "\n"))
		}
	}
}

// choose hands the job's files over as soon as the page takes them, and tells when.
func (p *person) choose(j drive.Job) time.Time {
	p.t.Helper()
	p.until(`document.querySelector('#file-input') && !document.querySelector('#file-input').disabled`)
	chosen := time.Now()
	p.must(p.Choose(p.ctx, "#file-input", j.Data, j.Schema))
	return chosen
}

// The same check must notice a page that phones home.
func TestAPlantedRequestIsNoticed(t *testing.T) {
	t.Parallel()
	for name, m := range map[string]struct {
		program string
		plants  mutation
	}{
		"page":           {"app.wasm", request},
		"service_worker": {"serve", keeperRequest},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := sit(t, mutant(t, m.program, m.plants), 40*time.Second)
			chosen := time.Now()
			p.must(p.OpenFile(p.ctx, small(t)))
			time.Sleep(700 * time.Millisecond)
			for instrument, all := range map[string][]drive.Request{"instruments": p.Record().Requests(), "proxy": p.Witnessed()} {
				wrong := wrongRequests(all, p.url, chosen, 0)
				if !slices.ContainsFunc(wrong, func(w string) bool {
					return strings.Contains(w, "app.css?planted") && (instrument == "proxy" || strings.Contains(w, name))
				}) {
					t.Errorf("%s: a request planted in the %s went unnoticed:\n%s", instrument, name, strings.Join(wrong, "\n"))
				}
			}
		})
	}
}

// Once it was opened, the page needs no network: not for a job, not for another
// visit, not for a fresh worker.
func TestWithoutANetwork(t *testing.T) {
	t.Parallel()
	s, err := drive.Serve(binary, web)
	if err != nil {
		t.Fatal(err)
	}
	p := sit(t, s, 40*time.Second)
	p.must(p.Eval(p.ctx, `navigator.serviceWorker.ready.then(() => true)`, nil)) // all is stored
	s.Close()
	p.must(p.Open(p.ctx, p.url+"/"))
	document, loadings, err := p.Do(p.ctx, drive.Job{Sample: "clinic-visits", Epsilon: "1", Delta: "1e-6", K: "2", Mechanism: "gaussian"})
	p.must(err)
	if len(document) == 0 || len(loadings) == 0 {
		t.Error("nothing was downloaded")
	}
}

// waysOut are what a script in a worker might try; ROOT stands for the site's address.
var waysOut = map[string]string{
	"fetch of its own origin":    `fetch('ROOT/web/app.css?leak').then(() => 'reached', () => 'refused')`,
	"fetch of another origin":    `fetch('http://127.0.0.1:9/leak', { mode: 'no-cors' }).then(() => 'reached', () => 'refused')`,
	"XMLHttpRequest":             `new Promise(done => { const x = new XMLHttpRequest(); x.onload = () => done('reached'); x.onerror = () => done('refused'); try { x.open('GET', 'ROOT/web/app.css?leak'); x.send(); } catch { done('refused'); } })`,
	"synchronous request":        `(() => { try { const x = new XMLHttpRequest(); x.open('POST', 'ROOT/web/app.css?leak', false); x.send('leak'); return 'reached'; } catch { return 'refused'; } })()`,
	"WebSocket":                  `new Promise(done => { try { const w = new WebSocket('ROOT/leak'.replace('http', 'ws')); w.onopen = () => done('reached'); w.onerror = () => done('refused'); } catch { done('refused'); } })`,
	"EventSource":                `new Promise(done => { try { const s = new EventSource('ROOT/web/app.css?leak'); s.onopen = () => done('reached'); s.onerror = () => done('refused'); } catch { done('refused'); } })`,
	"WebTransport":               `(() => { if (typeof WebTransport === 'undefined') return 'refused'; try { return new WebTransport('https://127.0.0.1:9/leak').ready.then(() => 'reached', () => 'refused'); } catch { return 'refused'; } })()`,
	"sendBeacon":                 `(navigator.sendBeacon && navigator.sendBeacon('ROOT/web/app.css?leak', 'leak')) ? 'sent' : 'refused'`,
	"script of another origin":   `(() => { try { importScripts('http://127.0.0.1:9/leak.js'); return 'reached'; } catch { return 'refused'; } })()`,
	"script of its own origin":   `(() => { try { importScripts('ROOT/app.js?leak'); return 'reached'; } catch { return 'refused'; } })()`,
	"module of its own origin":   `import('ROOT/app.js?leak').then(() => 'reached', () => 'refused')`,
	"worker of its own origin":   `new Promise(done => { try { const w = new Worker('ROOT/web/worker.js?leak'); w.onerror = () => done('refused'); setTimeout(() => done('reached'), 500); } catch { done('refused'); } })`,
	"worker out of memory":       `new Promise(done => { try { const w = new Worker(URL.createObjectURL(new Blob(["fetch('ROOT/web/app.css?leak').then(() => postMessage('reached'), () => postMessage('refused'))"]))); w.onmessage = e => done(e.data); w.onerror = () => done('refused'); } catch { done('refused'); } })`,
	"image by createImageBitmap": `fetch('ROOT/web/icons/icon-192.png?leak').then(r => r.blob()).then(createImageBitmap).then(() => 'reached', () => 'refused')`,
}

// locked tries each way out of the worker, which the browser must refuse by policy,
// whatever runs in it.
func (p *person) locked() {
	p.t.Helper()
	before := len(p.Witnessed())
	for name, attempt := range waysOut {
		var got string
		if err := p.EvalWorker(p.ctx, strings.ReplaceAll(attempt, "ROOT", p.url), &got); err != nil {
			p.t.Errorf("%s: %v", name, err)
		} else if got != "refused" {
			p.t.Errorf("%s: %s", name, got)
		}
	}
	for _, r := range p.Witnessed()[before:] {
		if !strings.HasSuffix(r.URL, "/app-worker.js") { // the browser's own look, at any time: every way out asks for a leak
			p.t.Errorf("the worker got out: %s", r)
		}
	}
	// The attempts themselves must be able to succeed: in the page some do.
	if got := ask[string](p, strings.ReplaceAll(waysOut["fetch of its own origin"], "ROOT", p.url)); got != "reached" {
		p.t.Errorf("a fetch in the page: %s", got)
	}
}

func TestTheWorkerHasNoNetwork(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 30*time.Second)
	p.must(p.OpenFile(p.ctx, small(t))) // the worker runs and has answered
	p.locked()
}
