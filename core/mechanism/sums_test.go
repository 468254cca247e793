package mechanism

import (
	"fmt"
	"math"
	"testing"

	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise"
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
			if law := sums.Part().Law; (law.Weight > 0) != query.Counted() || query.Counted() && law.Weight != uint64(query.Weight()) {
				t.Errorf("%s: the law states the weight %d of a row", relation, law.Weight)
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
				weight := 0.0
				if query.Counted() {
					weight = float64(query.Weight()) / scale
				}
				if out.Deviation != float64(width.Sigma)/one || out.Weight != weight {
					t.Fatalf("%s: deviation %g, weight %g", relation, out.Deviation, out.Weight)
				}
				got[i] = out.Coordinates
				var deviation float64
				if counts[i], deviation = lengths.Release([]int64{17, 0}, src); deviation != float64(width.Sigma)/one {
					t.Fatalf("%s: counts have the deviation %g", relation, deviation)
				}
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

// Counts may be of as many rows of a person, as fine and as heavy as calibration takes exactly, and no more.
func TestLengthsAtTheirEnds(t *testing.T) {
	good := LengthsParams{Bins: 1, Scale: 1, Relation: privacy.ReplaceOne, RowsPerPerson: 1}
	for name, c := range map[string]struct {
		change func(*LengthsParams)
		taken  bool
	}{
		"the least of all":          {func(*LengthsParams) {}, true},
		"no bin":                    {func(p *LengthsParams) { p.Bins = 0 }, false},
		"no scale":                  {func(p *LengthsParams) { p.Scale = 0 }, false},
		"the finest scale":          {func(p *LengthsParams) { p.Scale = moment.MaxScale }, true},
		"a finer one":               {func(p *LengthsParams) { p.Scale = moment.MaxScale + 1 }, false},
		"no rows":                   {func(p *LengthsParams) { p.RowsPerPerson = 0 }, false},
		"as many rows as there are": {func(p *LengthsParams) { p.RowsPerPerson = maxRowsPerPerson }, true},
		"one more":                  {func(p *LengthsParams) { p.RowsPerPerson = maxRowsPerPerson + 1 }, false},
		"the largest weight":        {func(p *LengthsParams) { p.WeightUnit = maxWeightUnit }, true},
		"a larger one":              {func(p *LengthsParams) { p.WeightUnit = maxWeightUnit + 1 }, false},
		"a weight below 0":          {func(p *LengthsParams) { p.WeightUnit = -1 }, false},
		"no relation":               {func(p *LengthsParams) { p.Relation = "" }, false},
	} {
		t.Run(name, func(t *testing.T) {
			p := good
			c.change(&p)
			if _, err := NewLengths(p, privacy.Gaussian{Sigma: 1}); (err == nil) != c.taken {
				t.Error(err)
			}
		})
	}
}

// Sums and counts of another length are a defect of the program, and nothing is drawn of them.
func TestSumsOfAnotherLength(t *testing.T) {
	query := privacy.MeanQuery{Dim: 2, Spread: 4, Reach: 2, Relation: privacy.ReplaceOne, RowsPerPerson: 1}
	sums, err := NewSums(MeanParams{MeanQuery: query, Scale: 1, Base: []int64{0, 0}}, privacy.Gaussian{Sigma: 1})
	if err != nil {
		t.Fatal(err)
	}
	lengths, err := NewLengths(LengthsParams{Bins: 2, Scale: 1, Relation: privacy.ReplaceOne, RowsPerPerson: 1}, privacy.Gaussian{Sigma: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{1, 3} {
		for want, release := range map[string]func(noise.Source){
			"mechanism: a sum of another length":  func(src noise.Source) { sums.Release(make([]int64, n), 1, src) },
			"mechanism: another number of counts": func(src noise.Source) { lengths.Release(make([]int64, n), src) },
		} {
			t.Run(want+fmt.Sprint(n), func(t *testing.T) {
				defer func() {
					if said := recover(); said != want {
						t.Errorf("recovered %v", said)
					}
				}()
				release(noisetest.New(1))
			})
		}
	}
}

// The step that counts rows is stated as that step, at the price of add/remove whatever the relation; one that cannot be made is an error.
func TestTheStepThatCounts(t *testing.T) {
	p := LengthsParams{Scale: 100, Relation: privacy.ReplaceOne, RowsPerPerson: 2}
	count, err := NewCount(p, privacy.Gaussian{Sigma: 5000})
	if err != nil {
		t.Fatal(err)
	}
	part, want := count.Part(), gaussianCost(privacy.Budget{}, privacy.CountsSquared(privacy.AddRemove, 100, 2), 5000, 1)
	if part.Step != method.StepCount || part.Rho != want.Rho {
		t.Errorf("the step is %q at ρ = %g, want %q at %g", part.Step, part.Rho, method.StepCount, want.Rho)
	}
	if noisy, _ := count.Release([]int64{40}, noisetest.New(1)); len(noisy) != 1 {
		t.Errorf("%d numbers of rows", len(noisy))
	}
	p.Scale = 0
	if _, err := NewCount(p, privacy.Gaussian{Sigma: 5000}); err == nil {
		t.Error("a scale of 0 is taken")
	}
}
