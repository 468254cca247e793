package main

import (
	_ "embed"
	"os"
	"strings"
	"syscall/js"
	"testing"
	"time"
)

//go:embed worker.js
var workerScript string

// underTest is the variable that marks the program as the worker.
const underTest = "UNDER_TEST"

// This program runs its tests, and again as the worker that they start with
// worker.js: there it says whether the kernel is in use, then does main's work.
func TestMain(m *testing.M) {
	if os.Getenv(underTest) == "" {
		os.Exit(m.Run())
	}
	report := "kernel"
	if _, err := loadKernels(); err != nil {
		report = err.Error()
	}
	js.Global().Call("postMessage", report)
	main()
}

// start runs this program's module in a worker, as the page does, and returns
// its first messages. The prelude comes before all scripts.
func start(t *testing.T, prelude string, messages int) []string {
	t.Helper()
	get := func(path, kind string) js.Value {
		request := js.Global().Get("XMLHttpRequest").New()
		request.Call("open", "GET", path, false)
		request.Set("responseType", kind)
		request.Call("send")
		return request.Get("response")
	}
	support, _, ok := strings.Cut(get("/run.js", "text").String(), "\nconst start = ")
	if !ok {
		t.Skip("not in wasmtest's worker")
	}
	// worker.js takes all that it does not know off the global scope, so the mark is in the program's environment.
	mark := "\nglobalThis.Go = class extends globalThis.Go { constructor() { super(); this.env." + underTest + " = '1'; } };\n"
	blob := js.Global().Get("Blob").New([]any{prelude + support + mark + workerScript})
	worker := js.Global().Get("Worker").New(js.Global().Get("URL").Call("createObjectURL", blob))
	defer worker.Call("terminate")

	received := make(chan string, messages)
	listen := js.FuncOf(func(_ js.Value, args []js.Value) any {
		select {
		case received <- args[0].Get("data").String():
		default: // more than were asked for
		}
		return nil
	})
	defer listen.Release()
	worker.Set("onmessage", listen)
	module := js.Global().Get("WebAssembly").Get("Module").New(get("/test.wasm", "arraybuffer"))
	worker.Call("postMessage", map[string]any{"module": module})

	var all []string
	for range messages {
		select {
		case text := <-received:
			all = append(all, text)
		case <-time.After(120 * time.Second):
			t.Fatalf("the worker fell silent after %q", all)
		}
	}
	return all
}

func TestWorkerUsesTheKernel(t *testing.T) {
	got := start(t, "", 2)
	if got[0] != "kernel" || !strings.Contains(got[1], `"hello"`) {
		t.Errorf("the worker said %q", got)
	}
}

func TestWorkerWithoutSIMD(t *testing.T) {
	got := start(t, `WebAssembly.Module = function () { throw new WebAssembly.CompileError('no such instruction') };
`, 2)
	if !strings.Contains(got[0], "no such instruction") || !strings.Contains(got[1], `"hello"`) {
		t.Errorf("the worker said %q", got)
	}
}
