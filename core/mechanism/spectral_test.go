package mechanism

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"privatepca/core/eigen"
)

// Whatever is asked for first, a smaller k is a prefix, also of tied eigenvalues; and
// all of it is the decomposition.
func TestLeadingIsAPrefix(t *testing.T) {
	const n = 150
	rng := rand.New(rand.NewPCG(1, 1))
	for name, entry := range map[string]func(i, j int) float64{
		"noise": func(int, int) float64 { return rng.NormFloat64() },
		"tied": func(i, j int) float64 { // 3 three times, 2 twenty times, then 1
			switch {
			case i != j:
				return 0
			case i%50 == 7:
				return 3
			case i%7 == 3:
				return 2
			}
			return 1
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := symmetric(n, entry)
			s := newSpectral(eigen.Solver{}, a)
			var before [][]float64
			for _, k := range []int{1, 2, 5, 3, 17, 18, 60, n - 1} {
				vectors := s.leading(k)
				for i, v := range before[:min(k, len(before))] {
					if !slices.Equal(v, vectors[i]) {
						t.Fatalf("%s: direction %d is another at k = %d", name, i, k)
					}
				}
				if k > len(before) {
					before = slices.Clone(vectors)
				}
				for i, v := range vectors {
					residual := 0.0
					for r := range n {
						sum := -s.values[i] * v[r]
						for c := range n {
							sum += a.At(r, c) * v[c]
						}
						residual = math.Hypot(residual, sum)
					}
					if size := math.Abs(s.values[0]); residual > 1e-11*size {
						t.Errorf("%s: direction %d of %d has residual %.2g", name, i, k, residual/size)
					}
					for _, w := range vectors[:i] {
						dot := 0.0
						for r := range v {
							dot += v[r] * w[r]
						}
						if math.Abs(dot) > 1e-11 {
							t.Errorf("%s: two directions of %d have product %.2g", name, k, dot)
						}
					}
				}
			}
			if want := eigen.Values(a); !slices.Equal(want, s.values) {
				t.Errorf("%s: eigenvalues differ", name)
			}
		})
	}
}

// Where the leading eigenvalues that are computed are not those that all of them say, one was missed: the whole is decomposed, and what was given
// before stays as it was.
func TestLeadingAfterOneWasMissed(t *testing.T) {
	const n = 12
	rng := rand.New(rand.NewPCG(2, 2))
	a := symmetric(n, func(int, int) float64 { return rng.NormFloat64() })
	for _, have := range []int{0, 2} {
		s := newSpectral(eigen.Solver{}, a)
		want := slices.Clone(s.values)
		before := slices.Clone(s.leading(have))
		s.values[4] += 1e-6 // what is computed differs from it
		vectors := s.leading(5)
		if len(vectors) != 5 {
			t.Fatalf("%d directions after %d", len(vectors), have)
		}
		for i, v := range vectors {
			if i < have && !slices.Equal(v, before[i]) {
				t.Errorf("direction %d is another one", i+1)
			}
			for r := range n {
				sum := -want[i] * v[r]
				for c := range n {
					sum += a.At(r, c) * v[c]
				}
				if math.Abs(sum) > 1e-10 {
					t.Errorf("after %d: direction %d has a residual of %g", have, i+1, sum)
				}
			}
		}
	}
}
