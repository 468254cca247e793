package main

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
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

// start runs this program in a worker, as the page does, and returns its first messages. The prelude comes before all scripts.
// Listed says that worker.js was built with this program.
func start(t *testing.T, prelude string, listed bool, messages int) []string {
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
	program := get("/test.wasm", "arraybuffer")
	bytes := make([]byte, program.Get("byteLength").Int())
	js.CopyBytesToGo(bytes, js.Global().Get("Uint8Array").New(program))
	sum := sha256.Sum256(bytes)
	const none = "const programs = {};"
	if strings.Count(workerScript, none) != 1 {
		t.Fatal("worker.js has no line for the digests of its programs")
	}
	script := workerScript
	if listed {
		script = strings.Replace(script, none, "const programs = { test: '"+hex.EncodeToString(sum[:])+"' };", 1)
	}
	blob := js.Global().Get("Blob").New([]any{prelude + support + mark + script})
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
	worker.Call("postMessage", map[string]any{"program": program})
	worker.Call("postMessage", map[string]any{"start": true})

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
	got := start(t, "", true, 2)
	if got[0] != "kernel" || !strings.Contains(got[1], `"hello"`) {
		t.Errorf("the worker said %q", got)
	}
}

// The script states the digest of the bytes that run, and runs no others than those that it was built with.
func TestWorkerRunsItsOwnProgramAlone(t *testing.T) {
	if got := start(t, "", true, 2); !strings.Contains(got[1], `"sha256":"`) {
		t.Errorf("the worker states no digest: %q", got)
	}
	if got := start(t, "", false, 1); !strings.Contains(got[0], `"code":"program"`) {
		t.Errorf("the worker ran a program that it was not built with: %q", got)
	}
}

func TestWorkerWithoutSIMD(t *testing.T) {
	got := start(t, `WebAssembly.Module = function () { throw new WebAssembly.CompileError('no such instruction') };
`, true, 2)
	if !strings.Contains(got[0], "no such instruction") || !strings.Contains(got[1], `"hello"`) {
		t.Errorf("the worker said %q", got)
	}
}
