package e2e

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"privatepca/app/e2e/drive"
)

// A host that asks for it, and masks the frame, is handed a release only after the visitor has answered in a window of our own, which the host can
// neither mask nor answer for.
func TestHandOverInAWindow(t *testing.T) {
	t.Parallel()
	feature(t, "A hand-over is confirmed in a window of our own")
	h := openPortal(t, binary, web, `<div id="place" style="position:fixed;inset:0 0 auto 0"></div><script>
	  privatePCA(document.getElementById('place'), { schema: `+quote(fourColumns)+`, epsilonMax: 2, k: 1, confirm: 'window',
	    file: new File([`+quote(table(3))+`], 'visits.csv') });</script>`)
	p := h.visit(t, 90*time.Second)
	f := p.inside(0)
	f.work(drive.Job{Epsilon: "1", Delta: "1e-6", K: "1", Mechanism: "gaussian"})
	f.until(`document.querySelector('#hand-over-window')`)
	if ask[bool](f, `!!document.querySelector('#hand-over')`) {
		t.Error("the frame hands over by itself, too")
	}

	// All but the field and the button is masked. The host says what the frame and the window say to each other, and opens such a window itself.
	p.must(p.Eval(p.ctx, `document.querySelector('iframe').style.maskImage = 'linear-gradient(#000 0 0)';
	  window.lies = () => { for (const nonce of ['', '0-0-0-0', '1']) for (const type of ['here', 'yes', 'no', 'ask']) for (const m of [{ privatepcaWindow: 1, type, nonce, host: 'x', statement: 'x', document: 'x' }])
	    { frames[0].postMessage(m, '*'); window.own?.postMessage(m, '*'); } }; lies()`, nil))
	open := func(n int) *person {
		t.Helper()
		f.must(f.Eval(f.ctx, `document.querySelector('#hand-over-window').scrollIntoView({ block: 'center' })`, nil))
		f.click("#hand-over-window")
		v, err := f.Popup(f.ctx, n)
		f.must(err)
		w := &person{Visit: v, t: t, ctx: p.ctx, url: p.url}
		w.until(`document.querySelector('#asked') && !document.querySelector('#asked').hidden`)
		return w
	}
	nothing := func(when string) {
		t.Helper()
		if len(p.types()) != 2 || ask[int](p, `kept.filter(k => k.name === 'released').length`) != 0 {
			t.Fatalf("%s: the host heard %v", when, p.types())
		}
	}
	w := open(1)
	last := func(selector string) { // the window closes at once, and with it what would answer the driver
		t.Helper()
		ctx, cancel := context.WithTimeout(w.ctx, 4*time.Second)
		defer cancel()
		if err := w.Click(ctx, selector); err != nil && ctx.Err() == nil {
			t.Log(err)
		}
	}
	w.says("#host", h.url)
	w.says("#statement", "ε = 1")
	p.must(p.Eval(p.ctx, `lies()`, nil))
	number := w.text("#phrase")[len("hand over "):]
	for _, typed := range []string{"", number, "release " + number, "hand over 42"} {
		w.enter("#typed-phrase", typed)
		w.must(w.Eval(w.ctx, `document.querySelector('#state').textContent = ''`, nil))
		w.click("#confirm")
		w.until(`document.querySelector('#state').textContent.includes('nothing was done')`)
	}
	w.must(w.Eval(w.ctx, `{ document.querySelector('#typed-phrase').value = document.querySelector('#phrase').textContent; document.querySelector('#confirm').click() }`, nil))
	nothing("a click that nobody made")
	last("#refuse")
	f.until(`document.querySelector('#window-note')?.innerText.includes('not handed over')`)
	nothing("a refusal")

	w = open(2)
	w.enter("#typed-phrase", w.text("#phrase"))
	nothing("before the click")
	last("#confirm")
	p.until(`kept.some(k => k.name === 'released')`)
	f.until(`document.querySelector('#handed')`)

	// A window that the host has opened is told nothing, and tells nothing.
	p.must(p.Eval(p.ctx, `{ document.querySelector('iframe').style.maskImage = ''; const b = document.createElement('button'); b.id = 'own'; b.textContent = 'Own';
	  b.style = 'position:fixed;bottom:0;left:0;z-index:9'; b.onclick = () => window.own = window.open(`+quote(h.pages.URL+"/web/confirm.html")+`); document.body.append(b); }`, nil))
	p.click("#own")
	v, err := p.Popup(p.ctx, 3)
	p.must(err)
	own := &person{Visit: v, t: t, ctx: p.ctx, url: p.url}
	own.until(`document.readyState === 'complete' && document.querySelector('#state')`)
	p.must(p.Eval(p.ctx, `lies()`, nil))
	p.never(300*time.Millisecond, "a window of the host's asks on its behalf", func() bool { return ask[bool](own, `!document.querySelector('#asked').hidden`) })
}

// A host that keeps other windows apart from its own hears nothing, and the frame says why.
func TestHandOverWhereWindowsAreKeptApart(t *testing.T) {
	byTestBrowsers(t)
	t.Parallel()
	feature(t, "A host that keeps windows apart (Cross-Origin-Opener-Policy): the frame says so, nothing is handed over")
	h := openPortal(t, binary, web, "")
	h.mux.HandleFunc("/apart", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Cross-Origin-Opener-Policy", "same-origin")
		fmt.Fprintf(w, `<!doctype html><html lang="en"><title>Portal</title><h1>Portal</h1><script src="%s/web/embed.js"></script><div id="place"></div><script>
		  privatePCA(document.getElementById('place'), { schema: %s, epsilonMax: 2, k: 1, confirm: 'window', file: new File([%s], 'visits.csv') });</script>`,
			h.pages.URL, quote(fourColumns), quote(table(3)))
	})
	h.url += "/apart?"
	p := h.visit(t, 90*time.Second)
	f := p.inside(0)
	f.work(drive.Job{Epsilon: "1", Delta: "1e-6", K: "1", Mechanism: "gaussian"})
	f.until(`document.querySelector('#hand-over-window')`)
	f.must(f.Eval(f.ctx, `document.querySelector('#hand-over-window').scrollIntoView({ block: 'center' })`, nil))
	f.click("#hand-over-window")
	f.until(`document.querySelector('#window-note')?.innerText.includes('Nothing was handed over')`)
	f.says("#window-note", "apart")
	if len(p.types()) != 2 || ask[int](p, `kept.filter(k => k.name === 'released').length`) != 0 {
		t.Errorf("the host heard %v", p.types())
	}
}
