package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
)

// firstVersion leaves a browser the first version of IntersectionObserver, which does not know what covers an element.
const firstVersion = `{ const Second = IntersectionObserver;
  delete IntersectionObserverEntry.prototype.isVisible;
  for (const name of ['trackVisibility', 'delay']) delete Second.prototype[name];
  window.IntersectionObserver = class extends Second {
    constructor(listener, { root, rootMargin, threshold } = {}) { super(listener, { root, rootMargin, threshold }); }
  }; }
`

// Where the browser does not tell a frame what covers it, a click on a covered button counts, but only for a visitor who has typed the
// phrase, which the host cannot read. The page says that a window of our own is safer.
func TestFrameThatDoesNotLearnWhatCoversIt(t *testing.T) {
	byTestBrowsers(t)
	t.Parallel()
	feature(t, "Without IntersectionObserver’s second version: what is typed alone makes a click count, and a window is called safer")
	// In every page, also one in a frame.
	files := withScript(t, "boot.js", func(text []byte) []byte { return append([]byte(firstVersion), text...) })
	p, f := atHostile(t, files, 90*time.Second)
	if ask[bool](f, `'isVisible' in IntersectionObserverEntry.prototype`) {
		t.Fatal("the browser still tells")
	}
	p.must(p.Eval(p.ctx, `cover().style.background = '#fff'`, nil))
	p.pause(350 * time.Millisecond) // longer than the browser takes to see it
	withoutPhrase := func(button string) {
		t.Helper()
		for says, tries := "", 0; !strings.Contains(says, "number"); tries++ {
			if tries == 10 {
				t.Fatalf("a click on %s with the number alone is refused for something else: %q", button, says)
			}
			f.must(f.Eval(f.ctx, `document.querySelector('`+button+`').click()`, nil)) // so that an earlier refusal is not taken for the next
			f.until(`document.querySelector('#not-deliberate')?.innerText.includes('not yours')`)
			words := strings.Fields(f.phrase())
			f.enter("#typed-phrase", words[len(words)-1])
			f.must(f.Eval(f.ctx, `document.querySelector('`+button+`-box').scrollIntoView({ block: 'center' })`, nil))
			f.pause(looks)
			f.click(button)
			f.until(`!document.querySelector('` + button + `') || !document.querySelector('#not-deliberate')?.innerText.includes('not yours')`)
			if !ask[bool](f, `!!document.querySelector('`+button+`')`) {
				t.Fatalf("a click on %s with the number alone counted", button)
			}
			says = f.text("#not-deliberate")
		}
	}
	withoutPhrase("#release-button")
	f.release()
	f.until(`document.querySelector('#hand-over')`)
	f.says("#main", "does not tell whether something covers this frame: a window is safer")
	withoutPhrase("#hand-over")
	if heard := p.types(); len(heard) != 2 {
		t.Errorf("the host heard %v", heard)
	}
	f.handOver()
	p.until(`kept.some(k => k.name === 'released')`)
}

// quietly serves a portal's page that asks for its frame without a referrer, and answers it or does not.
func (h *portal) quietly(path string, answers bool) {
	h.mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!doctype html><html lang="en"><title>Portal</title><h1>Portal</h1>
		  <iframe src="%s/embed?host=%s" referrerpolicy="no-referrer" title="Private PCA" width="1100" height="760"></iframe>`, h.pages.URL, h.url)
		if answers {
			fmt.Fprint(w, strings.ReplaceAll(plainHostScript, "PAGES", h.pages.URL))
		}
	})
}

// The sites around a frame are not told to it in Firefox where the frame was asked for without a referrer. Then the nearest shows by a message which
// one it is, and one that says nothing, or stands farther out, is turned away. Other browsers tell them all the same.
func TestFrameWithoutAReferrer(t *testing.T) {
	byTestBrowsers(t)
	t.Parallel()
	feature(t, "A frame without a referrer: the portal shows who it is by a message, or by the browser’s word")
	h := openPortal(t, binary, web, `<script>privatePCA(document.body, { epsilonMax: 2 })</script>`)
	h.quietly("/answers", true)
	h.quietly("/silent", false)
	h.mux.HandleFunc("/around", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<!doctype html><html lang="en"><title>Around</title><iframe src="/" referrerpolicy="no-referrer" title="Portal" width="1200" height="900"></iframe>`)
	})
	hidden := engine == drive.Firefox // where the browser does not tell

	visit := func(address string) (host, inner *person) {
		host = standAt(t, browser, address, 60*time.Second)
		inner = host.inside(0)
		inner.until(takesFiles + ` || document.querySelector('#turned-away')`)
		return host, inner
	}
	p, f := visit(h.url + "/answers")
	if told := ask[string](f, `[...location.ancestorOrigins].join()`); (told == "null") != hidden {
		t.Errorf("of the sites around the browser tells %q", told)
	}
	f.until(`document.querySelector('#host-caps')`)
	f.says("#host", "Shown by http://localhost", "ε = 2")
	if hidden { // elsewhere other tests hold that it is handed over
		j := drive.Job{Data: file(t, "visits.csv", table(3)), Schema: file(t, "visits.schema.json", fourColumns), Epsilon: "1", Delta: "1e-6", K: "1", Mechanism: "gaussian"}
		at.Start(f).Open(j)
		f.toReleasePage(j)
		f.release()
		f.handOver()
		p.received()
	}

	_, silent := visit(h.url + "/silent")
	around := standAt(t, browser, h.url+"/around", 60*time.Second)
	farther := around.inside(0)
	if engine != drive.Chromium { // which counts frames of other sites alone
		farther = farther.inside(0)
	}
	for name, f := range map[string]*person{"a site that says nothing": silent, "one around the portal": farther} {
		f.until(takesFiles + ` || document.querySelector('#turned-away')`)
		if !hidden {
			f.says("#host", "Shown by http://localhost")
			continue
		}
		f.until(`document.querySelector('#turned-away')`)
		f.says("#turned-away", "A site that your browser does not name", "not on the list")
		t.Log(name, "is turned away")
	}
}
