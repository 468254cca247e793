package drive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
)

// A chromiumTab is a page of Chromium, or a frame of another site in one: hand is the page
// that mouse and keyboard go to.
type chromiumTab struct {
	visit *Visit
	page  *session
	hand  target.SessionID
}

var _ tab = (*chromiumTab)(nil)

func (t *chromiumTab) conn() *conn { return t.visit.browser.conn }

func (t *chromiumTab) open(ctx context.Context, url string) error {
	r, err := call(ctx, t.conn(), t.page.id, page.Navigate, page.NavigateParams{URL: url})
	if err == nil && r.ErrorText != "" {
		err = errors.New("drive: " + url + ": " + r.ErrorText)
	}
	return err
}

func (t *chromiumTab) eval(ctx context.Context, script string, out any) error {
	return evalIn(ctx, t.conn(), t.page, script, out)
}

// evalIn evaluates a script in any target, also a worker.
func evalIn(ctx context.Context, c *conn, s *session, script string, out any) error {
	r, err := call(ctx, c, s.id, runtime.Evaluate, runtime.EvaluateParams{
		Expression: script, AwaitPromise: new(true), ReturnByValue: new(true), UserGesture: new(true),
	})
	if err != nil {
		return err
	}
	if e := r.ExceptionDetails; e != nil {
		text := e.Text
		if e.Exception != nil {
			text += " " + e.Exception.Description
		}
		return errors.New("drive: the script failed: " + text)
	}
	if out == nil {
		return nil
	}
	if r.Result == nil || r.Result.Value == nil {
		return fmt.Errorf("drive: the script gave no value: %.80s", script)
	}
	return json.Unmarshal(r.Result.Value, out)
}

func (t *chromiumTab) press(ctx context.Context, at spot) error {
	p := input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: at.x, Y: at.y}
	send(t.conn(), t.hand, input.DispatchMouseEvent, p) // carried out in order: the last is waited for
	p.Type, p.Button, p.ClickCount = input.DispatchMouseEventTypeMousePressed, input.MouseButtonLeft, 1
	send(t.conn(), t.hand, input.DispatchMouseEvent, p)
	p.Type = input.DispatchMouseEventTypeMouseReleased
	_, err := call(ctx, t.conn(), t.hand, input.DispatchMouseEvent, p)
	return err
}

func (t *chromiumTab) wheel(ctx context.Context, x, y, down float64) error {
	_, err := call(ctx, t.conn(), t.hand, input.DispatchMouseEvent, input.DispatchMouseEventParams{
		Type: input.DispatchMouseEventTypeMouseWheel, X: x, Y: y, DeltaX: 1e-6, DeltaY: down,
	}) // a 0 would be left out, which is refused
	return err
}

func (t *chromiumTab) key(ctx context.Context, name string) error {
	key := keys[name]
	down := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: name, Code: name, Text: key.text, WindowsVirtualKeyCode: key.code}
	if name == " " {
		down.Code = "Space"
	}
	up := down
	up.Type, up.Text = input.DispatchKeyEventTypeKeyUp, ""
	return t.dispatch(ctx, down, up)
}

// editing are the commands that Chromium's own keys give where a screen is.
var editing = map[string]string{"a": "selectAll", "v": "paste", "c": "copy"}

func (t *chromiumTab) chord(ctx context.Context, letter string) error {
	code := int64(letter[0] - 'a' + 'A')
	down := input.DispatchKeyEventParams{
		Type: input.DispatchKeyEventTypeKeyDown, Key: letter, Code: "Key" + string(rune(code)), WindowsVirtualKeyCode: code,
		Modifiers: 2, Commands: []string{editing[letter]},
	}
	up := down
	up.Type, up.Commands = input.DispatchKeyEventTypeKeyUp, nil
	return t.dispatch(ctx, down, up)
}

func (t *chromiumTab) dispatch(ctx context.Context, events ...input.DispatchKeyEventParams) error {
	for _, p := range events {
		if _, err := call(ctx, t.conn(), t.page.id, input.DispatchKeyEvent, p); err != nil {
			return err
		}
	}
	return nil
}

func (t *chromiumTab) insert(ctx context.Context, text string) error {
	_, err := call(ctx, t.conn(), t.page.id, input.InsertText, input.InsertTextParams{Text: text})
	return err
}

func (t *chromiumTab) stroke(_ context.Context, r rune) error {
	for _, kind := range []input.DispatchKeyEventType{input.DispatchKeyEventTypeKeyDown, input.DispatchKeyEventTypeKeyUp} {
		p := input.DispatchKeyEventParams{Type: kind, Key: string(r)}
		if kind == input.DispatchKeyEventTypeKeyDown {
			p.Text = string(r)
		}
		send(t.conn(), t.page.id, input.DispatchKeyEvent, p)
	}
	return nil
}

func (t *chromiumTab) choose(ctx context.Context, find string, files []string) error {
	r, err := call(ctx, t.conn(), t.page.id, runtime.Evaluate, runtime.EvaluateParams{Expression: find})
	if err != nil {
		return err
	}
	_, err = call(ctx, t.conn(), t.page.id, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: files, ObjectID: r.Result.ObjectID})
	return err
}

func (t *chromiumTab) width(ctx context.Context, pixels int64) error {
	_, err := call(ctx, t.conn(), t.page.id, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: pixels, Height: 900, DeviceScaleFactor: 1,
	})
	return err
}

func (t *chromiumTab) screenshot(ctx context.Context) ([]byte, error) {
	r, err := call(ctx, t.conn(), t.page.id, page.CaptureScreenshot, page.CaptureScreenshotParams{CaptureBeyondViewport: new(true)})
	return r.Data, err
}

// frame counts the frames of other sites as they came: those of the page's own are no targets.
func (t *chromiumTab) frame(_ context.Context, n int) (tab, error) {
	v := t.visit
	v.mu.Lock()
	defer v.mu.Unlock()
	if n >= len(v.frames) {
		return nil, nil
	}
	return &chromiumTab{visit: v, page: v.frames[n], hand: t.page.id}, nil
}

func (t *chromiumTab) popup(_ context.Context, n int) (tab, error) {
	v := t.visit
	v.mu.Lock()
	defer v.mu.Unlock()
	if n > len(v.windows) {
		return nil, nil
	}
	s := v.windows[len(v.windows)-1]
	return &chromiumTab{visit: v, page: s, hand: s.id}, nil
}

func (t *chromiumTab) close() {}
