package moment

// addTiles adds to sums the products of a transposed block's panels, of which there are
// count. It needs AVX.
//
//go:noescape
func addTiles(sums *int64, panels *int16, count int)

func hasAVX() bool

// avx is the kernel in 128-bit instructions.
func avx(d int, sums []int64, panels, rows []int16) {
	transpose(d, panels, rows)
	addTiles(&sums[0], &panels[0], panelsOf(d))
}

// withAVX is a fact of the processor, asked once.
var withAVX = hasAVX()

// fastest is the kernel that accumulators get where no other is given.
func fastest() Kernel {
	if withAVX {
		return avx
	}
	return products
}
