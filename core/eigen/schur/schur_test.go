package schur

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

func square(n int, f func(i, j int) float64) [][]float64 {
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, n)
		for j := range rows[i] {
			rows[i][j] = f(i, j)
		}
	}
	return rows
}

// squares are matrices whose leading eigenvalues are hard to find, or to tell from others.
func squares(rng *rand.Rand, n int) map[string][][]float64 {
	noise := func(i, j int) float64 { return rng.NormFloat64() }
	upper := func(f func(i, j int) float64) func(i, j int) float64 {
		return func(i, j int) float64 {
			if i > j {
				return 0
			}
			return f(i, j)
		}
	}
	kinds := map[string][][]float64{
		"noise":      square(n, noise),
		"huge":       square(n, func(i, j int) float64 { return 1e120 * rng.NormFloat64() }),
		"tiny":       square(n, func(i, j int) float64 { return 1e-120 * rng.NormFloat64() }),
		"triangular": square(n, upper(noise)),
		"transposed": square(n, func(i, j int) float64 { return upper(noise)(j, i) }),
		"cycle":      square(n, func(i, j int) float64 { return float64(b2i(i == (j+1)%n)) }), // shifts stand still
		"jordan":     square(n, func(i, j int) float64 { return float64(2*b2i(i == j) + b2i(j == i+1)) }),
		"frank":      square(n, func(i, j int) float64 { return float64(b2i(i <= j+1)) * float64(n-max(i, j)) }),
		"rotations": square(n, func(i, j int) float64 { // complex pairs among real ones, decoupled
			return float64((n-i)*b2i(i == j)) + float64(b2i(i == j+1 && j%4 == 1)-b2i(j == i+1 && i%4 == 1))*3
		}),
		"a signal": square(n, func(i, j int) float64 {
			return 30/float64(1+i)*float64(b2i(i == j)) + rng.NormFloat64()/math.Sqrt(float64(n))
		}),
	}
	for name, a := range symmetric(rng, n) {
		kinds["symmetric "+name] = a
	}
	return kinds
}

// oracle returns all eigenvalues by LAPACK's algorithm, by their real parts, descending.
func oracle(a [][]float64) []complex128 {
	n := len(a)
	m := mat.NewDense(n, n, slices.Concat(a...))
	var e mat.Eigen
	if !e.Factorize(m, mat.EigenNone) {
		panic("gonum failed")
	}
	values := e.Values(nil)
	slices.SortStableFunc(values, func(x, y complex128) int { return cmp.Compare(real(y), real(x)) })
	return values
}

func frobenius(a [][]float64) float64 {
	s := 0.0
	for _, row := range a {
		s = math.Hypot(s, norm(row))
	}
	return s
}

// invariant returns, in units of ‖A‖, the largest residual of a Schur vector, Av less what
// lies in those up to it, and how far from its eigenvalue vᵀAv is; and how far
// the vectors are from orthonormal.
func invariant(a [][]float64, values []float64, vectors [][]float64) (residual, skew float64) {
	size := max(frobenius(a), 1e-300)
	for r, v := range vectors {
		y := make([]float64, len(a))
		for i := range a {
			y[i] = dot(a[i], v) / size
		}
		residual = max(residual, math.Abs(dot(y, v)-values[r]/size))
		for q, w := range vectors[:r+1] {
			skew = max(skew, math.Abs(dot(v, w)-float64(b2i(q == r))))
			floats.AddScaled(y, -dot(w, y), w)
		}
		residual = max(residual, norm(y))
	}
	return residual, skew
}

// Every answer is that of a matrix within rounding of the given one: by its residuals, and
// by gonum's eigenvalues and refusals where those are well conditioned.
func TestLeading(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	sizes := []int{1, 2, 3, 4, 5, 8, 13, 30}
	if !testing.Short() {
		sizes = append(sizes, 6, 7, 64, 101)
	}
	answers, refusals := 0, 0
	for _, n := range sizes {
		for name, a := range squares(rng, n) {
			before := fmt.Sprint(a)
			want := oracle(a)
			limit := tolerance * math.Sqrt(float64(n))
			// Elsewhere rounding may turn a tie into a pair that is hardly complex, or move an
			// eigenvalue by more than itself.
			simple := slices.Contains([]string{"noise", "huge", "tiny", "a signal", "cycle", "rotations"}, name)
			for _, k := range []int{1, 2, 3, n/2 + 1, n} {
				if k > n {
					continue
				}
				values, vectors, err := Leading(a, k)
				complex := slices.ContainsFunc(want[:k], func(x complex128) bool { return imag(x) != 0 })
				switch {
				case errors.Is(err, ErrComplex):
					refusals++
					if !complex && simple {
						t.Errorf("%s, n = %d, k = %d: refused, gonum has %v", name, n, k, want[:k])
					}
					continue
				case err != nil:
					t.Errorf("%s, n = %d, k = %d: %v", name, n, k, err)
					continue
				case complex && simple:
					t.Errorf("%s, n = %d, k = %d: found %v, gonum has %v", name, n, k, values, want[:k])
				}
				answers++
				if residual, skew := invariant(a, values, vectors); residual > limit || skew > limit || len(values) != k || len(vectors) != k {
					t.Errorf("%s, n = %d, k = %d: residual %.2g, orthonormal to %.2g", name, n, k, residual, skew)
				}
				for r, x := range values {
					if r > 0 && x > values[r-1] {
						t.Errorf("%s, n = %d, k = %d: eigenvalues do not descend", name, n, k)
					}
					if e := math.Abs(x-real(want[r])) / frobenius(a); e > 1e-12 && (simple || strings.HasPrefix(name, "symmetric")) {
						t.Errorf("%s, n = %d, k = %d: eigenvalue %d off by %.2g", name, n, k, r, e)
					}
				}
			}
			if fmt.Sprint(a) != before {
				t.Errorf("%s: the matrix was changed", name)
			}
		}
	}
	if answers < 100 || refusals < 20 {
		t.Errorf("%d answers and %d refusals: one is hardly tried", answers, refusals)
	}
}

// Schur vectors are eigenvectors made orthonormal in order.
func TestLeadingSpansEigenvectors(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	const n, k = 20, 4
	for range 10 {
		a := square(n, func(i, j int) float64 { return 30/float64(1+i)*float64(b2i(i == j)) + rng.NormFloat64()/4 })
		_, vectors, err := Leading(a, k)
		if err != nil {
			t.Fatal(err)
		}
		var e mat.Eigen
		e.Factorize(mat.NewDense(n, n, slices.Concat(a...)), mat.EigenRight)
		values := e.Values(nil)
		var right mat.CDense
		e.VectorsTo(&right)
		order := make([]int, n)
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order, func(i, j int) int { return cmp.Compare(real(values[j]), real(values[i])) })
		columns := mat.NewDense(n, k, nil)
		for c, at := range order[:k] {
			for i := range n {
				columns.Set(i, c, real(right.At(i, at)))
			}
		}
		var qr mat.QR
		qr.Factorize(columns)
		var q mat.Dense
		qr.QTo(&q)
		for r := range k {
			if c := math.Abs(dot(vectors[r], mat.Col(nil, r, &q))); math.Abs(c-1) > 1e-12 {
				t.Errorf("direction %d: |cos| = 1 − %.2g", r, 1-c)
			}
		}
	}
}

// One eigenvalue is brought up past complex pairs of every kind, real parts nearly tied included.
func TestRaisePastPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	for _, turn := range []float64{10, 1, 1e-6, 1e-12} {
		const n = 7 // three pairs, and the largest below them
		a := square(n, func(i, j int) float64 {
			switch {
			case i/2 == j/2 && i < 6:
				return float64(b2i(i == j)) + turn*float64(b2i(i < j)-b2i(i > j))
			case i < j:
				return rng.NormFloat64()
			}
			return (1 + turn) * float64(b2i(i == j))
		})
		values, vectors, err := Leading(a, 1)
		if err != nil {
			if turn > 1e-6 {
				t.Errorf("turn %g: %v", turn, err)
			}
			continue // as near as this, rounding decides
		}
		if residual, skew := invariant(a, values, vectors); residual > 1e-14 || skew > 1e-14 {
			t.Errorf("turn %g: residual %.2g, orthonormal to %.2g", turn, residual, skew)
		}
	}
}

func BenchmarkLeading(b *testing.B) {
	rng := rand.New(rand.NewPCG(9, 9))
	for _, n := range []int{116, 300, 600} {
		a := square(n, func(i, j int) float64 { return 30/float64(1+i)*float64(b2i(i == j)) + rng.NormFloat64()/30 })
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				if _, _, err := Leading(a, 4); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
