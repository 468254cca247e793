package client

import (
	"errors"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// A worker obeys the policy that comes with its script. The project's own server
// states one that allows no connection. A host that states none is made up for: a
// worker whose script comes out of memory obeys the policy of the document that
// starts it, and seal.html is a document that allows no connection.
//
// What a browser makes of that is not taken on trust: a first worker, before there
// is a file, tries to connect, and where it can, no other is started.

// An Isolation says what keeps the workers from connecting.
type Isolation int

const (
	IsolationUnknown Isolation = iota // not known yet
	ByServer                          // the policy that the server states for worker.js
	ByPage                            // the policy of seal.html
)

const isolatedURL = "/web/seal.html"

// probe tries to fetch the addresses that it is given, and reports whether any could be reached. The
// address that holds its own answer shows a policy that is not there also without a network.
const probe = `onmessage = e => Promise.any(e.data.map(a => fetch(a))).then(() => postMessage("reached"), () => postMessage("refused"))`

const answerInside = "data:,reached"

var errNotIsolated = errors.New("this site's host sends no security headers, and this browser would let the worker connect without them: open the site from another host, or run it on your own machine")

// isolate finds out what keeps workers from connecting, and gets it ready. Afterwards
// Isolation says what it is.
func (b *Browser) isolate(then func(error)) {
	b.Served = app.Window().Get("privatepcaServed").Truthy() // of boot.js
	fail := func(app.Value) { then(errors.New("its script could not be fetched")) }
	Await(app.Window().Call("fetch", At(scriptURL)), func(response app.Value) {
		if !response.Get("ok").Bool() {
			fail(nil)
			return
		}
		header := func(name string) app.Value { return response.Get("headers").Call("get", name) }
		policy := header("Content-Security-Policy")
		// A policy of the service worker's alone would go with it.
		if policy.Truthy() && closes(policy.String()) && !header("Host-Policy").Truthy() {
			noMoreFrames()
			b.Isolation = ByServer
			then(nil)
			return
		}
		Await(response.Call("text"), func(script app.Value) {
			b.frame(func(window app.Value) {
				noMoreFrames()
				b.tryOut(window, script, then)
			}, fail)
		}, fail)
	}, fail)
}

// closes reports whether one of the policies of a header, all of which hold, allows
// no connection.
func closes(header string) bool {
	for policy := range strings.SplitSeq(header, ",") {
		if strings.HasPrefix(strings.TrimSpace(policy), "default-src 'none'; script-src 'wasm-unsafe-eval'") && !strings.Contains(strings.ToLower(policy), "connect-src") {
			return true
		}
	}
	return false
}

// frame opens seal.html out of sight.
func (b *Browser) frame(then, fail func(app.Value)) {
	document := app.Window().Get("document")
	frame := document.Call("createElement", "iframe")
	var loaded, failed app.Func
	settle := func(f func(app.Value), what func() app.Value) app.Func {
		return app.FuncOf(func(app.Value, []app.Value) any {
			loaded.Release()
			failed.Release()
			f(what())
			return nil
		})
	}
	loaded = settle(func(window app.Value) {
		if !frame.Get("contentDocument").Truthy() { // the host forbids frames
			fail(nil)
			return
		}
		then(window)
	}, func() app.Value { return frame.Get("contentWindow") })
	failed = settle(fail, app.Undefined)
	for name, value := range map[string]string{"title": "Where the worker starts", "hidden": "", "src": At(isolatedURL)} {
		frame.Call("setAttribute", name, value)
	}
	frame.Set("onload", loaded)
	frame.Set("onerror", failed)
	document.Get("body").Call("append", frame)
}

// noMoreFrames states that the page shows no further frame, as the project's own server does from the start. A host that sends no
// headers had to let in seal.html. The policy of that document stands in its text: a script of the page that opened it again could
// act in it before the text is read. Nothing widens a policy that is stated, and the frame that is open stays.
func noMoreFrames() { app.Window().Call("privatepcaState", "frame-src 'none'") } // of boot.js

// tryOut starts a worker in that document and has it try to connect.
func (b *Browser) tryOut(window, script app.Value, then func(error)) {
	inMemory := func(text any) app.Value {
		parts := window.Get("Array").New()
		parts.Call("push", text)
		blob := window.Get("Blob").New(parts, map[string]any{"type": "text/javascript"})
		return window.Get("URL").Call("createObjectURL", blob)
	}
	tester := window.Get("Worker").New(inMemory(probe))
	var answered, failed app.Func
	end := func(err error) {
		tester.Call("terminate")
		answered.Release()
		failed.Release()
		then(err)
	}
	answered = app.FuncOf(func(_ app.Value, args []app.Value) any {
		if args[0].Get("data").String() != "refused" {
			end(errNotIsolated)
			return nil
		}
		b.Isolation, b.starter, b.script = ByPage, window.Get("Worker"), inMemory(script)
		end(nil)
		return nil
	})
	failed = app.FuncOf(func(app.Value, []app.Value) any {
		end(errors.New("the browser does not start it"))
		return nil
	})
	tester.Set("onmessage", answered)
	tester.Set("onerror", failed)
	tester.Call("postMessage", list(app.Window().Get("location").Get("origin").String()+At(scriptURL), answerInside))
}

// newWorker starts a worker that cannot connect. It waits for its module. One with a name
// says at once that its script is there.
func (b *Browser) newWorker(name string) *worker {
	w, options := &worker{}, map[string]any{"name": name}
	if b.Isolation == ByPage {
		w.value = b.starter.New(b.script, options)
	} else {
		w.value = app.Window().Get("Worker").New(At(scriptURL), options)
	}
	if b.alive == nil {
		b.alive = map[*worker]bool{}
	}
	b.alive[w] = true
	w.ended = func() { delete(b.alive, w) }
	return w
}
