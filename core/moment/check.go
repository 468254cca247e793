package moment

// The sums are computed by kernels, in blocks and by several workers. A kernel that fails after it has passed its check, or bytes that were
// harmed on their way, would change the sensitivity that the noise was made for. So each accumulator keeps two numbers beside the sums, computed from the
// records themselves: the trace, and rᵀSr = Σ(rᵀq)² modulo 2⁶⁴ for a fixed vector r. A sum that differs from the records' in one
// entry never passes; one that differs in any other way passes for one r in 2⁶⁰ or so.
//
// r is fixed and public: what it is to find are defects of machines and programs, which do not know it and do not choose their errors. Whoever could
// choose them has the worker's memory. A drawn r would have to be the same for all workers of one file, and would be the one random number
// of a package that has none.

// probe is r, of length d: odd numbers of 64 bits, from the generator SplitMix64 (Steele, Lea and Flood 2014) started at 1.
func probe(d int) []uint64 {
	r := make([]uint64, d)
	state := uint64(1)
	for i := range r {
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		r[i] = (z ^ z>>31) | 1
	}
	return r
}

// quadratic is rᵀSr modulo 2⁶⁴, of the sums as they are.
func (a *Accumulator) quadratic() uint64 {
	var form uint64
	for i := range a.dim {
		var row uint64 // 2·Σ_{j>i} r_j S_ij
		for j := i + 1; j < a.dim; j++ {
			row += a.probe[j] * uint64(a.sums[tileAt(panelsOf(a.dim), i/Tile, j/Tile)+i%Tile*Tile+j%Tile])
		}
		own := uint64(a.sums[tileAt(panelsOf(a.dim), i/Tile, i/Tile)+i%Tile*Tile+i%Tile])
		form += a.probe[i] * (a.probe[i]*own + 2*row)
	}
	return form
}
