package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"privatepca/core/eigen"
	"privatepca/core/shrink"
)

// BenchmarkShrinkage times what a release does after its matrix was drawn, by the worker's kernels: judging shrinkage for twelve k, the
// estimate, and its decomposition. The bounds are a second at d = 513 and five at d = 1,500.
func BenchmarkShrinkage(b *testing.B) {
	by := eigen.Solver{Kernel: load(b).Vectors}
	for _, d := range []int{513, 1500} {
		rng := rand.New(rand.NewPCG(3, 3))
		s := released(d)
		law := shrink.Law{Diagonal: .02, OffDiagonal: .02 / math.Sqrt2}
		y := shrink.NewMatrix(d)
		columns := make(shrink.Columns, d)
		for i := range d {
			columns[i] = 1
			for j := i; j < d; j++ {
				width := law.OffDiagonal
				if i == j {
					width = law.Diagonal
				}
				y.Set(i, j, s.At(i, j)+width*rng.NormFloat64())
			}
		}
		dense := func(a shrink.Matrix) *eigen.Symmetric {
			out := eigen.New(d)
			for i := range d {
				for j := i; j < d; j++ {
					out.Set(i, j, a.At(i, j))
				}
			}
			return out
		}
		solve := func(a shrink.Matrix, k int) [][]float64 {
			_, v := by.Top(dense(a), k)
			return v
		}
		for name, c := range map[string]shrink.Columns{"covariance": nil, "correlations": columns} {
			b.Run(fmt.Sprintf("%s/d=%d", name, d), func(b *testing.B) {
				for b.Loop() {
					if _, err := shrink.Choose(y, law, 12, c, solve, nil); err != nil {
						b.Fatal(err)
					}
					z, err := shrink.Entries(y, law, nil)
					if err != nil {
						b.Fatal(err)
					}
					m := dense(z)
					by.Values(m)
					by.Top(m, 12)
				}
			})
		}
	}
}
