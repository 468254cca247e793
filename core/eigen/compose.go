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
