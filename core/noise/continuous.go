package noise

import (
	"math"
	"math/rand/v2"
)

// Uniform returns a multiple of 2⁻⁵³ in (0, 1): the midpoints of 2⁵³ equal
// cells would need one more bit, so zero is redrawn instead.
func Uniform(src Source) float64 {
	for {
		if u := src.Uint64() >> 11; u != 0 {
			return float64(u) * 0x1p-53
		}
	}
}

// Normal returns a standard normal variate in double precision, by the
// ziggurat method of math/rand/v2 on the words of src.
func Normal(src Source) float64 {
	return rand.New(src).NormFloat64()
}

// Exponential returns a standard exponential variate, −log of a Uniform.
func Exponential(src Source) float64 {
	return -math.Log(Uniform(src))
}
