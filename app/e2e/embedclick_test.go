package e2e

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
)

// A covering is what a host does to its page so that a visitor clicks what he does not
// see. It runs with the frame at hand; undone by what follows in the page's own words.
type covering struct {
	name, does string
	says       string // in the refusal
	slow       bool
}

var coverings = []covering{
	{"an overlay", `const d = cover(); d.style.background = '#fff';`, "covers", false},
	{"an almost clear overlay", `const d = cover(); d.style.background = 'rgba(255,255,255,.02)';`, "covers", true},
	{"a shadow beside it", `const d = cover(); d.style.inset = '0 auto auto 0'; d.style.width = d.style.height = '1px'; d.style.boxShadow = '0 0 0 3000px #fff';`, "covers", true},
	{"a clear frame", `frame.style.opacity = '.01';`, "covers", false},
	{"a half clear frame", `frame.style.opacity = '.5';`, "covers", true},
	{"a clear parent", `frame.parentElement.style.opacity = '.2';`, "covers", true},
	{"a filter", `frame.style.filter = 'invert(1)';`, "covers", true},
	{"a blend", `frame.style.mixBlendMode = 'multiply';`, "covers", true},
	{"a small frame", `frame.width = '200';`, "too small", false},
	{"a flat frame", `frame.height = '100';`, "(too small|covers)", true},
	{"a shrunk frame", `frame.style.transform = 'scale(.2)'; frame.style.transformOrigin = '0 0';`, "(too small|covers)", true},
	{"a zoomed frame", `frame.style.zoom = '.2';`, "(too small|covers)", true},
}

// hostile is a portal's page that covers its frame, or does other things to it: see coverings.
var hostile = `<div id="place" style="position:fixed;inset:0 0 auto 0"></div><script>
	  const cover = () => { const d = document.createElement('div'); d.className = 'cover';
	    d.style = 'position:fixed;inset:0;pointer-events:none;z-index:9'; document.body.append(d); return d; };
	  privatePCA(document.getElementById('place'), { schema: ` + quote(fourColumns) + `, epsilonMax: 2, k: 1,
	    file: new File([` + quote(table(3)) + `], 'visits.csv') });</script>`

// atHostile is a visit to that page, and its frame at the page with the button that spends.
func atHostile(t *testing.T, files string, limit time.Duration) (p, f *person) {
	t.Helper()
	p = openPortal(t, binary, files, hostile).visit(t, limit)
	f = p.inside(0)
	f.toReleasePage(drive.Job{Epsilon: "1", Delta: "1e-6", K: "1", Mechanism: "gaussian"})
	return p, f
}

// byHost are the clicks, keys and messages of a host.
const byHost = `{ const frame = document.querySelector('iframe');
  for (const type of ['pointerdown', 'mousedown', 'mouseup', 'click', 'keydown', 'keypress', 'keyup']) frame.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX: 600, clientY: 400 }));
  for (const type of ['release', 'spend', 'hand-over', 'released', 'ready', 'click']) frame.contentWindow.postMessage({ privatepca: 1, type }, '*'); }`

// pressCovered does to the frame f what a host may, and presses twice where the button is then. The button must still stand.
func (p *person) pressCovered(f *person, button string, c covering) {
	p.t.Helper()
	p.must(p.Eval(p.ctx, `{ const frame = document.querySelector('iframe'); frame.before0 = [frame.width, frame.height]; `+c.does+` }`, nil))
	if c.says == "covers" {
		f.covered(button + "-box")
	}
	p.pause(350 * time.Millisecond) // longer than the browser takes to see it
	stands := func() {
		p.t.Helper()
		if !ask[bool](f, `!!document.querySelector('`+button+`')`) {
			p.t.Fatalf("%s: the click counted", c.name)
		}
	}
	f.must(f.Eval(f.ctx, `document.querySelector('`+button+`').scrollIntoView({ block: 'center' })`, nil))
	for range 2 {
		p.pause(600 * time.Millisecond)
		stands()
		at := ask[[2]float64](f, `(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector('`+button+`').getBoundingClientRect())`)
		f.must(f.PressInside(f.ctx, at[0], at[1]))
	}
	p.never(200*time.Millisecond, c.name+": the click counted", func() bool { return ask[bool](f, `!document.querySelector('`+button+`')`) })
}

// uncover undoes what a host did to its frame.
func (p *person) uncover() {
	p.t.Helper()
	p.must(p.Eval(p.ctx, `{ const frame = document.querySelector('iframe'); for (const d of document.querySelectorAll('.cover')) d.remove();
	  frame.removeAttribute('style'); frame.parentElement.style.opacity = ''; [frame.width, frame.height] = frame.before0; }`, nil))
}

// toReleasePage goes to the page with the button that spends.
func (p *person) toReleasePage(j drive.Job) {
	p.t.Helper()
	at.Columns(p).Stands()
	toRelease(p, j)
	at.Review(p).Stands()
	p.must(p.AnswerBudget(p.ctx, j))
	at.Review(p).Stands()
}

// A host cannot have the visitor click what he does not see: whatever it lays over the
// frame or does to it. Its own clicks, keys and
// messages do nothing.
func TestHostCannotSpend(t *testing.T) {
	t.Parallel()
	feature(t, "A host cannot have the visitor spend: overlays, fading, scaling, its own clicks")
	p, f := atHostile(t, web, 180*time.Second)
	refused := func(what, says string) {
		t.Helper()
		ctx, cancel := context.WithTimeout(f.ctx, patient(30*time.Second))
		defer cancel()
		if err := f.Wait(ctx, `document.querySelector('#not-deliberate')?.innerText.match(/`+says+`.*nothing was done/)`); err != nil {
			t.Errorf("%s: the page says %q, want a word of %q", what, f.text("#not-deliberate"), says)
		}
	}

	// Clicks that nobody made.
	byScript := func() {
		t.Helper()
		f.must(f.Eval(f.ctx, `document.querySelector('#release-button').click()`, nil))
		refused("a click by script", "not yours")
	}
	byScript()
	p.must(p.Eval(p.ctx, byHost, nil))

	// One by somebody who has not read the number, which is another one then: three times the same comes once in a billion.
	var phrases []string
	for len(phrases) < 4 && len(slices.Compact(slices.Clone(phrases))) < 2 {
		byScript() // so that an earlier refusal is not taken for the next
		phrases = append(phrases, f.phrase())
		f.enter("#typed-phrase", "release 42")
		f.must(f.Eval(f.ctx, `document.querySelector('#release-button-box').scrollIntoView({ block: 'center' })`, nil))
		f.pause(looks)
		at.Review(f).Press()
		refused("a click without the number", "(number|only just come)")
	}
	if len(slices.Compact(slices.Clone(phrases))) < 2 || !regexp.MustCompile(`^release \d{3}$`).MatchString(phrases[len(phrases)-1]) {
		t.Errorf("the phrases are %q", phrases)
	}

	// Behind a mask, which the browser does not tell of, a host shows the number and the field alone, under words of its own. Many
	// visitors type what they see, or what such a field asks for; nobody types what they do not know of.
	p.must(p.Eval(p.ctx, `{ const d = document.createElement('div'); d.className = 'cover'; d.textContent = 'Security code'; document.body.append(d);
	  document.querySelector('iframe').style.maskImage = 'linear-gradient(#000 0 0)'; }`, nil))
	const seed = 20261122
	random := rand.New(rand.NewPCG(seed, 0))
	f.must(f.Eval(f.ctx, `document.querySelector('#release-button-box').scrollIntoView({ block: 'center' })`, nil))
	f.pause(looks)
	tries := 16 // each takes the page half a second where the machine is busy
	if thorough() {
		tries = 100
	}
	for i := range tries {
		code := strings.Fields(f.phrase())[1]
		typed := []string{code, "code " + code, "hand over " + code, fmt.Sprint("release ", 100+random.IntN(900)), code + " release", "#" + code, "yes", ""}[random.IntN(8)]
		if typed == "release "+code {
			continue
		}
		f.enter("#typed-phrase", typed)
		at.Review(f).Press()
		f.must(f.Rest(f.ctx, 100*time.Millisecond)) // the next number stands
		f.until(`document.querySelector('#typed-phrase')?.value === '' || !document.querySelector('#release-button')`)
		if !ask[bool](f, `!!document.querySelector('#release-button')`) {
			t.Fatalf("try %d of seed %d: %q counted", i+1, seed, typed)
		}
	}
	p.must(p.Eval(p.ctx, `document.querySelector('.cover').remove(); document.querySelector('iframe').removeAttribute('style')`, nil))

	// What covers it, for a visitor who has typed the phrase.
	if engine == drive.Chromium {
		f.copyPhrase()
	}
	for _, c := range coverings {
		if c.slow && !thorough() {
			continue
		}
		byScript() // so that an earlier refusal is not taken for the next
		p.pressCovered(f, "#release-button", c)
		refused(c.name, seesCovers(c.says, ""))
		p.uncover()
	}

	// Nothing was spent, and the visitor still can.
	if !ask[bool](f, `!!document.querySelector('#release-button') && !document.querySelector('#debit')`) || len(p.types()) != 2 {
		t.Errorf("the host heard %v", p.types())
	}
	f.release()
}

// What a host says amiss is not taken, breaks nothing, and is not answered.
func TestHostMessagesAmiss(t *testing.T) {
	t.Parallel()
	feature(t, "A host's malformed messages change nothing")
	h := openPortal(t, binary, web, `<script>privatePCA(document.body, { epsilonMax: 2 });</script>`)
	p := h.visit(t, 60*time.Second)
	f := p.inside(0)
	f.until(takesFiles)
	p.until(`log.length === 2`)
	// A frame of another origin, which passes on what it is told.
	p.must(p.Eval(p.ctx, `new Promise(r => { const wrong = document.createElement('iframe'); wrong.id = 'wrong'; wrong.onload = r;
	  wrong.setAttribute('sandbox', 'allow-scripts');
	  wrong.srcdoc = '<script>onmessage = e => parent.frames[0].postMessage(e.data, "*")<\/script>'; document.body.append(wrong); })`, nil))
	const seed = 20261121
	random := rand.New(rand.NewPCG(seed, 0))
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	var said []string
	value := func() string {
		return pick(`1`, `0`, `-1`, `1e308`, `NaN`, `Infinity`, `null`, `undefined`, `'1'`, `''`, `true`, `[]`, `[1]`, `{}`, `10n`, `new Date(NaN)`, `/x/`,
			`new Map([[1, 2]])`, `new Uint8Array(9)`, `new Error('x')`, `'x'.repeat(1e7)`, `{ toJSON: 1 }`, `JSON.parse('{"__proto__":{"type":"load"}}')`, `loop`, `deep`,
			`'javascript:alert(1)'`, `'data:text/csv,a,b'`, `'https://u:p@localhost/'`, `'file:///etc/passwd'`, `'//x'`, `'\ud800'`, `new Blob([])`)
	}
	for range 150 {
		var fields []string
		if random.IntN(4) > 0 {
			fields = append(fields, "privatepca: "+pick("1", "1", "1", value()), "type: "+pick("'params'", "'load'", "'release'", "'released'", "'ready'", value()))
		}
		for range random.IntN(4) {
			fields = append(fields, pick("schema", "epsilonMax", "deltaMax", "k", "lang", "theme", "url", "file", "name", "other", "constructor")+": "+value())
		}
		if len(fields) > 1 { // and what makes it no message, were it one
			fields = append(fields, pick("other: 1", "k: 1.5", "epsilonMax: -1", "theme: 'red'", "url: 5", "file: {}", "deltaMax: 1", "privatepca: 2"))
		}
		said = append(said, fmt.Sprintf("() => (%s)", pick("{"+strings.Join(fields, ", ")+"}", "{"+strings.Join(fields, ", ")+"}", "["+value()+"]", value())))
	}
	sent := ask[int](p, `(async () => {
	  const loop = {}; loop.loop = loop;
	  let deep = []; for (let i = 0; i < 5000; i++) deep = [deep];
	  const frame = frames[0]; let sent = 0;
	  for (const make of [`+strings.Join(said, ",\n")+`]) {
	    for (const to of [m => frame.postMessage(m, '*'), m => document.getElementById('wrong').contentWindow.postMessage(m, '*')]) {
	      try { to(make()); sent++; } catch { /* what cannot be sent */ }
	    }
	    await new Promise(r => setTimeout(r));
	  }
	  // Right in form, from a wrong origin.
	  document.getElementById('wrong').contentWindow.postMessage({ privatepca: 1, type: 'load', file: new File(['a,b\n1,2\n'], 'wrong.csv') }, '*');
	  document.getElementById('wrong').contentWindow.postMessage({ privatepca: 1, type: 'params', epsilonMax: 0.25 }, '*');
	  await new Promise(r => setTimeout(r, 300));
	  return sent;
	})()`)
	if sent < 200 {
		t.Errorf("only %d messages of seed %d went out", sent, seed)
	}
	if err := f.Alert(f.ctx); err != nil || f.text("#host-data") != "" || !ask[bool](f, `!!document.querySelector('#file-input')`) {
		t.Errorf("after messages of seed %d: %v %q", seed, err, f.text("#host"))
	}
	f.says("#host-caps", "ε = 2.")
	if got := p.types(); len(got) != 2 {
		t.Errorf("the frame answered: %v", got)
	}
	// It still hears.
	p.must(p.Eval(p.ctx, `frames[0].postMessage({ privatepca: 1, type: 'params', epsilonMax: 0.5 }, '*')`, nil))
	f.until(`document.querySelector('#host-caps').innerText.includes('0.5')`)
	p.must(p.Eval(p.ctx, `frames[0].postMessage({ privatepca: 1, type: 'load', file: new File([`+quote(table(3))+`], 'right.csv') }, '*')`, nil))
	at.Columns(f).Stands()
	f.says("#host-data", "right.csv")
}
