//go:build js && wasm

package indexeddb

import (
	"syscall/js"
	"time"

	"privatepca/core/ledger"
)

// lock waits for the lock that all tabs of this browser share. Where the browser has no
// locks, it returns at once. The browser frees the lock of a worker that ends.
func lock() (unlock func(), err error) {
	locks := js.Global().Get("navigator").Get("locks")
	if !locks.Truthy() {
		return func() {}, nil
	}
	held := make(chan js.Value, 1) // what ends the lock
	failed := make(chan struct{}, 1)
	executor := js.FuncOf(func(_ js.Value, args []js.Value) any {
		held <- args[0]
		return nil
	})
	granted := js.FuncOf(func(js.Value, []js.Value) any {
		return js.Global().Get("Promise").New(executor)
	})
	refused := js.FuncOf(func(js.Value, []js.Value) any {
		failed <- struct{}{}
		return nil
	})
	release := func() {
		executor.Release()
		granted.Release()
		refused.Release()
	}
	abort := js.Global().Get("AbortController").New()
	locks.Call("request", database, map[string]any{"signal": abort.Get("signal")}, granted).Call("catch", refused)
	timeout := time.NewTimer(patience)
	defer timeout.Stop()
	select {
	case resolve := <-held:
		return func() {
			resolve.Invoke()
			release()
		}, nil
	case <-failed: // by a browser that blocks locks with the rest of its storage
		release()
		return nil, &ledger.Unavailable{Why: "the browser refuses storage to this page: a private window, or blocked site data"}
	case <-timeout.C:
		abort.Call("abort")
		select {
		case resolve := <-held: // granted just then
			resolve.Invoke()
		case <-failed:
		}
		release()
		return nil, &ledger.Unavailable{Why: "another tab holds the ledger and does not let go: close it"}
	}
}
