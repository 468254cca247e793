package privacy

import (
	"math"
	"math/big"
	"testing"
)

func TestCalibrateLaplace(t *testing.T) {
	for _, sensitivity := range []int64{1, 3, 1000, 8191 * 8191 * 257} {
		for _, epsilon := range []float64{1e-6, .1, 1. / 3, 1, 2.5, 1e6} {
			scale, err := CalibrateLaplace(big.NewInt(sensitivity), epsilon)
			if err != nil {
				t.Fatal(err)
			}
			enough := func(scale uint64) bool { // sensitivity ≤ ε·t
				r := new(big.Rat).SetFloat64(epsilon)
				r.Mul(r, new(big.Rat).SetInt(new(big.Int).SetUint64(scale)))
				return r.Cmp(new(big.Rat).SetInt64(sensitivity)) >= 0
			}
			if !enough(scale) || scale > 1 && enough(scale-1) {
				t.Errorf("Δ = %d, ε = %v: t = %d", sensitivity, epsilon, scale)
			}
		}
	}
	huge := new(big.Int).Lsh(big.NewInt(1), 60)
	if _, err := CalibrateLaplace(huge, .5); err == nil {
		t.Error("a scale of 2⁶¹ is returned")
	}
	for _, epsilon := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, err := CalibrateLaplace(big.NewInt(1), epsilon); err == nil {
			t.Errorf("ε = %v is accepted", epsilon)
		}
	}
}
