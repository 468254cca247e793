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
	Sums    moment.Kernel
	Rows    *dataset.Kernel
	Vectors *eigen.Kernel
}

// Check compares each kernel with Go's own and drops those that differ: Go's gives the same
// bits. It returns what was found.
func (k *Kernels) Check() error {
	sums, rows, vectors := k.Sums.Check(), k.Rows.Check(), k.Vectors.Check()
	if sums != nil {
		k.Sums = nil
	}
	if rows != nil {
		k.Rows = nil
	}
	if vectors != nil {
		k.Vectors = nil
	}
	return errors.Join(sums, rows, vectors)
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
