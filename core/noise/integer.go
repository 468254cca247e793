package noise

import "math/bits"

// MaxScale is the largest width of a discrete variate.
const MaxScale = 1 << 60

// Below returns a uniform integer in [0, n), exactly, by Lemire's method: the high
// word of a 64-bit word times n is uniform once the incomplete last run of low
// words is rejected. It panics if n is 0.
func Below(src Source, n uint64) uint64 {
	if n == 0 {
		panic("noise: no integer lies below 0")
	}
	high, low := bits.Mul64(src.Uint64(), n)
	if low < n {
		for runt := -n % n; low < runt; {
			high, low = bits.Mul64(src.Uint64(), n)
		}
	}
	return high
}
