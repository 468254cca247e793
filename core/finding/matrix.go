package finding

import (
	"math"

	"privatepca/core/eigen"
	"privatepca/core/scaling"
)

// A square is a symmetric n×n matrix, row by row.
type square struct {
	n    int
	data []float64
}

func newSquare(n int) square { return square{n, make([]float64, n*n)} }

func (a square) row(i int) []float64 { return a.data[i*a.n : (i+1)*a.n : (i+1)*a.n] }

// fromTriangle is the matrix of a lower triangle, row by row.
func fromTriangle(lower []float64, n int) square {
	a, at := newSquare(n), 0
	for i := range n {
		for j := range i + 1 {
			a.data[i*n+j], a.data[j*n+i] = lower[at], lower[at]
			at++
		}
	}
	return a
}

func (a square) triangle() []float64 {
	lower := make([]float64, 0, a.n*(a.n+1)/2)
	for i := range a.n {
		lower = append(lower, a.row(i)[:i+1]...)
	}
	return lower
}

func (a square) symmetric() *eigen.Symmetric {
	s := eigen.New(a.n)
	for i := range a.n {
		for j, x := range a.row(i)[:i+1] {
			s.Set(i, j, x)
		}
	}
	return s
}

// times is A·x.
func (a square) times(x []float64) []float64 {
	y := make([]float64, a.n)
	for i := range y {
		y[i] = dot(a.row(i), x)
	}
	return y
}

// scaled is diag(c)·A·diag(c).
func (a square) scaled(c []float64) square {
	b := newSquare(a.n)
	for i := range a.n {
		to, ci := b.row(i), c[i]
		for j, x := range a.row(i) {
			to[j] = ci * x * c[j]
		}
	}
	return b
}

// part is the block's own square on the diagonal.
func (a square) part(b scaling.Block) square {
	c := newSquare(b.Size())
	for i := range c.n {
		copy(c.row(i), a.row(b.From + i)[b.From:b.To])
	}
	return c
}

// project takes each category's null direction out of both sides: P·A·P, P the identity less 1/L within a category's block. Each
// record's features of a category add up to 1, so nothing but rounding and noise can lie there.
func project(a square, columns scaling.Columns) {
	for i, b := range columns.Blocks() {
		if columns[i].Kind != scaling.Category {
			continue
		}
		for r := range a.n {
			demean(a.row(r)[b.From:b.To])
		}
		for c := range a.n {
			mean := 0.
			for r := b.From; r < b.To; r++ {
				mean += a.data[r*a.n+c]
			}
			mean /= float64(b.Size())
			for r := b.From; r < b.To; r++ {
				a.data[r*a.n+c] -= mean
			}
		}
	}
}

// projected is P·x.
func projected(x []float64, columns scaling.Columns) []float64 {
	y := append([]float64(nil), x...)
	for i, b := range columns.Blocks() {
		if columns[i].Kind == scaling.Category {
			demean(y[b.From:b.To])
		}
	}
	return y
}

// demean takes the mean out.
func demean(x []float64) {
	mean := 0.
	for _, v := range x {
		mean += v
	}
	mean /= float64(len(x))
	for i := range x {
		x[i] -= mean
	}
}

// Centred returns g and Y of an Input from step 3's noisy second moment of (u, a): the lower triangle of (d+1)×(d+1) values, a
// the last feature. g is the row of a divided by a, and Y = S_uu − ggᵀ/n̂ without the null direction of each category.
// It panics unless the triangle has that length.
func Centred(columns scaling.Columns, moment []float64, rows float64) (mean, matrix []float64) {
	d := columns.Features()
	if len(moment) != (d+1)*(d+2)/2 {
		panic("finding: the triangle is not that of d + 1 features")
	}
	k := d * (d + 1) / 2
	a := math.Sqrt(scaling.ConstantSquare)
	for _, x := range moment[k : k+d] {
		mean = append(mean, x/a)
	}
	y := fromTriangle(moment[:k], d)
	for i := range d {
		row := y.row(i)
		for j := range row {
			row[j] -= mean[i] * mean[j] / rows
		}
	}
	project(y, columns)
	return mean, y.triangle()
}

func dot(a, b []float64) float64 {
	b = b[:len(a)]
	var p, q, r, s float64
	i := 0
	for ; i+4 <= len(a); i += 4 {
		x, y := (*[4]float64)(a[i:]), (*[4]float64)(b[i:])
		p += x[0] * y[0]
		q += x[1] * y[1]
		r += x[2] * y[2]
		s += x[3] * y[3]
	}
	for ; i < len(a); i++ {
		p += a[i] * b[i]
	}
	return (p + q) + (r + s)
}
