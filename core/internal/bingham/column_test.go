package bingham

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"privatepca/core/noise/noisetest"
)

// restricted returns the eigenvalues of diag(b) restricted to the complement
// of the columns y by a dense decomposition, in descending order, and its
// eigenvectors.
func restricted(b []float64, y [][]float64) (mu []float64, vectors [][]float64) {
	d := len(b)
	n := complement(y, d)
	s := mat.NewSymDense(len(n), nil)
	for i := range n {
		for j := range i + 1 {
			v := 0.0
			for l := range d {
				v += n[i][l] * b[l] * n[j][l]
			}
			s.SetSym(i, j, v)
		}
	}
	var e mat.EigenSym
	if !e.Factorize(s, true) {
		panic("no eigenvalues")
	}
	var q mat.Dense
	e.VectorsTo(&q)
	values := e.Values(nil)
	vectors = newFrame(d, len(n))
	for j := range n {
		mu = append(mu, values[len(n)-1-j])
		for i := range n {
			floats.AddScaled(vectors[j], q.At(i, len(n)-1-j), n[i])
		}
	}
	return mu, vectors
}

// near returns m orthonormal columns close to the first coordinate axes, as a
// concentrated law has them.
func near(d, m int, angle float64, seed uint64) [][]float64 {
	v := Uniform(d, m, noisetest.New(seed))
	for j := range v {
		floats.Scale(angle, v[j])
		v[j][j]++
	}
	orthonormalise(v)
	return v
}

// The factorisation against the dense one: ½ tr M, and the law's moments, both
// where D is positive and where it is indefinite (s < b₁).
func TestColumnFactor(t *testing.T) {
	for _, c := range []struct {
		name       string
		b          []float64
		m          int
		angle      float64
		indefinite bool
	}{
		{"uniform columns", spectrumOf(12, 3, 0.7), 4, 1e3, false},
		{"top columns", spectrumOf(12, 300, 0.7), 4, 0.02, true},
		{"concentrated", spectrumOf(20, 1e6, 0.5), 5, 1e-3, true},
		{"extreme", spectrumOf(20, 1e10, 0.5), 5, 1e-5, true},
		{"tied", []float64{500, 500, 500, 500, 3, 3, 3, 0, 0, 0}, 3, 0.01, false},
		{"one left", spectrumOf(6, 50, 0.5), 5, 0.1, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			y := near(len(c.b), c.m, c.angle, 7)
			mu, _ := restricted(c.b, y)
			col := newColumn(c.b, c.m)
			col.y = y
			from := start{col.lo, 1}
			col.seek(&from)
			f, ok := col.factor(from.t)
			if !ok {
				t.Errorf("%s: infeasible", c.name)
				return
			}
			if indefinite := col.p > 0; indefinite != c.indefinite {
				t.Errorf("%s: %d coordinates corrected", c.name, col.p)
			}
			want := 0.0
			for _, x := range mu {
				want += 1 / (2 * (from.t + c.b[c.m] - x))
			}
			if tol := 1e-9 + 1e-14*c.b[0]; math.Abs(f-want) > tol*want {
				t.Errorf("%s: ½ tr M = %g, want %g", c.name, f, want)
			}
			if _, k2 := simple(mu).saddle(); (f-1)*(f-1)/(2*k2) > 0.1 {
				t.Errorf("%s: f = %g loses acceptance, K₂ = %g", c.name, f, k2)
			}
		})
	}
}

// Second moments along the restricted eigenvectors. False rejection: 37
// comparisons at 4.9σ, below 1e-4.
func TestColumnMoments(t *testing.T) {
	if testing.Short() {
		t.Skip("long sums: not with -short")
	}
	src := noisetest.New(8)
	for _, c := range []struct {
		b     []float64
		m     int
		angle float64
	}{
		{spectrumOf(12, 30, 0.7), 4, 1e3},
		{spectrumOf(12, 300, 0.7), 4, 0.05},
		{spectrumOf(14, 1e6, 0.5), 5, 1e-3},
		{make([]float64, 5), 2, 1},
		{[]float64{5, 4, 3, 2, 1, 0}, 4, 1},
		{[]float64{3, 1}, 1, 1},
	} {
		t.Run(fmt.Sprint(c.m, c.angle), func(t *testing.T) {
			y := near(len(c.b), c.m, c.angle, 9)
			mu, vectors := restricted(c.b, y)
			p := simple(mu)
			lc := LogNormaliser(mu, p.mult)
			const n = 8000
			squares := newFrame(n, len(mu))
			for i := range n {
				x := Orthogonal(c.b, y, src)
				if e := orthonormality(append(y[:len(y):len(y)], x)); e > 1e-12 {
					t.Fatalf("off orthonormality by %g", e)
				}
				for j, v := range vectors {
					g := floats.Dot(v, x)
					squares[j][i] = g * g
				}
			}
			for j := range mu {
				p.mult[j] = 3
				want := math.Exp(LogNormaliser(mu, p.mult)-lc) / float64(len(mu))
				p.mult[j] = 1
				if m, se := mean(squares[j]); math.Abs(m-want) > 4.9*se+1e-12 {
					t.Errorf("b₁=%g: second moment %d is %g ± %g, want %g", c.b[0], j, m, se, want)
				}
			}
		})
	}
}

// One direction left: w = ½ exactly, whatever the draw, so that what it comes
// out as shows the rounding at a spread of 1e10.
func TestColumnLine(t *testing.T) {
	src := noisetest.New(10)
	b := []float64{1e10, 0}
	for range 50 {
		c := newColumn(b, 1)
		c.y = Uniform(2, 1, src)
		c.seek(&start{c.lo, 1})
		c.gaussian(src)
		w := (c.diag[0]*c.x[0]*c.x[0] + c.diag[1]*c.x[1]*c.x[1]) / floats.Dot(c.x, c.x)
		if f, ok := c.factor(c.diag[1]); !ok || math.Abs(w*f-0.5) > 1e-5 {
			t.Errorf("w·f = %g", w*f)
		}
	}
}

// At the largest spread allowed a draw still ends soon, however near its top eigenvalue the
// saddle lies: one that were off by 10⁻⁹ of the spread would never be accepted.
func TestColumnAtTheLargestSpread(t *testing.T) {
	const d, tries = 10, 3000
	src := noisetest.New(77)
	b := make([]float64, d)
	b[0] = maxSpread
	saddle, k2 := simple(b[1:]).saddle()
	c := newColumn(b, 1)
	for range 20_000 {
		c.y = Uniform(d, 1, src)
		c.seek(&start{saddle, k2})
		accepted := false
		for n := 0; n < tries && !accepted; n++ {
			c.gaussian(src)
			n2, w := 0.0, 0.0
			for i, x := range c.x {
				n2 += x * x
				w += c.diag[i] * x * x
			}
			accepted = accept(w/n2, d-1, src)
		}
		if !accepted {
			t.Fatalf("none of %d proposals was accepted beside %v", tries, c.y[0])
		}
	}
}
