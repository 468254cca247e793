// Package promise waits for what the browser promises.
package promise

import "syscall/js"

// Wait returns what waits for a promise, at most once: its value and whether it was
// fulfilled, or else the reason. It must not be called in a callback of the browser, which
// keeps no promise meanwhile.
func Wait(promise js.Value) func() (value js.Value, fulfilled bool) {
	type outcome struct {
		value js.Value
		ok    bool
	}
	settled := make(chan outcome, 1)
	var fulfilled, rejected js.Func
	settle := func(ok bool) js.Func {
		return js.FuncOf(func(_ js.Value, args []js.Value) any {
			fulfilled.Release()
			rejected.Release()
			settled <- outcome{args[0], ok}
			return nil
		})
	}
	fulfilled, rejected = settle(true), settle(false)
	promise.Call("then", fulfilled, rejected)
	return func() (js.Value, bool) {
		o := <-settled
		return o.value, o.ok
	}
}

// Ignore lets a promise be, whether or not it is kept: a rejected one of which nobody hears
// is an error on the console.
func Ignore(promise js.Value) { promise.Call("then", nothing, nothing) }

var nothing = js.FuncOf(func(js.Value, []js.Value) any { return nil })
