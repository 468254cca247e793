package e2e

import (
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
)

// stranger is a program that leaves a service worker behind, which answers every later page of its origin.
func stranger(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/stranger.js" {
		w.Header().Set("Content-Type", "text/javascript")
		w.Write([]byte(`self.addEventListener('install', () => self.skipWaiting());
		  self.addEventListener('activate', e => e.waitUntil(clients.claim()));
		  self.addEventListener('fetch', e => { if (e.request.mode === 'navigate') e.respondWith(new Response('<!doctype html><title>stranger</title><p id="stranger">stranger</p>', { headers: { 'Content-Type': 'text/html' } })); });`))
		return
	}
	w.Header().Set("Content-Type", "text/html")
	w.Write([]byte(`<!doctype html><title>before</title><script>navigator.serviceWorker.register('/stranger.js', { scope: '/' }).then(() => navigator.serviceWorker.ready).then(() => { window.left = true; });</script>`))
}

// A program that used the port before left a service worker there. The pages at the printed address are ours nevertheless.
func TestAStrangersServiceWorkerDoesNotAnswer(t *testing.T) {
	onlyChromium(t, "the name below localhost is resolved by the browser")
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := listener.Addr().String()
	before := &http.Server{Handler: http.HandlerFunc(stranger)}
	go before.Serve(listener)
	p := standAt(t, browser, "http://"+addr+"/", 60*time.Second)
	p.until(`window.left`)
	before.Close()

	s, err := drive.ServeAt(addr, binary, web, drive.OwnOrigin)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	p.must(p.Open(p.ctx, "http://"+addr+"/"))
	if !ask[bool](p, `!!document.querySelector('#stranger')`) {
		t.Fatal("at the old address the stranger does not answer: the test shows nothing")
	}
	if _, port, _ := net.SplitHostPort(addr); !strings.HasPrefix(s.Printed, "http://privatepca-") || !strings.HasSuffix(s.Printed, ".localhost:"+port) {
		t.Fatalf("the printed address is %s", s.Printed)
	}
	for range 3 {
		p.must(p.Open(p.ctx, s.Printed+"/"))
		p.until(takesFiles)
		if ask[bool](p, `!!document.querySelector('#stranger')`) {
			t.Error("the page at the printed address is the stranger's")
		}
	}
	if !ask[bool](p, `isSecureContext && !!navigator.serviceWorker.controller && !!document.querySelector('#worker-sha256')`) {
		t.Error("at the printed address the page works, but not as elsewhere: no secure context, no service worker, or no digest")
	}
}

// What the browser keeps at the old address is handed over upon a click on either side: the ledger with its documents, and the answers.
func TestAnOldAddressHandsOver(t *testing.T) {
	onlyChromium(t, "the name below localhost is resolved by the browser")
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	old, err := drive.Serve(binary, web)
	if err != nil {
		t.Fatal(err)
	}
	p := sit(t, old, 120*time.Second)
	_, _, err = at.Do(p.ctx, p.Visit, drive.Job{Sample: "two-directions", Epsilon: "1", Delta: "1e-6", K: "1", Mechanism: "gaussian"})
	p.must(err)
	p.kept(`t.includes('"epsilon":"1"')`) // answers are kept a moment after they are given, the release in view at once
	old.Close()

	s, err := drive.ServeAt(strings.TrimPrefix(old.URL, "http://"), binary, web, drive.OwnOrigin)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	p.must(p.Open(p.ctx, old.URL+"/")) // of the old version’s service worker, which finds a newer one and goes
	p.until(`document.querySelector('#kept') && !document.querySelector('#kept').hidden`)
	p.says("#own", s.Printed)
	p.says("#counts", "ledger: 3.", "answers: 1.")
	p.click("#hand")
	v, err := p.Popup(p.ctx, 1)
	p.must(err)
	there := &person{Visit: v, t: t, ctx: p.ctx, url: s.Printed}
	there.until(`document.querySelector('#asked') && !document.querySelector('#asked').hidden`)
	there.says("#from", old.URL)
	there.says("#counts", "ledger: 3.", "answers: 1.")
	there.click("#take")
	there.until(`location.pathname === '/ledger' && document.querySelector('#main')?.innerText.includes('two-directions')`)
	if origin := ask[string](there, `location.origin`); origin != s.Printed {
		t.Errorf("the ledger is shown at %s", origin)
	}
	there.until(`document.querySelector('#main').innerText.includes('gaussian') || document.querySelector('#main').innerText.includes('Gaussian')`)

	// A second time there is a ledger already: nothing is written over it.
	p.click("#hand")
	v, err = p.Popup(p.ctx, 2)
	p.must(err)
	again := &person{Visit: v, t: t, ctx: p.ctx, url: s.Printed}
	again.until(`document.querySelector('#asked') && !document.querySelector('#asked').hidden`)
	again.click("#take")
	again.until(`document.querySelector('#state').textContent.includes('a ledger here already')`)
}
