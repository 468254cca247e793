package mechanism

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"privatepca/core/moment"
	"privatepca/core/noise/noisetest"
	"privatepca/core/privacy"
)

func meanParams(relation privacy.Relation, rows int) MeanParams {
	const s = 20
	return MeanParams{
		MeanQuery: privacy.MeanQuery{ // a number in −10 … 20, a category of three levels
			Dim: 4, Spread: 30*30 + 2*s*s, Reach: 15*15 + 14*14 + 2*6*6, Relation: relation, RowsPerPerson: rows,
		},
		Scale: s, Base: []int64{5, 6, 6, 6},
	}
}

// TestMeanSensitivity searches all neighbours with records at the corners: one person of at most m rows, replaced,
// added or removed.
func TestMeanSensitivity(t *testing.T) {
	var records [][]int64
	for _, x := range []int64{-10, 20} {
		for level := range 4 {
			q := []int64{x, 0, 0, 0}
			if level < 3 {
				q[1+level] = 20
			}
			records = append(records, q)
		}
	}
	for _, relation := range []privacy.Relation{privacy.ReplaceOne, privacy.AddRemove} {
		for _, m := range []int{1, 2} {
			p := meanParams(relation, m)
			weight := int64(0)
			if p.Counted() {
				weight = p.Weight()
			}
			joint := func(q []int64) []int64 { // what one row adds
				v := make([]int64, 5)
				for i := range q {
					v[i] = q[i]
					if p.Counted() {
						v[i] -= p.Base[i]
					}
				}
				v[4] = weight
				return v
			}
			persons := [][]int64{} // sums of 1 … m rows; none under add/remove
			if relation == privacy.AddRemove {
				persons = append(persons, make([]int64, 5))
			}
			for _, a := range records {
				persons = append(persons, joint(a))
				for _, b := range records {
					if m == 2 {
						sum := joint(a)
						for i, x := range joint(b) {
							sum[i] += x
						}
						persons = append(persons, sum)
					}
				}
			}
			var largest int64
			for _, a := range persons {
				for _, b := range persons {
					if relation == privacy.AddRemove {
						b = make([]int64, 5)
					}
					var d int64
					for i := range a {
						d += (a[i] - b[i]) * (a[i] - b[i])
					}
					largest = max(largest, d)
				}
			}
			bound := p.Squared()
			if bound.Cmp(big.NewInt(largest)) < 0 {
				t.Errorf("%s, m = %d: neighbours are at %d, the bound is %v", relation, m, largest, bound)
			}
			if tight, _ := new(big.Float).SetInt(bound).Float64(); tight > 1.6*float64(largest) {
				t.Errorf("%s, m = %d: the bound %v is far above %d", relation, m, bound, largest)
			}
		}
	}
}

// TestMeanNoise: the released mean is the exact one and noise of the stated width. 20,000 variates, |z| ≤ 5.2 for the mean
// and the variance each: a false rejection has a probability below 10⁻⁶. A mutant without noise, or with half its width, fails.
func TestMeanNoise(t *testing.T) {
	if testing.Short() {
		t.Skip("statistics: not with -short")
	}
	for _, relation := range []privacy.Relation{privacy.ReplaceOne, privacy.AddRemove} {
		p := meanParams(relation, 1)
		j, err := privacy.CalibrateGaussians([]privacy.Query{p.Query(1)}, privacy.Budget{Epsilon: 1, Delta: 1e-5})
		if err != nil {
			t.Fatal(err)
		}
		m, err := NewMean(p, j.Steps[0])
		if err != nil {
			t.Fatal(err)
		}
		const n, draws = 1_000_000, 5000
		sum := []int64{3 * n, 5 * n, 7 * n, 2 * n}
		src := noisetest.New(11)
		mean, square, size := 0.0, 0.0, 0.0
		for range draws {
			got, sigma := m.Release(sum, n, src)
			for i, x := range got {
				z := (x - float64(sum[i])/(n*20)) / sigma
				if relation == privacy.AddRemove { // the noise of the count moves each mean by its distance from Base
					away := float64(sum[i]/n - p.Base[i])
					z /= math.Sqrt(1 + away*away/float64(p.Weight()*p.Weight()))
				}
				mean, square, size = mean+z, square+z*z, size+1
			}
		}
		zMean, zSquare := mean/math.Sqrt(size), (square/size-1)/math.Sqrt(2/size)
		if relation == privacy.AddRemove {
			zMean, zSquare = zMean/2, zSquare/2 // four features share the count's noise
		}
		if math.Abs(zMean) > 5.2 || math.Abs(zSquare) > 5.2 {
			t.Errorf("%s: z = %.1f for the mean, %.1f for the variance", relation, zMean, zSquare)
		}
	}
}

// No rows, or few: a mean all the same.
func TestMeanOfNothing(t *testing.T) {
	for _, relation := range []privacy.Relation{privacy.ReplaceOne, privacy.AddRemove} {
		m, err := NewMean(meanParams(relation, 1), privacy.Gaussian{Sigma: 40, OffDiagonal: 29})
		if err != nil {
			t.Fatal(err)
		}
		mean, sigma := m.Release(make([]int64, 4), 0, noisetest.New(3))
		if !(sigma > 0) {
			t.Fatal(sigma)
		}
		for _, x := range mean {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Errorf("%s: %v", relation, mean)
			}
		}
	}
}

// Where the number of rows is private and there are none, the mean is the base, but for noise; where it is public, it is 0.
func TestMeanOfNoRowsIsTheBase(t *testing.T) {
	for relation, at := range map[privacy.Relation]float64{privacy.AddRemove: .5, privacy.ReplaceOne: 0} {
		t.Run(fmt.Sprint(relation), func(t *testing.T) {
			p := meanParams(relation, 1)
			p.Scale, p.Base, p.Reach = 8000, []int64{4000, 4000, 4000, 4000}, 1<<40
			m, err := NewMean(p, privacy.Gaussian{Sigma: 2, OffDiagonal: 2})
			if err != nil {
				t.Fatal(err)
			}
			mean, sigma := m.Release(make([]int64, 4), 0, noisetest.New(8))
			for i, x := range mean {
				if math.Abs(x-at) > .01 || sigma != 2./8000 { // 40 standard deviations
					t.Errorf("%s: feature %d is %v ± %v, want %v", relation, i, x, sigma, at)
				}
			}
		})
	}
}

func TestMeanRefuses(t *testing.T) {
	width := privacy.Gaussian{Sigma: 40, OffDiagonal: 29}
	for name, change := range map[string]func(*MeanParams){
		"no features":       func(p *MeanParams) { p.Dim, p.Base = 0, nil },
		"a base too short":  func(p *MeanParams) { p.Base = p.Base[:3] },
		"no scale":          func(p *MeanParams) { p.Scale = 0 },
		"nothing can vary":  func(p *MeanParams) { p.Spread = 0 },
		"no rows a person":  func(p *MeanParams) { p.RowsPerPerson = 0 },
		"unknown relation":  func(p *MeanParams) { p.Relation = "any" },
		"too many a person": func(p *MeanParams) { p.RowsPerPerson = 1 << 20 },
	} {
		t.Run(name, func(t *testing.T) {
			p := meanParams(privacy.ReplaceOne, 1)
			change(&p)
			if _, err := NewMean(p, width); err == nil {
				t.Errorf("%s: taken", name)
			}
		})
	}
	if _, err := NewMean(meanParams(privacy.ReplaceOne, 1), privacy.Gaussian{}); err == nil {
		t.Error("a step without noise is made")
	}
}

// The ends of what the steps take are taken, and the next number beyond is not.
func TestEndsOfAMean(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*MeanParams)
		taken  bool
	}{
		"as many rows a person as can be": {func(p *MeanParams) { p.RowsPerPerson = maxRowsPerPerson }, true},
		"one more":                        {func(p *MeanParams) { p.RowsPerPerson = maxRowsPerPerson + 1 }, false},
		"the finest scale":                {func(p *MeanParams) { p.Scale = moment.MaxScale }, true},
		"a finer one":                     {func(p *MeanParams) { p.Scale = moment.MaxScale + 1 }, false},
		"the coarsest scale":              {func(p *MeanParams) { p.Scale = 1 }, true},
		"the least that can vary":         {func(p *MeanParams) { p.Spread, p.Reach = 1, 1 }, true},
		"no reach":                        {func(p *MeanParams) { p.Reach = 0 }, false},
		"one feature":                     {func(p *MeanParams) { p.Dim, p.Base = 1, p.Base[:1] }, true},
	} {
		t.Run(name, func(t *testing.T) {
			p := meanParams(privacy.ReplaceOne, 1)
			c.change(&p)
			if err := p.Validate(); (err == nil) != c.taken {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
}
