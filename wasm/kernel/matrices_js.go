package kernel

import (
	"runtime"
	"syscall/js"

	"privatepca/core/eigen"
)

// matrices is the kernel of package eigen.
func matrices(exports js.Value) *eigen.Kernel {
	update, multiply, product := exports.Get("update"), exports.Get("multiply"), exports.Get("product")
	alive := func(all ...[]float64) { runtime.KeepAlive(all) }
	return &eigen.Kernel{
		Update: func(a []float64, stride, blocks int, v, w, u, y []float64) {
			update.Invoke(address(a), double*stride, blocks, address(v), address(w), address(u), address(y))
			alive(a, v, w, u, y)
		},
		Multiply: func(a []float64, stride, blocks int, u, y []float64) {
			multiply.Invoke(address(a), double*stride, blocks, address(u), address(y))
			alive(a, u, y)
		},
		Product: func(tiles, left, right []float64, lefts, rights, k int) {
			product.Invoke(address(tiles), address(left), address(right), lefts, rights, k)
			alive(tiles, left, right)
		},
	}
}
