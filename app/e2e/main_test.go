package e2e

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
)

// What the tests share: the built project, its server, and one browser. Every
// test visits with a profile of its own, so they do not see each other. They run beside each
// other, but those that measure time or memory (alone).
var (
	root    = filepath.Join("..", "..")
	binary  = either("PRIVATEPCA_SERVE", filepath.Join(root, "bin", "privatepca"))
	web     = either("PRIVATEPCA_WEB", filepath.Join(root, "web"))
	server  *drive.Server
	browser *drive.Browser
)

func either(variable, otherwise string) string {
	if v := os.Getenv(variable); v != "" {
		return v
	}
	return otherwise
}

func TestMain(m *testing.M) {
	os.Exit(func() int {
		for _, name := range []string{binary, filepath.Join(web, "app.wasm"), filepath.Join(web, "worker.wasm"), filepath.Join(web, "convert.wasm"), filepath.Join(web, "worker.js")} {
			if _, err := os.Stat(name); err != nil {
				fmt.Fprintf(os.Stderr, "e2e: %s is not built: run make build in the project's folder\n", name)
				return 1
			}
		}
		var err error
		if server, err = drive.Serve(binary, web); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer server.Close()
		if browser, err = launch(); err != nil {
			if noBrowser(err) {
				return 0
			}
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer browser.Close()
		code := m.Run()
		if err := noted.save(); err != nil { // also what tests measured without a line of their own
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return code
	}())
}

// launch starts the browser that most tests share. In make test Chromium has the first of its two compilers of WebAssembly
// alone: most pages end before the second one is through, and without it the tests take a fifth to a quarter less of the processor's time.
// Tests with a browser of their own, make test-all and make test-browsers have both.
func launch() (*drive.Browser, error) {
	if brief() {
		return drive.Launch("--js-flags=--liftoff-only")
	}
	return drive.LaunchEngine(engine)
}

// thorough reports whether make test-all asks, which has a machine to itself and an hour. It is read in the tests, not before: only
// then go tells a result of make test from one of make test-all.
func thorough() bool { return os.Getenv("PRIVATEPCA_SLOW") != "" }

// long leaves a test to make test-all: its time does not fit into the minutes of make test.
func long(t *testing.T, why string) {
	t.Helper()
	if !thorough() {
		t.Skip(why + ": run by make test-all")
	}
}

// brief reports whether a test has minutes only, as in make test. The cases that it leaves out then are
// run by make test-all and make test-browsers, which has a row of docs/browsers.md written of them.
func brief() bool { return inMakeTest() && engine == drive.Chromium }

// inMakeTest reports whether neither make test-all nor make test-browsers asks, in whatever engine.
func inMakeTest() bool { return !thorough() && os.Getenv("PRIVATEPCA_FEATURES") == "" }

// alone has a test that measures time or memory run by itself, but beside others where it has minutes only, and three times the limit.
func alone(t *testing.T) {
	t.Helper()
	if brief() {
		t.Parallel()
	}
}

// patient is how long something may take: the limit itself on a machine that does nothing
// else, and three times that on one of which nothing is known.
func patient(limit time.Duration) time.Duration {
	if !thorough() {
		limit *= 3
	}
	return limit
}

// undisturbed checks that no task of the page's main thread works longer than the limit, and returns
// the longest. Beside other programs a task takes longer, and never less long: where that may be, an
// action is done up to three times, and the lightest counts.
func (p *person) undisturbed(limit time.Duration, action func() []drive.Task) (longest time.Duration) {
	p.t.Helper()
	times := 3
	if thorough() {
		times = 1
	}
	longest = math.MaxInt64
	for range times {
		most := time.Duration(0)
		for _, task := range action() {
			p.t.Logf("long task: %v", task)
			most = max(most, task.CPU)
		}
		if longest = min(longest, most); longest <= patient(limit) {
			return longest
		}
	}
	tooLong(p.t, "the page's main thread was busy for %v", longest)
	return longest
}

// traced does something, and gives the long tasks of the page's main thread meanwhile. The browser has no other page.
func (p *person) traced(b *drive.Browser, action func()) []drive.Task {
	p.t.Helper()
	stop, err := b.Trace(p.ctx)
	p.must(err)
	action()
	tasks, err := stop()
	p.must(err)
	return tasks
}

// A person sits at a page of their own.
type person struct {
	*drive.Visit
	t   *testing.T
	ctx context.Context
	url string // of the server
}

// toRelease answers what a job says of the columns and of privacy, and goes on to the page of the release.
func toRelease(p *person, j drive.Job) {
	p.t.Helper()
	at.Columns(p).Answer(j)
	at.Columns(p).ToPrivacy()
	at.Privacy(p).Answer(j)
	at.Privacy(p).ToRelease()
}

// sit opens the first page of a server and waits until a file can be chosen. The
// test ends when the limit is over several times. Scripts run before those of the page.
func sit(t *testing.T, s *drive.Server, limit time.Duration, scripts ...string) *person {
	t.Helper()
	return sitIn(t, browser, s, limit, scripts...)
}

func sitIn(t *testing.T, b *drive.Browser, s *drive.Server, limit time.Duration, scripts ...string) *person {
	t.Helper()
	p := stand(t, b, s, limit, scripts...)
	p.until(takesFiles)
	return p
}

// stand opens the first page and waits for nothing.
func stand(t *testing.T, b *drive.Browser, s *drive.Server, limit time.Duration, scripts ...string) *person {
	t.Helper()
	p := standAt(t, b, s.URL+"/", limit, scripts...)
	p.url = s.URL
	return p
}

// takesFiles holds where the page takes a file: it has started, and what it stores is stored.
const takesFiles = `document.querySelector('#file-input') && !document.querySelector('#file-input').disabled`

// standAt opens an address and waits for nothing.
func standAt(t *testing.T, b *drive.Browser, address string, limit time.Duration, scripts ...string) *person {
	t.Helper()
	// The limits are for a machine with nothing else to do. Elsewhere they end what hangs, and are no measurement.
	times := time.Duration(6)
	if thorough() {
		times = 3
	}
	ctx, cancel := context.WithTimeout(t.Context(), times*limit)
	t.Cleanup(cancel)
	// What is tested is not of this module: go takes a result for that of another program unless the digest of what make built is read.
	os.Getenv("PRIVATEPCA_BUILT")
	v, err := b.Visit(ctx, t.TempDir(), scripts...)
	if err != nil {
		beyondDriver(t, err)
		late(t, err)
		t.Fatal(err)
	}
	t.Cleanup(v.Close)
	p := &person{Visit: v, t: t, ctx: ctx}
	p.must(v.Open(ctx, address))
	return p
}

// Sits tells package at where the person sits.
func (p *person) Sits() (context.Context, *drive.Visit) { return p.ctx, p.Visit }

// Must is must, for package at. It names the line of the test.
func (p *person) Must(err error) {
	p.t.Helper()
	if err != nil {
		for skip := 1; ; skip++ {
			if _, file, line, ok := runtime.Caller(skip); !ok || strings.HasSuffix(file, "_test.go") {
				p.t.Logf("%s:%d:", filepath.Base(file), line)
				break
			}
		}
	}
	p.must(err)
}

// must ends the test, with a picture of the page, when a step failed.
func (p *person) must(err error) {
	p.t.Helper()
	if err == nil {
		return
	}
	beyondDriver(p.t, err)
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	picture, _ := p.Screenshot(ctx)
	name := filepath.Join(os.TempDir(), strings.ReplaceAll(p.t.Name(), "/", "-")+".png")
	if len(picture) > 0 && os.WriteFile(name, picture, 0o666) == nil {
		p.t.Logf("the page then: %s", name)
	}
	if console := p.Record().Console(); len(console) > 0 {
		p.t.Logf("its console: %v", console)
	}
	late(p.t, err)
	p.t.Fatal(err)
}

// late says of an error that ends the test whether the time ran out or the browser ended, and nothing else had failed.
func late(t *testing.T, err error) {
	t.Helper()
	switch {
	case t.Failed():
	case errors.Is(err, drive.ErrEnded):
		t.Log(drive.EndedByItself)
	case errors.Is(err, context.DeadlineExceeded):
		t.Log(drive.Late)
	}
}

// tooLong ends a test since something took longer than its limit. In make test that may be the machine's doing, which runs other
// programs meanwhile: command again runs the test by itself before it counts.
func tooLong(t *testing.T, format string, took ...any) {
	t.Helper()
	if inMakeTest() && !t.Failed() {
		t.Log(drive.Late)
	}
	t.Fatalf(format, took...)
}

func (p *person) until(condition string) {
	p.t.Helper()
	p.must(p.Wait(p.ctx, condition))
}

func (p *person) click(selector string) {
	p.t.Helper()
	p.must(p.Click(p.ctx, selector))
}

func (p *person) enter(selector, text string) {
	p.t.Helper()
	p.must(p.Type(p.ctx, selector, text))
}

// ask evaluates an expression in the page.
func ask[T any](p *person, expression string) T {
	p.t.Helper()
	var v T
	p.must(p.Eval(p.ctx, expression, &v))
	return v
}

// refusal is the page's own error, where err is one.
func (p *person) refusal(err error) *drive.PageError {
	p.t.Helper()
	if e, ok := drive.IsPageError(err); ok {
		return e
	}
	p.must(errors.Join(errors.New("the page should have shown an error"), err))
	return nil
}

// file writes a file for the test and returns its path.
func file(t *testing.T, name string, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}
