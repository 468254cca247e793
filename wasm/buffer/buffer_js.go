// Package buffer gives back the memory of what the browser brought.
package buffer

import "syscall/js"

// Free gives back the memory of an ArrayBuffer at once, where the browser can: WebKit collects it late. Its bytes are gone then.
func Free(buffer js.Value) {
	if buffer.Get("transfer").Truthy() {
		buffer.Call("transfer", 0)
	}
}
