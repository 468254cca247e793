package e2e

import (
	"testing"
	"time"

	"privatepca/app/e2e/at"
)

// Who goes into a field as soon as it is seen, while the page around it is still drawn, stays in it: what is typed stands there.
// The focus goes to the heading of a page only where the reader has not yet chosen a place.
func TestAFieldKeepsTheFocusWhileItsPageIsDrawn(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 60*time.Second)
	j := sampleJob("1", "gaussian")
	at.Start(p).Open(j)
	at.Columns(p).Answer(j)
	at.Columns(p).ToPrivacy()
	p.until(`document.querySelector('#epsilon')`)
	p.rest()

	// A hand that is as quick as a hand can be: it takes the field in the task that brings it.
	p.click(`header a[href="/ledger"]`)
	p.until(`location.pathname === '/ledger' && !document.querySelector('#epsilon')`)
	p.until(`document.activeElement.tagName === 'H1'`) // where nothing was chosen
	p.rest()
	p.must(p.Eval(p.ctx, `{
	  window.lost = [];
	  const seen = new MutationObserver(() => {
	    const field = document.querySelector('#epsilon');
	    if (!field) return;
	    seen.disconnect();
	    field.addEventListener('blur', () => window.lost.push('the focus left the field'));
	    field.focus();
	    field.select();
	  });
	  seen.observe(document, { subtree: true, childList: true });
	}`, nil))
	p.must(p.Slow(p.ctx, 10))
	p.click(`header a[href="/privacy"]`)
	p.until(`document.activeElement?.id === 'epsilon' || window.lost.length > 0`)
	p.must(p.Write(p.ctx, "0.54321"))
	p.must(p.Slow(p.ctx, 1))
	p.rest()
	if lost := ask[[]string](p, `window.lost`); len(lost) > 0 {
		t.Error(lost)
	}
	if got := ask[string](p, `document.querySelector('#epsilon').value`); got != "0.54321" {
		t.Errorf("the field holds %q", got)
	}
}
