//go:build !js

package goapp

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
)

// What go-app does: its start script compiles the wasm in the page's own thread, counts its
// bytes and hands them on one by one, and runs the program in the task that made it. Why it
// hurts: the page answers nothing meanwhile, and the browser gets no answer of the network whose
// compiled code it could keep for the next visit. Upstream:
// https://github.com/maxence-charriere/go-app/pull/616 brought the counting; no issue about its
// price is known. A start that fails it writes on the console alone, and in small print. It can
// go when the script takes a module that is compiled elsewhere.

var (
	made   = regexp.MustCompile(`await instantiateStreaming\(\s*fetchWithProgress\("[^"]+", showProgress\),\s*go\.importObject\s*\)`)
	taken  = []byte("{ instance: await WebAssembly.instantiate(await privatepcaProgram, go.importObject) }")
	run    = []byte("go.run(wasm.instance);")
	rest   = []byte("await new Promise((next) => setTimeout(next));\n    ")
	failed = []byte(`console.error("loading wasm failed: ", err);`)
	say    = []byte("\n    dispatchEvent(new Event(\"privatepca-not-started\"));")
)

// StartScript mends go-app's start script, app.js: the program is the one that web/boot.js has
// compiled, starts in a task of its own, and a start that fails is announced to web/boot.js, which
// says so. It fails where the script is not as expected.
func StartScript(script []byte) ([]byte, error) {
	if !made.Match(script) || !bytes.Contains(script, run) || !bytes.Contains(script, failed) {
		return nil, errors.New("goapp: the start script does not load the page's wasm as expected")
	}
	script = made.ReplaceAllLiteral(script, taken)
	script = bytes.Replace(script, failed, slices.Concat(failed, say), 1)
	return bytes.Replace(script, run, slices.Concat(rest, run), 1), nil
}
