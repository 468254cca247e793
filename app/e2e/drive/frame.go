package drive

import (
	"context"
	"fmt"
)

// Frame gives the n-th frame, counted from 0 as they came, that shows another site than
// the page around it. It is looked into and clicked in as a page is; the hand and the
// screen are those of the page around.
func (v *Visit) Frame(ctx context.Context, n int) (*Visit, error) {
	for {
		inner, err := v.tab.frame(ctx, n)
		if err != nil {
			return nil, err
		}
		if inner != nil {
			f := &Visit{
				browser: v.browser, context: v.context, downloads: v.downloads, record: v.record, witness: v.witness,
				tab: inner, outer: v, place: n,
			}
			if t, ok := inner.(*chromiumTab); ok {
				f.page = t.page
			}
			return f, nil
		}
		if err := Pause(ctx, moment); err != nil {
			return nil, fmt.Errorf("drive: no frame %d: %w", n, err)
		}
	}
}

// around finds where a place of the view lies in the view of the page around all frames.
func (v *Visit) around(ctx context.Context, x, y float64) (float64, float64, error) {
	if v.outer == nil {
		return x, y, nil
	}
	var width float64
	if err := v.Eval(ctx, `innerWidth`, &width); err != nil {
		return 0, 0, err
	}
	var at struct{ X, Y, Scale float64 } // the page around may shrink its frame
	err := v.outer.Eval(ctx, fmt.Sprintf(`(() => { const f = document.querySelectorAll('iframe')[%d], r = f.getBoundingClientRect();
	  return { x: r.x, y: r.y, scale: Math.min(1, r.width / %g) }; })()`, v.place, width), &at)
	return at.Scale*x + at.X, at.Scale*y + at.Y, err
}

// Popup is the newest window that the page, or a frame in it, has opened, once there are at least n.
func (v *Visit) Popup(ctx context.Context, n int) (*Visit, error) {
	for v.outer != nil { // windows are noted with the page around
		v = v.outer
	}
	for {
		opened, err := v.tab.popup(ctx, n)
		if err != nil {
			return nil, err
		}
		if opened != nil {
			w := &Visit{browser: v.browser, context: v.context, downloads: v.downloads, record: v.record, witness: v.witness, tab: opened}
			if t, ok := opened.(*chromiumTab); ok {
				t.visit, w.page = w, t.page
			}
			return w, nil
		}
		if err := Pause(ctx, moment); err != nil {
			return nil, fmt.Errorf("drive: no window %d was opened: %w", n, err)
		}
	}
}
