package e2e

import (
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
)

// watching is the script of a host that notes all that a page can see of a frame in it:
// what reaches it, in order, and every value that each thing it can measure takes.
const watching = `
  window.seen = { events: [], values: {} };
  const event = (e) => seen.events.push(e);
  const value = (name, v) => { const all = seen.values[name] ??= []; if (all.at(-1) !== v) all.push(v); };
  let ready = false; // what the browser's own loading of a frame shows hangs on when one looks
  addEventListener('message', e => ready ||= e.data?.type === 'resize');
  addEventListener('message', e => event('message ' + e.data?.type + ', ' + JSON.stringify(e.data).length + ' long'));
  for (const type of ['focus', 'blur', 'scroll', 'error', 'unhandledrejection', 'popstate', 'hashchange', 'storage', 'visibilitychange',
    'securitypolicyviolation', 'privatepca-ready', 'privatepca-released', 'privatepca-cancelled']) addEventListener(type, () => event(type));
  // Sizes and times: work of another origin that this page is told of, what the browser says that storage holds, and how busy it says that the machine is.
  const watch = (type, each) => PerformanceObserver.supportedEntryTypes.includes(type) && new PerformanceObserver(list => list.getEntries().forEach(each)).observe({ type, buffered: true });
  for (const type of ['longtask', 'long-animation-frame', 'event', 'layout-shift', 'element', 'largest-contentful-paint', 'visibility-state', 'soft-navigation'])
    watch(type, e => e.attribution?.some(a => a.containerType === 'iframe') && value('work within', type));
  const stored = () => ready && navigator.storage?.estimate().then(e => value('stored', JSON.stringify([e.usage, e.usageDetails ?? {}])), () => {});
  setInterval(stored, 100);
  for (const name of ['privatepca', 'private-pca', 'ledger']) new BroadcastChannel(name).onmessage = () => event('broadcast');
  const look = () => {
    const frame = document.querySelector('iframe'), r = frame?.getBoundingClientRect();
    if (frame && ready) {
      value('history', history.length);
      value('frames', frames.length);
      value('frames within', frame.contentWindow.length);
      value('size', [r.width, r.height, frame.width, frame.height].join());
      value('place', [scrollX, scrollY, r.x, r.y].join());
      value('focus', document.activeElement.tagName);
      value('title', document.title);
      value('storage', [localStorage.length, sessionStorage.length, document.cookie.length].join());
      value('resources', performance.getEntriesByType('resource').filter(e => !e.name.endsWith('favicon.ico')).length);
      let closed = 0;
      for (const name of ['document', 'name', 'status', 'history', 'screenX']) { try { frame.contentWindow[name]; } catch { closed++; } }
      value('closed', closed);
    }
    requestAnimationFrame(look);
  };
  look();`

// openPlanted starts a portal that loads the table with the record that the query names.
func openPlanted(t *testing.T, binary, folder string) *portal {
	t.Helper()
	rows := strings.SplitAfter(table(3), "\n")
	before, after := strings.Join(rows[:17], ""), strings.Join(rows[18:], "")
	return openPortal(t, binary, folder, `<div id="place" style="position:fixed;inset:0 0 auto 0"></div><p>`+strings.Repeat("<br>", 200)+`</p><script>`+watching+`
	  const record = { plain: '1,2,3', extreme: '9,9,0', broken: '",2,3' }[location.hash.slice(1)];
	  privatePCA(document.getElementById('place'), { schema: `+quote(fourColumns)+`, k: 1,
	    file: new File([`+quote(before)+` + record + '\n' + `+quote(after)+`], 'visits.csv', { type: 'text/csv' }) });</script>`)
}

// tellsOf visits the portal with one of the records, does what every visitor does, and
// returns what the host has seen: once the file was read or has been refused, or, if so
// wished, once a release stands on the page.
func (h *portal) tellsOf(t *testing.T, record string, release bool) string {
	t.Helper()
	p := standAt(t, browser, h.url+"/#"+record, 80*time.Second)
	f := p.inside(0)
	j := drive.Job{Epsilon: "1", Delta: "1e-6", K: "1", Mechanism: "gaussian"}
	at.Columns(f).Stands()
	at.Columns(f).Answer(j)
	at.Columns(f).Onward()
	state := func() string {
		for range 2 { // to the end of what the frame shows, and on
			f.must(f.Wheel(f.ctx, 20_000))
			f.pause(150 * time.Millisecond) // as a wheel turns on
		}
		// A window that has just opened may get the focus late: before the frame's first word nothing is the frame's. Which of its own questions the host's
		// browser answers first is the browser's.
		return ask[string](p, `JSON.stringify({ ...seen, values: Object.fromEntries(Object.entries(seen.values).sort()),
		  events: seen.events.slice(seen.events.findIndex(e => e.startsWith('message'))) }, null, 1)`)
	}
	if record == "broken" {
		f.until(`document.querySelector('#error[data-code]')`)
		return state()
	}
	f.until(`document.querySelector('#epsilon')`)
	f.until(`document.querySelector('#forecast-n')?.placeholder`) // the end of the reading: how many there are
	if !release {
		return state()
	}
	at.Privacy(f).Answer(j)
	at.Privacy(f).ToRelease()
	at.Review(f).Stands()
	f.must(f.AnswerBudget(f.ctx, j))
	at.Review(f).Stands()
	f.release()
	return state()
}

// What a host sees is the same, whatever a record in the file is: of a release on the
// page, and of a file that cannot be read.
func TestHostLearnsNothingOfARecord(t *testing.T) {
	t.Parallel()
	feature(t, "A host sees the same, whatever a record is")
	h := openPlanted(t, binary, web)
	read := h.tellsOf(t, "plain", false)
	focus := "blur"
	if engine == drive.WebKit { // whose window had no focus that it could lose
		focus = "IFRAME"
	}
	if !strings.Contains(read, "message ready") || !strings.Contains(read, focus) || !strings.Contains(read, `"stored"`) && engine == drive.Chromium {
		t.Fatalf("the host watches badly: %s", read)
	}
	if broken := h.tellsOf(t, "broken", false); broken != read {
		t.Errorf("of a file that cannot be read the host sees\n%s\nand of one that can\n%s", broken, read)
	}
	if !thorough() {
		if extreme := h.tellsOf(t, "extreme", false); extreme != read {
			t.Errorf("with one record another the host sees\n%s\ninstead of\n%s", extreme, read)
		}
		return
	}
	released := h.tellsOf(t, "plain", true)
	if strings.Contains(released, "message released") {
		t.Errorf("the host heard of a release before it was handed over: %s", released)
	}
	if extreme := h.tellsOf(t, "extreme", true); extreme != released {
		t.Errorf("with one record another the host sees\n%s\ninstead of\n%s", extreme, released)
	}
}

// The same must catch a page that tells: by a message, by the history, by a frame, by where
// the page around stands.
func TestHostWatchCatchesLeaks(t *testing.T) {
	long(t, "builds a page with a fault five times")
	for name, leak := range map[string]string{
		"a message":    `app.Window().Get("parent").Call("postMessage", map[string]any{"privatepca": 1, "type": "resize", "height": 500}, "*")`,
		"the history":  `app.Window().Get("history").Call("pushState", nil, "", "?error")`,
		"a frame":      `app.Window().Get("document").Get("body").Call("append", app.Window().Get("document").Call("createElement", "iframe"))`,
		"its scroll":   `app.Window().Get("document").Get("documentElement").Get("style").Call("setProperty", "overscroll-behavior", "auto")`,
		"what it says": `app.Window().Get("parent").Call("postMessage", map[string]any{"privatepca": 1, "type": "cancelled"}, "*")`,
	} {
		t.Run(name, func(t *testing.T) {
			run, files := planted(t, "app.wasm", leaking(leak))
			h := openPlanted(t, run, files)
			if plain, broken := h.tellsOf(t, "plain", false), h.tellsOf(t, "broken", false); broken == plain {
				t.Errorf("a page that tells of a broken file by %s is not caught: %s", name, broken)
			}
		})
	}
}
