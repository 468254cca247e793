package eigen

// A dense is a matrix, or a part or the transpose of one: entry i, j stands at
// data[i·down + j·right].
type dense struct {
	rows, cols  int
	down, right int
	data        []float64
}

func newDense(rows, cols int) *dense {
	return &dense{rows, cols, cols, 1, make([]float64, rows*cols)}
}

// row is row i of a matrix that is not transposed.
func (m *dense) row(i int) []float64 { return m.data[i*m.down : i*m.down+m.cols : i*m.down+m.cols] }

func (m *dense) transposed() *dense { return &dense{m.cols, m.rows, m.right, m.down, m.data} }

func (m *dense) columns(from, to int) *dense {
	return &dense{m.rows, to - from, m.down, m.right, m.data[from*m.right:]}
}

func (m *dense) negate() {
	for i, x := range m.data {
		m.data[i] = -x
	}
}

// A panel is four rows of the left factor, or four columns of the right, in turn; a
// tile is four by four of the product. Depth is how much of the inner dimension is
// taken at once, so that panels stay in the nearest cache.
const depth = 256

// product adds a·b to c, which is not transposed.
func (k *Kernel) product(c, a, b *dense) {
	left, right := padded(a.rows)/Block, padded(b.cols)/Block
	if left*right == 0 || a.cols == 0 {
		return
	}
	most := min(depth, a.cols)
	as, bs := make([]float64, left*Block*most), make([]float64, right*Block*most)
	tiles := make([]float64, left*right*Block*Block)
	for from := 0; from < a.cols; from += depth {
		n := min(depth, a.cols-from)
		pack(as, n, a.data[from*a.right:], a.rows, a.down, a.right)
		pack(bs, n, b.data[from*b.down:], b.cols, b.right, b.down)
		k.Product(tiles, as, bs, left, right, n)
	}
	at := 0
	for j := 0; j < c.cols; j += Block {
		for i := 0; i < c.rows; i += Block {
			for r := range min(Block, c.rows-i) {
				row := c.data[(i+r)*c.down+j:]
				row = row[:min(Block, c.cols-j)]
				for q, x := range tiles[at+Block*r : at+Block*r+len(row)] {
					row[q] += x
				}
			}
			at += Block * Block
		}
	}
}

// pack puts k entries, `along` apart, of each of n lines, `across` apart, into panels of
// four lines; lines past the last are zero.
func pack(to []float64, k int, from []float64, n, across, along int) {
	for l := 0; l < n; l += Block {
		panel := to[l*k : (l+Block)*k]
		lines := min(Block, n-l)
		if lines == Block {
			a, b, c, d := from[l*across:], from[(l+1)*across:], from[(l+2)*across:], from[(l+3)*across:]
			for i, at := 0, 0; i < k; i, at = i+1, at+along {
				p := (*[Block]float64)(panel[Block*i:])
				p[0], p[1], p[2], p[3] = a[at], b[at], c[at], d[at]
			}
			continue
		}
		clear(panel)
		for q := range lines {
			line := from[(l+q)*across:]
			for i := range k {
				panel[Block*i+q] = line[i*along]
			}
		}
	}
}
