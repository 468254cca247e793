package drive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
)

// A Visit is one person's: a page in an isolated profile (no storage, cache or
// service worker is shared with another visit), with a record of all that leaves it.
type Visit struct {
	browser   *Browser
	tab       tab
	context   cdp.BrowserContextID
	scripts   []string
	downloads string // the folder
	record    *Record
	witness   *witness
	outer     *Visit   // the page around, where this is a frame in it,
	place     int      // and which of its frames
	opened    []string // windows that the page opened, as Firefox and WebKit name them, oldest first

	// Chromium's targets.
	mu       sync.Mutex
	page     *session
	workers  []*session // dedicated ones, oldest first
	frames   []*session // of other sites, oldest first
	windows  []*session // that the page opened, oldest first
	appeared chan struct{}
}

// Visit opens an empty page. The scripts run in it before those of every
// document; downloads go to a folder, which must exist.
func (b *Browser) Visit(ctx context.Context, downloads string, scripts ...string) (*Visit, error) {
	w := newWitness()
	if b.engine != nil {
		v := &Visit{browser: b, scripts: scripts, downloads: downloads, record: newRecord(), witness: w}
		if err := b.engine.visit(ctx, v); err != nil {
			w.Close()
			return nil, err
		}
		return v, nil
	}
	fresh, err := call(ctx, b.conn, "", target.CreateBrowserContext, target.CreateBrowserContextParams{
		DisposeOnDetach: new(true), ProxyServer: w.URL, ProxyBypassList: "<-loopback>",
	})
	if err != nil {
		w.Close()
		return nil, err
	}
	v := &Visit{
		browser: b, context: fresh.BrowserContextID, scripts: scripts, downloads: downloads,
		record: newRecord(), witness: w, appeared: make(chan struct{}),
	}
	b.mu.Lock()
	b.visits[v.context] = v
	b.mu.Unlock()
	_, err = call(ctx, b.conn, "", browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllow, BrowserContextID: v.context, DownloadPath: downloads,
	})
	if err != nil {
		return nil, err
	}
	if _, err := call(ctx, b.conn, "", target.CreateTarget, target.CreateTargetParams{
		URL: "about:blank", BrowserContextID: v.context, Width: 1280, Height: 900, NewWindow: new(true),
	}); err != nil {
		return nil, err
	}
	select {
	case <-v.appeared:
		return v, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("drive: no page appeared: %w", ctx.Err())
	}
}

// attached takes note of a target of this visit; set answers when its instruments are set up.
func (v *Visit) attached(s *session, set <-chan *cdproto.Message) {
	v.mu.Lock()
	defer v.mu.Unlock()
	switch {
	case s.kind == "page" && v.page == nil:
		v.page = s
		v.tab = &chromiumTab{visit: v, page: s, hand: s.id}
		go func() { // a page that is sent elsewhere before it heard a command may forget it
			<-set
			close(v.appeared)
		}()
	case s.kind == "page":
		v.windows = append(v.windows, s)
	case s.kind == "iframe":
		v.frames = append(v.frames, s)
	case s.kind == "worker":
		v.workers = append(v.workers, s)
	}
}

// Close closes the page and forgets its profile.
func (v *Visit) Close() {
	v.tab.close()
	if v.browser.engine == nil {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		call(ctx, v.browser.conn, "", target.DisposeBrowserContext, target.DisposeBrowserContextParams{BrowserContextID: v.context})
		v.browser.mu.Lock()
		delete(v.browser.visits, v.context)
		v.browser.mu.Unlock()
	}
	v.witness.CloseClientConnections()
	v.witness.Close()
}

// Record is what left the page so far.
func (v *Visit) Record() *Record { return v.record }

// Witnessed are the requests that really went out, as a proxy saw them.
func (v *Visit) Witnessed() []Request { return v.witness.requests() }

// Crashed is closed when a target of this visit crashes.
func (v *Visit) Crashed() <-chan struct{} { return v.record.crashed }

// Open goes to an address and waits until the document is loaded.
func (v *Visit) Open(ctx context.Context, url string) error {
	v.mu.Lock()
	v.frames = nil // those of the page before go with it
	v.mu.Unlock()
	if err := v.tab.open(ctx, url); err != nil {
		return err
	}
	address, _ := json.Marshal(url)
	return v.Wait(ctx, `document.readyState === 'complete' && (location.href !== 'about:blank' || `+string(address)+` === 'about:blank')`)
}

// Eval evaluates JavaScript in the page, awaits it where it is a promise, and
// decodes its value into out, unless that is nil.
func (v *Visit) Eval(ctx context.Context, script string, out any) error {
	return v.tab.eval(ctx, script, out)
}

// EvalWorker does the same in the newest dedicated worker.
func (v *Visit) EvalWorker(ctx context.Context, script string, out any) error {
	if v.browser.engine != nil {
		return ErrOnlyChromium
	}
	v.mu.Lock()
	var s *session
	if n := len(v.workers); n > 0 {
		s = v.workers[n-1]
	}
	v.mu.Unlock()
	if s == nil {
		return errors.New("drive: no worker was started")
	}
	return evalIn(ctx, v.browser.conn, s, script, out)
}

// Late is what a test says whose time ran out before anything else failed: command again runs it a second time.
const Late = "the time ran out, and nothing else had failed"

// ErrEnded says that a process of the browser ended by itself: WebKitGTK's at times does, inside the driver of a
// graphics processor that is not there.
var ErrEnded = errors.New("drive: a process of the browser has ended by itself")

// EndedByItself is what a test says whose browser ended so, before anything else failed: it is run a second time, too.
const EndedByItself = "the browser ended by itself, and nothing else had failed"

// Scheme sets the colour scheme that the page sees: "light" or "dark".
func (v *Visit) Scheme(ctx context.Context, scheme string) error {
	if v.browser.engine != nil {
		return ErrOnlyChromium
	}
	_, err := call(ctx, v.browser.conn, v.page.id, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
	return err
}

// Screenshot pictures the whole page as a PNG.
func (v *Visit) Screenshot(ctx context.Context) ([]byte, error) { return v.tab.screenshot(ctx) }

// Download waits for a downloaded file of that name, and takes it out of the folder.
func (v *Visit) Download(ctx context.Context, name string) ([]byte, error) {
	path := filepath.Join(v.downloads, name)
	var b []byte
	late := Until(ctx, func() (whole bool) {
		var err error
		b, err = os.ReadFile(path)
		return err == nil && len(b) > 0 // the name is taken before the file is whole
	})
	if late != nil {
		return nil, fmt.Errorf("drive: no download %s: %w", name, late)
	}
	return b, os.Remove(path)
}

// History lists the addresses that the page's way back leads through.
func (v *Visit) History(ctx context.Context) ([]string, error) {
	if v.browser.engine != nil {
		return nil, ErrOnlyChromium
	}
	h, err := call(ctx, v.browser.conn, v.page.id, page.GetNavigationHistory, cdp.Empty{})
	var out []string
	for _, e := range h.Entries {
		out = append(out, e.URL+" "+e.Title)
	}
	return out, err
}
