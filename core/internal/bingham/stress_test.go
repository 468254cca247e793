package bingham

import (
	"math"
	"testing"
	"time"

	"privatepca/core/noise/noisetest"
)

// TestHardSpectra prints where the exact sampler is slow: the mean acceptance
// over complete proposals, estimated from their weights, so that 1e-9 can be
// told from 1e-6. It fails if a weight exceeds one.
func TestHardSpectra(t *testing.T) {
	slow(t)
	src := noisetest.New(51)
	const d = 50
	for _, k := range []int{3, 6, 12, 20} {
		for _, trace := range []float64{10, 100, 1000, 10000} {
			for name, b := range shapes(d, k, 1) {
				sum := 0.0
				for _, x := range b {
					sum += x
				}
				steps := plan(scaled(b, trace/sum), k, true)
				p := newProposer(d, steps)
				total, n := 0.0, 0
				for start := time.Now(); n < 100 && time.Since(start) < 150*time.Millisecond; n++ {
					weight := 0.0
					for j := k - 1; j >= 0; j-- {
						cost, at := p.acceptance(j)
						if cost < 0 {
							t.Fatalf("%s k=%d trace %g: acceptance e^%g", name, k, trace, -cost)
						}
						weight -= cost
						p.column(j, at, src)
					}
					total += math.Exp(weight)
				}
				t.Logf("%-9s k=%-2d trace %-6g acceptance %.1e", name, k, trace, total/float64(n))
			}
		}
	}
}
