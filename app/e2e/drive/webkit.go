package drive

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A webkit is WebKitGTK, in a virtual screen. Its driver has one session at a time, so each
// visit starts a driver and a browser of its own.
type webkit struct {
	screen  *exec.Cmd
	display string // of the screen, as ":99"
	name    string // with its version, once a visit has asked
}

const webkitDriver = "/usr/bin/WebKitWebDriver"

// screenWidth is in pixels.
const screenWidth = 1600

// miniBrowser is where Debian puts the browser that the driver starts.
func miniBrowser() string {
	found, _ := filepath.Glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")
	if len(found) == 0 {
		return ""
	}
	return found[len(found)-1]
}

func launchWebKit() (engine, error) {
	for _, path := range []string{webkitDriver, "/usr/bin/Xvfb", miniBrowser()} {
		if _, err := os.Stat(path); err != nil {
			return nil, fmt.Errorf("%w: WebKitGTK (apt-get install webkit2gtk-driver xvfb)", ErrNoBrowser)
		}
	}
	number, said, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	screen := exec.Command("/usr/bin/Xvfb", "-displayfd", "3", "-screen", "0", fmt.Sprintf("%dx1200x24", screenWidth), "-nolisten", "tcp")
	screen.ExtraFiles = []*os.File{said}
	err = start(screen)
	said.Close()
	if err != nil {
		return nil, err
	}
	var display int
	number.SetReadDeadline(time.Now().Add(20 * time.Second))
	_, err = fmt.Fscan(number, &display)
	number.Close()
	if err != nil {
		screen.Process.Kill()
		screen.Wait()
		return nil, fmt.Errorf("drive: Xvfb does not start: %w", err)
	}
	return &webkit{screen: screen, display: fmt.Sprintf(":%d", display)}, nil
}

func (w *webkit) version() string { return w.name }

func (w *webkit) close() {
	w.screen.Process.Kill()
	w.screen.Wait()
}

// webkitHooks keep every message that a worker sends to the page until the driver asks for them.
var webkitHooks = `window.__driveHeard = []; window.` + messageBinding + ` = text => __driveHeard.push(text);
` + pageHooks + "\n"

// visit starts a driver with a home folder of its own, and with it a browser.
func (w *webkit) visit(ctx context.Context, v *Visit) error {
	v.witness.first = webkitHooks
	for _, script := range v.scripts {
		v.witness.first += "if (window === top) {\n" + script + "\n}\n"
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	port := free.Addr().(*net.TCPAddr).Port
	free.Close()
	home, err := os.MkdirTemp("", "privatepca-webkit-")
	if err != nil {
		return err
	}
	downloads, err := filepath.Abs(v.downloads)
	if err != nil {
		return err
	}
	for name, text := range map[string]string{
		"user-dirs.dirs": "XDG_DOWNLOAD_DIR=\"" + downloads + "\"\n",
		// Without these the tool bar lets no window be narrower than 447 pixels.
		"gtk-3.0/settings.ini": "[Settings]\ngtk-icon-sizes=gtk-menu=1,1:gtk-small-toolbar=1,1:gtk-large-toolbar=1,1:gtk-button=1,1\n",
		"gtk-3.0/gtk.css":      "* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px; }\n",
	} {
		path := filepath.Join(home, ".config", name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			return err
		}
	}
	driver := exec.Command(webkitDriver, fmt.Sprintf("--port=%d", port))
	driver.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+filepath.Join(home, ".config"), "XDG_DATA_HOME="+filepath.Join(home, "data"),
		"XDG_CACHE_HOME="+filepath.Join(home, "cache"), "DISPLAY="+w.display, "NO_AT_BRIDGE=1", "LIBGL_ALWAYS_SOFTWARE=1", "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS=1",
		"GDK_BACKEND=x11", "no_proxy=", "GSETTINGS_BACKEND=memory")
	// Nobody reads what they say. A pipe would be waited for: a browser that has lost its driver keeps it open.
	if err := start(driver); err != nil {
		os.RemoveAll(home)
		return err
	}
	t := &webkitTab{webDriver: &webDriver{url: fmt.Sprintf("http://127.0.0.1:%d", port)}, driver: driver, home: home, visit: v, record: v.record}
	v.tab = t
	v.record.fetch = func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		t.eval(ctx, "0", nil)
	}
	proxy := strings.TrimPrefix(v.witness.URL, "http://")
	var session struct {
		SessionID    string
		Capabilities struct{ BrowserName, BrowserVersion string }
	}
	for {
		err = t.post(ctx, "/session", object{"capabilities": object{"alwaysMatch": object{
			"webkitgtk:browserOptions": object{"binary": miniBrowser(), "args": []string{"--automation", "--geometry=1280x1000"}},
			"proxy":                    object{"proxyType": "manual", "httpProxy": proxy, "sslProxy": proxy, "noProxy": []string{}},
			"pageLoadStrategy":         "none",
		}}}, &session)
		if err == nil {
			break
		}
		if err != errGone || Pause(ctx, moment) != nil {
			t.close()
			return err
		}
	}
	t.url += "/session/" + session.SessionID
	if err := t.call(ctx, http.MethodGet, "/window", nil, &t.window); err != nil {
		t.close()
		return err
	}
	w.name = "WebKitGTK " + session.Capabilities.BrowserVersion
	t.post(ctx, "/timeouts", object{"script": 600_000}, nil)
	return t.post(ctx, "/window/rect", object{"width": 1280, "height": 1000}, nil)
}

// A webkitTab is a page of WebKitGTK, or a frame in one. The driver looks into one frame at
// a time, so each command says first into which.
type webkitTab struct {
	*webDriver
	driver *exec.Cmd
	home   string
	window string
	path   []int // of frames, from the page around all
	visit  *Visit
	record *Record
}

var _ tab = (*webkitTab)(nil)

// surface goes to the page around all frames, of the window where there are several.
func (t *webkitTab) surface(ctx context.Context) error {
	if len(t.visit.opened) > 0 {
		if err := t.post(ctx, "/window", object{"handle": t.window}, nil); err != nil {
			return err
		}
	}
	return t.post(ctx, "/frame", object{"id": nil}, nil)
}

func (t *webkitTab) enter(ctx context.Context) error {
	if err := t.surface(ctx); err != nil {
		return err
	}
	for _, n := range t.path {
		if err := t.post(ctx, "/frame", object{"id": n}, nil); err != nil {
			return err
		}
	}
	return nil
}

// open waits until the page before is gone, which the driver does not. It asks again where that page stays: a download
// that the page begins at that moment takes the place of what was asked for.
func (t *webkitTab) open(ctx context.Context, url string) error {
	around := &webkitTab{webDriver: t.webDriver, window: t.window, visit: t.visit}
	here := func(script string, out any) error { return around.sync(ctx, script, out) }
	if err := here("window.__driveLeft = true", nil); err != nil {
		return err
	}
	for asked := (time.Time{}); ; {
		var before bool
		err := here("return !!window.__driveLeft", &before)
		if err == nil && !before {
			return nil
		}
		if err == nil && time.Since(asked) > stays { // a page that is too busy to answer may be the next one
			if err := t.post(ctx, "/url", object{"url": url}, nil); err != nil {
				return err
			}
			asked = time.Now()
		}
		if err := Pause(ctx, moment); err != nil {
			return fmt.Errorf("drive: %s does not come: %w", url, err)
		}
	}
}

// stays is after how long a page that is still there will not be left any more.
const stays = 30 * time.Second

// eval starts the script by one command and asks for its outcome by others: what /execute/async waits
// for now and then never comes.
func (t *webkitTab) eval(ctx context.Context, script string, out any) error {
	key := "__drive" + rand.Text()
	function := "async () => (" + script + "\n)"
	if strings.HasPrefix(strings.TrimSpace(script), "{") { // a block, which has no value
		function = "async () => " + script
	} else if !strings.Contains(script, "await") {
		function = "() => (" + script + "\n)"
	}
	var text string
	err := t.sync(ctx, fmt.Sprintf(started, key, function), &text)
	if err != nil && out == nil && strings.Contains(err.Error(), ": javascript error: ") { // several statements, of which none has run
		err = t.sync(ctx, fmt.Sprintf(started, key, "async () => { "+script+"\n}"), &text)
	}
	if err != nil {
		return err
	}
	for text == "" {
		if err := Pause(ctx, moment); err != nil {
			return fmt.Errorf("drive: the script does not end: %.80s: %w", script, err)
		}
		if err := t.sync(ctx, fmt.Sprintf(ended, key), &text); err != nil {
			return err
		}
	}
	var answer struct {
		V json.RawMessage
		E string
		M []string
	}
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		return err
	}
	t.record.heard(answer.M)
	switch {
	case answer.E != "":
		return fmt.Errorf("drive: the script failed: %s", answer.E)
	case out == nil:
		return nil
	case answer.V == nil:
		return fmt.Errorf("drive: the script gave no value: %.80s", script)
	}
	return json.Unmarshal(answer.V, out)
}

// started calls a function and returns its outcome as text, or "" while its promise is not
// settled: then ended finds the outcome under a name that the page cannot know. It says so where
// the document that had it is gone.
const (
	started = `const key = '%s', outcome = o => JSON.stringify({ ...o, m: window.__driveHeard?.splice(0) });
	  try {
	    const value = (%s)();
	    if (typeof value?.then !== 'function') return outcome({ v: value });
	    Object.defineProperty(window, key, { value: '', configurable: true, writable: true });
	    value.then(v => { window[key] = outcome({ v }); }, e => { window[key] = outcome({ e: String(e) || 'rejected' }); });
	    return '';
	  } catch (e) { return outcome({ e: String(e) || 'thrown' }); }`
	ended = `const key = '%s', o = window[key];
	  if (o === undefined) return JSON.stringify({ e: 'the document is gone' });
	  if (o) delete window[key];
	  return o;`
)

// sync runs the body of a function in the frame.
func (t *webkitTab) sync(ctx context.Context, body string, out any) error {
	ctx, cancel := context.WithTimeout(ctx, lost)
	defer cancel()
	if err := t.enter(ctx); err != nil {
		return err
	}
	return t.post(ctx, "/execute/sync", object{"script": body, "args": []any{}}, out)
}

// lost is after how long a command has no answer any more: the driver gives none where the document left
// meanwhile. Who waits for a condition asks again.
const lost = 20 * time.Second

// act performs actions of one device in the whole page's view.
func (t *webkitTab) act(ctx context.Context, device object) error {
	if err := t.surface(ctx); err != nil {
		return err
	}
	return t.post(ctx, "/actions", object{"actions": []object{device}}, nil)
}

func (t *webkitTab) press(ctx context.Context, at spot) error {
	return t.act(ctx, pressed(at.x, at.y))
}

func (t *webkitTab) wheel(ctx context.Context, x, y, down float64) error {
	return t.act(ctx, turned(x, y, down))
}

func (t *webkitTab) key(ctx context.Context, name string) error {
	return t.act(ctx, struck(webDriverKeys[name]))
}

func (t *webkitTab) chord(ctx context.Context, letter string) error { return t.act(ctx, held(letter)) }

// insert ends a line by its key: the driver types no "\n".
func (t *webkitTab) insert(ctx context.Context, text string) error {
	return t.act(ctx, struck(strings.Split(strings.ReplaceAll(text, "\n", webDriverKeys["Enter"]), "")...))
}

func (t *webkitTab) stroke(ctx context.Context, r rune) error { return t.act(ctx, struck(string(r))) }

// elementKey is the name under which WebDriver gives an element.
const elementKey = "element-6066-11e4-a52e-4f735466cecf"

func (t *webkitTab) choose(ctx context.Context, find string, files []string) error {
	var element map[string]string
	if err := t.sync(ctx, "return "+find, &element); err != nil {
		return err
	}
	return t.post(ctx, "/element/"+element[elementKey]+"/value", object{"text": strings.Join(files, "\n")}, nil)
}

// width keeps the window in the middle of the screen: the pointer rests there, and without a window manager the focus
// is where the pointer is.
func (t *webkitTab) width(ctx context.Context, pixels int64) error {
	err := t.post(ctx, "/window/rect", object{"x": (screenWidth - pixels) / 2, "y": 100, "width": pixels, "height": 1000}, nil)
	if err != nil {
		return err
	}
	for {
		var wide int64
		if err := t.eval(ctx, `top.innerWidth`, &wide); err != nil || wide == pixels {
			return err
		}
		if err := Pause(ctx, moment); err != nil {
			return fmt.Errorf("drive: the window has %d pixels, not %d: %w", wide, pixels, err)
		}
	}
}

func (t *webkitTab) screenshot(ctx context.Context) ([]byte, error) {
	var data string
	if err := t.call(ctx, http.MethodGet, "/screenshot", nil, &data); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(data)
}

func (t *webkitTab) frame(ctx context.Context, n int) (tab, error) {
	var count int
	if err := t.eval(ctx, `document.querySelectorAll('iframe').length`, &count); err != nil || n >= count {
		return nil, err
	}
	inner := &webkitTab{webDriver: t.webDriver, window: t.window, visit: t.visit, record: t.record, path: append(append([]int{}, t.path...), n)}
	var there bool
	if err := inner.eval(ctx, `location.href !== 'about:blank' && document.readyState === 'complete'`, &there); err != nil || !there {
		return nil, nil // on its way
	}
	return inner, nil
}

func (t *webkitTab) popup(ctx context.Context, n int) (tab, error) {
	var handles []string
	if err := t.call(ctx, http.MethodGet, "/window/handles", nil, &handles); err != nil {
		return nil, err
	}
	for _, h := range handles {
		if h != t.window && !slices.Contains(t.visit.opened, h) {
			t.visit.opened = append(t.visit.opened, h)
		}
	}
	if n > len(t.visit.opened) {
		return nil, nil
	}
	return &webkitTab{webDriver: t.webDriver, window: t.visit.opened[len(t.visit.opened)-1], visit: t.visit, record: t.record}, nil
}

func (t *webkitTab) close() {
	if t.driver == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	t.call(ctx, http.MethodDelete, "", nil, nil)
	cancel()
	t.driver.Process.Kill()
	t.driver.Wait()
	os.RemoveAll(t.home)
}
