package words

import (
	"fmt"
	"math"
)

// What is said before a release is decided, by the page and by the command.

// RowWeight says what rows weighted by a column count as, and what a large maximum costs.
func RowWeight(column string, most float64) string {
	return fmt.Sprintf("Rows are weighted by %s: a row of weight w counts as w/%s rows. A maximum of three times the mean weight makes the noise as large as with three times fewer rows: state at most about that, from public knowledge.",
		Clip(column, 60), Three(most))
}

// WeightsCost says what weights cost: so many rows count as the share that their mean weight is of the largest.
func WeightsCost(rows, share float64) string {
	return fmt.Sprintf("Weights make %s rows count as about %s, if the mean weight is %s of the largest that is possible. A smaller largest weight, or no weights, make more of them count.",
		Thousands(math.Round(rows)), Thousands(math.Round(rows*share)), Percent(share))
}

// DeltaOfMany says that δ is not below 1/n.
func DeltaOfMany(delta float64, n int64) string {
	return fmt.Sprintf("δ = %s is not below 1/n = %s. At that size, publishing somebody’s whole record would count as private.", Number(delta), Three(1/float64(n)))
}

// LargeDelta says that a δ is too large whatever n is.
func LargeDelta(delta float64) string {
	return fmt.Sprintf("δ = %s is so large that publishing somebody’s whole record could count as private.", Number(delta))
}
