// Package command is the root program. Built natively it is the command: it reads records,
// releases, and serves the pages. The server sees no record, since all work on those happens in
// the browser that opens a page. Built for wasm it is the page. Nothing but serve.go imports it.
package command
