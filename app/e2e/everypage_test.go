package e2e

import (
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
	pages "privatepca/app/page"
)

// Every page that is declared keeps the rules that hold for all: opened by itself it
// asks for files of its own alone, prints no error, and needs no scrolling sideways at
// 400 % zoom (320 CSS pixels).
func TestEveryPageKeepsTheRules(t *testing.T) {
	t.Parallel()
	feature(t, "Every page by itself, at 320 pixels")
	p := sit(t, server, 60*time.Second)
	p.must(p.Width(p.ctx, 320))
	for _, path := range pages.Paths() {
		p.must(p.Open(p.ctx, p.url+path))
		p.until(`document.querySelector('#main h1') && !document.querySelector('#app-wasm-loader')`)
		p.fits(path)
	}
	if wrong := wrongRequests(p.Witnessed(), p.url, time.Now(), 0); len(wrong) > 0 {
		t.Errorf("requests:\n%s", strings.Join(wrong, "\n"))
	}
	for _, line := range p.Record().Console() {
		if amiss(line) {
			t.Errorf("on the console: %+v", line)
		}
	}
	// The same look must notice a page that is too wide.
	if w := ask[float64](p, `(() => { const e = document.createElement('pre'); e.textContent = 'x'.repeat(200);
	  document.querySelector('#main').append(e); return document.documentElement.scrollWidth - innerWidth; })()`); w <= 0 {
		t.Errorf("a line of 200 letters went unnoticed: %v", w)
	}
}

// amiss reports whether a line of the console is one of an error or a warning. That the page's program was fetched ahead and not used
// within seconds is what Chromium says of a busy machine.
func amiss(line drive.Line) bool {
	return line.Level != "log" && line.Level != "info" && !strings.Contains(line.Text, "preloaded using link preload")
}

// fits checks that nothing scrolls sideways in a window of 320 CSS pixels, or of the least width that the browser's own windows have.
func (p *person) fits(page string) {
	p.t.Helper()
	if over := ask[float64](p, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
		p.t.Errorf("%s is %v CSS pixels wider than its window", page, over)
	}
}

// No page moves anything where the reader wants less motion.
func TestNoPageMovesWhereLessMotionIsWanted(t *testing.T) {
	t.Parallel()
	feature(t, "No page moves anything where the reader wants less motion")
	p := sit(t, server, 60*time.Second)
	for _, path := range pages.Paths() {
		// As by a link of its own: opened by itself each page would have the same styles, and takes seconds.
		p.must(p.Eval(p.ctx, `(() => { const a = document.createElement('a'); a.href = '`+path+`'; document.body.append(a); a.click(); a.remove(); })()`, nil))
		p.until(`location.pathname === '` + path + `' && document.querySelector('#main h1')`)
		p.must(p.Eval(p.ctx, `new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => r(true))))`, nil)) // the address changes first
		const moves = `getComputedStyle(document.querySelector('#main a, #main .btn')).transitionDuration !== '0s' || document.getAnimations().length > 0`
		p.must(p.ReducedMotion(p.ctx, true))
		if ask[bool](p, moves) {
			t.Errorf("%s moves although less motion is wanted", path)
		}
		p.must(p.ReducedMotion(p.ctx, false))
	}
}

// The whole job without a mouse, at 400 % zoom.
func TestTheKeyboardAloneDoesTheJob(t *testing.T) {
	t.Parallel()
	feature(t, "The whole job by keyboard alone")
	p := sit(t, server, 90*time.Second)
	p.must(p.Width(p.ctx, 320))
	do := func(selector, key string) {
		t.Helper()
		p.until(`document.querySelector('` + selector + `') && !document.querySelector('` + selector + `').disabled`)
		p.must(p.Tab(p.ctx, selector))
		if key != "" {
			p.must(p.Press(p.ctx, key))
		}
	}
	mark := func(selector string) { // a radio button, which an arrow may have chosen already
		t.Helper()
		do(selector, "")
		if !ask[bool](p, `document.activeElement.checked`) {
			p.must(p.Press(p.ctx, " "))
		}
	}
	write := func(selector, text string) {
		t.Helper()
		do(selector, "")
		p.must(p.Write(p.ctx, text))
	}
	p.fits("start")
	do("#sample-clinic-visits", "Enter")
	at.Columns(p).Stands()
	p.fits("columns")
	mark("#unit-row")
	do("#kinds > summary", "Enter")
	mark("#wanted-moment")
	do("#to-privacy", "Enter")
	at.Privacy(p).Stands()
	p.fits("privacy")
	write("#epsilon", "1")
	mark("#mech-gaussian")
	do("#frame > summary", "Enter")
	mark("#nb-replace")
	write("#delta", "1e-6")
	write("#k", "2")
	do("#to-release", "Enter")
	p.must(p.Reach(p.ctx, "/release", "#release-button"))
	p.fits("release")
	if ask[bool](p, `!!document.querySelector('#cap-epsilon')`) {
		write("#cap-epsilon", "1")
	}
	do("#release-button", "Enter")
	p.must(p.Reach(p.ctx, "/result", "#result-heading"))
	p.fits("result")
	do("#download-json", "Enter")
	document, err := p.Download(p.ctx, "release.json")
	p.must(err)
	if len(document) == 0 {
		t.Error("nothing was downloaded")
	}
}

// On an idle machine the page is of use within 2 s of a first visit over loopback, and
// within 1 s of a later one; something is there to read long before.
func TestThePageIsUsableWithinSeconds(t *testing.T) {
	long(t, "measures time on a machine that does nothing else")
	// Told by the page itself, of the moments since the visit began.
	const watch = `new MutationObserver(() => {
	  if (!window.usable && document.querySelector('#file-input')?.disabled === false) window.usable = performance.now();
	}).observe(document, { subtree: true, childList: true, attributes: true })`
	p := stand(t, browser, server, 60*time.Second, watch)
	for _, visit := range []struct {
		name  string
		limit float64
	}{{"first", 2000}, {"second", 1000}, {"third", 1000}} {
		p.part(visit.name, func(t *testing.T) {
			if visit.name != "first" {
				p.must(p.Open(p.ctx, p.url+"/"))
			}
			p.until(`window.usable`)
			usable := ask[float64](p, `window.usable`)
			readable := ask[float64](p, `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 1e9`)
			t.Logf("%s visit: readable after %.0f ms, usable after %.0f ms", visit.name, readable, usable)
			if usable > visit.limit || readable > usable {
				t.Errorf("%s visit: usable after %.0f ms, want %.0f; readable after %.0f ms", visit.name, usable, visit.limit, readable)
			}
		})
	}
}

// shifts adds up how far a page moves what its reader looks at while it opens: the browser's cumulative layout shift.
const shifts = `window.moved = 0; window.pushed = [];
new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) {
  moved += e.value; pushed.push(...e.sources.map((s) => s.node?.id || s.node?.className || s.node?.nodeName)); } }).observe({ type: "layout-shift", buffered: true });`

// What a page shows first stays where it is when the program comes, on a phone and on a desk, in English and in German.
func TestPagesStayInPlaceWhileTheyOpen(t *testing.T) {
	t.Parallel()
	onlyChromium(t, "only it tells how far a page moves")
	for _, prefers := range []string{"", germanBrowser} {
		p := sit(t, server, 90*time.Second, prefers+shifts)
		for _, width := range []int64{390, 1280} {
			p.must(p.Width(p.ctx, width))
			for _, path := range pages.Paths() {
				p.must(p.Open(p.ctx, p.url+path))
				p.until(`document.querySelector('#main h1') && !document.querySelector('#app-wasm-loader')`)
				p.rest()
				if moved := ask[float64](p, `moved`); moved > .05 {
					t.Errorf("%s moves by %.3f at %d pixels (%s): %s", path, moved, width, ask[string](p, `document.documentElement.lang`), ask[string](p, `pushed.join(", ")`))
				}
			}
		}
	}
}
