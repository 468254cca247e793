package report

import (
	"math"
	"strconv"
	"strings"

	"privatepca/core/words"
)

// NiceStep rounds up to 1, 2 or 5 times a power of ten.
func NiceStep(x float64) float64 {
	if !(x > 0) {
		return 1
	}
	unit := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range []float64{1, 2, 5} {
		if x <= m*unit*(1+1e-9) {
			return m * unit
		}
	}
	return 10 * unit
}

// TickLabel writes a tick with the digits that its step needs.
func TickLabel(v, step float64) string {
	if math.Abs(v) < step/2 {
		return "0"
	}
	if step >= 1e5 || step < 1e-4 {
		return words.Three(v)
	}
	digits := int(math.Max(0, -math.Floor(math.Log10(step)+1e-9)))
	return strings.Replace(strconv.FormatFloat(v, 'f', digits, 64), "-", "−", 1)
}
