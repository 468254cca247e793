// Package drive drives the pages in Chromium, Firefox or WebKitGTK as a person does, and
// writes down everything that leaves them: every request of every target, every
// console line, every message of a worker.
package drive

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"sync"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// Executable is the browser: $CHROMIUM, or Debian's.
func Executable() string {
	if path := os.Getenv("CHROMIUM"); path != "" {
		return path
	}
	return "/usr/bin/chromium"
}

// flags keep Chromium from doing anything that nobody asked for.
var flags = []string{
	"--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--no-default-browser-check",
	"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-default-apps",
	"--disable-extensions", "--disable-breakpad", "--disable-dev-shm-usage", "--mute-audio", "--hide-scrollbars",
	// The last four are processes that each window would start: pages of the address bar, and one to spare.
	"--disable-features=AutofillServerCommunication,OptimizationHints,MediaRouter,Translate," +
		"WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,SpareRendererForSitePerProcess",
	"--force-color-profile=srgb", "--password-store=basic", "--window-size=1280,900", "--remote-debugging-pipe",
}

// A Browser is one running browser with a profile of its own.
type Browser struct {
	kind   Engine // "" is Chromium, which the rest is of
	engine engine // nil for it

	conn    *conn
	process *exec.Cmd
	exited  chan struct{}
	dir     string // the profile

	mu       sync.Mutex
	sessions map[target.SessionID]*session
	visits   map[cdp.BrowserContextID]*Visit
	trace    *trace // nil while nobody watches
}

// Launch starts Chromium, with more of its flags.
func Launch(more ...string) (*Browser, error) {
	dir, err := os.MkdirTemp("", "privatepca-chromium-")
	if err != nil {
		return nil, err
	}
	return LaunchIn(dir, more...)
}

// LaunchIn starts Chromium with the profile of a folder, which Close removes.
func LaunchIn(dir string, more ...string) (*Browser, error) {
	toBrowser, commands, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	messages, fromBrowser, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(Executable(), slices.Concat(flags, more, []string{"--user-data-dir=" + dir, "about:blank"})...)
	cmd.ExtraFiles = []*os.File{toBrowser, fromBrowser} // descriptors 3 and 4, as the pipe flag wants
	cmd.Env = append(os.Environ(), "HOME="+dir)
	cmd.Stdout, cmd.Stderr = io.Discard, io.Discard
	err = start(cmd)
	toBrowser.Close()
	fromBrowser.Close()
	if err != nil {
		os.RemoveAll(dir)
		return nil, fmt.Errorf("drive: Chromium does not start (set CHROMIUM to its path, or apt-get install chromium): %w", err)
	}
	b := &Browser{
		process: cmd, exited: make(chan struct{}), dir: dir,
		sessions: map[target.SessionID]*session{}, visits: map[cdp.BrowserContextID]*Visit{},
	}
	go func() {
		cmd.Wait()
		close(b.exited)
	}()
	b.conn = newConn(chromedp.NewPipeConn(messages, commands), b.event)
	go b.conn.read()
	ctx, cancel := context.WithTimeout(context.Background(), 90*time.Second)
	defer cancel()
	// Targets that no page owns (service workers, shared workers) appear here;
	// those of a page are attached through its session, before they run.
	if _, err := call(ctx, b.conn, "", target.SetAutoAttach, attachAll); err != nil {
		b.Close()
		return nil, fmt.Errorf("drive: Chromium started but does not answer: %w", err)
	}
	return b, nil
}

// removed removes a profile's folder, into which a browser's children may still write for a moment.
func removed(dir string) {
	Within(context.Background(), 5*time.Second, func() bool { return os.RemoveAll(dir) == nil })
}

// Close ends the browser and removes its profile.
func (b *Browser) Close() {
	if b.engine != nil {
		b.engine.close()
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	call(ctx, b.conn, "", browser.Close, cdp.Empty{})
	select {
	case <-b.exited:
	case <-time.After(2 * time.Second):
		b.process.Process.Kill()
		<-b.exited
	}
	b.conn.pipe.Close()
	removed(b.dir)
}
