package e2e

import (
	"context"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
)

// At the first visit to a host without headers the page loads itself once more, from what the service worker stored, before a file can be
// chosen. So ways that only a header can forbid are closed then, too: each is tried in a profile of its own, since a page that is loaded
// again before it shows later visits alone. Where the browser stores nothing they are open, and the page says so beside the file's field.
func TestAFirstVisitIsClosed(t *testing.T) {
	t.Parallel()
	onlyChromium(t, "what the list says of each way is Chromium's")
	e := openOutside(t)
	site, bare := hostSite(t), withoutKeeper(t)
	tried, open := 0, 0
	for _, w := range waysOutOfPage {
		if w.remains[onPlain] != noHeaders {
			continue
		}
		if tried++; tried > 2 && !thorough() { // six, each with a browser's start
			break
		}
		for _, where := range []place{onFirst, onPlain} {
			host := site
			if where == onPlain {
				host = bare
			}
			p := sit(t, &drive.Server{URL: host.root}, 60*time.Second)
			if said := ask[bool](p, `!!document.querySelector('.drop #not-stored')`); said != (where == onPlain) {
				t.Errorf("%s: the page says beside the file's field that it is less closed: %v", where, said)
			}
			at.Start(p).Open(small(t))
			tokens, scripts := scriptsOf(t, e, host.root, []wayOut{w})
			run(p, scripts)
			got := p.became(e, host.root, []wayOut{w}, tokens)[w.name]
			if where == onFirst && got != "refused" {
				t.Errorf("%s, at a first visit: %s", w.name, got)
			}
			if where == onPlain && got != "refused" {
				open++
			}
			p.Close()
		}
	}
	if open == 0 || thorough() && (tried < 5 || open < tried/2) {
		t.Errorf("%d ways were tried, and %d of them are open where nothing is stored: the test shows too little", tried, open)
	}
}

// run tries scripts in the page, which may end with it.
func run(p *person, scripts []string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, 8*time.Second)
	defer cancel()
	_ = p.Eval(ctx, besideEachOther(scripts), nil)
}
