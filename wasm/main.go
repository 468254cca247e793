//go:build js && wasm

// Command wasm is the worker: it reads the file, sums the second moment and
// releases from it, in a web worker that the browser refuses any connection. Started with a
// port it is a helper of wasm/pool instead: it reads for another worker.
//
// The page speaks to it in wasm/protocol; wasm/session has the answers; this
// file only joins the two to the browser.
package main

import (
	"encoding/json"
	"runtime"
	"syscall/js"
	"time"

	"privatepca/core/ledger"
	"privatepca/core/method"
	"privatepca/core/pca"
	"privatepca/core/release"
	"privatepca/wasm/indexeddb"
	"privatepca/wasm/kernel"
	"privatepca/wasm/pool"
	"privatepca/wasm/protocol"
	"privatepca/wasm/session"
)

// version is set by the linker.
var version = "development"

func main() {
	self := js.Global()
	kernels, _ := loadKernels() // an error costs time alone: Go's own loops give the same bits
	shared := pool.Kernels{Sums: kernels.Sums, Rows: kernels.Rows}
	if lead := self.Get("port"); lead.Truthy() {
		serve(lead, shared)
	}
	yield := newYield()
	helpers := pool.New(yield, shared)
	machine := &pca.Machine{Sums: kernels.Sums, Rows: kernels.Rows, Vectors: kernels.Vectors, Sharing: helpers, Decode: decode}
	software := release.Software{Version: version, Go: runtime.Version()}
	if sha256 := self.Get("programSHA256"); sha256.Truthy() { // of worker.js, which digested the bytes that run
		software.WorkerSHA256 = sha256.String()
	}
	s := session.New(machine, ledger.New(&indexeddb.Store{}, time.Now, method.Names()...), software, time.Now, func(e protocol.Envelope) {
		text, err := json.Marshal(e)
		if err != nil {
			panic("worker: an envelope cannot be encoded")
		}
		self.Call("postMessage", string(text))
	})

	requests := make(chan session.Request, 1) // one is outstanding at most
	self.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		data := args[0].Get("data")
		r := session.Request{Envelope: []byte(data.Get("envelope").String())}
		if f := data.Get("file"); f.Truthy() {
			r.File = newFile(f)
		} else if f := data.Get("converted"); f.Truthy() {
			r.File = newConverted(f)
		}
		if ports := data.Get("ports"); ports.Truthy() {
			join(helpers, ports)
		}
		requests <- r
		return nil
	}))

	s.Hello()
	session.Answer(s, requests, func() bool {
		return session.Rehearse(machine, indexeddb.NewHasher, func() bool {
			yield()
			return len(requests) == 0
		})
	})
}

// loadKernels returns inner loops in 128-bit instructions, without those that differ from Go's,
// and an error that says why where there are fewer than all.
func loadKernels() (*kernel.Kernels, error) {
	k, err := kernel.New(js.Global().Get("memory"))
	if err != nil {
		return &kernel.Kernels{}, err
	}
	return k, k.Check()
}
