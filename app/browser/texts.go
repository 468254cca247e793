package browser

import (
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// Texts keeps texts in the browser beyond the page's life: in a database of its own, which is on disk when a
// call is done. The page's other calls read and write nothing there. The worker's ledger stands in another database.
//
// It speaks to IndexedDB directly: the library that the worker uses blocks a goroutine at each step, and the page
// has only one.
type Texts struct {
	Post func(func()) // runs a function on the page's goroutine, on which each done is called

	soon *time.Timer
}

const (
	textsDatabase = "privatepca-answers"
	textsStore    = "kept"
)

// patience is how long the browser may take over one call.
const patience = 5 * time.Second

// moment is how long Soon waits: letters that are typed in a row are written once.
const moment = 250 * time.Millisecond

// Soon runs f a moment later; of several calls in that moment the last one counts.
func (t *Texts) Soon(f func()) {
	if t.soon != nil {
		t.soon.Stop()
	}
	t.soon = time.AfterFunc(moment, func() { t.Post(f) })
}

// All reads every text, by its key.
func (t *Texts) All(done func(texts map[string]string, ok bool)) {
	texts := map[string]string{}
	t.within("readonly", func(store app.Value) {
		keys, values := store.Call("getAllKeys"), store.Call("getAll")
		hear(values, "onsuccess", func() { // the second of the two, which are answered in their order
			keys, values := keys.Get("result"), values.Get("result")
			for i := range values.Length() {
				if value := values.Index(i); value.Type() == app.TypeString {
					texts[keys.Index(i).String()] = value.String()
				}
			}
		}, func(bool) {})
	}, func(ok bool) { done(texts, ok) })
}

// Put keeps a text under a key.
func (t *Texts) Put(key, text string, done func(ok bool)) {
	t.within("readwrite", func(store app.Value) { store.Call("put", text, key) }, done)
}

// Remove removes the texts of some keys.
func (t *Texts) Remove(keys []string, done func(ok bool)) {
	t.within("readwrite", func(store app.Value) {
		for _, key := range keys {
			store.Call("delete", key)
		}
	}, done)
}

// within runs f in one transaction and calls done, once, when that is on disk or has failed. The connection is
// closed then, so that no tab holds up another one's newer version.
func (t *Texts) within(mode string, f func(store app.Value), done func(ok bool)) {
	over := false
	finish := func(ok bool) {
		if !over {
			over = true
			t.Post(func() { done(ok) })
		}
	}
	time.AfterFunc(patience, func() { t.Post(func() { finish(false) }) })
	attempt(func() {
		factory := app.Window().Get("indexedDB")
		if !factory.Truthy() {
			finish(false)
			return
		}
		request := factory.Call("open", textsDatabase, 1)
		hear(request, "onupgradeneeded", func() { request.Get("result").Call("createObjectStore", textsStore) }, finish)
		hear(request, "onerror", func() { finish(false) }, finish)
		hear(request, "onblocked", func() { finish(false) }, finish)
		hear(request, "onsuccess", func() {
			db := request.Get("result")
			end := func(ok bool) {
				db.Call("close")
				finish(ok)
			}
			transaction := db.Call("transaction", textsStore, mode, map[string]any{"durability": "strict"})
			hear(transaction, "oncomplete", func() { end(true) }, finish)
			hear(transaction, "onabort", func() { end(false) }, finish)
			f(transaction.Call("objectStore", textsStore))
			// All is asked for. A page that is put aside or closed before it hears the answers would else
			// keep the store locked: WebKit leaves its transaction open, and pages opened later wait for ever.
			if transaction.Get("commit").Truthy() {
				transaction.Call("commit")
			}
		}, finish)
	}, finish)
}

// hear calls f at an event, at most once.
func hear(target app.Value, event string, f func(), finish func(ok bool)) {
	var listener app.Func
	listener = app.FuncOf(func(app.Value, []app.Value) any {
		target.Set(event, nil)
		listener.Release()
		attempt(f, finish)
		return nil
	})
	target.Set(event, listener)
}

// attempt runs f; what the browser throws, such as where storage is blocked, ends the call.
func attempt(f func(), finish func(ok bool)) {
	defer func() {
		if recover() != nil {
			finish(false)
		}
	}()
	f()
}
