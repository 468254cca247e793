package e2e

import (
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
)

// strictly serves a portal's page under the strictest policy that still shows a frame: no
// style at all, and scripts of two files alone.
func (h *portal) strictly(script string) {
	h.mux.HandleFunc("/strict", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src "+h.pages.URL+"/web/embed.js "+h.url+"/strict.js; frame-src "+h.pages.URL+" blob:")
		fmt.Fprintf(w, `<!doctype html><html lang="en"><title>Portal</title><button id="before">Before</button>
		  <private-pca id="one" epsilon-max="2" k="1"></private-pca><button id="between">Between</button><private-pca id="two" epsilon-max="1"></private-pca>
		  <script src="%s/web/embed.js"></script><script src="/strict.js"></script>`, h.pages.URL)
	})
	h.mux.HandleFunc("/strict.js", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		fmt.Fprint(w, script)
	})
}

// The element as a module, under a name that holds its digest, which the browser checks: it finds where it came from; another address of a table is another
// frame.
func TestElementAsAModule(t *testing.T) {
	t.Parallel()
	h := openPortal(t, binary, web, "")
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.pages.URL+"/web/embed.module.js", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	module, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	name, digest := sha256.Sum256(module), sha512.Sum384(module)
	h.mux.HandleFunc("/module", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!doctype html><html lang="en"><title>Portal</title><private-pca epsilon-max="2"></private-pca>
		  <script type="module" src="%s/web/embed.module.%x.js" integrity="sha384-%s" crossorigin="anonymous"></script>`, h.pages.URL, name[:6], base64.StdEncoding.EncodeToString(digest[:]))
	})
	p := standAt(t, browser, h.url+"/module", 90*time.Second)
	p.inside(0).until(`document.querySelector('#host-caps')`)
	before := ask[string](p, `document.querySelector('iframe').src`)
	p.must(p.Eval(p.ctx, `document.querySelector('private-pca').setAttribute('src', '/data/other.csv')`, nil))
	if after := ask[string](p, `[...document.querySelectorAll('iframe')].map(f => f.src).join()`); after == before || !strings.Contains(after, "data=") || strings.Contains(after, ",") {
		t.Errorf("the frame of another table is %s, after %s", after, before)
	}
}

// Two frames in a page with a policy of its own, where no style may be set: each has its
// own caps and file, and the keyboard goes in and out.
func TestTwoFramesInAStrictPage(t *testing.T) {
	t.Parallel()
	feature(t, "Two frames in a portal with a strict policy; a download from one; in and out by keyboard")
	h := openPortal(t, binary, web, "")
	h.strictly(`const refused = []; addEventListener('securitypolicyviolation', e => { if (e.blockedURI !== location.origin + '/favicon.ico') refused.push(e.violatedDirective + ' ' + e.blockedURI); });
	  document.getElementById('one').addEventListener('privatepca-ready', e => e.target.load(new File([` + quote(table(3)) + `], 'one.csv')));
	  document.getElementById('two').addEventListener('privatepca-ready', e => e.target.load(new File([` + quote(table(4)) + `], 'two.csv')));`)
	p := standAt(t, browser, h.url+"/strict", 90*time.Second)
	frames := map[string]*person{}
	for i := range 2 { // whichever came first
		f := p.inside(i)
		f.until(`document.querySelector('#host-data')`)
		frames[strings.TrimSuffix(strings.TrimPrefix(f.text("#host-data"), "Data: "), ".csv")] = f
	}
	one, two := frames["one"], frames["two"]
	if one == nil || two == nil {
		t.Fatalf("the frames show %v", frames)
	}
	one.says("#host-caps", "ε = 2.")
	two.says("#host-caps", "ε = 1.")
	if got := ask[string](p, `[...document.querySelectorAll('iframe')].map(f => f.width + ' ' + f.height + ' ' + (f.clientHeight === Number(f.height))).join() + refused.join()`); got != "100% 820 true,100% 820 true" {
		t.Errorf("the frames are %s", got)
	}

	// What a page changes of an element holds in its frame; a cap is lowered, and not raised.
	p.must(p.Eval(p.ctx, `{ const [one, two] = document.querySelectorAll('private-pca'); one.setAttribute('epsilon-max', '9'); two.setAttribute('epsilon-max', '0.5');
	  two.setAttribute('theme', 'dark'); two.setAttribute('title', 'A title'); }`, nil))
	two.until(`document.querySelector('#host-caps').innerText.includes('0.5') && document.documentElement.dataset.theme === 'dark'`)
	one.says("#host-caps", "ε = 2.")
	if got := ask[string](p, `[...document.querySelectorAll('iframe')].map(f => f.title).join()`); got != "Private PCA,A title" {
		t.Errorf("the frames are called %s", got)
	}

	// What is downloaded from a frame is asked of the policy of the page around.
	one.must(one.Eval(one.ctx, `{ const a = document.createElement('a'); a.id = 'planted'; a.textContent = 'Save the planted text';
	  a.download = 'planted.txt'; a.href = URL.createObjectURL(new Blob(['from the frame'])); document.querySelector('main, body').prepend(a); }`, nil))
	one.click("#planted")
	if text, err := p.Download(p.ctx, "planted.txt"); err != nil || string(text) != "from the frame" {
		t.Errorf("a download from the frame gave %q, %v", text, err)
	}
	one.must(one.Eval(one.ctx, `document.querySelector('#planted').remove()`, nil))

	// In by the tabulator, and out at the other end.
	at := func(id string) string {
		return `(document.activeElement.id || document.activeElement.tagName) === '` + id + `'`
	}
	for in := false; !in; { // a frame that is being drawn may lose the focus that it has just been given: from the start once more
		p.click("#before")
		p.must(p.Press(p.ctx, "Tab"))
		in = drive.Within(p.ctx, 5*time.Second, func() bool {
			return ask[bool](p, at("IFRAME")) && ask[bool](one, `document.activeElement.className === 'skip'`)
		})
	}
	one.must(one.Eval(one.ctx, `[...document.querySelectorAll('a[href], button, input, select, summary, [tabindex="0"]')].filter(e => e.checkVisibility() && !e.disabled).at(-1).focus()`, nil))
	for out := false; !out; {
		p.must(p.Press(p.ctx, "Tab"))
		out = drive.Within(p.ctx, 5*time.Second, func() bool { return ask[bool](p, at("between")) }) // the focus may take its time to cross; another key would take it too far
	}
	p.until(at("between"))
}

// A sandbox without what the page needs is told which words it lacks.
func TestFrameInTooTightASandbox(t *testing.T) {
	t.Parallel()
	h := openPortal(t, binary, web, `<iframe src="SITE/embed" sandbox="allow-scripts" width="600" height="400"></iframe>`)
	p := h.visit(t, 40*time.Second)
	f := p.inside(0)
	if engine == drive.WebKit { // no script and no style of ours comes there: the words stand in the page itself, hidden by the style elsewhere
		f.until(`document.querySelector('.unstyled')?.checkVisibility()`)
	} else {
		f.until(`document.querySelector('.unsupported[role=alert]') && !document.querySelector('.unstyled')?.checkVisibility()`)
	}
	f.says("body", "allow-scripts allow-same-origin allow-downloads", "Nothing was read")
}

// The frame in both schemes and as narrow as a phone, by the rules of WCAG 2.2 AA, with a
// picture of each where PRIVATEPCA_PICTURES names a folder.
func TestFrameIsAccessible(t *testing.T) {
	t.Parallel()
	source := axe(t)
	h := openPortal(t, binary, web, `<style>body { margin: 0 }</style><script>privatePCA(document.body, { schema: `+quote(fourColumns)+`, epsilonMax: 2, k: 1,
	    file: new File([`+quote(table(3))+`], 'visits.csv') });</script>`)
	p := h.visit(t, 90*time.Second)
	f := p.inside(0)
	f.must(f.Eval(f.ctx, source, nil))
	check := func(page string) {
		t.Helper()
		for scheme, rules := range map[string]string{"light": "", "dark": `runOnly: ['color-contrast', 'link-in-text-block'],`} {
			p.must(p.Eval(p.ctx, `frames[0].postMessage({ privatepca: 1, type: 'params', theme: '`+scheme+`' }, '*')`, nil))
			f.until(`document.documentElement.dataset.theme === '` + scheme + `'`)
			f.settled()
			for _, v := range ask[[]string](f, `axe.run(document, { `+rules+` resultTypes: ['violations'] }).then(r => r.violations.map(v => v.id + ' ' + v.nodes.map(n => n.html.slice(0, 160)).join(' | ')))`) {
				t.Errorf("%s, %s: %s", page, scheme, v)
			}
			if dir := os.Getenv("PRIVATEPCA_PICTURES"); dir != "" {
				f.must(f.Eval(f.ctx, `scrollTo(0, 0)`, nil))
				picture, err := p.Screenshot(p.ctx)
				p.must(err)
				p.must(os.WriteFile(filepath.Join(dir, "frame-"+page+"-"+scheme+".png"), picture, 0o666))
			}
		}
	}
	j := drive.Job{Epsilon: "1", Delta: "1e-6", K: "1", Mechanism: "gaussian"}
	p.must(p.Width(p.ctx, 320))
	f.toReleasePage(j)
	check("release")
	f.release()
	check("result")
	if wide := ask[int](f, `document.documentElement.scrollWidth`); wide > 320 {
		t.Errorf("a frame of 320 pixels is %d wide inside", wide)
	}
}

// A frame that is taken away in the middle of a run leaves its debit, which another frame
// in the same page sees, and nothing that hangs.
func TestFrameRemovedInARun(t *testing.T) {
	t.Parallel()
	long(t, "takes a release of its own")
	h := openPortal(t, binary, web, `<div id="one"></div><div id="two"></div><script>
	  const file = () => new File([`+quote(table(3))+`], 'visits.csv'), options = { schema: `+quote(fourColumns)+`, epsilonMax: 2, k: 1 };
	  const views = [privatePCA(document.getElementById('one'), { ...options, file: file() })];
	  const again = () => views.push(privatePCA(document.getElementById('two'), { ...options, file: file() }));</script>`)
	p := h.visit(t, 90*time.Second)
	one := p.inside(0)
	j := drive.Job{Epsilon: "1", Delta: "1e-6", K: "1", Mechanism: "gaussian"}
	one.toReleasePage(j)
	fresh := one.text("#remains")
	one.look("#release-button")
	// The visitor clicks, and the host takes the frame away when the debit stands.
	at.Review(one).Press()
	one.until(`!document.querySelector('#release-button')`)
	p.pause(300 * time.Millisecond)
	p.must(p.Eval(p.ctx, `views[0].remove()`, nil))
	if n := ask[int](p, `document.querySelectorAll('iframe').length`); n != 0 {
		t.Fatalf("%d frames are left", n)
	}
	p.must(p.Eval(p.ctx, `document.body.prepend(document.createElement('iframe')); again()`, nil)) // the driver counts frames from the first
	two := p.inside(1)
	at.Columns(two).Stands()
	toRelease(two, j)
	two.until(`document.querySelector('#remains, #refused')`)
	if strings.Contains(fresh, "spent by") {
		t.Errorf("before any release the ledger says %q", fresh)
	}
	two.says("#remains, #refused", "1 spent by 1 release")
}

// Where the browser keeps nothing for a frame, the count is of this page alone: said, and
// only after the visitor agrees.
func TestFrameWithoutStorage(t *testing.T) {
	t.Parallel()
	byTestBrowsers(t)
	feature(t, "A frame without storage")
	files := withScript(t, "worker.js", func(text []byte) []byte {
		return append([]byte("Object.defineProperty(self, 'indexedDB', { value: undefined });\n"), text...)
	})
	h := openPortal(t, binary, files, `<script>const view = privatePCA(document.body, { schema: `+quote(fourColumns)+`, epsilonMax: 2, k: 1 });</script>`)
	p := h.visit(t, 90*time.Second)
	f := p.inside(0)
	f.until(takesFiles)
	p.must(p.Eval(p.ctx, `view.load(new File([`+quote(table(3))+`], 'visits.csv'))`, nil))
	f.toReleasePage(drive.Job{Epsilon: "1", Delta: "1e-6", K: "1", Mechanism: "gaussian"})
	f.says(at.Review(f).Budget(), "The ledger cannot be kept")
	f.look("#release-button")
	at.Review(f).Press()
	f.never(500*time.Millisecond, "released without consent", func() bool { return ask[bool](f, `!document.querySelector('#release-button')`) })
	at.Review(f).Consent()
	f.release()
	if got := p.types(); len(got) != 2 {
		t.Errorf("the host heard %v", got)
	}
}
