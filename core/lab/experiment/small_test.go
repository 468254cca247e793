package experiment

import (
	"math"
	"slices"
	"testing"
)

// The share of a cap is the arc in the plane and (1−c)/2 on the sphere; Ball's bounds hold and are not vacuous; and each small claim has a verdict.
func TestSmallClaims(t *testing.T) {
	for _, c := range []float64{0, .3, .7, .99} {
		if got, want := sphereCap(2, c), math.Acos(c)/math.Pi; math.Abs(got-want) > 1e-12 {
			t.Errorf("d = 2, c = %g: %g, want %g", c, got, want)
		}
		if got, want := sphereCap(3, c), (1-c)/2; math.Abs(got-want) > 1e-12 {
			t.Errorf("d = 3, c = %g: %g, want %g", c, got, want)
		}
	}
	lower, upper, narayan := caps()
	for _, most := range []float64{lower, upper, narayan} {
		if !(most <= 1 && most > .2) {
			t.Errorf("bounds on caps: %g, %g, %g of what they allow", lower, upper, narayan)
		}
	}
	table, found := smallClaims()
	verdicts := []string{"holds", "reproduced", "corrected", "does not hold; corrected", "untreated"}
	corrected := 0
	for _, row := range table[1:] {
		if len(row) != 4 || !slices.Contains(verdicts, row[2]) {
			t.Errorf("a claim without a verdict: %q", row)
		}
		if row[2] == "corrected" || row[2] == "does not hold; corrected" {
			corrected++
		}
	}
	if corrected != len(found) || corrected < 3 {
		t.Errorf("%d claims are corrected, %d are among the findings", corrected, len(found))
	}
}
