package client

import (
	"encoding/hex"
	"errors"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// Addresses of the worker's two files.
const (
	moduleURL = "/web/worker.wasm"
	scriptURL = "/web/worker.js"
)

// Browser is the Host of a page. Deliver runs a function on the page's goroutine.
type Browser struct {
	Deliver   func(func())
	Isolation Isolation // known once Load is done

	module app.Value
	// Where Isolation is ByPage: starter is the Worker constructor of seal.html, of that very document should its
	// frame show another, and script the address of the workers' script in memory.
	starter, script app.Value

	helpers []*worker // for whichever worker has the file
	aside   *worker   // for forecasts; see Aside
	asked   bool      // for it

	converters converters

	alive  map[*worker]bool // those not yet ended
	absent int              // spare workers whose script is still on its way
	held   []func()         // what is done when all are there
}

// Load implements Host. The very bytes that are hashed are compiled, and the
// compiled module serves every worker to come: a fresh one fetches its short
// script alone.
func (b *Browser) Load(then func(string, error)) {
	failed := func(what string) func(app.Value) {
		return func(app.Value) { b.Deliver(func() { then("", errors.New(what)) }) }
	}
	loaded := func(module app.Value, sha256 string) {
		b.module = module
		b.isolate(func(err error) { b.Deliver(func() { then(sha256, err) }) })
	}
	fetch := func(app.Value) {
		Await(app.Window().Call("fetch", At(moduleURL)), func(response app.Value) {
			if !response.Get("ok").Bool() {
				failed("it could not be fetched")(nil)
				return
			}
			Await(response.Call("arrayBuffer"), func(bytes app.Value) {
				Await(app.Window().Get("WebAssembly").Call("compile", bytes), func(module app.Value) {
					digest(bytes, func(sha256 string) { loaded(module, sha256) })
				}, failed("it could not be compiled"))
			}, failed("it could not be fetched"))
		}, failed("it could not be fetched"))
	}
	early := app.Window().Get("privatepcaModule") // of boot.js
	if !early.Truthy() {
		fetch(nil)
		return
	}
	Await(early, func(got app.Value) { loaded(got.Get("module"), got.Get("sha256").String()) }, fetch)
}

// digest gives the SHA-256 of an ArrayBuffer in hex; none outside a secure context.
func digest(bytes app.Value, then func(string)) {
	subtle := app.Window().Get("crypto").Get("subtle")
	if !subtle.Truthy() {
		then("")
		return
	}
	Await(subtle.Call("digest", "SHA-256", bytes), func(sum app.Value) {
		raw := make([]byte, 32)
		app.CopyBytesToGo(raw, app.Window().Get("Uint8Array").New(sum))
		then(hex.EncodeToString(raw))
	}, func(app.Value) { then("") })
}

// Spawn implements Host.
func (b *Browser) Spawn(receive, died func(string)) Worker {
	w := b.start()
	b.startHelpers()
	b.setAside()
	b.listen(w, func(message string) { b.whenAllAreHere(func() { receive(message) }) }, died)
	w.handOut = func() app.Value { return b.handOut(died) }
	w.convert = func(f toConvert) (map[string]any, app.Value) { return b.convert(f, died) }
	w.release = b.endConverter
	return w
}

// whenAllAreHere holds back what the first worker says, its hello above all, until no
// script is on its way any more: a file can be chosen then, and after that none is fetched.
func (b *Browser) whenAllAreHere(f func()) {
	if b.absent == 0 {
		f()
		return
	}
	b.held = append(b.held, f)
}

// spare fetches the script of a worker that starts later.
func (b *Browser) spare() *worker {
	w := b.newWorker("reserve")
	b.absent++
	here := false
	arrive := func(app.Value) {
		b.Deliver(func() {
			if here {
				return
			}
			here = true
			if b.absent--; b.absent > 0 {
				return
			}
			held := b.held
			b.held = nil
			for _, f := range held {
				f()
			}
		})
	}
	w.on("message", arrive)
	w.on("error", arrive) // it fails again, in words, when it is to start
	return w
}

// listen receives a worker's messages and starts it on the module.
func (b *Browser) listen(w *worker, receive, died func(string)) {
	w.on("message", func(e app.Value) {
		text := e.Get("data").String()
		b.Deliver(func() { receive(text) })
	})
	b.watch(w, died)
	w.value.Call("postMessage", map[string]any{"module": b.module})
}

// start fetches the worker's script, which waits for the module.
func (b *Browser) start() *worker {
	return b.newWorker("")
}

// EndAll ends every worker at once, as a page must before the browser puts it aside to bring it back later: WebKit then
// stops its workers in the middle of what they do, and a transaction that one has begun keeps the ledger from all other
// pages. It may be called at any moment; nothing works after it.
func (b *Browser) EndAll() {
	for w := range b.alive {
		w.value.Call("terminate")
	}
}

func (b *Browser) watch(w *worker, died func(string)) {
	w.on("error", func(e app.Value) {
		e.Call("preventDefault")
		b.Deliver(func() { died("it ended with an error") })
	})
	w.on("messageerror", func(app.Value) {
		b.Deliver(func() { died("a message could not be read") })
	})
}

// startHelpers has a helper for each further core. Its script is fetched now, before there is a
// file; it starts with the first one.
func (b *Browser) startHelpers() {
	navigator, cores := app.Window().Get("navigator"), 0
	if stated := navigator.Get("hardwareConcurrency"); stated.Truthy() {
		cores = stated.Int()
	}
	for len(b.helpers) < helpersFor(cores, navigator.Get("userAgent").String()) {
		b.helpers = append(b.helpers, b.spare())
	}
}

// handOut gives the helpers to a worker that has got a file: a port to each, and to each the
// other end. The worker that they helped before has ended.
func (b *Browser) handOut(died func(string)) (ports app.Value) {
	ports = list()
	for _, helper := range b.helpers {
		helper.on("message", func(app.Value) { // its only message here says that it has stopped
			b.Deliver(func() {
				b.stopHelpers()
				died("one of its helpers gave up")
			})
		})
		b.watch(helper, func(reason string) {
			b.stopHelpers()
			died(reason)
		})
		channel := app.Window().Get("MessageChannel").New()
		theirs := channel.Get("port2")
		helper.value.Call("postMessage", map[string]any{"module": b.module, "port": theirs}, list(theirs))
		ports.Call("push", channel.Get("port1"))
	}
	return ports
}

// list is an array, which go-app makes of no slice with values of the browser's in it.
func list(values ...any) app.Value { return app.Window().Get("Array").Call("of", values...) }

// stopHelpers ends all helpers; the next worker gets fresh ones.
func (b *Browser) stopHelpers() {
	for _, helper := range b.helpers {
		helper.Terminate()
	}
	b.helpers = nil
}

// After implements Host.
func (b *Browser) After(d time.Duration, f func()) (stop func()) {
	t := time.AfterFunc(d, func() { b.Deliver(f) })
	return func() { t.Stop() }
}

type worker struct {
	value     app.Value
	listeners []app.Func
	ended     func()           // forgets it
	handOut   func() app.Value // gives ports to the helpers, once: with the first file

	convert func(toConvert) (message map[string]any, port app.Value) // starts a converter on a file
	release func()                                                   // ends what works for this worker alone; nil for nothing
}

func (w *worker) on(event string, f func(e app.Value)) {
	listener := app.FuncOf(func(_ app.Value, args []app.Value) any {
		f(args[0])
		return nil
	})
	w.listeners = append(w.listeners, listener)
	w.value.Set("on"+event, listener)
}

func (w *worker) Post(envelope string, file File) {
	message := map[string]any{"envelope": envelope}
	if f, ok := file.(toConvert); ok {
		converted, port := w.convert(f)
		message["converted"] = converted
		w.value.Call("postMessage", message, list(port))
		return
	}
	if f, ok := file.(app.Value); ok {
		message["file"] = f
		if w.handOut != nil {
			ports := w.handOut()
			w.handOut = nil
			message["ports"] = ports
			w.value.Call("postMessage", message, ports)
			return
		}
	}
	w.value.Call("postMessage", message)
}

func (w *worker) Terminate() {
	if w.release != nil {
		w.release()
	}
	w.value.Call("terminate")
	w.ended()
	for _, event := range []string{"onmessage", "onerror", "onmessageerror"} {
		w.value.Set(event, app.Null())
	}
	for _, listener := range w.listeners {
		listener.Release()
	}
	w.listeners = nil
}

// Await calls one of the two functions when a promise settles.
func Await(promise app.Value, then, fail func(app.Value)) {
	var done, failed app.Func
	settle := func(f func(app.Value)) app.Func {
		return app.FuncOf(func(_ app.Value, args []app.Value) any {
			done.Release()
			failed.Release()
			f(args[0])
			return nil
		})
	}
	done, failed = settle(then), settle(fail)
	promise.Call("then", done, failed)
}
