package finding

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// factors is an input of d numbers, in groups of ten that share a factor; groups differ in how much. Rows are chosen for 8 clear directions and more.
func factors(d int) *Input {
	rng := rand.New(rand.NewPCG(uint64(d), 1))
	n := 4000 * float64(d)
	in := plainInput(numbers(d), func(i, j int) float64 {
		x := 0.
		switch {
		case i == j:
			x = 1
		case i/10 == j/10:
			x = .9 / (1 + .1*float64(i/10))
		}
		return n*x/float64(d) + 3*rng.NormFloat64()
	})
	in.Rows = n
	for i := range in.Mean {
		in.Mean[i] = math.Sqrt(n) * rng.NormFloat64() / math.Sqrt(float64(d))
	}
	return in
}

// The figures of finding.md §6. Single directions are computed; what a plane has more is little.
func BenchmarkFind(b *testing.B) {
	for _, d := range []int{64, 256, 512, 1000} {
		b.Run(fmt.Sprintf("test/d=%d", d), func(b *testing.B) {
			in := factors(d)
			for b.Loop() {
				t, err := Solver{}.analyse(in, true).test(context.Background(), nil)
				if err != nil || t.Clear < 6 {
					b.Fatalf("%d clear, %v", t.Clear, err)
				}
			}
		})
		b.Run(fmt.Sprintf("axis/d=%d", d), func(b *testing.B) {
			x := Solver{}.analyse(factors(d), true).axes(1, false)
			x.prepare()
			for b.Loop() {
				x.single(0)
			}
		})
		b.Run(fmt.Sprintf("find/d=%d", d), func(b *testing.B) {
			in := factors(d)
			for b.Loop() {
				r, err := Solver{}.Find(context.Background(), in, nil)
				if err != nil || len(r.Axes) < 6 {
					b.Fatalf("%d axes, %v", len(r.Axes), err)
				}
				b.ReportMetric(float64(len(r.Axes)), "axes")
			}
		})
	}
}
