package eigen

import (
	"errors"
	"math/rand/v2"
	"slices"
)

// A Kernel has the inner loops. All of one kind give the same bits: products and sums
// are rounded each, in the order given here.
type Kernel struct {
	// Update does, for the rows of so many blocks of a lower triangle,
	//
	//	A ← A − vwᵀ − wvᵀ, then y ← y + A·u,
	//
	// each entry as a − (v_i·w_j + w_i·v_j). Row i's product with u is summed over even j
	// and odd j apart, then both; a block's four rows add to y_j in their order, first
	// among themselves.
	Update func(a []float64, stride, blocks int, v, w, u, y []float64)
	// Multiply is Update with v and w zero.
	Multiply func(a []float64, stride, blocks int, u, y []float64)
	// Product adds to each tile the product of a left and a right panel of k fours, in
	// the order of these; tiles stand by right panel, then left.
	Product func(tiles, left, right []float64, lefts, rights, k int)
}

// inGo is this package's own kernel.
func inGo() *Kernel { return &Kernel{update, multiply, products} }

// ErrKernel refuses a kernel that does not give the bits of this package's own.
var ErrKernel = errors.New("eigen: the kernel's results are wrong")

// Check compares k with this package's own kernel, and returns ErrKernel where a bit differs.
// A program calls it once, when it starts. A nil kernel is right.
func (k *Kernel) Check() error {
	if k == nil {
		return nil
	}
	own := inGo()
	const n, rows = 12, 5
	rng := rand.New(rand.NewPCG(1, 1)) // any numbers do
	random := func(n int) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		return x
	}
	a, v, w, u, y := random(n*n), random(n), random(n), random(n), random(n)
	b, z := slices.Clone(a), slices.Clone(y)
	own.Update(a, n, n/Block, v, w, u, y)
	k.Update(b, n, n/Block, v, w, u, z)
	same := slices.Equal(a, b) && slices.Equal(y, z)
	own.Multiply(a, n, n/Block, w, y)
	k.Multiply(b, n, n/Block, w, z)
	same = same && slices.Equal(a, b) && slices.Equal(y, z)
	left, right, tiles := random(2*Block*rows), random(3*Block*rows), random(6*Block*Block)
	others := slices.Clone(tiles)
	own.Product(tiles, left, right, 2, 3, rows)
	k.Product(others, left, right, 2, 3, rows)
	if !same || !slices.Equal(tiles, others) {
		return ErrKernel
	}
	return nil
}

func update(a []float64, stride, blocks int, v, w, u, y []float64) {
	for i := 0; i < blocks*Block; i += Block {
		for r := i; r < i+Block; r += 2 {
			updateTwo(a[r*stride:r*stride+i+Block], a[(r+1)*stride:(r+1)*stride+i+Block], (*[2]float64)(v[r:]), (*[2]float64)(w[r:]), v, w)
		}
		multiplyBlock(a[i*stride:], stride, i, u, y)
	}
}

// updateTwo updates two rows.
func updateTwo(a, b []float64, vr, wr *[2]float64, v, w []float64) {
	v0, v1, w0, w1 := vr[0], vr[1], wr[0], wr[1]
	b, v, w = b[:len(a)], v[:len(a)], w[:len(a)]
	for j := range a {
		x, y := v[j], w[j]
		a[j] -= v0*y + w0*x
		b[j] -= v1*y + w1*x
	}
}

func multiply(a []float64, stride, blocks int, u, y []float64) {
	for i := 0; i < blocks*Block; i += Block {
		multiplyBlock(a[i*stride:], stride, i, u, y)
	}
}

// multiplyBlock multiplies rows i … i+3, which a starts with.
func multiplyBlock(rows []float64, stride, i int, u, y []float64) {
	a, b, c, d := rows[:i+Block], rows[stride:stride+i+Block], rows[2*stride:2*stride+i+Block], rows[3*stride:3*stride+i+Block]
	ur := (*[Block]float64)(u[i:])
	p, q, r, s := ur[0], ur[1], ur[2], ur[3]
	var a0, a1, b0, b1, c0, c1, d0, d1 float64
	for j := 0; j < i; j += 2 {
		x, z := (*[2]float64)(u[j:]), (*[2]float64)(y[j:])
		e, f, g, h := (*[2]float64)(a[j:]), (*[2]float64)(b[j:]), (*[2]float64)(c[j:]), (*[2]float64)(d[j:])
		a0 += e[0] * x[0]
		b0 += f[0] * x[0]
		c0 += g[0] * x[0]
		d0 += h[0] * x[0]
		z[0] += e[0]*p + f[0]*q + g[0]*r + h[0]*s
		a1 += e[1] * x[1]
		b1 += f[1] * x[1]
		c1 += g[1] * x[1]
		d1 += h[1] * x[1]
		z[1] += e[1]*p + f[1]*q + g[1]*r + h[1]*s
	}
	for j := i; j < i+Block; j += 2 { // the block on the diagonal, which is whole
		x := (*[2]float64)(u[j:])
		a0, a1 = a0+a[j]*x[0], a1+a[j+1]*x[1]
		b0, b1 = b0+b[j]*x[0], b1+b[j+1]*x[1]
		c0, c1 = c0+c[j]*x[0], c1+c[j+1]*x[1]
		d0, d1 = d0+d[j]*x[0], d1+d[j+1]*x[1]
	}
	to := (*[Block]float64)(y[i:])
	to[0] += a0 + a1
	to[1] += b0 + b1
	to[2] += c0 + c1
	to[3] += d0 + d1
}

func products(tiles, left, right []float64, lefts, rights, k int) {
	for j := range rights {
		r := right[j*Block*k : (j+1)*Block*k]
		for i := range lefts {
			l := left[i*Block*k : (i+1)*Block*k]
			t := (*[Block * Block]float64)(tiles[(j*lefts+i)*Block*Block:])
			for h := 0; h < Block; h += 2 { // two rows of the tile
				u := (*[2 * Block]float64)(t[h*Block:])
				a, b, c, d, e, f, g, z := u[0], u[1], u[2], u[3], u[4], u[5], u[6], u[7]
				for q := 0; q < len(r); q += Block {
					x, y := l[q+h], l[q+h+1]
					w := (*[Block]float64)(r[q:])
					a += x * w[0]
					b += x * w[1]
					c += x * w[2]
					d += x * w[3]
					e += y * w[0]
					f += y * w[1]
					g += y * w[2]
					z += y * w[3]
				}
				*u = [2 * Block]float64{a, b, c, d, e, f, g, z}
			}
		}
	}
}
