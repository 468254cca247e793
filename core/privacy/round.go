package privacy

import "math"

// libraryError bounds the relative error that calibration.md assumes of
// math.Log, Log1p, Exp and Erfc: 2⁻⁴⁶, where their authors claim 2⁻⁵².
const libraryError = 0x1p-46

func up(x float64) float64   { return math.Nextafter(x, math.Inf(1)) }
func down(x float64) float64 { return math.Nextafter(x, math.Inf(-1)) }

// addUp returns the least float64 not below a+b. Knuth's two-sum yields the
// rounding error of a+b exactly, so exact sums stay as they are: two halves of a
// budget make the budget.
func addUp(a, b float64) float64 {
	sum := a + b
	bb := sum - a
	if (a-(sum-bb))+(b-bb) > 0 {
		return up(sum)
	}
	return sum
}

// squareUp returns a float64 not below x², and 0 for 0.
func squareUp(x float64) float64 {
	if x == 0 {
		return 0
	}
	return up(x * x)
}

// sumUp returns a float64 not below the sum of the terms.
func sumUp(terms ...float64) float64 {
	total := 0.0
	for _, t := range terms {
		total = addUp(total, t)
	}
	return total
}
