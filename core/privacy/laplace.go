package privacy

import (
	"errors"
	"math/big"
)

// CalibrateLaplace returns the least integer scale t at which discrete Laplace
// noise, P(x) ∝ exp(−|x|/t), on an integer query of the given ℓ₁ sensitivity is
// ε-differentially private: t = ⌈sensitivity/ε⌉, exactly.
func CalibrateLaplace(sensitivity *big.Int, epsilon float64) (scale uint64, err error) {
	if sensitivity.Sign() <= 0 {
		panic("privacy: sensitivity is not positive")
	}
	if err := validateEpsilon(epsilon); err != nil {
		return 0, err
	}
	ratio := new(big.Rat).SetFloat64(epsilon)
	ratio.Quo(new(big.Rat).SetInt(sensitivity), ratio)
	t := ceil(ratio)
	if !t.IsUint64() || t.Uint64() > MaxScale {
		return 0, errors.New("privacy: the noise would be wider than 2^60: raise ε")
	}
	return t.Uint64(), nil
}
