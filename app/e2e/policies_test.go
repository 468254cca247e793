package e2e

import (
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
)

// The ways out of a worker, in any engine, each of them with a file open. What gets out is what a
// proxy, a port or the page sees. The same worker with nothing taken off its scope must leave
// behind all that the policy says nothing of, and nothing else.
func TestWorkerIsSealedInAnyEngine(t *testing.T) {
	byTestBrowsers(t)
	feature(t, "Sealed worker: no way out of the list (app/e2e/leaks_worker_test.go), with a file open")
	e := openOutside(t)
	control := triedInBare(t, e)
	for _, at := range []struct {
		name          string
		plain, sealed bool
	}{
		{"by its policy alone, on the server", false, false},
		{"on the server", false, true},
		{"by its policy alone, on a static host without headers", true, false},
		{"on a static host without headers", true, true},
	} {
		if (at.plain || !at.sealed) && inMakeTest() {
			continue // TestNoWayOutOfTheWorker is there in Chromium
		}
		t.Run(at.name, func(t *testing.T) {
			apart := mayStop
			if at.sealed { // a sealed worker makes none
				apart = stops
			}
			r, site := serveTrial(t, e, at.plain, at.sealed, apart)
			p := sit(t, &drive.Server{URL: site}, 60*time.Second)
			r.inOurs(p, at.sealed)
			begun, ended := r.neither(waysOutOfWorker)
			if len(begun) > 0 {
				t.Errorf("not tried: %q", begun)
			}
			if at.sealed && len(ended) > 0 {
				t.Errorf("tried, and never ended: %q", ended)
			}
			p.pause(2 * time.Second) // what a busy machine sends late
			became, wrong := map[string]string{}, []string{"not looked"}
			for end := time.Now().Add(patient(10 * time.Second)); len(wrong) > 0 && time.Now().Before(end); {
				became = p.became(e, site, waysOutOfWorker, r.tokens)
				if wrong = r.wrong(control, became, at.sealed); at.sealed {
					break // what is open stays so
				}
			}
			for _, w := range wrong {
				t.Error(w)
			}
			shown, refused := counted(waysOutOfWorker, control, became)
			t.Logf("%d of %d ways succeed where nothing is forbidden; the worker refuses %d of these (%d were begun, %d ended)",
				shown, len(waysOutOfWorker), refused, len(r.begun), len(r.ended))
		})
	}
}

// triedInBare says what became of the ways out of a worker where nothing is forbidden, so that
// what is refused elsewhere means something. All must succeed but those that the engine is known
// to lack, and these must not: what an engine learns is known of it no longer.
func triedInBare(t *testing.T, e *outside) map[string]string {
	t.Helper()
	p := bare(t)
	control, tried := map[string]string{}, waysOutOfWorker
	for range 4 { // a busy machine may not give a way the time that it has
		r := newTrial(t, e, p.url, tried, mayStop)
		r.inBare(p)
		maps.Copy(control, p.became(e, p.url, tried, r.tokens))
		for i, w := range tried {
			if control[w.name] == "refused" {
				t.Logf("where nothing is forbidden, %s: %s", w.name, r.ended[i])
			}
		}
		tried = slices.DeleteFunc(slices.Clone(waysOutOfWorker), func(w wayOut) bool { return control[w.name] != "refused" || w.lacking() != "" })
		if len(tried) == 0 {
			break
		}
	}
	for _, w := range waysOutOfWorker {
		if open := control[w.name] != "refused"; open == (w.lacking() != "") {
			t.Errorf("where nothing is forbidden, %s is %s (%s)", w.name, control[w.name], w.lacking())
		}
	}
	return control
}

// The ways out of the page, in any engine, on the server and with a file open. Where there is no
// Connection-Allowlist the ways that a host without headers leaves open may be open, and no others.
func TestPageIsClosedInAnyEngine(t *testing.T) {
	byTestBrowsers(t)
	t.Parallel()
	feature(t, "Page: no way out of the list (app/e2e/leaks_page_test.go) but those that docs/security/ways-out.md names, with a file open")
	e := openOutside(t)
	b := bare(t)
	control := b.tryWays(e, onControl, b.url, waysOutOfPage, false)
	p := sit(t, server, 180*time.Second)
	at.Start(p).Open(small(t))
	got := p.tryWays(e, onServer, p.url, waysOutOfPage, false)
	open, refused := counted(waysOutOfPage, control, got)
	for _, w := range waysOutOfPage {
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

// On a host without headers the page lets in no frame once its worker has started, in any engine: in the document where a worker starts
// a script could act before that document's policy is read.
func TestNoFrameOnceTheWorkerHasStarted(t *testing.T) {
	byTestBrowsers(t)
	t.Parallel()
	e := openOutside(t)
	b, site := bare(t), newPlainHost(t)
	way := []wayOut{frameOfTheWorker}
	if got := b.tryWays(e, onControl, b.url, way, false)[way[0].name]; got == "refused" {
		t.Error("where nothing forbids it, the frame is refused")
	}
	site.publish(t, web)
	p := sit(t, &drive.Server{URL: site.root}, 60*time.Second)
	if got := p.tryWays(e, onPlain, site.root, way, false)[way[0].name]; got != "refused" {
		t.Errorf("the frame is %s", got)
	}
	job := small(t)
	at.Start(p).Open(job) // the worker goes on
	at.Columns(p).Answer(job)
	at.Columns(p).ToPrivacy()
}

// counted says how many ways succeed where nothing is forbidden, and how many of these are refused here.
func counted(ways []wayOut, control, here map[string]string) (open, refused int) {
	for _, w := range ways {
		if control[w.name] != "refused" {
			open++
			if here[w.name] == "refused" {
				refused++
			}
		}
	}
	return open, refused
}

// serveTrial serves our pages with a worker that tries all ways, on our server or on a host that sends no headers.
// One that is not sealed has nothing taken off its global scope.
func serveTrial(t *testing.T, e *outside, plain, sealed bool, apart func(wayOut) bool) (r *trial, site string) {
	t.Helper()
	folder := func() string {
		return withScript(t, "worker.js", func(text []byte) []byte {
			if !sealed {
				text = unsealed(t, text)
			}
			return append(text, r.script...)
		})
	}
	if plain {
		h := newPlainHost(t)
		r = newTrial(t, e, h.root, waysOutOfWorker, apart)
		h.publish(t, folder())
		return r, h.root
	}
	port, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := port.Addr().String()
	port.Close()
	r = newTrial(t, e, "http://"+address, waysOutOfWorker, apart)
	s, err := drive.ServeAt(address, binary, folder())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return r, s.URL
}

// withScript is a folder of the pages' files in which one script is another.
func withScript(t *testing.T, name string, change func(text []byte) []byte) string {
	t.Helper()
	files := filepath.Join(t.TempDir(), "web")
	if err := os.CopyFS(files, os.DirFS(web)); err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(files, name)
	text, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(script, change(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return files
}
