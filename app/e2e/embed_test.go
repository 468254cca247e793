package e2e

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
	"privatepca/core/release"
)

// A portal is a page of another site that shows the frame, and whatever else it serves.
// The pages stand on 127.0.0.1, the portal on localhost: two sites to a browser.
type portal struct {
	*httptest.Server
	url   string // of the portal
	pages *drive.Server
	mux   *http.ServeMux
}

// openPortal starts a portal, and the pages' server that allows it. Its body is put
// after embed.js, with SITE for the pages' address.
func openPortal(t *testing.T, binary, folder, body string) *portal {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &portal{mux: http.NewServeMux(), url: fmt.Sprintf("http://localhost:%d", listener.Addr().(*net.TCPAddr).Port)}
	p.Server = &httptest.Server{Listener: listener, Config: &http.Server{Handler: p.mux}}
	p.Start()
	t.Cleanup(p.Close)
	if p.pages, err = drive.Serve(binary, folder, "-embed-hosts", p.url); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.pages.Close)
	p.mux.HandleFunc("/{$}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!doctype html><html lang="en"><title>Portal</title><h1>Portal</h1><script src="%s/web/embed.js"></script>%s`,
			p.pages.URL, strings.ReplaceAll(body, "SITE", p.pages.URL))
	})
	return p
}

// visit opens the portal's page, with a note of every message that reaches it.
func (h *portal) visit(t *testing.T, limit time.Duration) *person {
	t.Helper()
	p := standAt(t, browser, h.url+"/", limit, `window.log = []; window.kept = [];
	  addEventListener('message', e => { log.push({ origin: e.origin, data: JSON.stringify(e.data) }); });
	  for (const name of ['ready', 'released', 'cancelled']) addEventListener('privatepca-' + name, e => kept.push({ name, text: e.detail?.document ?? '' }));`)
	return p
}

// inside is a person at the frame.
func (p *person) inside(n int) *person {
	p.t.Helper()
	v, err := p.Frame(p.ctx, n)
	p.must(err)
	return &person{Visit: v, t: p.t, ctx: p.ctx, url: p.url}
}

// types are the messages that reached the host, with their sizes.
func (p *person) types() []string {
	p.t.Helper()
	var out []string
	for _, m := range ask[[]struct{ Origin, Data string }](p, `log`) {
		var body struct {
			PrivatePCA int
			Type       string
		}
		json.Unmarshal([]byte(m.Data), &body)
		if body.PrivatePCA != 1 || m.Origin == "" {
			p.t.Errorf("a message in another form: %.200s", m.Data)
		}
		out = append(out, fmt.Sprintf("%s %d", body.Type, len(m.Data)))
	}
	return out
}

// work goes from the columns to a release, in a frame.
func (p *person) work(j drive.Job) {
	p.t.Helper()
	p.toReleasePage(j)
	p.release()
}

func (p *person) release() {
	p.t.Helper()
	p.deliberately("#release-button", `document.querySelector('#result-heading')`)
}

// deliberately looks and clicks, and does so again where a slow machine made the look too
// short for the page.
func (p *person) deliberately(selector, reached string) {
	p.t.Helper()
	const refused = `document.querySelector('#not-deliberate')`
	for range 10 {
		p.look(selector)
		p.click(selector)
		p.must(p.Rest(p.ctx, 200*time.Millisecond)) // the refusal of an earlier click is gone
		p.until(refused + " || " + reached)
		if ask[bool](p, "!!"+reached) {
			return
		}
	}
	p.must(fmt.Errorf("the click on %s does not count: %s %s", selector, p.text("#not-deliberate"), ask[string](p, `new Promise(done => {
	  const box = document.querySelector(`+quote(selector+"-box")+`), e = entry => JSON.stringify([entry.isIntersecting, entry.intersectionRatio, entry.isVisible, entry.boundingClientRect, entry.rootBounds]);
	  new IntersectionObserver((all, o) => { o.disconnect(); const b = all[0].boundingClientRect;
	    done(all.map(e) + ' at its centre ' + document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2)?.outerHTML.slice(0, 200)); }, { trackVisibility: true, delay: 100 }).observe(box);
	})`)))
}

// looks is how long a person looks at a button before it is clicked: longer than it must have been in view.
const looks = 900 * time.Millisecond

// look looks at a button as long as a person does: one that has only just come into view
// does not count.
func (p *person) look(selector string) {
	p.t.Helper()
	p.until(`document.querySelector(` + quote(selector) + `)`)
	p.copyPhrase()
	p.must(p.Eval(p.ctx, `document.querySelector(`+quote(selector)+`).scrollIntoView({ block: 'center' })`, nil))
	p.pause(looks)
}

// covered waits until the browser knows that an element of a frame is not in plain view, where it tells such a thing: it looks
// now and then, and seldom where the machine is busy.
func (p *person) covered(selector string) {
	p.t.Helper()
	if engine != drive.Chromium {
		return
	}
	p.must(p.Eval(p.ctx, `new Promise(done => {
	  const seen = new IntersectionObserver(all => { if (all.some(e => !e.isVisible || e.intersectionRatio < .99)) { seen.disconnect(); done(true); } },
	    { threshold: [0, .5, 1], trackVisibility: true, delay: 100 });
	  seen.observe(document.querySelector(`+quote(selector)+`));
	})`, nil))
}

// copyPhrase types what stands above the button, once it is there: what it does, and a number.
func (p *person) copyPhrase() {
	p.t.Helper()
	p.until(`document.querySelector('#typed-phrase')`)
	p.enter("#typed-phrase", p.phrase())
}

// phrase is what a visitor is asked to type.
func (p *person) phrase() string { return p.text(`label[for="typed-phrase"] b`) }

func (p *person) handOver() {
	p.t.Helper()
	p.deliberately("#hand-over", `document.querySelector('#handed')`)
}

// seesCovers gives the first word where the browser tells a frame what covers it
// (IntersectionObserver's second version), else the second: there the number alone refuses.
func seesCovers(seen, unseen string) string {
	if engine == drive.Chromium {
		return seen
	}
	return unseen
}

const fourColumns = `{"fields":[{"name":"a","type":"number","constraints":{"minimum":0,"maximum":9}},{"name":"b","type":"number","constraints":{"minimum":0,"maximum":9}},{"name":"c","type":"number","constraints":{"minimum":0,"maximum":9}}]}`

// table has 400 rows of three columns; planted is the first cell.
func table(planted int) string {
	var b strings.Builder
	b.WriteString("a,b,c\n")
	for i := range 400 {
		x := (i*7 + planted) % 10
		fmt.Fprintf(&b, "%d,%d,%d\n", x, (x+i)%10, i%10)
	}
	return b.String()
}

// A host gives a file, its schema and a cap; the visitor releases, and hands over with a
// second click. Until then the host hears two messages that depend on nothing.
func TestFrameFromAFileToTheHost(t *testing.T) {
	t.Parallel()
	feature(t, "In a frame of another site: a file to a release, handed to the portal")
	h := openPortal(t, binary, web, `<script>
	  const view = privatePCA(document.body, { schema: `+quote(fourColumns)+`, epsilonMax: 2, k: 1,
	    file: new File([`+quote(table(3))+`], "visits.csv", { type: "text/csv" }) });</script>`)
	p := h.visit(t, 60*time.Second)
	f := p.inside(0)
	before := ask[[2]int](p, `[history.length, frames.length]`)
	j := drive.Job{Epsilon: "3", Delta: "1e-6", K: "1", Mechanism: "gaussian"}
	at.Columns(f).Stands()
	f.says("#host", "localhost", "ε = 2", "visits.csv")

	// The host tries to raise its cap, and to swap the data.
	p.must(p.Eval(p.ctx, `{ const say = m => document.querySelector('iframe').contentWindow.postMessage({ privatepca: 1, ...m }, '*');
	  say({ type: 'params', epsilonMax: 50 });
	  say({ type: 'load', file: new File(['x,y\n1,2\n'], 'other.csv') }); }`, nil))
	at.Columns(f).Answer(j)
	at.Columns(f).ToPrivacy()
	at.Privacy(f).Answer(j)
	f.says("#epsilon-fault", "limit of this portal is ε = 2")
	at.Privacy(f).SetEpsilon("2")
	at.Privacy(f).ToRelease()
	at.Review(f).Stands()

	// A click that nobody made spends nothing.
	f.must(f.Eval(f.ctx, `document.querySelector('#release-button').click()`, nil))
	f.until(`document.querySelector('#not-deliberate')?.innerText.includes('not yours')`)

	// Nor does one on a button that the host has covered.
	p.must(p.Eval(p.ctx, `{ const r = document.querySelector('iframe').getBoundingClientRect(), d = document.createElement('div');
	  d.id = 'cover'; d.style = 'position:fixed;inset:0;background:#fff;pointer-events:none;z-index:9'; document.body.append(d); }`, nil))
	f.must(f.Eval(f.ctx, `document.querySelector('#release-button-box').scrollIntoView({ block: 'center' })`, nil))
	f.covered("#release-button-box")
	f.pause(looks)
	at.Review(f).Press()
	f.until(`document.querySelector('#not-deliberate')?.innerText.includes(` + quote(seesCovers("covers", "number")) + `)`)
	p.must(p.Eval(p.ctx, `document.querySelector('#cover').remove()`, nil))
	f.release()

	if got := strings.Join(p.types(), ", "); !strings.HasPrefix(got, "ready ") || strings.Count(got, ",") != 1 || !strings.Contains(got, ", resize ") {
		t.Errorf("before the visitor handed it over the host heard %s, want ready and resize", got)
	}
	if after := ask[[2]int](p, `[history.length, frames.length]`); after != before {
		t.Errorf("history and frames went from %v to %v", before, after)
	}
	f.handOver()
	p.until(`kept.some(k => k.name === 'released')`)
	document := ask[string](p, `kept.find(k => k.name === 'released').text`)
	doc, err := release.Decode([]byte(document))
	if err != nil || doc.Privacy.Epsilon != 2 || doc.NumFeatures != 3 || doc.NumComponents != 1 {
		t.Errorf("the host was handed %.200s: %v", document, err)
	}
}
