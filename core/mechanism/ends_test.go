package mechanism

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"privatepca/core/moment"
	"privatepca/core/noise/noisetest"
	"privatepca/core/privacy"
)

// Rounding to the grid adds about a third of k·coreGrid to the bound on ‖W‖₂² of a random basis.
func TestRoundingOfManyDirections(t *testing.T) {
	const d, k = 240, 200
	m := spectrum(t, 0, make([]float64, d))
	mech, err := NewRandom(params(m, k, 1, 0))
	if err != nil {
		t.Fatal(err)
	}
	out, err := mech.Release(t.Context(), m, noisetest.New(7))
	if err != nil {
		t.Fatal(err)
	}
	nu, _ := new(big.Float).SetInt(norm2(onGrid(out.basis.Rounded()))).Float64()
	if share := (nu - coreGrid*coreGrid) / (k * coreGrid); share < .25 || share > .45 {
		t.Errorf("rounding adds %.3f of k·coreGrid", share)
	}
}

// The published noises have the published widths, in units of 1/s², for each row of a person.
func TestPublishedWidths(t *testing.T) {
	for _, rows := range []int{1, 3} {
		p := params(spectrum(t, 10, []float64{.5, .3, .1, .05}), 1, .3, 1e-6)
		p.RowsPerPerson = rows
		unit := float64(testScale) * testScale * float64(rows)
		beta := (4+1)/.3*math.Sqrt(2*math.Log((16+4)/(1e-6*2*math.Sqrt(2*math.Pi)))) + 1/math.Sqrt(.3)
		if m, err := NewMODSULQ(p); err != nil || math.Abs(float64(m.sigma)/(beta*unit)-1) > 1e-6 {
			t.Errorf("%d rows: %v, σ = %d of MOD-SULQ, published %g", rows, err, m.sigma, beta*unit)
		}
		width := math.Sqrt(8) * 4 * math.Log(4/1e-6) / .3
		if q, err := NewSULQ(p); err != nil || math.Abs(float64(q.sigma)/(width*unit)-1) > 1e-6 {
			t.Errorf("%d rows: %v, σ = %d of SULQ, published %g", rows, err, q.sigma, width*unit)
		}
	}
}

// What a release of a whole matrix says of its progress: the entries that are drawn, row by row, and the decomposition.
func TestProgressIsTheEntriesThatWereDrawn(t *testing.T) {
	m := spectrum(t, 5000, []float64{.5, .3, .1, .05})
	for name, want := range map[string][]string{
		NameGaussian: {"noise 4/10", "noise 7/10", "noise 9/10", "noise 10/10", "vectors 0/1", "vectors 1/1"},
		NameLaplace:  {"noise 4/10", "noise 7/10", "noise 9/10", "noise 10/10", "vectors 0/1", "vectors 1/1"},
		NameMODSULQ:  {"noise 4/10", "noise 7/10", "noise 9/10", "noise 10/10", "vectors 0/1", "vectors 1/1"},
		NameSULQ:     {"noise 4/16", "noise 8/16", "noise 12/16", "noise 16/16", "vectors 0/1", "vectors 1/1"},
	} {
		t.Run(name, func(t *testing.T) {
			var said []string
			p := params(m, 2, 50, 1e-6)
			p.Progress = func(phase Phase, done, total int) { said = append(said, fmt.Sprintf("%s %d/%d", phase, done, total)) }
			mech, err := New(name, p)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := mech.Release(t.Context(), m, noisetest.New(5)); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(said, want) {
				t.Errorf("%s: %q, want %q", name, said, want)
			}
		})
	}
}

// Shrinkage is judged by as many directions as can be shown, also where more are asked for, and by one at least.
func TestShrinkageIsJudgedBelowTheFeatures(t *testing.T) {
	m := spectrum(t, 5000, []float64{.5, .3, .1, .05})
	for asked, want := range map[int]int{-1: 1, 0: 1, 1: 1, 2: 2, 3: 3, 4: 3, 100: 3} {
		t.Run(fmt.Sprint(asked), func(t *testing.T) {
			mech, err := New(NameGaussian, params(m, 2, 1, 1e-6))
			if err != nil {
				t.Fatal(err)
			}
			r, err := mech.Release(t.Context(), m, noisetest.New(5))
			if err != nil {
				t.Fatal(err)
			}
			last := -1
			err = r.Shrink(t.Context(), Shrinkage{Scale: testScale, K: asked, Progress: func(phase Phase, done, total int) {
				if phase != PhaseShrink || done != last+1 || done > total {
					t.Errorf("%s: %d of %d after %d", phase, done, total, last)
				}
				last = done
			}})
			if err != nil || len(r.shrunk.spectrum.vectors) != want {
				t.Errorf("%d asked: %v, judged %d", asked, err, len(r.shrunk.spectrum.vectors))
			}
			if last < 2 {
				t.Errorf("progress ends at step %d", last)
			}
		})
	}
}

// The ends of what a step before the release takes are taken, and the next number beyond is not.
func TestEndsOfTheSteps(t *testing.T) {
	for scale, taken := range map[int]bool{0: false, 1: true, moment.MaxScale: true, moment.MaxScale + 1: false} {
		t.Run(fmt.Sprint(scale), func(t *testing.T) {
			if _, err := NewCentre(CentreParams{Dim: 1, Scale: scale, Budget: privacy.Budget{Epsilon: 1}, Relation: privacy.ReplaceOne, RowsPerPerson: 1}); (err == nil) != taken {
				t.Errorf("a centre at the scale %d: %v", scale, err)
			}
			if _, err := NewChooseK(ChooseKParams{Dim: 2, Scale: scale, Most: 1, Target: .5, Epsilon: 1, Relation: privacy.ReplaceOne, RowsPerPerson: 1}); (err == nil) != taken {
				t.Errorf("a choice of k at the scale %d: %v", scale, err)
			}
		})
	}
	good := MeanParams{
		MeanQuery: privacy.MeanQuery{Dim: 1, Spread: 1, Reach: 1, Relation: privacy.ReplaceOne, RowsPerPerson: 1}, Scale: 1, Base: []int64{0},
	}
	for name, c := range map[string]struct {
		change func(*MeanParams)
		taken  bool
	}{
		"the least of all":          {func(*MeanParams) {}, true},
		"no feature":                {func(p *MeanParams) { p.Dim, p.Base = 0, nil }, false},
		"a base too long":           {func(p *MeanParams) { p.Base = []int64{0, 0} }, false},
		"no scale":                  {func(p *MeanParams) { p.Scale = 0 }, false},
		"the finest scale":          {func(p *MeanParams) { p.Scale = moment.MaxScale }, true},
		"a finer one":               {func(p *MeanParams) { p.Scale = moment.MaxScale + 1 }, false},
		"no spread":                 {func(p *MeanParams) { p.Spread = 0 }, false},
		"no reach":                  {func(p *MeanParams) { p.Reach = 0 }, false},
		"no rows":                   {func(p *MeanParams) { p.RowsPerPerson = 0 }, false},
		"as many rows as there are": {func(p *MeanParams) { p.RowsPerPerson = maxRowsPerPerson }, true},
		"one more":                  {func(p *MeanParams) { p.RowsPerPerson = maxRowsPerPerson + 1 }, false},
		"no relation":               {func(p *MeanParams) { p.Relation = "" }, false},
	} {
		t.Run(name, func(t *testing.T) {
			p := good
			c.change(&p)
			if err := p.Validate(); (err == nil) != c.taken {
				t.Errorf("a mean of %s: %v", name, err)
			}
		})
	}
}
