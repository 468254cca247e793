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
	if scale, err := CalibrateLaplace(huge, 1); err != nil || scale != MaxScale {
		t.Errorf("the widest scale is refused: %v, %v", scale, err)
	}
	if _, err := CalibrateLaplace(new(big.Int).Add(huge, big.NewInt(1)), 1); err == nil {
		t.Error("a scale of 2⁶⁰ + 1 is returned")
	}
	for _, epsilon := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, err := CalibrateLaplace(big.NewInt(1), epsilon); err == nil {
			t.Errorf("ε = %v is accepted", epsilon)
		}
	}
}

// No noise is calibrated for nothing.
func TestLaplaceOfNothing(t *testing.T) {
	defer func() {
		if said := recover(); said != "privacy: sensitivity is not positive" {
			t.Errorf("recovered %v", said)
		}
	}()
	CalibrateLaplace(big.NewInt(0), 1)
}
