package cell

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

// shortest is what AppendFloat means, by the standard library alone.
func shortest(x float64, bits int) string {
	format := byte('f')
	if a := math.Abs(x); a != 0 && (a < 1e-5 || a >= 1e15) {
		format = 'e'
	}
	return strconv.FormatFloat(x, format, -1, bits)
}

// Floats have the text that the standard library finds, on both sides of where it is found without the search.
func TestFloats(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	quick := 0
	check := func(x float64) {
		for _, bits := range []int{64, 32} {
			y := x
			if bits == 32 {
				y = float64(float32(x))
			}
			if got, want := string(AppendFloat([]byte("a"), y, bits)), "a"+shortest(y, bits); got != want {
				t.Fatalf("%d bits: %q, want %q", bits, got, want)
			}
			if _, ok := appendShort(nil, y, bits); ok {
				quick++
			}
		}
	}
	for _, x := range []float64{0, math.Copysign(0, -1), 1, 0.1, 0.3, 1e-5, 9.9999e-6, 1e15, 999999999999999, 1e15 - 0.125, 0.1 + 0.2, 16777217, 999999.5, 262144.015625, 1e300, 5e-324, math.Inf(-1), math.NaN(), math.MaxFloat64} {
		check(x)
		check(-x)
		check(math.Nextafter(x, 1))
	}
	for range 300_000 {
		digits, places := rng.Uint64N(1<<uint(rng.IntN(56))), rng.IntN(9)
		x := float64(digits) / math.Pow10(places)
		check(x)
		check(-math.Nextafter(x, math.Inf(1-2*rng.IntN(2))))
		check(math.Float64frombits(rng.Uint64()))
	}
	if quick < 100_000 {
		t.Errorf("%d floats were written without the search", quick)
	}
}
