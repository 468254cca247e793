package eigen

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// withSpectrum returns QΛQᵀ, Q a product of random reflections.
func withSpectrum(rng *rand.Rand, values []float64) *Symmetric {
	n := len(values)
	full := newDense(n, n)
	for i, x := range values {
		full.row(i)[i] = x
	}
	for range 4 {
		u := make([]float64, n)
		for i := range u {
			u[i] = rng.NormFloat64()
		}
		length := norm(u)
		for _, m := range []*dense{full, full.transposed()} { // H·M, then M·H
			for j := range n {
				s := 0.0
				for i := range n {
					s += u[i] / length * m.data[i*m.down+j*m.right]
				}
				for i := range n {
					m.data[i*m.down+j*m.right] -= 2 * s * u[i] / length
				}
			}
		}
	}
	a := New(n)
	for i := range n {
		for j := range i + 1 {
			a.Set(i, j, (full.row(i)[j]+full.row(j)[i])/2)
		}
	}
	return a
}

func filled(n int, f func(i, j int) float64) *Symmetric {
	a := New(n)
	for i := range n {
		for j := range i + 1 {
			a.Set(i, j, f(i, j))
		}
	}
	return a
}

// spectrum of n values.
func spectrum(n int, f func(i int) float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = f(i)
	}
	return x
}

// cases are matrices that have broken eigensolvers.
func cases(rng *rand.Rand, n int) map[string]*Symmetric {
	return map[string]*Symmetric{
		"zero":       New(n),
		"identity":   filled(n, func(i, j int) float64 { return float64(b2i(i == j)) }),
		"ones":       filled(n, func(i, j int) float64 { return 1 }),
		"diagonal":   filled(n, func(i, j int) float64 { return float64(b2i(i == j) * (i % 7)) }),
		"noise":      filled(n, func(i, j int) float64 { return rng.NormFloat64() }),
		"huge":       filled(n, func(i, j int) float64 { return 1e120 * rng.NormFloat64() }),
		"tiny":       filled(n, func(i, j int) float64 { return 1e-120 * rng.NormFloat64() }),
		"wilkinson":  filled(n, wilkinson(n, n)),
		"glued":      filled(n, wilkinson(n, 21)),
		"toeplitz":   filled(n, func(i, j int) float64 { return float64(b2i(i == j)*2 - b2i(i == j+1)) }),
		"graded":     withSpectrum(rng, spectrum(n, func(i int) float64 { return math.Pow(10, -15*float64(i)/float64(n)) })),
		"two values": withSpectrum(rng, spectrum(n, func(i int) float64 { return float64(i % 2) })),
		"tied top":   withSpectrum(rng, spectrum(n, func(i int) float64 { return math.Min(3, float64(n-i)/5) })),
		"clusters":   withSpectrum(rng, spectrum(n, func(i int) float64 { return float64(i/5) + 1e-13*float64(i) })),
		"one large":  withSpectrum(rng, spectrum(n, func(i int) float64 { return 1 + 1e10*float64(b2i(i == 3)) })),
		"negative":   withSpectrum(rng, spectrum(n, func(i int) float64 { return -float64(i) })),
		"rank two":   withSpectrum(rng, spectrum(n, func(i int) float64 { return float64(b2i(i < 2)) })),
		"halves":     filled(n, func(i, j int) float64 { return float64(b2i((i < n/2) == (j < n/2))) / float64(1+i-j) }),
	}
}

// wilkinson is W⁺ of the size, glued to the next by a tiny entry: pairs of eigenvalues
// that agree to the last digits.
func wilkinson(n, size int) func(i, j int) float64 {
	return func(i, j int) float64 {
		switch {
		case i == j:
			return math.Abs(float64(i%size) - float64(min(size, n)-1)/2)
		case i == j+1 && i%size == 0:
			return 1e-11
		case i == j+1:
			return 1
		}
		return 0
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// faults returns the largest residual ‖Av − λv‖ in units of ‖A‖, and how far the vectors
// are from orthonormal.
func faults(a *Symmetric, values []float64, vectors [][]float64) (residual, skew float64) {
	size := a.norm()
	if size == 0 {
		size = 1
	}
	x, y := make([]float64, a.stride), make([]float64, a.stride)
	for r, v := range vectors {
		copy(x, v)
		inGo().multiply(a, x, y)
		s := 0.0
		for i := range v {
			s = math.Hypot(s, (y[i]-values[r]*v[i])/size)
		}
		residual = max(residual, s)
		for q, w := range vectors[:r+1] {
			skew = max(skew, math.Abs(dot(v, w)-float64(b2i(q == r))))
		}
	}
	return residual, skew
}

// gonums are the eigenvalues by LAPACK's algorithm, descending.
func gonums(a *Symmetric) []float64 {
	sym := mat.NewSymDense(a.n, nil)
	for i := range a.n {
		for j := range i + 1 {
			sym.SetSym(i, j, a.At(i, j))
		}
	}
	var e mat.EigenSym
	if !e.Factorize(sym, false) {
		panic("gonum failed")
	}
	values := e.Values(nil)
	slices.Reverse(values)
	return values
}

func furthest(a, b []float64) float64 {
	worst := 0.0
	for i := range a {
		worst = max(worst, math.Abs(a[i]-b[i]))
	}
	return worst
}

const tolerance = 1e-14 // times n^½ and ‖A‖: eigen.md

func TestAllAndValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	sizes := []int{1, 2, 3, 4, 5, 24, 25, 50, 67}
	if !testing.Short() {
		sizes = append(sizes, 7, 31, 63, 64, 65, 120, 201)
	}
	for _, n := range sizes {
		for name, a := range cases(rng, n) {
			limit := tolerance * math.Sqrt(float64(n))
			values, vectors := All(a)
			residual, skew := faults(a, values, vectors)
			if residual > limit || skew > limit || len(values) != n || !slices.IsSortedFunc(values, func(x, y float64) int { return -cmpFloat(x, y) }) {
				t.Errorf("%s, n = %d: residual %.2g, orthonormal to %.2g", name, n, residual, skew)
			}
			want := gonums(a)
			size := max(a.norm(), 1e-300)
			if e := furthest(values, want) / size; e > limit {
				t.Errorf("%s, n = %d: eigenvalues off by %.2g", name, n, e)
			}
			if e := furthest(Values(a), want) / size; e > limit {
				t.Errorf("%s, n = %d: eigenvalues alone off by %.2g", name, n, e)
			}
		}
	}
}

func cmpFloat(x, y float64) int { return b2i(x > y) - b2i(x < y) }

// The leading pairs are those of all, ties and clusters included, whichever way they were
// found; and the usual case is found by iterating.
func TestTop(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	sizes := []int{5, 64, 90}
	if !testing.Short() {
		sizes = append(sizes, 190)
	}
	for _, n := range sizes {
		for name, a := range cases(rng, n) {
			want := gonums(a)
			for _, k := range []int{1, 2, 5, n / 8} {
				if k < 1 || k > n {
					continue
				}
				values, vectors := Top(a, k)
				residual, skew := faults(a, values, vectors)
				if residual > precision || skew > precision || len(values) != k {
					t.Errorf("%s, n = %d, k = %d: residual %.2g, orthonormal to %.2g", name, n, k, residual, skew)
				}
				if e := furthest(values, want[:k]); e > precision*max(a.norm(), 1e-300) {
					t.Errorf("%s, n = %d, k = %d: eigenvalues off by %.2g", name, n, k, e)
				}
			}
		}
	}
	a := decaying(rng, 300)
	if _, _, ok := (Solver{}).top(a, 8); !ok {
		t.Error("a spectrum that decays is left to All")
	}
	if _, _, ok := (Solver{}).top(withSpectrum(rng, spectrum(300, func(i int) float64 { return math.Min(3, float64(300-i)/10) })), 8); ok {
		t.Error("tied eigenvalues were found by one start")
	}
}

// decaying is what a release decomposes: a spectrum that decays, and noise.
func decaying(rng *rand.Rand, n int) *Symmetric {
	a := withSpectrum(rng, spectrum(n, func(i int) float64 { return math.Pow(float64(i+1), -1) }))
	for i := range n {
		for j := range i + 1 {
			a.Set(i, j, a.At(i, j)+0.03/math.Sqrt(float64(n))*rng.NormFloat64())
		}
	}
	return a
}

func TestDeflated(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{6, 70} {
		a := filled(n, func(i, j int) float64 { return rng.NormFloat64() })
		want := gonums(a)
		values, vectors := All(a)
		const k = 3
		a = a.Deflated(values[:k], vectors[:k], want[n-1]-1)
		if got := Values(a); furthest(got[:n-k], want[k:]) > 1e-12*float64(n) {
			t.Errorf("n = %d: the rest of the spectrum changed", n)
		}
		values2, vectors2 := Top(a, 2)
		if _, skew := faults(a, values2, append(vectors2, vectors[:k]...)[:2]); skew > 1e-12 {
			t.Error("not orthonormal")
		}
		for _, v := range vectors[:k] {
			if c := math.Abs(dot(v, vectors2[0])); c > 1e-12 {
				t.Errorf("n = %d: %.2g of what was taken out is found again", n, c)
			}
		}
	}
}

// The same numbers each time, and what is given is not changed.
func TestDeterministic(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	a := decaying(rng, 130)
	before := slices.Clone(a.data)
	x, v := Top(a, 4)
	All(a)
	Values(a)
	if !slices.Equal(before, a.data) {
		t.Error("the matrix was changed")
	}
	y, w := Top(a, 4)
	if !slices.Equal(x, y) || !slices.EqualFunc(v, w, slices.Equal) {
		t.Error("another result")
	}
}

func TestCheckRefusesAWrongKernel(t *testing.T) {
	if err := inGo().Check(); err != nil {
		t.Error(err)
	}
	for name, wrong := range map[string]Kernel{
		"fused": {update, multiply, func(t, l, r []float64, m, n, k int) {
			products(t, l, r, m, n, k)
			t[3] = math.Nextafter(t[3], 2)
		}},
		"no update":   {func(a []float64, s, b int, v, w, u, y []float64) { multiply(a, s, b, u, y) }, multiply, products},
		"no multiply": {update, func([]float64, int, int, []float64, []float64) {}, products},
	} {
		t.Run(name, func(t *testing.T) {
			if err := wrong.Check(); err != ErrKernel {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
}

// A solver's kernel does the work of each of its answers, and gives the same bits.
func TestSolverUsesItsKernel(t *testing.T) {
	var updates, multiplies, tiles int
	counting := Solver{&Kernel{
		func(a []float64, s, b int, v, w, u, y []float64) { updates++; update(a, s, b, v, w, u, y) },
		func(a []float64, s, b int, u, y []float64) { multiplies++; multiply(a, s, b, u, y) },
		func(t, l, r []float64, m, n, k int) { tiles++; products(t, l, r, m, n, k) },
	}}
	a := decaying(rand.New(rand.NewPCG(3, 3)), 100)
	if !slices.Equal(counting.Values(a), Values(a)) || updates != 99 {
		t.Errorf("Values: other bits, or %d updates, want 99", updates)
	}
	values, vectors := counting.All(a)
	if want, rows := All(a); !slices.Equal(values, want) || !slices.EqualFunc(vectors, rows, slices.Equal) || tiles == 0 {
		t.Errorf("All: other bits, or %d products", tiles)
	}
	values, vectors = counting.Top(a, 4)
	if want, rows := Top(a, 4); !slices.Equal(values, want) || !slices.EqualFunc(vectors, rows, slices.Equal) || multiplies == 0 {
		t.Errorf("Top: other bits, or %d multiplications", multiplies)
	}
}

func Benchmark(b *testing.B) {
	rng := rand.New(rand.NewPCG(9, 9))
	for _, n := range []int{116, 513, 1000} {
		a := decaying(rng, n)
		noise := filled(n, func(i, j int) float64 { return rng.NormFloat64() })
		for name, run := range map[string]func(){
			"top8":       func() { Top(a, 8) },
			"top8-noise": func() { Top(noise, 8) },
			"values":     func() { Values(a) },
			"all":        func() { All(a) },
			"gonum":      func() { gonumAll(a) },
		} {
			b.Run(fmt.Sprintf("%s/n=%d", name, n), func(b *testing.B) {
				for range b.N {
					run()
				}
			})
		}
	}
}

func gonumAll(a *Symmetric) {
	sym := mat.NewSymDense(a.n, nil)
	for i := range a.n {
		for j := range i + 1 {
			sym.SetSym(i, j, a.At(i, j))
		}
	}
	var e mat.EigenSym
	e.Factorize(sym, true)
}

// Compose undoes All, and gives the same bits whichever kernel is used.
func TestCompose(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	for _, n := range []int{1, 2, 5, 63, 64, 65, 130, 261} {
		a := filled(n, func(i, j int) float64 { return rng.NormFloat64() })
		values, vectors := All(a)
		c := Solver{}.Compose(values, vectors)
		worst := 0.0
		for i := range n {
			for j := range n {
				worst = max(worst, math.Abs(c[i*n+j]-a.At(i, j)))
			}
		}
		if len(c) != n*n || worst > tolerance*float64(n)*a.norm() {
			t.Errorf("n = %d: off by %.2g", n, worst)
		}
		values[n-1] = 0
		some, rest := Solver{}.Compose(values, vectors), Solver{}.Compose(values[:max(1, n-1)], vectors[:max(1, n-1)])
		if !slices.Equal(some, rest) {
			t.Errorf("n = %d: a vector of weight 0 changes the result", n)
		}
	}
}

// Forms are those by one product after the other.
func TestForms(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 20))
	if (Solver{}).Forms(nil, nil) != nil {
		t.Error("of no rows there are forms")
	}
	for _, n := range []int{1, 3, 64, 65, 140} {
		q := make([]float64, n*n)
		for i := range n {
			for j := range i + 1 {
				q[i*n+j] = rng.NormFloat64()
				q[j*n+i] = q[i*n+j]
			}
		}
		rows := make([][]float64, 5)
		for i := range rows {
			rows[i] = make([]float64, n)
			for j := range rows[i] {
				rows[i][j] = rng.NormFloat64()
			}
		}
		for i, got := range (Solver{}).Forms(q, rows) {
			want := 0.0
			for j, x := range rows[i] {
				want += x * dot(q[j*n:(j+1)*n], rows[i])
			}
			if math.Abs(got-want) > 1e-12*float64(n*n) {
				t.Errorf("n = %d: %v, want %v", n, got, want)
			}
		}
	}
}

// Matrices of low rank, as of a file with so few different records, are decomposed at any size: what follows the rank is rounding of rounding, down to
// numbers whose squares underflow.
func TestFewDifferentRecords(t *testing.T) {
	for rank := 1; rank <= 3; rank++ {
		t.Run(fmt.Sprint(rank), func(t *testing.T) {
			for _, n := range []int{25, 64, 100, 150, 200, 300} {
				a := filled(n, func(i, j int) (x float64) {
					for r := range rank {
						x += math.Round(8191*math.Cos(float64(r*i))) * math.Round(8191*math.Cos(float64(r*j)))
					}
					return x
				})
				values, vectors := All(a)
				residual, skew := faults(a, values, vectors)
				if limit := tolerance * math.Sqrt(float64(n)); residual > limit || skew > limit {
					t.Errorf("n = %d: residual %.2g, orthonormal to %.2g", n, residual, skew)
				}
			}
		})
	}
}
