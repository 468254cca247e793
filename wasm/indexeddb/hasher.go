//go:build js && wasm

package indexeddb

import (
	"crypto/sha256"
	"syscall/js"

	"privatepca/core/ledger"
	"privatepca/wasm/promise"
)

// A hasher has the browser hash. That is many times as fast as Go, and runs on a thread of
// its own, except in Chromium's workers. The promises are awaited at the end, all at once: one
// promise costs Go as much as the hash of some kilobytes.
type hasher struct {
	subtle   js.Value
	key      js.Value
	buffer   js.Value // of a block
	promised js.Value // an array
}

// NewHasher has the browser hash under a key. Where the browser does not (outside a secure
// context) or fails, Go does: the same bits.
func NewHasher(key []byte) ledger.Hasher {
	here := ledger.NewHasher(key)
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
	return &hasher{subtle, imported, js.Global().Get("Uint8Array").New(ledger.Block), js.Global().Get("Array").New()}
}

func (h *hasher) Add(block []byte) {
	buffer := h.buffer
	if len(block) < ledger.Block {
		buffer = buffer.Call("subarray", 0, len(block))
	}
	js.CopyBytesToJS(buffer, block)
	h.promised.Call("push", h.subtle.Call("sign", "HMAC", h.key, buffer)) // which takes a copy
}

func (h *hasher) Digests() []byte {
	kept, ok := promise.Wait(js.Global().Get("Promise").Call("all", h.promised))()
	if !ok {
		panic("indexeddb: the browser could not hash a block")
	}
	array, all := js.Global().Get("Uint8Array"), make([]byte, sha256.Size*kept.Length())
	for i := range kept.Length() {
		js.CopyBytesToGo(all[sha256.Size*i:], array.New(kept.Index(i)))
	}
	return all
}
