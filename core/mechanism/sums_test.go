package mechanism

import (
	"fmt"
	"math"
	"testing"

	"privatepca/core/noise/noisetest"
	"privatepca/core/privacy"
)

// Each coordinate of the sums, the number of rows and each count has discrete Gaussian noise of the stated width about the exact value: the mean
// and the variance of 40,000 draws are within five standard errors, which fails by chance in one of a million runs.
func TestSumsAndLengthsHaveTheirNoise(t *testing.T) {
	const scale, draws = 8191, 40_000
	width := privacy.Gaussian{Sigma: 20_000}
	for _, c := range []struct {
		relation privacy.Relation
		unit     int64 // of weights; 0 for none
	}{{privacy.ReplaceOne, 0}, {privacy.AddRemove, 0}, {privacy.ReplaceOne, 50}} {
		t.Run(fmt.Sprint(c.unit), func(t *testing.T) {
			relation, one := c.relation, float64(scale*max(1, c.unit))
			query := privacy.MeanQuery{Dim: 3, Spread: 4 * scale * scale, Reach: 2 * scale * scale, Relation: relation, RowsPerPerson: 1, WeightUnit: c.unit}
			base := []int64{0, 100, 7}
			sums, err := NewSums(MeanParams{MeanQuery: query, Scale: scale, Base: base}, width)
			if err != nil {
				t.Fatal(err)
			}
			lengths, err := NewLengths(LengthsParams{Bins: 2, Scale: scale, Relation: relation, RowsPerPerson: 1, WeightUnit: c.unit}, width)
			if err != nil {
				t.Fatal(err)
			}
			if c.unit > 0 {
				squared := privacy.CountsSquared(relation, scale*uint64(c.unit), 1)
				if got, want := lengths.Part().Rho, gaussianCost(privacy.Budget{}, squared, width.Sigma, 2).Rho; got != want {
					t.Errorf("weighted counts cost ρ = %g, want %g", got, want)
				}
			}
			src := noisetest.New(1)
			exact := []int64{5000, -900, 123456}
			const rows = 321
			want := []float64{5000, -900, 123456}
			if query.Counted() {
				for i := range want {
					want[i] -= rows * float64(base[i])
				}
				want = append(want, float64(query.Weight()*rows))
			}
			for i := range want {
				want[i] /= one
			}
			got := make([][]float64, draws)
			counts := make([][]float64, draws)
			for i := range got {
				out := sums.Release(exact, rows, src)
				if out.Deviation != float64(width.Sigma)/one || query.Counted() != (out.Weight > 0) {
					t.Fatalf("%s: deviation %g, weight %g", relation, out.Deviation, out.Weight)
				}
				got[i] = out.Coordinates
				counts[i], _ = lengths.Release([]int64{17, 0}, src)
			}
			check := func(what string, got [][]float64, want []float64) {
				sigma := float64(width.Sigma) / one
				for j := range want {
					mean, square := 0.0, 0.0
					for i := range got {
						x := got[i][j] - want[j]
						mean, square = mean+x/draws, square+x*x/draws
					}
					if math.Abs(mean) > 5*sigma/math.Sqrt(draws) || math.Abs(square/(sigma*sigma)-1) > 5*math.Sqrt(2.0/draws) {
						t.Errorf("%s, %s %d: off by %g, variance %g of what is stated", relation, what, j, mean, square/(sigma*sigma))
					}
				}
			}
			check("sum", got, want)
			check("count", counts, []float64{17 * scale / one, 0})
		})
	}
}
