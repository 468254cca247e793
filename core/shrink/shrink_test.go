package shrink

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// A truth is a second moment with k directions worth finding.
type truth struct {
	name string
	s    *mat.SymDense
	k    int
}

func symmetric(d int, f func(i, j int) float64) *mat.SymDense {
	out := mat.NewSymDense(d, nil)
	for i := range d {
		for j := i; j < d; j++ {
			out.SetSym(i, j, f(i, j))
		}
	}
	return out
}

// factors is Σ over k factors of strength decaying as 1/r, loadings scaled by feature, plus a diagonal.
func factors(d, k int, scale func(i int) float64, rng *rand.Rand) *mat.SymDense {
	l := mat.NewDense(d, k, nil)
	for i := range d {
		for r := range k {
			l.Set(i, r, scale(i)*rng.NormFloat64()/math.Sqrt(float64(d)*float64(r+1)))
		}
	}
	var s mat.SymDense
	s.SymOuterK(1, l)
	for i := range d {
		s.SetSym(i, i, s.At(i, i)+.5*scale(i)*scale(i)/float64(d))
	}
	return &s
}

func rotate(s *mat.SymDense, rng *rand.Rand) *mat.SymDense {
	d := s.SymmetricDim()
	g := mat.NewDense(d, d, nil)
	for i := range d {
		for j := range d {
			g.Set(i, j, rng.NormFloat64())
		}
	}
	var qr mat.QR
	qr.Factorize(g)
	var q, t, u mat.Dense
	qr.QTo(&q)
	t.Mul(&q, s)
	u.Mul(&t, q.T())
	return symmetric(d, func(i, j int) float64 { return (u.At(i, j) + u.At(j, i)) / 2 })
}

// truths are second moments as tables have them (few features hold most of the variance), flat ones,
// and rotated ones, in which no feature is special.
func truths(d int, rng *rand.Rand) []truth {
	k := max(1, min(6, d/4))
	heavy := func(i int) float64 { return 1 / math.Sqrt(1+float64(i)) }
	rare := func(i int) float64 {
		if i%5 == 0 {
			return 1
		}
		return .1
	}
	flat := func(int) float64 { return 1 }
	uneven := factors(d, k, heavy, rng)
	return []truth{
		{"heavy", uneven, k},
		{"rare levels", factors(d, k, rare, rng), k},
		{"flat", factors(d, k, flat, rng), k},
		{"rotated", rotate(uneven, rng), k},
		{"diagonal", symmetric(d, func(i, j int) float64 {
			if i == j {
				return heavy(i) * heavy(i)
			}
			return 0
		}), k},
		{"one direction", factors(d, 1, heavy, rng), 1},
		{"one direction, rotated", rotate(factors(d, 1, heavy, rng), rng), 1},
	}
}

// top returns the leading k eigenvectors as columns, and the sum of the leading k eigenvalues.
func top(s *mat.SymDense, k int) (*mat.Dense, float64) {
	var e mat.EigenSym
	if !e.Factorize(s, true) {
		panic("no decomposition")
	}
	d := s.SymmetricDim()
	var v mat.Dense
	e.VectorsTo(&v)
	sum := 0.0
	for _, x := range e.Values(nil)[d-k:] {
		sum += x
	}
	return mat.DenseCopyOf(v.Slice(0, d, d-k, d)), sum
}

// share is the energy of s that the columns of v hold, of the best k.
func share(s *mat.SymDense, v *mat.Dense, best float64) float64 {
	var t, u mat.Dense
	t.Mul(s, v)
	u.Mul(v.T(), &t)
	return mat.Trace(&u) / best
}

// noisy draws s plus symmetric Gaussian noise: σ on the diagonal, σ/√2 off it.
func noisy(s *mat.SymDense, sigma float64, rng *rand.Rand) Matrix {
	y := NewMatrix(s.SymmetricDim())
	for i := range y.D {
		for j := i; j < y.D; j++ {
			width := sigma
			if j > i {
				width /= math.Sqrt2
			}
			y.Set(i, j, s.At(i, j)+width*rng.NormFloat64())
		}
	}
	return y
}

func dense(m Matrix) *mat.SymDense { return symmetric(m.D, m.At) }
