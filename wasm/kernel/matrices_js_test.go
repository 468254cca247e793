package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"privatepca/core/eigen"
)

// released is like what a release decomposes: a spectrum that decays, and noise.
func released(n int) *eigen.Symmetric {
	rng := rand.New(rand.NewPCG(9, 9))
	a := eigen.New(n)
	turn := make([][]float64, 20)
	for k := range turn {
		turn[k] = make([]float64, n)
		for i := range turn[k] {
			turn[k][i] = rng.NormFloat64() / math.Sqrt(float64(n)) / float64(k+1)
		}
	}
	for i := range n {
		for j := range i + 1 {
			x := 0.01 / math.Sqrt(float64(n)) * rng.NormFloat64()
			for _, v := range turn {
				x += v[i] * v[j]
			}
			a.Set(i, j, x)
		}
	}
	return a
}

// The same bits as in Go.
func TestMatricesAreTheSame(t *testing.T) {
	k := load(t)
	for _, n := range []int{1, 2, 3, 4, 5, 30, 61, 64, 131} {
		a := released(n)
		with := eigen.Solver{Kernel: k.Vectors}
		values, vectors := with.All(a)
		top, leading := with.Top(a, (n+7)/8)
		alone := with.Values(a)
		values2, vectors2 := eigen.All(a)
		top2, leading2 := eigen.Top(a, (n+7)/8)
		if !slices.Equal(values, values2) || !slices.EqualFunc(vectors, vectors2, slices.Equal) ||
			!slices.Equal(top, top2) || !slices.EqualFunc(leading, leading2, slices.Equal) || !slices.Equal(alone, eigen.Values(a)) {
			t.Errorf("n = %d: the kernel has other bits", n)
		}
	}
}

func BenchmarkMatrices(b *testing.B) {
	for _, n := range []int{116, 513, 1000} {
		a := released(n)
		for _, f := range []struct {
			name string
			run  func(eigen.Solver)
		}{
			{"top8", func(by eigen.Solver) { by.Top(a, 8) }},
			{"values", func(by eigen.Solver) { by.Values(a) }},
			{"all", func(by eigen.Solver) { by.All(a) }},
		} {
			run := func(b *testing.B, by eigen.Solver) {
				for b.Loop() {
					f.run(by)
				}
			}
			b.Run(fmt.Sprintf("%s/n=%d/go", f.name, n), func(b *testing.B) { run(b, eigen.Solver{}) })
			b.Run(fmt.Sprintf("%s/n=%d/simd", f.name, n), func(b *testing.B) {
				k := load(b).Vectors
				b.ResetTimer()
				run(b, eigen.Solver{Kernel: k})
			})
		}
	}
}
