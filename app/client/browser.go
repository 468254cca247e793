package client

import (
	"errors"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// Addresses of the worker's two files.
const (
	programURL = "/web/worker.wasm"
	scriptURL  = "/web/worker.js"
)

// Browser is the Host of a page. Deliver runs a function on the page's goroutine.
type Browser struct {
	Deliver   func(func())
	Isolation Isolation // known once Load is done
	Served    bool      // the service worker answered for this page, with all headers; known then, too

	program app.Value // an ArrayBuffer
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

// Load implements Host. A worker that is started later gets the same bytes, and fetches its short script alone. Each worker digests and
// compiles them itself: what the page says of them counts for nothing (wasm/worker.js).
func (b *Browser) Load(then func(error)) {
	failed := func(app.Value) { b.Deliver(func() { then(errors.New("it could not be fetched")) }) }
	loaded := func(bytes app.Value) {
		b.program = bytes
		b.isolate(func(err error) { b.Deliver(func() { then(err) }) })
	}
	early := app.Window().Get("privatepcaWorker") // of boot.js
	if !early.Truthy() {
		fetchBytes(programURL, loaded, failed)
		return
	}
	Await(early, loaded, func(app.Value) { fetchBytes(programURL, loaded, failed) })
}

// fetchBytes gives a file of this site as an ArrayBuffer.
func fetchBytes(address string, then, failed func(app.Value)) {
	Await(app.Window().Call("fetch", At(address)), func(response app.Value) {
		if !response.Get("ok").Bool() {
			failed(nil)
			return
		}
		Await(response.Call("arrayBuffer"), then, failed)
	}, failed)
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

// spare fetches the script of a worker that starts later, which compiles its program now.
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
	w.give(b.program)
	return w
}

// listen receives a worker's messages and starts it. One that waited in reserve has its program already.
func (b *Browser) listen(w *worker, receive, died func(string)) {
	w.on("message", func(e app.Value) {
		text := e.Get("data").String()
		b.Deliver(func() { receive(text) })
	})
	b.watch(w, died)
	w.give(b.program)
	w.value.Call("postMessage", map[string]any{"start": true})
}

// start fetches the worker's script, which waits for its program.
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
		helper.value.Call("postMessage", map[string]any{"start": true, "port": theirs}, list(theirs))
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
	given     bool             // it has its program
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

// give hands the worker the bytes of its program, once.
func (w *worker) give(program app.Value) {
	if !w.given {
		w.given = true
		w.value.Call("postMessage", map[string]any{"program": program})
	}
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
