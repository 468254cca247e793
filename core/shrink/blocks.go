package shrink

import "math"

// A Block is one category column: its features stand side by side, one a level.
type Block struct {
	From   int       // the first feature
	Centre []float64 // the centre that was subtracted, one number a level; all 0 for none
	// Imputed says that a cell without a level became the centre, so that it adds nothing to S.
	// Otherwise it is the zero vector minus the centre.
	Imputed bool
}

// Blocks returns Y with what is publicly known of S's blocks put in (shrink.md §3). Within a
// block, S is Σ w_a·(e_a−c)(e_a−c)ᵀ: the block becomes its least-squares fit of that form. Where cells
// without a level are imputed and the centre sums to 1, every record sums to 0 over the block, so
// S·1_B = 0: the block's mean is subtracted from each row and column. y is not changed.
func Blocks(y Matrix, blocks []Block) Matrix {
	z := Matrix{y.D, append([]float64(nil), y.Upper...)}
	for _, b := range blocks {
		fit(z, b)
	}
	for _, b := range blocks {
		if b.Imputed && sumsToOne(b.Centre) {
			subtractMeans(z, b)
		}
	}
	return z
}

func sumsToOne(c []float64) bool {
	sum := 0.0
	for _, x := range c {
		sum += x
	}
	return sum > 1-1e-4 && sum < 1+1e-4 // a released centre is rounded to 6 decimals
}

// fit replaces the block of z by its projection, in the Frobenius norm, on the span of the
// vertices' outer products. Symmetric noise of widths σ and σ/√2 is isotropic in this norm.
func fit(z Matrix, b Block) {
	vertices := b.vertices()
	n := len(vertices)
	// Cholesky factor of the Gram matrix ⟨v_a v_aᵀ, v_b v_bᵀ⟩ = (v_a·v_b)², by rows. Vertices may be
	// parallel (two levels, about their centre): those that add nothing are left out.
	lower := make([][]float64, 0, n)
	var kept [][]float64
	var right []float64
	for _, v := range vertices {
		row := make([]float64, len(kept)+1)
		size := square(dot(v, v))
		rest, target := size, b.form(z, v)
		for i, w := range kept {
			x := square(dot(v, w))
			for j := range i {
				x -= row[j] * lower[i][j]
			}
			row[i] = x / lower[i][i]
			rest -= row[i] * row[i]
			target -= row[i] * right[i]
		}
		if rest <= 1e-9*size || size == 0 {
			continue
		}
		row[len(kept)] = math.Sqrt(rest)
		right = append(right, target/row[len(kept)])
		kept, lower = append(kept, v), append(lower, row)
	}
	weights := make([]float64, len(kept))
	for i := len(kept) - 1; i >= 0; i-- {
		x := right[i]
		for j := i + 1; j < len(kept); j++ {
			x -= lower[j][i] * weights[j]
		}
		weights[i] = x / lower[i][i]
	}
	for i := range len(b.Centre) {
		for j := i; j < len(b.Centre); j++ {
			sum := 0.0
			for a, v := range kept {
				sum += weights[a] * v[i] * v[j]
			}
			z.Set(b.From+i, b.From+j, sum)
		}
	}
}

// vertices are the values that a record can have on the block, minus the centre and up to a factor.
func (b Block) vertices() [][]float64 {
	out := make([][]float64, 0, len(b.Centre)+1)
	for a := range len(b.Centre) {
		v := make([]float64, len(b.Centre))
		for i, c := range b.Centre {
			v[i] = -c
		}
		v[a]++
		out = append(out, v)
	}
	if !b.Imputed {
		v := make([]float64, len(b.Centre))
		for i, c := range b.Centre {
			v[i] = -c
		}
		out = append(out, v)
	}
	return out
}

// form is vᵀZ_Bv, Z_B the block of z.
func (b Block) form(z Matrix, v []float64) float64 {
	sum := 0.0
	for i, x := range v {
		sum += x * x * z.At(b.From+i, b.From+i)
		for j := i + 1; j < len(v); j++ {
			sum += 2 * x * v[j] * z.At(b.From+i, b.From+j)
		}
	}
	return sum
}

// subtractMeans makes z·1_B = 0 outside the block; inside it holds by the fit, whose vertices sum to 0.
func subtractMeans(z Matrix, b Block) {
	to := b.From + len(b.Centre)
	for i := range z.D {
		if i >= b.From && i < to {
			continue
		}
		mean := 0.0
		for j := b.From; j < to; j++ {
			mean += z.At(i, j) / float64(len(b.Centre))
		}
		for j := b.From; j < to; j++ {
			z.Set(i, j, z.At(i, j)-mean)
		}
	}
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}

func square(x float64) float64 { return x * x }
