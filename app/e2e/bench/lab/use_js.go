package main

import (
	"syscall/js"

	"privatepca/wasm/kernel"
)

// useKernels takes the inner loops that the shipped worker takes.
func useKernels() {
	k, err := kernel.New(js.Global().Get("memory"))
	if err != nil {
		panic(err)
	}
	if err := k.Use(); err != nil {
		panic(err)
	}
}
