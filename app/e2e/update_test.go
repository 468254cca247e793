package e2e

import (
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
)

// A newServer is one whose files are put up anew while people are at its pages.
type newServer struct {
	drive.Server
	update func()
}

// renewed serves the built version first, after update one with a file more, which was made at that time.
func renewed(t *testing.T, made string) *newServer {
	t.Helper()
	files := filepath.Join(t.TempDir(), "web")
	if err := os.CopyFS(files, os.DirFS(web)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(files, "newer.css"), []byte("/* newer */"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(files, "made.txt"), []byte(made), 0o666); err != nil {
		t.Fatal(err)
	}
	newer, err := drive.Serve(binary, files)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(newer.Close)
	var behind atomic.Pointer[url.URL]
	put := func(s *drive.Server) {
		u, err := url.Parse(s.URL)
		if err != nil {
			t.Fatal(err)
		}
		behind.Store(u)
	}
	put(server)
	front := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(behind.Load()) }})
	t.Cleanup(front.Close)
	return &newServer{drive.Server{URL: front.URL}, func() { put(newer) }}
}

// hasNewer reports whether the newer version is what the page is served from.
const hasNewer = `Promise.all([caches.keys(), caches.match('/web/newer.css')]).then(([stores, file]) => stores.length === 1 && !!file)`

// A newer version that was put up since the last visit is fetched, and stored,
// before a file can be chosen. It waits until the reader asks for it.
func TestAnUpdateIsOverBeforeAFileIsChosen(t *testing.T) {
	long(t, "waits for what must not come")
	t.Parallel()
	s := renewed(t, "2099-01-01T00:00:00Z")
	p := sit(t, &s.Server, 40*time.Second)
	s.update()
	p.must(p.Open(p.ctx, p.url+"/"))
	chosen := p.choose(small(t))
	at.Columns(p).Stands()
	p.pause(3 * time.Second) // for what a browser asks for behind the page
	fetched := false
	for name, all := range map[string][]drive.Request{"instruments": p.Record().Requests(), "proxy": p.Witnessed()} {
		if wrong := wrongRequests(all, p.url, chosen, 0); len(wrong) > 0 {
			t.Errorf("%s:\n%s", name, strings.Join(wrong, "\n"))
		}
		fetched = fetched || slices.ContainsFunc(all, func(r drive.Request) bool { return strings.HasSuffix(r.URL, "/newer.css") })
	}
	if !fetched {
		t.Error("the newer version was not fetched at all")
	}
	p.until(`document.querySelector('#newer')?.innerText.includes('clears the file')`)
	p.click("#newer-button")
	p.until(takesFiles)
	if !ask[bool](p, hasNewer) {
		t.Error("the page was reloaded, but not from the newer version")
	}
	if ask[bool](p, `!!document.querySelector('#newer')`) {
		t.Error("the newer version offers itself")
	}
}

// Where another tab fetches a newer version while a run goes on, nothing is said before
// the run is over, a worker that is started afresh is still of the old version, and the
// release comes out.
func TestAnUpdateWhileARunGoesOn(t *testing.T) {
	t.Parallel()
	s := renewed(t, "2099-01-01T00:00:00Z")
	p := sit(t, &s.Server, 90*time.Second)
	j := wideTable(t)
	at.Start(p).Open(j)
	toRelease(p, j)
	at.Review(p).Press()
	p.underWay("noise")
	s.update()
	const asked = `performance.getEntriesByType('resource').filter(e => e.name.endsWith('/app-worker.js')).length`
	before := ask[int](p, asked)
	// What boot.js does in a tab that is opened now.
	p.must(p.Eval(p.ctx, `navigator.serviceWorker.ready.then(r => fetch('/app-worker.js', { cache: 'reload' }).then(() => r.update()))`, nil))
	p.until(`navigator.serviceWorker.getRegistration().then(r => window.waits = !!r.waiting), window.waits && window.privatepcaNewer`)
	if got := ask[int](p, asked); got != before+1 { // the test's own
		t.Errorf("the page asks for the version that waits while a file is open: %d requests, want %d", got, before+1)
	}
	if !ask[bool](p, `!!document.querySelector('#phases')`) {
		t.Fatal("the run was over before the newer version was there: the test shows nothing")
	}
	if ask[bool](p, `!!document.querySelector('#newer')`) {
		t.Error("the newer version offers itself during a run")
	}
	opened := p.answersOfType("open")
	at.Review(p).Cancel()
	p.answers("open", opened)
	p.click(`nav a[href="/privacy"]`)
	at.Privacy(p).Stands()
	j.Mechanism, j.K = "gaussian", "2"
	at.Privacy(p).Answer(j)
	at.Privacy(p).ToRelease()
	p.must(p.Release(p.ctx))
	p.until(`document.querySelector('#newer')?.innerText.includes('clears the file and your answers')`)
	document, loadings, err := p.TakeDocument(p.ctx)
	p.must(err)
	checked(t, document, loadings, "gaussian", 2, 600)
	if ask[bool](p, hasNewer) {
		t.Error("the newer version took over by itself")
	}
}

// A host that puts an older version up is found out twice: by the newer page, which is still open, and by the older one, once it took over.
func TestAVersionDoesNotGoBackWithoutAWord(t *testing.T) {
	long(t, "waits for a service worker")
	t.Parallel()
	s := renewed(t, "2020-01-01T00:00:00Z")
	p := sit(t, &s.Server, 40*time.Second)
	s.update()
	p.must(p.Open(p.ctx, p.url+"/"))
	p.until(`document.querySelector('#newer')?.innerText.includes('older version')`)
	p.click("#newer-button")
	p.until(`document.querySelector('#older')?.innerText.includes('older than the one that you had here before')`)
	p.must(p.Open(p.ctx, p.url+"/"))
	p.until(`document.querySelector('#older')`) // until it is answered
	p.click("#older-button")
	p.until(`!document.querySelector('#older')`)
	p.must(p.Open(p.ctx, p.url+"/"))
	p.until(takesFiles)
	if ask[bool](p, `!!document.querySelector('#older')`) {
		t.Error("the answer is forgotten")
	}
}
