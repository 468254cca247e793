package drive

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"
)

// firefoxPath is the browser: $FIREFOX, or Debian's; "" for none.
func firefoxPath() string {
	for _, path := range []string{os.Getenv("FIREFOX"), "/usr/bin/firefox-esr", "/usr/bin/firefox"} {
		if _, err := os.Stat(path); path != "" && err == nil {
			return path
		}
	}
	return ""
}

// firefoxPrefs keep Firefox from doing anything that nobody asked for, and give each of its
// pages the focus, which a window without a screen has not.
const firefoxPrefs = `
user_pref("app.normandy.enabled", false);
user_pref("app.update.disabledForTesting", true);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.contentblocking.introCount", 99);
user_pref("browser.download.panel.shown", true);
user_pref("browser.newtabpage.enabled", false);
user_pref("browser.newtabpage.activity-stream.feeds.system.topstories", false);
user_pref("browser.region.update.enabled", false);
user_pref("browser.safebrowsing.downloads.enabled", false);
user_pref("browser.safebrowsing.malware.enabled", false);
user_pref("browser.safebrowsing.phishing.enabled", false);
user_pref("browser.search.update", false);
user_pref("browser.sessionstore.resume_from_crash", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage", "about:blank");
user_pref("browser.startup.page", 0);
user_pref("browser.tabs.unloadOnLowMemory", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("dom.disable_beforeunload", true);
user_pref("dom.push.connection.enabled", false);
user_pref("extensions.getAddons.cache.enabled", false);
user_pref("extensions.update.enabled", false);
user_pref("extensions.systemAddon.update.enabled", false);
user_pref("focusmanager.testmode", true);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("network.proxy.allow_hijacking_localhost", true);
user_pref("remote.prefs.recommended", true);
user_pref("security.remote_settings.crlite_filters.enabled", false);
user_pref("services.settings.server", "data:,#remote-settings-dummy/v1");
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
user_pref("trailhead.firstrun.didSeeAboutWelcome", true);
`

// A firefox is one running Firefox, over WebDriver BiDi.
type firefox struct {
	conn    *bidi
	process *exec.Cmd
	exited  chan struct{}
	dir     string // the profile
	name    string // with its version

	mu     sync.Mutex
	visits map[string]*Visit // by their pages' contexts, and those of frames that were looked into
}

var listening = regexp.MustCompile(`WebDriver BiDi listening on (ws://\S+)`)

// launchFirefox starts Firefox with further preferences, as lines of user.js.
func launchFirefox(more string) (engine, error) {
	path := firefoxPath()
	if path == "" {
		return nil, fmt.Errorf("%w: Firefox (set FIREFOX to its path, or apt-get install firefox-esr)", ErrNoBrowser)
	}
	dir, err := os.MkdirTemp("", "privatepca-firefox-")
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "user.js"), []byte(firefoxPrefs+more), 0o666); err != nil {
		return nil, err
	}
	cmd := exec.Command(path, "--headless", "--no-remote", "--profile", dir, "--remote-debugging-port", "0", "about:blank")
	cmd.Env = append(os.Environ(), "HOME="+dir, "MOZ_CRASHREPORTER_DISABLE=1", "MOZ_HEADLESS_WIDTH=1280", "MOZ_HEADLESS_HEIGHT=985")
	said, err := cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	cmd.Stdout = io.Discard
	if err := start(cmd); err != nil {
		os.RemoveAll(dir)
		return nil, fmt.Errorf("drive: Firefox does not start: %w", err)
	}
	f := &firefox{process: cmd, exited: make(chan struct{}), dir: dir, visits: map[string]*Visit{}}
	address := make(chan string, 1)
	go func() {
		lines := bufio.NewScanner(said)
		for lines.Scan() {
			if m := listening.FindStringSubmatch(lines.Text()); m != nil {
				address <- m[1]
			}
		}
		cmd.Wait()
		close(f.exited)
	}()
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	select {
	case at := <-address:
		f.conn, err = dialBiDi(ctx, at+"/session", f.event)
	case <-f.exited:
		err = errors.New("it ended at once")
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		f.close()
		return nil, fmt.Errorf("drive: Firefox started but does not answer: %w", err)
	}
	var session struct {
		Capabilities struct{ BrowserName, BrowserVersion string }
	}
	err = f.conn.call(ctx, "session.new", object{"capabilities": object{"alwaysMatch": object{"acceptInsecureCerts": false}}}, &session)
	if err == nil {
		err = f.conn.call(ctx, "session.subscribe", object{"events": []string{"log.entryAdded", "network.beforeRequestSent", "script.message"}}, nil)
	}
	if err != nil {
		f.close()
		return nil, err
	}
	f.name = "Firefox " + session.Capabilities.BrowserVersion
	return f, nil
}

func (f *firefox) version() string { return f.name }

func (f *firefox) close() {
	if f.conn != nil {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		f.conn.call(ctx, "browser.close", object{}, nil)
		cancel()
	}
	select {
	case <-f.exited:
	case <-time.After(3 * time.Second):
		f.process.Process.Kill()
		<-f.exited
	}
	removed(f.dir)
}

// firefoxHooks report every message that a worker sends to the page.
var firefoxHooks = `channel => { ` + strings.Replace(pageHooks, "window."+messageBinding, "channel", 1) + ` }`

// visit opens a window in a container of its own: no storage, cache or service worker is
// shared with another.
func (f *firefox) visit(ctx context.Context, v *Visit) error {
	proxy := strings.TrimPrefix(v.witness.URL, "http://")
	var container struct{ UserContext string }
	if err := f.conn.call(ctx, "browser.createUserContext", object{
		"proxy": object{"proxyType": "manual", "httpProxy": proxy, "sslProxy": proxy, "noProxy": []string{}},
	}, &container); err != nil {
		return err
	}
	if err := f.conn.call(ctx, "browser.setDownloadBehavior", object{
		"downloadBehavior": object{"type": "allowed", "destinationFolder": v.downloads}, "userContexts": []string{container.UserContext},
	}, nil); err != nil {
		return err
	}
	preload := func(script string, arguments []object) error {
		params := object{"functionDeclaration": script, "userContexts": []string{container.UserContext}}
		if arguments != nil {
			params["arguments"] = arguments
		}
		return f.conn.call(ctx, "script.addPreloadScript", params, nil)
	}
	if err := preload(firefoxHooks, []object{{"type": "channel", "value": object{"channel": messageBinding}}}); err != nil {
		return err
	}
	for _, script := range v.scripts {
		if err := preload("() => { if (window !== top) return;\n"+script+"\n}", nil); err != nil { // as in Chromium, where a frame is another target
			return err
		}
	}
	var made struct{ Context string }
	if err := f.conn.call(ctx, "browsingContext.create", object{"type": "window", "userContext": container.UserContext}, &made); err != nil {
		return err
	}
	t := &firefoxTab{firefox: f, container: container.UserContext, context: made.Context, top: made.Context}
	v.tab = t
	f.mu.Lock()
	f.visits[made.Context] = v
	f.mu.Unlock()
	return f.conn.call(ctx, "browsingContext.setViewport", object{"context": made.Context, "viewport": object{"width": 1280, "height": 900}}, nil)
}

// event sorts what the browser reports.
func (f *firefox) event(method string, params json.RawMessage) {
	var e struct {
		Context, Channel, Level, Type, Text string
		Source                              struct{ Context string }
		Data                                remote
		Request                             struct{ Request, URL, Method string }
		RedirectCount                       int
	}
	if json.Unmarshal(params, &e) != nil {
		return
	}
	context := e.Context
	if context == "" {
		context = e.Source.Context
	}
	f.mu.Lock()
	v := f.visits[context]
	f.mu.Unlock()
	if v == nil {
		return
	}
	r, now := v.record, time.Now()
	r.mu.Lock()
	defer r.mu.Unlock()
	switch method {
	case "log.entryAdded":
		level := e.Level
		if e.Type == "javascript" && level == "error" {
			level = "exception"
		}
		r.console = append(r.console, Line{now, "page", level, e.Text})
	case "network.beforeRequestSent":
		r.requests = append(r.requests, Request{now, "page", e.Request.Method, e.Request.URL, ""})
	case "script.message":
		var text string
		json.Unmarshal(e.Data.Value, &text)
		r.messages = append(r.messages, Message{now, text})
	}
}

// A firefoxTab is a page of Firefox, or a frame in one.
type firefoxTab struct {
	*firefox
	container, context, top string
}

var _ tab = (*firefoxTab)(nil)

func (t *firefoxTab) open(ctx context.Context, url string) error {
	return t.conn.call(ctx, "browsingContext.navigate", object{"context": t.context, "url": url, "wait": "none"}, nil)
}

func (t *firefoxTab) remote(ctx context.Context, script string) (remote, error) {
	var answer struct {
		Type             string
		Result           remote
		ExceptionDetails struct{ Text string }
	}
	err := t.conn.call(ctx, "script.evaluate", object{
		"expression": script, "target": object{"context": t.context}, "awaitPromise": true, "userActivation": true,
	}, &answer)
	if err == nil && answer.Type == "exception" {
		err = errors.New("drive: the script failed: " + answer.ExceptionDetails.Text)
	}
	return answer.Result, err
}

func (t *firefoxTab) eval(ctx context.Context, script string, out any) error {
	r, err := t.remote(ctx, script)
	if err != nil || out == nil {
		return err
	}
	if r.Type == "undefined" {
		return fmt.Errorf("drive: the script gave no value: %.80s", script)
	}
	text, err := r.plain()
	if err != nil {
		return err
	}
	return json.Unmarshal(text, out)
}

// act performs actions of one device in the page, or in the frame: from the page around
// they do not reach one of another site.
func (t *firefoxTab) act(ctx context.Context, device object) error {
	return t.conn.call(ctx, "input.performActions", object{"context": t.context, "actions": []object{device}}, nil)
}

func (t *firefoxTab) press(ctx context.Context, at spot) error {
	if t.context != t.top { // a frame asks for the focus, which one window has at a time
		if err := t.conn.call(ctx, "browsingContext.activate", object{"context": t.top}, nil); err != nil {
			return err
		}
	}
	return t.act(ctx, pressed(at.ownX, at.ownY))
}

// pressed is a click as both WebDrivers take it.
func pressed(x, y float64) object {
	return object{"type": "pointer", "id": "mouse", "parameters": object{"pointerType": "mouse"}, "actions": []object{
		{"type": "pointerMove", "x": int(x + .5), "y": int(y + .5), "duration": 0}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0},
	}}
}

func (t *firefoxTab) wheel(ctx context.Context, x, y, down float64) error {
	return t.act(ctx, turned(x, y, down))
}

func turned(x, y, down float64) object {
	return object{"type": "wheel", "id": "wheel", "actions": []object{{"type": "scroll", "x": int(x), "y": int(y), "deltaX": 0, "deltaY": int(down)}}}
}

// webDriverKeys are the names of keys in both WebDrivers.
var webDriverKeys = map[string]string{"Tab": "\uE004", "Enter": "\uE007", " ": " ", "ArrowDown": "\uE015", "Home": "\uE011", "Delete": "\uE017"}

const (
	controlKey = "\uE009"
	shiftKey   = "\uE008"
)

// struck are keys that are pressed one after the other.
func struck(texts ...string) object {
	var actions []object
	for _, key := range texts {
		actions = append(actions, object{"type": "keyDown", "value": key}, object{"type": "keyUp", "value": key})
	}
	return object{"type": "key", "id": "keys", "actions": actions}
}

func held(letter string) object {
	return object{"type": "key", "id": "keys", "actions": []object{
		{"type": "keyDown", "value": controlKey}, {"type": "keyDown", "value": letter}, {"type": "keyUp", "value": letter}, {"type": "keyUp", "value": controlKey},
	}}
}

func (t *firefoxTab) key(ctx context.Context, name string) error {
	return t.act(ctx, struck(webDriverKeys[name]))
}

func (t *firefoxTab) chord(ctx context.Context, letter string) error { return t.act(ctx, held(letter)) }

// back goes to the control before, by Shift and the tabulator. Where the focus has gone round through the browser's own
// controls, a key presses no button any more, on any page: Firefox without a screen thinks it elsewhere.
func (t *firefoxTab) back(ctx context.Context) error {
	return t.act(ctx, object{"type": "key", "id": "keys", "actions": []object{
		{"type": "keyDown", "value": shiftKey}, {"type": "keyDown", "value": webDriverKeys["Tab"]}, {"type": "keyUp", "value": webDriverKeys["Tab"]}, {"type": "keyUp", "value": shiftKey},
	}})
}

func (t *firefoxTab) insert(ctx context.Context, text string) error {
	return t.act(ctx, struck(strings.Split(text, "")...))
}

func (t *firefoxTab) stroke(ctx context.Context, r rune) error { return t.act(ctx, struck(string(r))) }

func (t *firefoxTab) choose(ctx context.Context, find string, files []string) error {
	element, err := t.remote(ctx, find)
	if err != nil {
		return err
	}
	return t.conn.call(ctx, "input.setFiles", object{"context": t.context, "element": object{"sharedId": element.SharedID}, "files": files}, nil)
}

func (t *firefoxTab) width(ctx context.Context, pixels int64) error {
	return t.conn.call(ctx, "browsingContext.setViewport", object{"context": t.top, "viewport": object{"width": pixels, "height": 900}}, nil)
}

func (t *firefoxTab) screenshot(ctx context.Context) ([]byte, error) {
	var picture struct{ Data string }
	if err := t.conn.call(ctx, "browsingContext.captureScreenshot", object{"context": t.top, "origin": "document"}, &picture); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(picture.Data)
}

func (t *firefoxTab) frame(ctx context.Context, n int) (tab, error) {
	var tree struct {
		Contexts []struct {
			Children []struct{ Context, URL string }
		}
	}
	if err := t.conn.call(ctx, "browsingContext.getTree", object{"root": t.context}, &tree); err != nil {
		return nil, err
	}
	if len(tree.Contexts) == 0 || n >= len(tree.Contexts[0].Children) {
		return nil, nil
	}
	child := tree.Contexts[0].Children[n]
	if child.URL == "about:blank" { // on its way
		return nil, nil
	}
	t.mu.Lock()
	t.visits[child.Context] = t.visits[t.top] // what the frame says is the visit's, too
	t.mu.Unlock()
	return &firefoxTab{firefox: t.firefox, container: t.container, context: child.Context, top: t.top}, nil
}

// popup counts the windows of the container as they came, but for the first.
func (t *firefoxTab) popup(ctx context.Context, n int) (tab, error) {
	var tree struct {
		Contexts []struct{ Context, UserContext, URL string }
	}
	if err := t.conn.call(ctx, "browsingContext.getTree", object{"maxDepth": 0}, &tree); err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	visit := t.visits[t.top]
	for _, c := range tree.Contexts {
		if c.UserContext == t.container && c.URL != "about:blank" && t.visits[c.Context] == nil {
			t.visits[c.Context] = visit
			visit.opened = append(visit.opened, c.Context)
		}
	}
	if n > len(visit.opened) {
		return nil, nil
	}
	newest := visit.opened[len(visit.opened)-1]
	return &firefoxTab{firefox: t.firefox, container: t.container, context: newest, top: newest}, nil
}

func (t *firefoxTab) close() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	t.conn.call(ctx, "browser.removeUserContext", object{"userContext": t.container}, nil)
	t.mu.Lock()
	visit := t.visits[t.top]
	maps.DeleteFunc(t.visits, func(_ string, v *Visit) bool { return v == visit })
	t.mu.Unlock()
}
