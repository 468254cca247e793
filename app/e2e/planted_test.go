package e2e

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
)

// plant replaces all that the page keeps, by what a script of this origin can write: pages,
// scripts and the worker's, without a policy, in the page's own store and beside it.
const plant = `(async () => {
  const evil = (kind, text) => new Response(text, { headers: { 'Content-Type': kind } });
  for (const name of [...await caches.keys(), 'planted']) {
    const cache = await caches.open(name);
    for (const { url } of [...await cache.keys(), new Request(base + '/'), new Request(base + '/planted.html')]) {
      const ending = new URL(url).pathname.match(/\.\w+$/)?.[0];
      if (ending === '.js') await cache.put(url, evil('text/javascript', 'self.planted = true;'));
      else if (!ending || ending === '.html') await cache.put(url, evil('text/html', '<!doctype html><title>planted</title><body class="planted"></body>'));
      else if (ending === '.wasm') await cache.delete(url);
    }
  }
  localStorage.planted = sessionStorage.planted = '<script>self.planted = true</script>';
  document.cookie = 'planted=1';
  const others = ['/wasm_exec.js', '/web/embed.js'].map(path => navigator.serviceWorker.register(base + path, { scope: base + path.replace(/[^/]*$/, '') }).then(() => 'registered', () => 'refused'));
  return (await Promise.all(others)).join();
})()`

// sees reports whether anything that was planted runs or shows.
const sees = `!!(window.planted || document.querySelector('.planted') || document.title === 'planted')`

// A page that was compromised once is clean after a reload: what is kept of it is mended,
// or, without a network, refused.
func TestPlantedPagesAreGoneAfterAReload(t *testing.T) {
	t.Parallel()
	feature(t, "A page that was compromised once is clean after a reload")
	for name, site := range map[string]func() (url string, end func()){
		"server": func() (string, func()) {
			s, err := drive.Serve(binary, web)
			if err != nil {
				t.Fatal(err)
			}
			return s.URL, s.Close
		},
		"static host": func() (string, func()) {
			h := hostSite(t)
			return h.root, func() {
				h.CloseClientConnections()
				h.Close()
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "static host" {
				byTestBrowsers(t)
			}
			url, end := site()
			defer end()
			p := sit(t, &drive.Server{URL: url}, 40*time.Second)
			p.must(p.Eval(p.ctx, `navigator.serviceWorker.ready.then(() => true)`, nil))
			p.must(p.Open(p.ctx, url+"/")) // from what is kept
			planted := `(base => ` + plant + `)(` + quote(url) + `)`
			got := ask[string](p, planted)
			if name == "server" && got != "refused,refused" {
				t.Errorf("another script became a service worker: %s", got)
			}
			if ask[bool](p, sees) {
				t.Fatal("the page shows what was planted before it was loaded again: the test shows nothing")
			}
			for _, path := range []string{"/", "/privacy", "/?x=1", "/"} {
				p.must(p.Open(p.ctx, url+path))
				if ask[bool](p, sees) {
					t.Errorf("%s is what was planted", path)
				}
			}
			p.until(takesFiles)
			if policy := ask[string](p, `fetch('`+url+`/').then(r => r.headers.get('Content-Security-Policy') ?? '')`); name == "server" && policy == "" {
				t.Error("the page came without a policy")
			}
			document, _, err := at.Do(p.ctx, p.Visit, small(t))
			p.must(err)
			if len(document) == 0 {
				t.Error("nothing was downloaded")
			}
			if left := ask[bool](p, `(async () => { for (const name of (await caches.keys()).filter(n => n !== 'planted')) { const c = await caches.open(name), r = await c.match('`+url+`/'); if (r && (await r.text()).includes('planted')) return true; } return false; })()`); left {
				t.Error("what is kept was not mended")
			}

			// Without a network it cannot be mended, and is not shown.
			p.must(p.Eval(p.ctx, planted, nil))
			end()
			if err := p.Open(p.ctx, url+"/"); err == nil && ask[bool](p, sees) {
				t.Error("without a network the page is what was planted")
			}
		})
	}
}

// The same must notice a service worker that hands out what it finds.
func TestPlantedPagesAreNoticed(t *testing.T) {
	long(t, "builds a server with a fault")
	t.Parallel()
	s := mutant(t, "serve", mutation{
		"app/server/serviceworker.js", "  let bytes = await kept?.clone().arrayBuffer();\n", "  if (bytes) return new Response(bytes, { headers: kept.headers });\n",
	})
	p := sit(t, s, 40*time.Second)
	p.must(p.Eval(p.ctx, `navigator.serviceWorker.ready.then(() => true)`, nil))
	p.must(p.Open(p.ctx, s.URL+"/"))
	p.must(p.Eval(p.ctx, `(base => `+plant+`)(`+quote(s.URL)+`)`, nil))
	p.must(p.Open(p.ctx, s.URL+"/"))
	if !ask[bool](p, sees) {
		p.must(errors.New("what was planted does not show, though nothing checks it"))
	}
}

// Each end of the page's program is said in words.
func TestEndOfTheProgramIsSaid(t *testing.T) {
	t.Parallel()
	feature(t, "A start that fails, and a program that ends, say so")
	said := `document.querySelector('#error[data-code=page-ended]')?.innerText.includes('count it as spent')`
	for name, end := range map[string]string{
		"a trap in a listener":   `setTimeout(() => { throw new WebAssembly.RuntimeError('memory access out of bounds'); })`,
		"a call too deep":        `setTimeout(() => { const f = () => f() + 1; f(); })`,
		"a call after its end":   `setTimeout(() => { throw new Error('Go program has already exited'); })`,
		"a promise that trapped": `setTimeout(() => { Promise.reject(new WebAssembly.RuntimeError('unreachable')); })`,
	} {
		t.Run(name, func(t *testing.T) {
			if strings.HasPrefix(name, "a call") {
				byTestBrowsers(t)
			}
			p := stand(t, browser, server, 30*time.Second)
			p.until(takesFiles) // what is said before it is drawn is drawn over
			if ask[bool](p, `!!document.querySelector('#error')`) {
				t.Fatal("it is said before it has ended")
			}
			p.must(p.Eval(p.ctx, end, nil))
			p.until(said)
		})
	}
	t.Run("it never begins", func(t *testing.T) {
		p := stand(t, browser, server, 30*time.Second, otherCompiler(`new Real(address.replace('compile.js', 'nothing.js'))`), `WebAssembly.compileStreaming = () => Promise.reject(new TypeError('planted'))`)
		p.until(`document.querySelector('#error[data-code=not-started]')?.innerText.includes('could not be loaded')`)
	})
	t.Run("its run ends", func(t *testing.T) {
		p := stand(t, browser, server, 30*time.Second, `{ const real = WebAssembly.instantiate;
		  WebAssembly.instantiate = async (...all) => { const { exports } = await real.apply(WebAssembly, all);
		    return { exports: { ...exports, run() { throw new Error('planted'); } } }; }; }`)
		p.until(said)
	})
}

// otherCompiler has the page start what an expression says in place of the worker that compiles
// its programs; Real is the browser's own Worker, and address that of compile.js.
func otherCompiler(start string) string {
	return `{ const Real = Worker; window.Worker = function (address, ...rest) {
	  if (!String(address).endsWith('/web/compile.js')) return new Real(address, ...rest);
	  window.compilerAsked = true;
	  return ` + start + `; }; }`
}

// Where nothing compiles beside the page, it compiles its programs itself: the same ones, as the
// released document says.
func TestPageCompilesWhereNoWorkerDoes(t *testing.T) {
	t.Parallel()
	feature(t, "Programs that no worker compiles are compiled by the page")
	for name, start := range map[string]string{
		"its script is not there":    `new Real(address.replace('compile.js', 'nothing.js'))`,
		"it fails":                   `{ set onmessage(hears) { setTimeout(() => hears({ data: { failed: true } })); }, postMessage() {}, terminate() {} }`,
		"the browser starts no such": `(() => { throw new Error('planted'); })()`,
	} {
		t.Run(name, func(t *testing.T) {
			if name == "its script is not there" {
				byTestBrowsers(t)
			}
			p := stand(t, browser, server, 40*time.Second, otherCompiler(start))
			p.until(takesFiles)
			if !ask[bool](p, `window.compilerAsked === true`) {
				t.Error("the page asked for no compiler: nothing was tested")
			}
			if name != "it fails" {
				return
			}
			document, loadings, err := at.Do(p.ctx, p.Visit, drive.Job{Sample: "two-directions", Epsilon: "2", Delta: "1e-6", K: "2", Mechanism: "gaussian", Relation: "add-remove"})
			p.must(err)
			checked(t, document, loadings, "gaussian", 2, 10)
		})
	}
}

// On a slow line the page's program comes first: nothing else is fetched until it runs.
func TestPageComesBeforeWhatItNeedsLater(t *testing.T) {
	t.Parallel()
	p := stand(t, browser, server, 40*time.Second, otherCompiler(`(() => {
	  const real = new Real(address), arrived = new Promise((next) => { window.arrive = next; });
	  return {
	    set onmessage(hears) { real.onmessage = async (e) => { window.compiled = true; await arrived; hears(e); }; },
	    postMessage(m) { real.postMessage(m); }, terminate() { real.terminate(); },
	  };
	})()`))
	p.until(`window.compiled && document.readyState === 'complete'`)
	p.pause(time.Second) // for what should wait
	fetched := func(name string) bool {
		return slices.ContainsFunc(p.Witnessed(), func(r drive.Request) bool { return strings.HasSuffix(r.URL, name) })
	}
	later := []string{"/app-worker.js", "/web/worker.wasm", "/web/worker.js"}
	if !fetched("/web/app.wasm") {
		t.Error("the page's program was not fetched, or the proxy saw nothing")
	}
	for _, name := range later {
		if fetched(name) {
			t.Errorf("%s was fetched before the page ran", name)
		}
	}
	p.must(p.Eval(p.ctx, `window.arrive()`, nil))
	p.until(takesFiles)
	for _, name := range later {
		if !fetched(name) {
			t.Errorf("%s was not fetched later", name)
		}
	}
}
