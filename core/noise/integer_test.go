package noise

import (
	"math/bits"
	"testing"

	"privatepca/core/noise/noisetest"
)

// TestBelow: χ², false rejection about 1e-9 each. The mutant keeps the runt of
// 2⁶⁴ mod n words, which for this n makes a third of the values twice as likely.
func TestBelow(t *testing.T) {
	src := noisetest.New(1)
	uniform := func(cells int) []float64 {
		return law(0, int64(cells)-1, func(float64) float64 { return 1 })
	}
	for _, n := range []uint64{1, 2, 3, 6, 7, 100} {
		counts := tally(50_000, 0, int64(n)-1, func() int64 { return int64(Below(src, n)) })
		if got, limit := chiSquare(counts, uniform(int(n))); got > limit {
			t.Errorf("n = %d: χ² %.1f over %.1f", n, got, limit)
		}
	}

	const n = 3 << 62 // residues mod 3 are even only if the runt is rejected
	residue := func(u uint64) int64 { return int64(u % 3) }
	counts := tally(50_000, 0, 2, func() int64 { return residue(Below(src, n)) })
	if got, limit := chiSquare(counts, uniform(3)); got > limit {
		t.Errorf("n = 3·2⁶²: χ² %.1f over %.1f", got, limit)
	}
	mutant := func() int64 { high, _ := bits.Mul64(src.Uint64(), n); return residue(high) }
	counts = tally(50_000, 0, 2, mutant)
	if got, limit := chiSquare(counts, uniform(3)); got <= limit {
		t.Errorf("mutant without rejection passes: χ² %.1f under %.1f", got, limit)
	}

	defer func() {
		if recover() == nil {
			t.Error("Below(0) does not panic")
		}
	}()
	Below(src, 0)
}
