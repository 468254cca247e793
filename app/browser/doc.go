// Package browser is what the page asks of the browser besides drawing: files that arrive
// or are saved, the clipboard, the focus, storage, addresses, and pauses.
//
// It does not know the page's state. A function that it is given is called in the
// browser's own event; where state changes, the caller brings it to the page's goroutine.
package browser
