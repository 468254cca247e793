package ledger

import (
	"crypto/sha256"
	"syscall/js"

	"privatepca/wasm/promise"
)

// A browserHashing has the browser hash, many times as fast, and but in Chromium's workers
// on a thread of its own. What it promised is waited for at the end, all at once: a promise
// costs Go as much as some kilobytes' hash.
type browserHashing struct {
	subtle   js.Value
	key      js.Value
	buffer   js.Value // of a block
	promised js.Value // an array
}

// newHashing hashes here where the browser does not (outside a secure context) or fails: the
// same bits.
func newHashing(key []byte) hashing {
	here := newPlainHashing(key)
	subtle := js.Undefined()
	if crypto := js.Global().Get("crypto"); crypto.Truthy() {
		subtle = crypto.Get("subtle")
	}
	if !subtle.Truthy() {
		return here
	}
	bytes := js.Global().Get("Uint8Array").New(len(key))
	js.CopyBytesToJS(bytes, key)
	imported, ok := promise.Wait(subtle.Call("importKey", "raw", bytes, map[string]any{"name": "HMAC", "hash": "SHA-256"}, false, []any{"sign"}))()
	if !ok {
		return here
	}
	return &browserHashing{subtle, imported, js.Global().Get("Uint8Array").New(Block), js.Global().Get("Array").New()}
}

func (h *browserHashing) add(block []byte) {
	buffer := h.buffer
	if len(block) < Block {
		buffer = buffer.Call("subarray", 0, len(block))
	}
	js.CopyBytesToJS(buffer, block)
	h.promised.Call("push", h.subtle.Call("sign", "HMAC", h.key, buffer)) // which takes a copy
}

func (h *browserHashing) digests() []byte {
	kept, ok := promise.Wait(js.Global().Get("Promise").Call("all", h.promised))()
	if !ok {
		panic("ledger: the browser could not hash a block")
	}
	array, all := js.Global().Get("Uint8Array"), make([]byte, sha256.Size*kept.Length())
	for i := range kept.Length() {
		js.CopyBytesToGo(all[sha256.Size*i:], array.New(kept.Index(i)))
	}
	return all
}
