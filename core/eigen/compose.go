package eigen

// strip is how many columns Compose computes at once: of what lies above the diagonal, only half of a strip's square is wasted.
const strip = 64

// Compose returns Σ_j w_j·v_j·v_jᵀ, the symmetric matrix with these eigenvalues and eigenvectors, row by row: n×n values. Vectors of
// weight 0 cost nothing. It panics unless there are as many weights as vectors, and at least one vector.
func (s Solver) Compose(weights []float64, vectors [][]float64) []float64 {
	if len(weights) != len(vectors) || len(vectors) == 0 {
		panic("eigen: other weights than vectors")
	}
	n := len(vectors[0])
	c := newDense(n, n)
	left, right := &dense{cols: n, down: n, right: 1}, &dense{cols: n, down: n, right: 1}
	for j, v := range vectors {
		w := weights[j]
		if w == 0 {
			continue
		}
		right.data = append(right.data, v...)
		for _, x := range v {
			left.data = append(left.data, w*x)
		}
		left.rows++
		right.rows++
	}
	for from := 0; from < n && left.rows > 0; from += strip {
		below := left.columns(from, n).transposed()
		part := &dense{n - from, min(strip, n-from), n, 1, c.data[from*n+from:]}
		s.kernel().product(part, below, right.columns(from, from+part.cols))
	}
	for i := range n {
		for j := range i {
			c.data[j*n+i] = c.data[i*n+j]
		}
	}
	return c.data
}

// Forms returns cᵀQc for each of the rows c, all of length n. Q is symmetric, row by row: n×n values, of which those above the diagonal
// are not read. It panics where lengths differ.
func (s Solver) Forms(q []float64, rows [][]float64) []float64 {
	if len(rows) == 0 {
		return nil
	}
	n := len(rows[0])
	if len(q) != n*n {
		panic("eigen: a matrix of another size")
	}
	// Q = L + Lᵀ, L with half of the diagonal, so cᵀQc = 2cᵀLc: half of the products.
	c, l := newDense(len(rows), n), newDense(n, n)
	for i, row := range rows {
		copy(c.row(i), row)
	}
	for i := range n {
		copy(l.row(i)[:i+1], q[i*n:])
		l.row(i)[i] /= 2
	}
	out := make([]float64, len(rows))
	for from := 0; from < n; from += strip {
		part := newDense(len(rows), min(strip, n-from))
		below := &dense{n - from, part.cols, n, 1, l.data[from*n+from:]}
		s.kernel().product(part, c.columns(from, n), below)
		for i := range out {
			out[i] += 2 * dot(part.row(i), c.row(i)[from:from+part.cols])
		}
	}
	return out
}
