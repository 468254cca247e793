package e2e

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/drive"
)

// The ways out of a worker, in any engine: no driver but Chromium's reaches into a worker, so
// here they stand at the end of worker.js itself, under its policy and behind its list, and
// begin when the worker is handed a file. What gets out is what a proxy, a port or the page sees.
func TestWorkerIsSealedInAnyEngine(t *testing.T) {
	byTestBrowsers(t)
	feature(t, "Sealed worker: no way out of the list (app/e2e/waysworker_test.go), with a file open")
	e := openOutside(t)
	ways := slices.DeleteFunc(slices.Clone(waysOutOfWorker), func(w wayOut) bool { return w.alone })

	// Where nothing is forbidden, so that what is refused below means something.
	var script string
	free := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		kind := map[string]string{".js": "text/javascript", "": "text/html", ".html": "text/html"}[filepath.Ext(r.URL.Path)]
		w.Header().Set("Content-Type", kind)
		if r.URL.Path == "/worker.js" {
			fmt.Fprint(w, script)
		} else if kind == "text/html" {
			fmt.Fprint(w, "<!doctype html><title>bare</title><body></body>")
		}
	}))
	t.Cleanup(free.Close)
	tokens, tries, _ := scriptsOf(t, e, free.URL, ways)
	script = inRounds(tries, `postMessage('over')`)
	p := standAt(t, browser, free.URL+"/", 40*time.Second)
	p.must(p.Eval(p.ctx, `new Promise(r => { window.w = new Worker('/worker.js'); w.onmessage = () => r(true); })`, nil))
	// tried waits until so many ways are open, or longer than they take where the machine is busy.
	tried := func(p *person, site string, tokens []string, least int) (became map[string]string, open int) {
		for end := time.Now().Add(30 * time.Second); ; {
			became, open = p.became(e, site, ways, tokens), 0
			for _, outcome := range became {
				if outcome != "refused" {
					open++
				}
			}
			if open >= least || time.Now().After(end) {
				return became, open
			}
		}
	}
	time.Sleep(6 * time.Second) // what is not waited for
	control, open := tried(p, free.URL, tokens, len(ways)/2)
	if open < len(ways)/2 {
		t.Fatalf("where nothing is forbidden only %d of %d ways succeed: %v", open, len(ways), control)
	}

	// The same worker with nothing taken off its scope must let some through, or none was tried.
	for _, sealed := range []bool{false, true} {
		port, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		address := port.Addr().String()
		port.Close()
		tokens, tries, _ := scriptsOf(t, e, "http://"+address, ways)
		s, err := drive.ServeAt(address, binary, withWays(t, tries, sealed))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		ours := sit(t, s, 60*time.Second)
		ours.must(ours.OpenFile(ours.ctx, small(t)))
		time.Sleep(8 * time.Second) // 2.5 s together, and most of a second for each that makes a worker
		least := 1
		if sealed {
			least = 0
		}
		became, _ := tried(ours, s.URL, tokens, least)
		passed, refused := 0, 0
		for name, outcome := range became {
			switch {
			case outcome == "refused" && control[name] != "refused":
				refused++
			case outcome != "refused":
				passed++
				if sealed || outcome == "out" {
					t.Errorf("sealed %t, %s: %s", sealed, name, outcome)
				}
			}
		}
		if !sealed && passed == 0 {
			t.Error("a worker whose scope keeps everything leaves nothing behind: no way was tried")
		}
		t.Logf("sealed %t: %d of %d ways succeed where nothing is forbidden; the worker refuses %d of these", sealed, open, len(ways), refused)
	}
}

// The ways out of the page, in any engine, on the server and with a file open. Where there is no
// Connection-Allowlist the ways that a host without headers leaves open may be open, and no others.
func TestPageIsClosedInAnyEngine(t *testing.T) {
	byTestBrowsers(t)
	t.Parallel()
	feature(t, "Page: no way out of the list (app/e2e/wayspage_test.go) but those that SECURITY.md names, with a file open")
	e := openOutside(t)
	b := bare(t)
	control := b.tryWays(e, onControl, b.url, waysOutOfPage, false)
	p := sit(t, server, 60*time.Second)
	p.must(p.OpenFile(p.ctx, small(t)))
	got := p.tryWays(e, onServer, p.url, waysOutOfPage, false)
	open, refused := 0, 0
	for _, w := range waysOutOfPage {
		if control[w.name] != "refused" {
			open++
			if got[w.name] == "refused" {
				refused++
			}
		}
		if got[w.name] == "refused" {
			continue
		}
		if w.remains[onServer] == "" && w.byEngine[engine] == "" && (engine == drive.Chromium || w.remains[onPlain] == "") {
			t.Errorf("%s: %s", w.name, got[w.name])
		}
		t.Logf("  remains: %s (%s)", w.name, got[w.name])
	}
	t.Logf("%d of %d ways succeed where nothing is forbidden; the page refuses %d of these", open, len(waysOutOfPage), refused)
	if open < len(waysOutOfPage)/2 {
		t.Errorf("where nothing is forbidden only %d of %d ways succeed: %v", open, len(waysOutOfPage), control)
	}
}

// withWays is a folder of the pages' files whose worker.js ends in functions that it runs when
// it is handed a file. One that is not sealed has nothing taken off its global scope.
func withWays(t *testing.T, tries []string, sealed bool) string {
	t.Helper()
	return withWorker(t, func(text []byte) []byte {
		if !sealed {
			text = unsealed(t, text)
		}
		return append(text, "\naddEventListener('message', ({ data }) => { if (data.file) "+inRounds(tries, "0")+"; });\n"...)
	})
}

// withWorker is a folder of the pages' files with another worker.js.
func withWorker(t *testing.T, change func(text []byte) []byte) string {
	t.Helper()
	files := filepath.Join(t.TempDir(), "web")
	if err := os.CopyFS(files, os.DirFS(web)); err != nil {
		t.Fatal(err)
	}
	worker := filepath.Join(files, "worker.js")
	text, err := os.ReadFile(worker)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(worker, change(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return files
}

// inRounds is an expression that runs functions as besideEachOther does, but after them, one by
// one, those that make a worker, and does not wait for these: a worker of Firefox that makes
// one now and then stands still for ever. Such a way counts
// as refused where nothing is forbidden, and so as none that ours could refuse.
func inRounds(functions []string, over string) string {
	var together []string
	alone := ".then(() => " + over + ")"
	for _, f := range functions {
		if strings.Contains(f, "new Worker(") {
			alone += ".then(() => " + besideEachOther([]string{f}) + ")"
		} else {
			together = append(together, f)
		}
	}
	return besideEachOther(together) + alone
}
