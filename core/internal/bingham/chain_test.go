package bingham

import (
	"math"
	"testing"

	"privatepca/core/noise/noisetest"
)

// From a uniform start, far from the law, the chain reaches the exact sampler's mean
// energy. Means of 600 draws after 60 sweeps; |z| ≤ 5.2, false-rejection rate 2e-7.
func TestChainFromAUniformStart(t *testing.T) {
	if testing.Short() {
		t.Skip("statistics: not with -short")
	}
	src := noisetest.New(21)
	b := spectrumOf(30, 400, .7)
	const k, n = 3, 600
	value := func(v [][]float64) float64 {
		e := 0.0
		for _, x := range v {
			for i, y := range x {
				e += b[i] * y * y
			}
		}
		return e
	}
	m := NewMatrix(b, k)
	var sums, squares [2]float64
	for range n {
		c := NewChain(b, Uniform(len(b), k, src))
		for range 60 {
			c.Sweep(src)
		}
		if e := orthonormality(c.Columns()); e > 1e-12 {
			t.Fatalf("columns are off orthonormality by %g", e)
		}
		exact, _, _ := m.Draw(0, src, nil)
		for i, v := range [][][]float64{c.Columns(), exact} {
			e := value(v)
			sums[i] += e
			squares[i] += e * e
		}
	}
	variance := 0.0
	for i := range sums {
		variance += (squares[i]/n - sums[i]/n*sums[i]/n) / n
	}
	if z := (sums[0] - sums[1]) / n / math.Sqrt(variance); math.Abs(z) > 5.2 {
		t.Errorf("mean energy %.3f, exactly %.3f: z = %.1f", sums[0]/n, sums[1]/n, z)
	}
}
