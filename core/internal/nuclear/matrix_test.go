package nuclear

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"privatepca/core/noise"
)

// The matrix has the eigenvalues that the same randomness gives, over c.
func TestMatrixSpectrum(t *testing.T) {
	for _, d := range []int{1, 2, 3, 4, 17, 60} {
		const c = 0.3
		p := plan(t, d)
		want, _, err := p.Eigenvalues(newSource(uint64(d)))
		if err != nil {
			t.Fatal(err)
		}
		n, err := p.Matrix(c, newSource(uint64(d)), nil)
		if err != nil || len(n) != d*d {
			t.Fatalf("d = %d: %d entries, error %v", d, len(n), err)
		}
		for i := range d {
			for j := range d {
				if n[i*d+j] != n[j*d+i] {
					t.Fatalf("d = %d: not symmetric", d)
				}
			}
		}
		var eigen mat.EigenSym
		if !eigen.Factorize(mat.NewSymDense(d, n), false) {
			t.Fatal("no eigenvalues")
		}
		for i, got := range eigen.Values(nil) { // ascending
			if want := want[d-1-i] / c; math.Abs(got-want) > 1e-12*float64(d*d) {
				t.Errorf("d = %d: eigenvalue %g, want %g", d, got, want)
			}
		}
	}
}

func TestMatrixPanics(t *testing.T) {
	p := plan(t, 2)
	for _, c := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("c = %g: no panic", c)
				}
			}()
			p.Matrix(c, newSource(1), nil)
		}()
	}
}

// Entries of Haar vectors: if Λ has one eigenvalue 1, the diagonal of QΛQᵀ
// holds the squares of a uniform unit vector, each Beta(1/2, (d−1)/2). Which
// eigenvalue and which entry must not matter. √n·KS > 2.9 has probability 1e-7,
// and there are 25 of them.
func TestHaar(t *testing.T) {
	const d, n = 5, 4000
	src := newSource(11)
	entries := func(which int, conjugate func([]float64, noise.Source) []float64) [d][]float64 {
		var x [d][]float64
		for range n {
			lambda := make([]float64, d)
			lambda[which] = 1
			m := conjugate(lambda, src)
			for i := range d {
				x[i] = append(x[i], m[i*d+i])
			}
		}
		return x
	}
	ks := func(x []float64) float64 { return math.Sqrt(n) * kolmogorov(x, squareCDF5) }
	right := func(l []float64, src noise.Source) []float64 { n, _ := conjugate(l, src, nil); return n }
	for which := range d {
		for i, x := range entries(which, right) {
			if v := ks(x); v > 2.9 {
				t.Errorf("eigenvalue %d, entry %d: √n·KS = %.2f", which, i, v)
			}
		}
	}
	for name, wrong := range map[string]func([]float64, noise.Source) []float64{
		"last reflection missing": func(l []float64, src noise.Source) []float64 {
			m := newMatrix(d, d)
			m.set(0, 0, l[0])
			rest, _ := conjugate(l[1:], src, nil)
			for i := range d - 1 {
				copy(m.row(i + 1)[1:], rest[i*(d-1):(i+1)*(d-1)])
			}
			return m.a
		},
		"cube instead of sphere": func(l []float64, src noise.Source) []float64 {
			m := newMatrix(d, d)
			for i, v := range l {
				m.set(i, i, v)
			}
			for k := d - 2; k >= 0; k-- {
				v := make([]float64, d-k)
				for i := range v {
					v[i] = 2*noise.Uniform(src) - 1
				}
				v[0] += math.Copysign(math.Sqrt(floats.Dot(v, v)), v[0])
				scale := math.Sqrt(2 / floats.Dot(v, v))
				for i := range v {
					v[i] *= scale
				}
				reflectBlock(m, k, v)
			}
			return m.a
		},
	} {
		t.Run(name, func(t *testing.T) {
			worst := 0.0
			for which := range d {
				for _, x := range entries(which, wrong) {
					worst = math.Max(worst, ks(x))
				}
			}
			if worst < 2.9 {
				t.Errorf("%s: √n·KS reaches only %.2f", name, worst)
			}
		})
	}
}

// squareCDF5 is the distribution function of x₁², x uniform on the unit sphere
// of five dimensions: x₁ has density (3/4)(1 − x₁²) on [−1, 1].
func squareCDF5(s float64) float64 {
	x := math.Sqrt(math.Max(0, s))
	return 1.5*x - 0.5*x*x*x
}

// Moments of entries, from E Σλ² (reference table) and E(Σλ)²:
// E N₁₁² = (2·E Σλ² + E(Σλ)²)/(d(d+2)) and E N₁₂² = (E Σλ² − E N₁₁²·d)/(d(d−1)).
// The direction carries them and c scales them. |z| ≤ 5, as in TestLaw.
func TestMatrixMoments(t *testing.T) {
	if testing.Short() {
		t.Skip("long sums: not with -short")
	}
	const c, draws = 2.5, 3000
	r := references[1]
	p, src := plan(t, r.d), newSource(12)
	var total, offDiagonal, diagonal []float64
	for range draws {
		n, err := p.Matrix(c, src, nil)
		if err != nil {
			t.Fatal(err)
		}
		trace, square := 0.0, 0.0
		for i, v := range n {
			square += v * v
			if i%(r.d+1) == 0 {
				trace += v
			}
		}
		total = append(total, square*c*c)
		diagonal = append(diagonal, (n[0]*n[0]-n[8]*n[8])*c*c)
		// 2·E Σλ² + E(Σλ)² = d(d+2)·E N₁₁², and Σλ² = d·N₁₁² + d(d−1)·N₁₂² in expectation
		offDiagonal = append(offDiagonal, (15*n[5]*n[5]-1.5*square+0.5*trace*trace)*c*c)
	}
	for name, z := range map[string]float64{
		"‖N‖_F²":       zScore(total, r.squares),
		"N₁₁² − N₃₃²":  zScore(diagonal, 0),
		"N₂₃² by Haar": zScore(offDiagonal, 0),
	} {
		t.Run(name, func(t *testing.T) {
			if !(math.Abs(z) <= limit) {
				t.Errorf("%s: z = %.1f", name, z)
			}
		})
	}
}

// One plan serves concurrent draws: under the race detector this fails if a
// draw writes to the plan, and without it if the draws disturb each other.
func TestPlanIsShared(t *testing.T) {
	p := plan(t, 8)
	want, err := p.Matrix(1, newSource(13), nil)
	if err != nil {
		t.Fatal(err)
	}
	results := make(chan []float64)
	for range 4 {
		go func() {
			n, _ := p.Matrix(1, newSource(13), nil)
			results <- n
		}()
	}
	for range 4 {
		if got := <-results; !slices.Equal(got, want) {
			t.Error("concurrent draws differ")
		}
	}
}
