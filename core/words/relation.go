package words

import (
	"math"
	"strconv"
	"strings"
)

// Correlation writes what lies between −1 and 1 as tables of correlations do: .41, −.05, 1.00; "–" for what is not seen.
func Correlation(r float64) string { return bare(r, 2) }

// CorrelationError writes the error of a correlation: .021.
func CorrelationError(e float64) string { return bare(e, 3) }

// bare writes a number with that many decimals, and without a 0 before the point.
func bare(x float64, decimals int) string {
	if math.IsNaN(x) {
		return "–"
	}
	s := strings.TrimPrefix(strconv.FormatFloat(math.Abs(x), 'f', decimals, 64), "0")
	if x < 0 && strings.Trim(s, ".0") != "" {
		return "−" + s
	}
	return s
}

// Amount writes a number of a column's own unit with three significant digits: 12.5, −0.031.
func Amount(x float64) string {
	if math.IsNaN(x) {
		return "–"
	}
	return strings.Replace(Three(x), "-", "−", 1)
}
