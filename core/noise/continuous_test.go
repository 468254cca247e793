package noise

import (
	"math"
	"testing"

	"privatepca/core/noise/noisetest"
)

// TestContinuousLaws: χ² on 200 cells of equal probability; false rejection about
// 1e-9 each. The mutants are a normal with 2 % less width and one whose tail ends
// where the ziggurat's begins.
func TestContinuousLaws(t *testing.T) {
	src := noisetest.New(70)
	fit := func(draw, cdf func(float64) float64) (statistic, limit float64) {
		const cells = 200
		counts := make([]int, cells)
		for range 300_000 {
			counts[min(int(cells*cdf(draw(0))), cells-1)]++
		}
		return chiSquare(counts, law(0, cells-1, func(float64) float64 { return 1 }))
	}
	phi := func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
	for name, c := range map[string]struct{ draw, cdf func(float64) float64 }{
		"uniform":     {func(float64) float64 { return Uniform(src) }, func(x float64) float64 { return x }},
		"exponential": {func(float64) float64 { return Exponential(src) }, func(x float64) float64 { return -math.Expm1(-x) }},
		"normal":      {func(float64) float64 { return Normal(src) }, phi},
	} {
		t.Run(name, func(t *testing.T) {
			if got, limit := fit(c.draw, c.cdf); got > limit {
				t.Errorf("%s: χ² %.1f over %.1f", name, got, limit)
			}
		})
	}
	if got, limit := fit(func(float64) float64 { return .98 * Normal(src) }, phi); got <= limit {
		t.Errorf("mutant of width .98 passes: χ² %.1f under %.1f", got, limit)
	}
}

// TestNormalTail draws a million and counts beyond the ziggurat's last edge and
// beyond 4 (|z| ≤ 6, false rejection 2e-9 each); without the tail both are 0.
func TestNormalTail(t *testing.T) {
	src := noisetest.New(71)
	const n = 1_000_000
	var edge, four, positive float64
	for range n {
		x := Normal(src)
		if math.Abs(x) > tailEdge {
			edge++
			if x > 0 {
				positive++
			}
		}
		if math.Abs(x) > 4 {
			four++
		}
	}
	for name, z := range map[string]float64{
		"beyond the edge": binomialZ(edge, n, math.Erfc(tailEdge/math.Sqrt2)),
		"beyond 4":        binomialZ(four, n, math.Erfc(4/math.Sqrt2)),
		"sign":            binomialZ(positive, edge, .5),
	} {
		t.Run(name, func(t *testing.T) {
			if math.Abs(z) > 6 {
				t.Errorf("%s: z = %.1f", name, z)
			}
		})
	}
	if z := binomialZ(0, n, math.Erfc(tailEdge/math.Sqrt2)); z > -6 {
		t.Errorf("a missing tail would pass: z = %.1f", z)
	}
}

// TestZigguratClosure: the areas close at the top, so the table is right.
func TestZigguratClosure(t *testing.T) {
	top := ziggurat.edge[layers-1] * (1 - ziggurat.density[layers-1])
	bottom := ziggurat.edge[0] * ziggurat.density[1]
	if math.Abs(top/bottom-1) > 1e-12 {
		t.Errorf("top layer's area is %v of the bottom's", top/bottom)
	}
}

// TestUniformRange: the ends of the word's range stay inside (0, 1).
func TestUniformRange(t *testing.T) {
	if got := Uniform(&script{t, []uint64{0, 2047, math.MaxUint64}}); got != 1-0x1p-53 {
		t.Errorf("zero is not redrawn, or the top is %v", got)
	}
}
