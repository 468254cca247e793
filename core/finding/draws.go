package finding

import "math"

// A fixed has public random numbers, the same in every program: the level's simulation uses them, so that everyone finds the same level.
// With G = 0x9E3779B97F4A7C15, the uniform numbers are
//
//	u_i = (mix(seed + i·G) >> 11 + ½)/2⁵³,   i = 1, 2, …,   mix that of splitmix64 (Steele, Lea and Flood, 2014).
type fixed struct{ state uint64 }

// Seed is the seed of the level's draws, which are public.
const Seed = 7

// uniform returns the next number in (0, 1).
func (f *fixed) uniform() float64 {
	f.state += 0x9E3779B97F4A7C15
	x := f.state
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return (float64((x^x>>31)>>11) + .5) / (1 << 53)
}

// normals fills x with standard normal numbers by Box and Muller (1958): of two uniform ones u and u', r·cos 2πu' and r·sin 2πu',
// r = √(−2 log u). Of an odd number, the last is dropped.
func (f *fixed) normals(x []float64) {
	for i := 0; i < len(x); i += 2 {
		u := f.uniform()
		sin, cos := math.Sincos(2 * math.Pi * f.uniform())
		r := math.Sqrt(-2 * math.Log(u))
		x[i] = r * cos
		if i+1 < len(x) {
			x[i+1] = r * sin
		}
	}
}
