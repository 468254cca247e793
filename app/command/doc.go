// Package command is the root program. Built natively it serves the page: all work on
// records happens in the browser that opens it, and this server sees none of them. Built
// for wasm it is the page. Nothing but serve.go imports it.
package command
