package moment

// A block holds blockRows records, transposed: the values of feature i at
// i·blockRows, as float64. The kernel works on 3×3 tiles of features, so that
// nine sums live in registers and each value loaded is used three times.
//
// Sums over a block are exact in float64: |Σ q_i q_j| ≤ blockRows·s² < 2³⁸, far
// below 2⁵³, and so is every partial sum; fused multiply-adds change nothing.
const (
	blockRows = 256
	tile      = 3
)

// padded is d rounded up to whole tiles; the features beyond d stay zero.
func padded(d int) int { return (d + tile - 1) / tile * tile }

// flush adds the block's products to the sum and empties the block.
func (a *Accumulator) flush() {
	rows := a.filled
	if rows == 0 {
		return
	}
	a.filled = 0
	d := a.sum.dim
	var t [tile * tile]float64
	for i := 0; i < d; i += tile {
		for j := i; j < d; j += tile {
			product(&t, a.block[i*blockRows:], a.block[j*blockRows:], rows)
			for r := i; r < min(i+tile, d); r++ {
				row := a.sum.upper[offset(d, r):]
				for c := max(j, r); c < min(j+tile, d); c++ {
					row[c-r] += int64(t[(r-i)*tile+c-j])
				}
			}
		}
	}
}

// product sets t to the products of three features at x with three at y, each
// summed over the first rows of the block.
func product(t *[tile * tile]float64, x, y []float64, rows int) {
	x0, x1, x2 := x[:rows], x[blockRows:][:rows], x[2*blockRows:][:rows]
	y0, y1, y2 := y[:rows], y[blockRows:][:rows], y[2*blockRows:][:rows]
	var a, b, c, d, e, f, g, h, i float64
	for r := range rows {
		p, q, s := x0[r], x1[r], x2[r]
		u, v, w := y0[r], y1[r], y2[r]
		a += p * u
		b += p * v
		c += p * w
		d += q * u
		e += q * v
		f += q * w
		g += s * u
		h += s * v
		i += s * w
	}
	*t = [tile * tile]float64{a, b, c, d, e, f, g, h, i}
}
