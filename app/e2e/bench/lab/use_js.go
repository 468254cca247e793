package main

import (
	"syscall/js"

	"privatepca/core/moment"
	"privatepca/wasm/kernel"
)

// useKernels takes the inner loops that the shipped worker takes.
func useKernels() {
	k, err := kernel.New(js.Global().Get("memory"))
	if err != nil {
		panic(err)
	}
	if err := moment.Use(k); err != nil {
		panic(err)
	}
}
