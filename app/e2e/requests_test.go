package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
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
	at.Start(p).Open(j)
	toRelease(p, j)
	p.must(p.Release(p.ctx))
	r := at.Result(p)
	r.Fewer()
	p.until(r.Shows("1"))
	for _, tab := range append(r.Tabs(), "") {
		r.Tab(tab)
	}
	if _, _, err := p.TakeDocument(p.ctx); err != nil {
		p.must(err)
	}
	p.click(`nav a[href="/privacy"]`)
	p.until(`location.pathname === '/privacy'`)
	at.Privacy(p).SetK("1")
	at.Privacy(p).ToRelease()
	p.must(p.Release(p.ctx))
	p.click(`nav a[href="/"]`)
	p.until(`location.pathname === '/'`)
	p.pause(300 * time.Millisecond) // for what a page does when nobody looks
	return chosen, respawns
}

func TestNothingIsRequestedOnceAFileIsChosen(t *testing.T) {
	t.Parallel()
	feature(t, "No request once a file is chosen, as a proxy sees it")
	p := sit(t, server, 40*time.Second)
	chosen, respawns := p.everything(small(t))
	if wrong := wrongRequests(p.Record().Requests(), p.url, chosen, respawns); engine == drive.Chromium && len(wrong) > 0 {
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
	if engine == drive.Chromium && !(seen["page"] && seen["service_worker"]) || len(p.Witnessed()) < 5 {
		t.Errorf("the instruments saw too little: %v, %d requests through the proxy", seen, len(p.Witnessed()))
	}
	if n := ask[string](p, `document.querySelector('#requests').textContent`); n != "0 requests since opening" {
		t.Errorf("the page itself counts %q", n)
	}
}

// On a later visit the page comes out of the service worker, and the browser looks
// for a newer one in the background: that, too, must be over before a file is chosen. Where the page did not
// wait for it, WebKit's look came too late in one visit of four.
func TestNothingIsRequestedOnALaterVisit(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 60*time.Second)
	j := small(t)
	visits := 1
	if engine == drive.WebKit {
		visits = 8
	}
	for range visits {
		p.must(p.Open(p.ctx, p.url+"/"))
		chosen := p.choose(j)
		at.Columns(p).Stands()
		p.pause(3 * time.Second) // for what a browser asks for behind the page
		for name, all := range map[string][]drive.Request{"instruments": p.Record().Requests(), "proxy": p.Witnessed()} {
			t.Run(name, func(t *testing.T) {
				if wrong := wrongRequests(all, p.url, chosen, 0); len(wrong) > 0 {
					t.Errorf("%s:\n%s", name, strings.Join(wrong, "\n"))
				}
			})
		}
	}
}

// choose hands the job's files over as soon as the page takes them, and tells when.
func (p *person) choose(j drive.Job) time.Time {
	p.t.Helper()
	p.until(takesFiles)
	chosen := time.Now()
	at.Start(p).Give(j.Data, j.Schema)
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
			at.Start(p).Open(small(t))
			for instrument, seen := range map[string]func() []drive.Request{"instruments": p.Record().Requests, "proxy": p.Witnessed} {
				t.Run(instrument, func(t *testing.T) {
					if instrument == "instruments" && (engine == drive.WebKit || name == "service_worker" && engine != drive.Chromium) {
						return // only Chromium's protocol tells of a service worker's requests, and WebKit's of none
					}
					var wrong []string
					if !p.within(10*time.Second, func() bool {
						wrong = wrongRequests(seen(), p.url, chosen, 0)
						return slices.ContainsFunc(wrong, func(w string) bool {
							return strings.Contains(w, "app.css?planted") && (instrument == "proxy" || strings.Contains(w, name))
						})
					}) {
						t.Errorf("%s: a request planted in the %s went unnoticed:\n%s", instrument, name, strings.Join(wrong, "\n"))
					}
				})
			}
		})
	}
}

// Once it was opened, the page needs no network: not for a job, not for another
// visit, not for a fresh worker.
func TestWithoutANetwork(t *testing.T) {
	t.Parallel()
	feature(t, "A later visit without a network, to a document")
	s, err := drive.Serve(binary, web)
	if err != nil {
		t.Fatal(err)
	}
	p := sit(t, s, 40*time.Second)
	p.must(p.Eval(p.ctx, `navigator.serviceWorker.ready.then(() => true)`, nil)) // all is stored
	s.Close()
	p.must(p.Open(p.ctx, p.url+"/"))
	document, loadings, err := at.Do(p.ctx, p.Visit, drive.Job{Sample: "clinic-visits", Epsilon: "1", Delta: "1e-6", K: "2", Mechanism: "gaussian"})
	p.must(err)
	if len(document) == 0 || len(loadings) == 0 {
		t.Error("nothing was downloaded")
	}
}
