package moment

// square returns Σq². Four sums, so that none has to wait for another.
func square(q []int16) int64 {
	var a, b, c, d int64
	for ; len(q) >= 8; q = q[8:] {
		p := (*[8]int16)(q)
		x, y, z, w := int64(p[0]), int64(p[1]), int64(p[2]), int64(p[3])
		a, b, c, d = a+x*x, b+y*y, c+z*z, d+w*w
		x, y, z, w = int64(p[4]), int64(p[5]), int64(p[6]), int64(p[7])
		a, b, c, d = a+x*x, b+y*y, c+z*z, d+w*w
	}
	for _, x := range q {
		a += int64(x) * int64(x)
	}
	return a + b + c + d
}

// flush adds the block's products to the sums and empties the block.
func (a *Accumulator) flush() {
	if a.filled == 0 {
		return
	}
	clear(a.rows[a.filled*Stride(a.dim):])
	a.kernel(a.dim, a.sums, a.panels, a.rows)
	a.filled = 0
}

// An entry is one of a sparse record that is not zero.
type entry struct {
	value    int64
	row, col int // the product of i ≤ j is in sums[row of i + col of j]
}

// unseen is how many records are copied unseen after one that was not sparse.
const unseen = 15

// addSparse sums a record by its entries that are not zero, at once. It returns
// false, having done nothing, where they are many: then the block is faster.
func (a *Accumulator) addSparse(q []int16) bool {
	if a.skip > 0 {
		a.skip--
		return false
	}
	n := 0
	for i, x := range q {
		if x == 0 {
			continue
		}
		if n == len(a.entries) {
			a.skip = unseen
			return false
		}
		p, r := i/Tile, i%Tile
		a.entries[n] = entry{int64(x), tileAt(panelsOf(a.dim), p, 0) + Tile*r, Tile*Tile*p + r}
		n++
	}
	for i, x := range a.entries[:n] {
		for _, y := range a.entries[i:n] {
			a.sums[x.row+y.col] += x.value * y.value
		}
	}
	return true
}
