package e2e

import (
	"testing"
	"time"

	"privatepca/app/e2e/at"
)

// A page that is left at any moment keeps the ledger from nobody, also where the browser puts it aside with its workers as they
// stand (WebKit did: every later page waited for the ledger in vain); brought back by "back", it works.
func TestAPageThatIsLeftHoldsNoLedger(t *testing.T) {
	t.Parallel()
	byTestBrowsers(t)
	feature(t, "A page that is left at any moment keeps the ledger from none; \"back\" brings one that works")
	p := sit(t, server, 60*time.Second)
	data := file(t, "visits.csv", table(3))
	open := func() {
		at.Start(p).Give(data)
		p.until(`location.pathname === '/columns'`)
	}
	for n := range 16 { // left while the page asks what the ledger holds
		start := time.Now()
		open()
		if took := time.Since(start); took > 9*time.Second { // the worker waits ten for the ledger
			t.Fatalf("visit %d has the file after %v", n+1, took)
		}
		p.pause(time.Duration(n%4) * 20 * time.Millisecond) // of some of the moments at which it is asked for
		p.later()
	}
	open()
	p.must(p.Eval(p.ctx, `document.body.append(Object.assign(document.createElement('p'), { id: 'of-the-first-visit' }))`, nil))
	p.must(p.Open(p.ctx, p.url+"/docs/none"))
	p.must(p.Eval(p.ctx, `setTimeout(() => history.back())`, nil))
	p.until(`document.querySelector('#file-input') && !document.querySelector('#file-input').disabled && !document.querySelector('#of-the-first-visit')`)
	open()
	p.until(`document.querySelector('#unit-row')`)
}
