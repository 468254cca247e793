package drive

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
)

// An Engine is a family of browsers, each driven by its own protocol.
type Engine string

// The engines: Chromium by its DevTools, Firefox by WebDriver BiDi, WebKit by WebDriver.
const (
	Chromium Engine = "chromium"
	Firefox  Engine = "firefox"
	WebKit   Engine = "webkit"
)

// ErrOnlyChromium ends what no other engine's protocol can do.
var ErrOnlyChromium = errors.New("drive: only Chromium's protocol can do this")

// ErrNoSetting says that an engine's user cannot set something by a file.
var ErrNoSetting = errors.New("drive: this browser has no such setting")

// ErrNoBrowser says that an engine is not installed.
var ErrNoBrowser = errors.New("drive: this browser is not installed")

// An engine opens pages, each in a profile of its own.
type engine interface {
	visit(ctx context.Context, v *Visit) error // fills the visit's tab
	version() string
	close()
}

// A spot is a place in CSS pixels: of the view of the page around all frames, and of the
// frame's own.
type spot struct{ x, y, ownX, ownY float64 }

// A tab is one page, or a frame in it, in any engine.
type tab interface {
	open(ctx context.Context, url string) error
	eval(ctx context.Context, script string, out any) error
	press(ctx context.Context, at spot) error // clicks there
	wheel(ctx context.Context, x, y, down float64) error
	key(ctx context.Context, name string) error     // of the list of keys
	chord(ctx context.Context, letter string) error // with the control key
	insert(ctx context.Context, text string) error  // into what has the focus, at once
	stroke(ctx context.Context, r rune) error       // presses the key of a character, and may not wait
	choose(ctx context.Context, find string, files []string) error
	width(ctx context.Context, pixels int64) error
	screenshot(ctx context.Context) ([]byte, error)
	frame(ctx context.Context, n int) (tab, error) // nil where there is none yet
	popup(ctx context.Context, n int) (tab, error) // the newest window that the page has opened; nil before there are n
	hide(ctx context.Context) (show func(context.Context) error, err error)
	close()
}

// Engine says which engine the browser is of.
func (b *Browser) Engine() Engine {
	if b.kind == "" {
		return Chromium
	}
	return b.kind
}

// Version is the browser's name and version, as it states them.
func (b *Browser) Version() string {
	if b.engine != nil {
		return b.engine.version()
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	v, err := call(ctx, b.conn, "", browser.GetVersion, cdp.Empty{})
	if err != nil {
		return string(Chromium)
	}
	return strings.Replace(strings.TrimPrefix(v.Product, "Headless"), "Chrome/", "Chromium ", 1)
}

// LaunchEngine starts a browser of that engine. It returns ErrNoBrowser where none is installed.
func LaunchEngine(kind Engine) (*Browser, error) {
	var e engine
	var err error
	switch kind {
	case Chromium:
		return Launch()
	case Firefox:
		e, err = launchFirefox("")
	case WebKit:
		e, err = launchWebKit()
	default:
		return nil, errors.New("drive: no such engine: " + string(kind))
	}
	if err != nil {
		return nil, err
	}
	return &Browser{kind: kind, engine: e}, nil
}

// LaunchWithoutStorage starts a browser in which every site's data is blocked by the user's own
// setting. It returns ErrNoSetting where no setting of the engine does that.
func LaunchWithoutStorage(kind Engine) (*Browser, error) {
	switch kind {
	case Chromium:
		dir, err := os.MkdirTemp("", "privatepca-chromium-")
		if err != nil {
			return nil, err
		}
		if err := os.Mkdir(filepath.Join(dir, "Default"), 0o777); err != nil {
			return nil, err
		}
		blocked := `{"profile": {"default_content_setting_values": {"cookies": 2}}}`
		if err := os.WriteFile(filepath.Join(dir, "Default", "Preferences"), []byte(blocked), 0o666); err != nil {
			return nil, err
		}
		return LaunchIn(dir)
	case Firefox:
		e, err := launchFirefox(`user_pref("network.cookie.cookieBehavior", 2);`)
		if err != nil {
			return nil, err
		}
		return &Browser{kind: kind, engine: e}, nil
	}
	return nil, ErrNoSetting
}
