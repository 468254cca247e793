package report

import (
	"math"
	"math/rand/v2"
	"testing"

	"privatepca/core/chart"
)

// Of 219 features on three directions, all loadings of which are 0, the heat map says of few that they surely belong to one: in at most 5 of 100
// releases (400 seeded ones: 35 or more have a probability below 10⁻³). Two errors, as for one loading, would name some in each.
func TestLoadingsOfNothingBelongNowhere(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 7))
	const features, held, releases = 219, 3, 400
	named := 0
	for range releases {
		surest, belongs := make([]float64, features), make([]int, features)
		for i := range surest {
			for c := range held {
				if z := math.Abs(rng.NormFloat64()); z > surest[i] {
					surest[i], belongs[i] = z, c
				}
			}
		}
		any := 0
		for _, g := range surestOf(surest, belongs, held, 40, surely(held*features)) {
			for _, i := range g {
				if surest[i] >= surely(held*features) { // the surest of all stands there in any case
					any++
				}
			}
		}
		if any > 0 {
			named++
		}
	}
	if named >= 35 || named == 0 {
		t.Errorf("features are named in %d of %d releases of nothing", named, releases)
	}
}

// What the cumulative chart draws lies within its axis: a line along the top would be read as a share.
func TestCumulativeSharesLieWithinTheirAxis(t *testing.T) {
	for _, name := range foundNames {
		t.Run(name, func(t *testing.T) {
			d := found(t, name)
			shares, banded := d.Shares()
			if shares == nil {
				t.Skip("no spectrum")
			}
			f := Find(d)
			shown := shownOf(d, len(shares))
			c := cumulativeChart(f, shares, shown, f.Held(), banded)
			drawn := 0
			for _, m := range c.Marks {
				line, ok := m.(chart.Line)
				if !ok {
					continue
				}
				for i, y := range line.Y {
					if line.X[i] <= float64(shown) && y <= 1 {
						if drawn++; y > c.Y.To {
							t.Errorf("%d directions hold %.3f, the axis ends at %g", int(line.X[i]), y, c.Y.To)
						}
					}
				}
			}
			if drawn == 0 {
				t.Error("nothing is drawn")
			}
		})
	}
}
