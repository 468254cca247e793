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
	v := b.vertices(z)
	// Cholesky factor of the Gram matrix ⟨v_a v_aᵀ, v_b v_bᵀ⟩ = (v_a·v_b)², by rows. Vertices may be
	// parallel (two levels, about their centre): those that add nothing are left out.
	lower := make([][]float64, 0, v.count)
	var kept []int
	var right []float64
	for a := range v.count {
		row := make([]float64, len(kept)+1)
		size := square(v.dot(a, a))
		rest, target := size, v.form(a)
		for i, w := range kept {
			x := square(v.dot(a, w))
			for j, y := range lower[i][:i] {
				x -= row[j] * y
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
		kept, lower = append(kept, a), append(lower, row)
	}
	weights := make([]float64, v.count) // 0 for those left out
	for i := len(kept) - 1; i >= 0; i-- {
		x := right[i]
		for j := i + 1; j < len(kept); j++ {
			x -= lower[j][i] * weights[kept[j]]
		}
		weights[kept[i]] = x / lower[i][i]
	}
	v.write(weights)
}

// vertices are the values that a record can have on the block, minus the centre c and up to a factor: e_a − c for each level a and,
// where a cell may have none, −c. What is asked of them is in closed form, but for the level whose share of the centre is above one
// half: there 1 − c_a is small, and a closed form would lose it.
type vertices struct {
	z        Matrix
	b        Block
	count    int
	c        []float64
	squared  float64   // |c|²
	product  []float64 // Z_B·c
	centred  float64   // cᵀZ_B·c
	dominant int       // the level above one half; −1 for none
}

func (b Block) vertices(z Matrix) *vertices {
	v := &vertices{z: z, b: b, count: len(b.Centre), c: b.Centre, product: make([]float64, len(b.Centre)), dominant: -1}
	if !b.Imputed {
		v.count++
	}
	for i, x := range v.c {
		v.squared += x * x
		for j, y := range v.c {
			v.product[i] += z.At(b.From+i, b.From+j) * y
		}
		v.centred += x * v.product[i]
		if x > .5 {
			v.dominant = i
		}
	}
	return v
}

// at is the coordinate i of the vertex a.
func (v *vertices) at(a, i int) float64 {
	if a == i {
		return 1 - v.c[i]
	}
	return -v.c[i]
}

// dot is v_a·v_b.
func (v *vertices) dot(a, b int) float64 {
	if a == v.dominant || b == v.dominant {
		sum := 0.0
		for i := range v.c {
			sum += v.at(a, i) * v.at(b, i)
		}
		return sum
	}
	sum := v.squared
	for _, level := range [2]int{a, b} {
		if level < len(v.c) {
			sum -= v.c[level]
		}
	}
	if a == b && a < len(v.c) {
		sum++
	}
	return sum
}

// form is v_aᵀZ_B·v_a.
func (v *vertices) form(a int) float64 {
	from := v.b.From
	switch {
	case a == v.dominant:
		sum := 0.0
		for i := range v.c {
			for j := range v.c {
				sum += v.at(a, i) * v.at(a, j) * v.z.At(from+i, from+j)
			}
		}
		return sum
	case a < len(v.c):
		return v.z.At(from+a, from+a) - 2*v.product[a] + v.centred
	}
	return v.centred
}

// write puts Σ w_a·v_a·v_aᵀ into the block.
func (v *vertices) write(weights []float64) {
	total := 0.0
	for a, w := range weights {
		if a != v.dominant {
			total += w
		}
	}
	from := v.b.From
	of := func(level int) float64 { // of the closed form
		if level == v.dominant {
			return 0
		}
		return weights[level]
	}
	for i, x := range v.c {
		for j := i; j < len(v.c); j++ {
			y := v.c[j]
			sum := total*x*y - of(i)*y - x*of(j)
			if i == j {
				sum += of(i)
			}
			if m := v.dominant; m >= 0 {
				sum += weights[m] * v.at(m, i) * v.at(m, j)
			}
			v.z.Set(from+i, from+j, sum)
		}
	}
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
