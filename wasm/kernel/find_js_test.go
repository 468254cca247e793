package kernel

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"privatepca/core/eigen"
	"privatepca/core/finding"
	"privatepca/core/scaling"
)

// related is a release of d numbers in groups of ten that share a factor; groups differ in how much. Rows are enough for eight clear directions.
func related(d int) *finding.Input {
	rng := rand.New(rand.NewPCG(uint64(d), 1))
	n := 4000 * float64(d)
	in := &finding.Input{
		Columns: make(scaling.Columns, d), Rows: n, Effect: 1, Present: make([]float64, d), SumsNoise: 1e-4, Weight: make([]float64, d), Radius: 1,
		Counts: make([]float64, scaling.Bins), CountsNoise: 1, Tau: 3, MeanTau: 17, Mean: make([]float64, d),
	}
	in.Counts[15] = n
	for i := range d {
		in.Present[i], in.Weight[i] = 1, 1
		in.Mean[i] = math.Sqrt(n) * rng.NormFloat64() / math.Sqrt(float64(d))
		for j := range i + 1 {
			x := 0.
			switch {
			case i == j:
				x = 1
			case i/10 == j/10:
				x = .9 / (1 + .1*float64(i/10))
			}
			in.Matrix = append(in.Matrix, n*x/float64(d)+3*rng.NormFloat64())
		}
	}
	return in
}

// BenchmarkFind times what a release does after its matrix was drawn, by the worker's kernels: the test and all intervals. The bounds are two seconds at
// d = 256 and eight at d = 1,000.
func BenchmarkFind(b *testing.B) {
	by := finding.Solver{Eigen: eigen.Solver{Kernel: load(b).Vectors}}
	for _, d := range []int{64, 256, 512, 1000} {
		b.Run(fmt.Sprintf("d=%d", d), func(b *testing.B) {
			in := related(d)
			for b.Loop() {
				r, err := by.Find(context.Background(), in, nil)
				if err != nil || len(r.Axes) < 6 {
					b.Fatalf("%d axes, %v", len(r.Axes), err)
				}
				b.ReportMetric(float64(len(r.Axes)), "axes")
			}
		})
	}
}
