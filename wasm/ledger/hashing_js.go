package ledger

import "syscall/js"

// newHashing has the browser hash, on a thread of its own and many times as fast. Where it
// does not (outside a secure context), or fails, the hash is computed here: the same bits.
func newHashing(key []byte) hashing {
	here := hashHere(key)
	subtle := js.Undefined()
	if crypto := js.Global().Get("crypto"); crypto.Truthy() {
		subtle = crypto.Get("subtle")
	}
	if !subtle.Truthy() {
		return here
	}
	hmac := map[string]any{"name": "HMAC", "hash": "SHA-256"}
	imported, ok := await(subtle.Call("importKey", "raw", bytesOf(key), hmac, false, []any{"sign"}))()
	if !ok {
		return here
	}
	buffer := js.Global().Get("Uint8Array").New(Block)
	return func(block []byte) func() []byte {
		js.CopyBytesToJS(buffer, block)
		signed := await(subtle.Call("sign", "HMAC", imported, buffer.Call("subarray", 0, len(block)))) // which takes a copy
		return func() []byte {
			sum, ok := signed()
			if !ok {
				panic("ledger: the browser could not hash a block")
			}
			out := make([]byte, 32)
			js.CopyBytesToGo(out, js.Global().Get("Uint8Array").New(sum))
			return out
		}
	}
}

func bytesOf(b []byte) js.Value {
	out := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(out, b)
	return out
}

// await returns what waits for a promise: its value, and whether it was fulfilled.
func await(promise js.Value) func() (js.Value, bool) {
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
