package drive

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/target"
)

// Frame gives the n-th frame, counted from 0 as they came, that shows another site than
// the page around it. It is looked into and clicked in as a page is; the hand and the
// screen are those of the page around.
func (v *Visit) Frame(ctx context.Context, n int) (*Visit, error) {
	for {
		v.mu.Lock()
		if n < len(v.frames) {
			s := v.frames[n]
			v.mu.Unlock()
			return &Visit{
				browser: v.browser, context: v.context, downloads: v.downloads, record: v.record, witness: v.witness,
				page: s, outer: v, place: n,
			}, nil
		}
		v.mu.Unlock()
		if err := pause(ctx); err != nil {
			return nil, fmt.Errorf("drive: no frame %d: %w", n, err)
		}
	}
}

// hand is the session that mouse and keys go to, and where a place of the view lies in it.
func (v *Visit) hand(ctx context.Context, x, y float64) (target.SessionID, float64, float64, error) {
	if v.outer == nil {
		return v.page.id, x, y, nil
	}
	var width float64
	if err := v.Eval(ctx, `innerWidth`, &width); err != nil {
		return "", 0, 0, err
	}
	var at struct{ X, Y, Scale float64 } // the page around may shrink its frame
	err := v.outer.Eval(ctx, fmt.Sprintf(`(() => { const f = document.querySelectorAll('iframe')[%d], r = f.getBoundingClientRect();
	  return { x: r.x, y: r.y, scale: Math.min(1, r.width / %g) }; })()`, v.place, width), &at)
	return v.outer.page.id, at.Scale*x + at.X, at.Scale*y + at.Y, err
}
