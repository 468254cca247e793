//go:build !js

package goapp

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
)

// What go-app does: its start script counts the bytes of the wasm and hands them on one
// by one, and runs the program in the task that made it. Why it hurts: the counting takes
// the main thread's time and leaves the browser no answer of the network whose compiled
// code it could keep for the next visit; and the task is long enough by itself. Upstream:
// https://github.com/maxence-charriere/go-app/pull/616 brought the counting; no issue
// about its price is known. It can go when the script compiles from the network's own
// answer (WebAssembly.instantiateStreaming) without a progress callback.

var (
	counted = regexp.MustCompile(`fetchWithProgress\(("[^"]+"), showProgress\)`)
	run     = []byte("go.run(wasm.instance);")
	rest    = []byte("await new Promise((next) => setTimeout(next));\n    ")
)

// StartScript mends go-app's start script, app.js: the wasm goes from the network to the
// browser's compiler, and the program starts in a task of its own. It fails where the
// script is not as expected.
func StartScript(script []byte) ([]byte, error) {
	if !counted.Match(script) || !bytes.Contains(script, run) {
		return nil, errors.New("goapp: the start script does not load the page's wasm as expected")
	}
	script = counted.ReplaceAll(script, []byte("fetch($1)"))
	return bytes.Replace(script, run, slices.Concat(rest, run), 1), nil
}
