package kernel

import (
	"fmt"
	"runtime"
	"syscall/js"
	"unsafe"

	"privatepca/core/moment"
)

// New returns the kernel on memory, which is to be the WebAssembly.Memory that
// this program runs in. It returns an error where the browser has no 128-bit
// instructions.
func New(memory js.Value) (k moment.Kernel, err error) {
	defer func() {
		if r := recover(); r != nil {
			k, err = nil, fmt.Errorf("kernel: %v", r)
		}
	}()
	module := Module()
	bytes := js.Global().Get("Uint8Array").New(len(module))
	js.CopyBytesToJS(bytes, module)
	webAssembly := js.Global().Get("WebAssembly")
	instance := webAssembly.Get("Instance").New(
		webAssembly.Get("Module").New(bytes),
		map[string]any{"go": map[string]any{"memory": memory}})
	add := instance.Get("exports").Get("add")
	return func(d int, sums []int64, panels, rows []int16) {
		add.Invoke(address(sums), address(panels), address(rows), 2*moment.Stride(d), (d+moment.Tile-1)/moment.Tile)
		runtime.KeepAlive(sums)
		runtime.KeepAlive(panels)
		runtime.KeepAlive(rows)
	}, nil
}

// address is where s starts in this program's memory; Go never moves what the
// heap holds.
func address[T any](s []T) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(s))) }
