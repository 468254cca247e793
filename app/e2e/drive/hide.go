package drive

import (
	"context"
	"net/http"
	"slices"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
)

// Hide puts the page into the background: an empty tab in front of it, of the same window, or in WebKit, whose driver opens
// tabs behind the page only, the whole window made small. The function that it returns brings the page back.
func (v *Visit) Hide(ctx context.Context) (show func(context.Context) error, err error) {
	return v.tab.hide(ctx)
}

func (t *chromiumTab) hide(ctx context.Context) (func(context.Context) error, error) {
	made, err := call(ctx, t.conn(), "", target.CreateTarget, target.CreateTargetParams{URL: "about:blank", BrowserContextID: t.visit.context})
	front := made.TargetID
	return func(ctx context.Context) error {
		if _, err := call(ctx, t.conn(), "", target.CloseTarget, target.CloseTargetParams{TargetID: front}); err != nil {
			return err
		}
		t.visit.mu.Lock()
		t.visit.windows = slices.DeleteFunc(t.visit.windows, func(s *session) bool { return s.target == front }) // the page has not opened it
		t.visit.mu.Unlock()
		_, err := call(ctx, t.conn(), t.page.id, page.BringToFront, cdp.Empty{})
		return err
	}, err
}

func (t *firefoxTab) hide(ctx context.Context) (func(context.Context) error, error) {
	var made struct{ Context string }
	err := t.conn.call(ctx, "browsingContext.create", object{"type": "tab", "referenceContext": t.top, "userContext": t.container}, &made)
	return func(ctx context.Context) error {
		if err := t.conn.call(ctx, "browsingContext.close", object{"context": made.Context}, nil); err != nil {
			return err
		}
		return t.conn.call(ctx, "browsingContext.activate", object{"context": t.top}, nil)
	}, err
}

func (t *webkitTab) hide(ctx context.Context) (func(context.Context) error, error) {
	var before object
	if err := t.call(ctx, http.MethodGet, "/window/rect", nil, &before); err != nil {
		return nil, err
	}
	err := t.post(ctx, "/window/minimize", object{}, nil)
	return func(ctx context.Context) error { return t.post(ctx, "/window/rect", before, nil) }, err
}
