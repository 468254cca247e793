package schur

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
)

const tolerance = 1e-14 // times n^½ and ‖A‖_F: core/eigen/eigen.md

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func dot(a, b []float64) float64 { return floats.Dot(a, b) }

func norm(a []float64) float64 { return floats.Norm(a, 2) }

// symmetric are symmetric matrices that have broken eigensolvers: ties, clusters, graded spectra.
func symmetric(rng *rand.Rand, n int) map[string][][]float64 {
	one := func(i, j int) float64 { return float64(b2i(i == j)) }
	return map[string][][]float64{
		"zero":       square(n, func(i, j int) float64 { return 0 }),
		"identity":   square(n, one),
		"ones":       square(n, func(i, j int) float64 { return 1 }),
		"diagonal":   square(n, func(i, j int) float64 { return one(i, j) * float64(i%7) }),
		"wilkinson":  square(n, wilkinson(n, n)),
		"glued":      square(n, wilkinson(n, 21)),
		"toeplitz":   square(n, func(i, j int) float64 { return 2*one(i, j) - one(i, j+1) - one(j, i+1) }),
		"graded":     withSpectrum(rng, n, func(i int) float64 { return math.Pow(10, -15*float64(i)/float64(n)) }),
		"two values": withSpectrum(rng, n, func(i int) float64 { return float64(i % 2) }),
		"tied top":   withSpectrum(rng, n, func(i int) float64 { return math.Min(3, float64(n-i)/5) }),
		"clusters":   withSpectrum(rng, n, func(i int) float64 { return float64(i/5) + 1e-13*float64(i) }),
		"one large":  withSpectrum(rng, n, func(i int) float64 { return 1 + 1e10*float64(b2i(i == 3)) }),
		"negative":   withSpectrum(rng, n, func(i int) float64 { return -float64(i) }),
		"rank two":   withSpectrum(rng, n, func(i int) float64 { return float64(b2i(i < 2)) }),
	}
}

// wilkinson is W⁺ of the size, glued to the next by a tiny entry: pairs of eigenvalues
// that agree to the last digits.
func wilkinson(n, size int) func(i, j int) float64 {
	return func(i, j int) float64 {
		if i < j {
			i, j = j, i
		}
		switch {
		case i == j:
			return math.Abs(float64(i%size) - float64(min(size, n)-1)/2)
		case i == j+1 && i%size == 0:
			return 1e-11
		case i == j+1:
			return 1
		}
		return 0
	}
}

// withSpectrum returns QΛQᵀ, Q a product of four random reflections.
func withSpectrum(rng *rand.Rand, n int, value func(i int) float64) [][]float64 {
	a := square(n, func(i, j int) float64 { return float64(b2i(i == j)) * value(i) })
	for range 4 {
		u := make([]float64, n)
		for i := range u {
			u[i] = rng.NormFloat64()
		}
		floats.Scale(1/norm(u), u)
		for _, row := range a { // A·H
			floats.AddScaled(row, -2*dot(row, u), u)
		}
		left := make([]float64, n) // uᵀ·A
		for i, row := range a {
			floats.AddScaled(left, u[i], row)
		}
		for i, row := range a { // H·A
			floats.AddScaled(row, -2*u[i], left)
		}
	}
	return square(n, func(i, j int) float64 { return (a[i][j] + a[j][i]) / 2 })
}
