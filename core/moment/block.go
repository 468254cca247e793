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

// product returns Σ rᵢqᵢ modulo 2⁶⁴.
func product(r []uint64, q []int16) uint64 {
	var a, b, c, d uint64
	r = r[:len(q)]
	for len(q) >= 4 && len(r) >= 4 {
		p, s := (*[4]int16)(q), (*[4]uint64)(r)
		a += s[0] * uint64(int64(p[0]))
		b += s[1] * uint64(int64(p[1]))
		c += s[2] * uint64(int64(p[2]))
		d += s[3] * uint64(int64(p[3]))
		q, r = q[4:], r[4:]
	}
	for i, x := range q {
		a += r[i] * uint64(int64(x))
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
	at       int // in the record
	row, col int // the product of i ≤ j is in sums[row of i + col of j]
}

// denseRun is how many records after a dense one are treated as dense without looking.
const denseRun = 15

// sparse returns the entries of q that are not zero, and false where they are so
// many that the block is faster.
func (a *Accumulator) sparse(q []int16) ([]entry, bool) {
	if a.skip > 0 {
		a.skip--
		return nil, false
	}
	n := 0
	for at := 0; at < len(q); at += group {
		part := q[at:min(at+group, len(q))]
		if len(part) == group && zero((*[group]int16)(part)) {
			continue
		}
		for c, x := range part {
			if x == 0 {
				continue
			}
			if n == len(a.entries) {
				a.skip = denseRun
				return nil, false
			}
			p, r := (at+c)/Tile, (at+c)%Tile
			a.entries[n] = entry{int64(x), at + c, tileAt(panelsOf(a.dim), p, 0) + Tile*r, Tile*Tile*p + r}
			n++
		}
	}
	return a.entries[:n], true
}

func zero(p *[group]int16) bool {
	return p[0]|p[1]|p[2]|p[3]|p[4]|p[5]|p[6]|p[7] == 0
}

// addSparse adds the products of a record's entries to the sums, four at a time:
// what costs is the loop.
func (a *Accumulator) addSparse(entries []entry) {
	for ; len(entries) > 0; entries = entries[1:] {
		x, row := entries[0].value, a.sums[entries[0].row:]
		rest := entries
		for ; len(rest) >= 4; rest = rest[4:] {
			y := (*[4]entry)(rest)
			row[y[0].col] += x * y[0].value
			row[y[1].col] += x * y[1].value
			row[y[2].col] += x * y[2].value
			row[y[3].col] += x * y[3].value
		}
		for i := range rest {
			row[rest[i].col] += x * rest[i].value
		}
	}
}
