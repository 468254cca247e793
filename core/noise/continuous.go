package noise

import "math"

// Uniform returns a multiple of 2⁻⁵³ in (0, 1): the midpoints of 2⁵³ equal
// cells would need one more bit, so zero is redrawn instead.
func Uniform(src Source) float64 {
	for {
		if u := src.Uint64() >> 11; u != 0 {
			return float64(u) * 0x1p-53
		}
	}
}

// Exponential returns a standard exponential variate, −log of a Uniform.
func Exponential(src Source) float64 {
	return -math.Log(Uniform(src))
}

// Normal returns a standard normal variate in double precision, by the ziggurat
// method of Marsaglia and Tsang (2000) in the form of Doornik (2005): the place
// in a layer takes 53 bits that the choice of the layer does not share, where
// math/rand/v2 has 31 bits.
func Normal(src Source) float64 {
	for {
		word := src.Uint64()
		layer := word & (layers - 1)
		// A multiple of 2⁻⁵³ in [−1, 1), from the bits above the layer's.
		u := float64(int64(word)>>10) * 0x1p-53
		x := u * ziggurat.edge[layer]
		if math.Abs(x) < ziggurat.edge[layer+1] {
			return x // below the next layer's edge: under the curve for certain
		}
		if layer == 0 {
			return math.Copysign(normalTail(src), u)
		}
		low, high := ziggurat.density[layer], ziggurat.density[layer+1]
		if low+Uniform(src)*(high-low) < math.Exp(-x*x/2) {
			return x
		}
	}
}

// layers is how many pieces of equal area the half-curve exp(−x²/2) is cut into,
// and tailEdge where its tail begins: the root that makes the areas equal.
const (
	layers   = 256
	tailEdge = 3.6541528853610088
)

// ziggurat holds the layers' right edges, falling from the bottom, and the curve's
// height at each. The bottom layer is the tail beyond edge[1] and the rectangle
// under it, drawn as one rectangle of width edge[0].
var ziggurat = func() (z struct{ edge, density [layers + 1]float64 }) {
	curve := func(x float64) float64 { return math.Exp(-x * x / 2) }
	area := tailEdge*curve(tailEdge) + math.Sqrt(math.Pi/2)*math.Erfc(tailEdge/math.Sqrt2)
	z.edge[0] = area / curve(tailEdge)
	z.edge[1] = tailEdge
	for i := 2; i < layers; i++ {
		z.edge[i] = math.Sqrt(-2 * math.Log(area/z.edge[i-1]+curve(z.edge[i-1])))
	}
	for i, x := range z.edge {
		z.density[i] = curve(x)
	}
	return z
}()

// normalTail returns a normal variate given that it exceeds tailEdge (Marsaglia
// 1964).
func normalTail(src Source) float64 {
	for {
		x := Exponential(src) / tailEdge
		if 2*Exponential(src) >= x*x {
			return tailEdge + x
		}
	}
}
