package kernel

import (
	"errors"
	"fmt"
	"runtime"
	"syscall/js"
	"unsafe"

	"privatepca/core/dataset"
	"privatepca/core/eigen"
	"privatepca/core/moment"
)

// Kernels are those of the packages that take one.
type Kernels struct {
	Moment moment.Kernel
	Rows   *dataset.Kernel
	Eigen  *eigen.Kernel
}

// Use hands each package its kernel. One that is refused is left out: Go's own gives the
// same bits.
func (k *Kernels) Use() error {
	return errors.Join(moment.Use(k.Moment), dataset.Use(k.Rows), eigen.Use(k.Eigen))
}

// New returns the kernels on memory, which is to be the WebAssembly.Memory that
// this program runs in. It returns an error where the browser has no 128-bit
// instructions.
func New(memory js.Value) (k *Kernels, err error) {
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
	exports := instance.Get("exports")
	return &Kernels{sums(exports), rows(exports), matrices(exports)}, nil
}

// sums is the kernel of package moment.
func sums(exports js.Value) moment.Kernel {
	add := exports.Get("add")
	return func(d int, sums []int64, panels, rows []int16) {
		add.Invoke(address(sums), address(panels), address(rows), 2*moment.Stride(d), (d+moment.Tile-1)/moment.Tile)
		runtime.KeepAlive(sums)
		runtime.KeepAlive(panels)
		runtime.KeepAlive(rows)
	}
}

// address is where s starts in this program's memory; Go never moves what the
// heap holds.
func address[T any](s []T) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(s))) }
