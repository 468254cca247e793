package mechanism

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"testing"

	"privatepca/core/internal/nuclear"
	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise/noisetest"
	"privatepca/core/privacy"
	"privatepca/core/shrink"
)

// The published noise of MOD-SULQ grows with the rows of one person, as the sensitivity does, and so does Laplace noise.
func TestNoiseGrowsWithTheRowsOfOnePerson(t *testing.T) {
	p := Params{Dim: 5, Scale: testScale, K: 2, Budget: privacy.Budget{Epsilon: .1, Delta: 1e-6}, Relation: privacy.ReplaceOne, RowsPerPerson: 1}
	for _, name := range []string{NameMODSULQ, NameLaplace} {
		width := func(rows int) float64 {
			p := p
			p.RowsPerPerson = rows
			m, err := New(name, p)
			if err != nil {
				t.Fatal(err)
			}
			out, err := m.Release(t.Context(), moment.NewAccumulator(p.Dim, p.Scale).Matrix(), noisetest.New(3))
			if err != nil {
				t.Fatal(err)
			}
			return float64(out.Parts[len(out.Parts)-1].Width())
		}
		if one, three := width(1), width(3); !(math.Abs(three/one-3) < 1e-6) {
			t.Errorf("%s: width %g for one row, %g for three", name, one, three)
		}
	}
}

// A selection's weights are exp(−ε·loss/(2Δ)), and what has one candidate selects it.
func TestWeightsOfASelection(t *testing.T) {
	numerators, denominator := scaledLosses([]*big.Int{big.NewInt(3), big.NewInt(0)}, big.NewInt(5), .75)
	if got := new(big.Rat).SetFrac(numerators[0], denominator); got.Cmp(big.NewRat(9, 40)) != 0 || numerators[1].Sign() != 0 {
		t.Errorf("exponents %v, %v, want .75·3/(2·5) and 0", got, numerators[1])
	}
	if i := selected([]*big.Int{big.NewInt(7)}, big.NewInt(2), noisetest.New(1)); i != 0 {
		t.Errorf("candidate %d of one", i)
	}
}

// Each mechanism says how far it is: never less than before, never beyond the total, and at last the total.
func TestProgressEndsAtItsTotal(t *testing.T) {
	m := spectrum(t, 300, []float64{.5, .3, .1, .05})
	for _, name := range method.Names() {
		p := params(m, 2, 2, 1e-3)
		last := map[Phase][2]int{}
		p.Progress = func(phase Phase, done, total int) {
			if total == 0 { // withheld
				return
			}
			if before, told := last[phase]; done < 0 || done > total || told && (done < before[0] || total != before[1]) {
				t.Errorf("%s: %s: %d of %d after %v", name, phase, done, total, before)
			}
			last[phase] = [2]int{done, total}
		}
		mech, err := New(name, p)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := mech.Release(t.Context(), m, noisetest.New(5)); err != nil {
			continue // some give no subspace now and then
		}
		for phase, at := range last {
			if at[0] != at[1] {
				t.Errorf("%s: %s ends at %d of %d", name, phase, at[0], at[1])
			}
		}
	}
}

// Nuclear-norm noise is added entry by entry: with no records, what is released has the eigenvalues of the matrix that the sampler draws.
func TestNuclearNoiseIsTheMatrixThatWasDrawn(t *testing.T) {
	const d = 5
	p := Params{Dim: d, Scale: testScale, K: 2, Budget: privacy.Budget{Epsilon: 1}, Relation: privacy.ReplaceOne, RowsPerPerson: 1}
	mech, err := NewNuclear(p)
	if err != nil {
		t.Fatal(err)
	}
	out, err := mech.Release(t.Context(), moment.NewAccumulator(d, testScale).Matrix(), noisetest.New(11))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := nuclear.NewPlan(d, func(int, int) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	draw, err := plan.Matrix(mech.c, noisetest.New(11), func(int, int) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	squares := 0.0
	for _, x := range draw {
		squares += x * x
	}
	v, err := out.View(d - 1)
	if err != nil {
		t.Fatal(err)
	}
	released := 0.0
	for _, x := range v.Spectrum {
		released += x * x
	}
	if len(v.Spectrum) != d || !(math.Abs(released-squares) < 1e-3*squares) {
		t.Errorf("‖noise‖²_F = %g by %d eigenvalues, %g as drawn", released, len(v.Spectrum), squares)
	}
}

// A draw of K-norm noise is as wide in each column as the column's range, and the noise of the number of rows falls on both sides.
func TestKNormNoiseIsScaledByRanges(t *testing.T) {
	columns := func(wide int64) []MeanColumn { return []MeanColumn{{Range: wide}, {Range: wide, Levels: 3}} }
	below, above := 0, 0
	for seed := range uint64(200) {
		draw := func(wide int64) []float64 {
			k := &KNormMean{p: meanParams(privacy.AddRemove, 1), columns: columns(wide), dims: 5, epsilon: 1}
			return k.draw(noisetest.New(seed))
		}
		one, seven := draw(1), draw(7)
		for i := range 4 {
			if !(math.Abs(seven[i]-7*one[i]) <= 1e-9*math.Abs(seven[i])) {
				t.Fatalf("coordinate %d: %g for the range 7, %g for 1", i, seven[i], one[i])
			}
		}
		if one[4] < 0 {
			below++
		} else {
			above++
		}
	}
	if below < 40 || above < 40 { // each a Binomial(200, 1/2): 1e-17; the seeds are fixed
		t.Errorf("the number of rows: %d draws below, %d above", below, above)
	}
}

// A draw for two levels has no, one or two positive coordinates in the shares of the volumes: 1/2, 2·1, 1/2.
func TestSignsOfACategory(t *testing.T) {
	const n = 4000
	var counts [3]int
	src := noisetest.New(9)
	for range n {
		positive := 0
		for _, x := range category(2, src) {
			if x > 0 {
				positive++
			}
		}
		counts[positive]++
	}
	for i, share := range []float64{1. / 6, 2. / 3, 1. / 6} {
		if got := float64(counts[i]) / n; math.Abs(got-share) > 6*math.Sqrt(share*(1-share)/n) { // 2e-9; the seed is fixed
			t.Errorf("%d positive coordinates: a share of %.3f, want %.3f", i, got, share)
		}
	}
}

// What a core may cost is checked, and then everything after it.
func TestBudgetOfACoreIsChecked(t *testing.T) {
	good := Params{Dim: 5, Scale: testScale, K: 2, Budget: privacy.Budget{Epsilon: 1, Delta: 1e-6}, Relation: privacy.ReplaceOne, RowsPerPerson: 1, Core: privacy.Budget{Epsilon: 1, Delta: 1e-6}}
	if err := good.validate(); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Params){
		"the core's budget": func(p *Params) { p.Core.Epsilon = -1 },
		"the relation":      func(p *Params) { p.Relation = "none" },
		"the budget":        func(p *Params) { p.Budget.Epsilon = -1 },
	} {
		t.Run(name, func(t *testing.T) {
			p := good
			if change(&p); p.validate() == nil {
				t.Errorf("%s was taken", name)
			}
		})
	}
}

// The ends of what a mechanism takes are taken, and the next number beyond is not.
func TestEndsOfTheParameters(t *testing.T) {
	m := spectrum(t, 10, []float64{.5, .3, .1})
	for name, c := range map[string]struct {
		change func(*Params)
		taken  bool
	}{
		"as many rows a person as can be": {func(p *Params) { p.RowsPerPerson = maxRowsPerPerson }, true},
		"one more":                        {func(p *Params) { p.RowsPerPerson = maxRowsPerPerson + 1 }, false},
		"the finest scale":                {func(p *Params) { p.Scale = moment.MaxScale }, true},
		"a finer one":                     {func(p *Params) { p.Scale = moment.MaxScale + 1 }, false},
		"the coarsest scale":              {func(p *Params) { p.Scale = 1 }, true},
		"two features":                    {func(p *Params) { p.Dim = 2 }, true},
		"one direction less":              {func(p *Params) { p.K = 2 }, true},
		"as many as features":             {func(p *Params) { p.K = 3 }, false},
		"no feature always 0":             {func(p *Params) { p.Nonzero = 3 }, true},
		"more than there are":             {func(p *Params) { p.Nonzero = 4 }, false},
		"fewer than none":                 {func(p *Params) { p.Nonzero = -1 }, false},
		"the most sweeps":                 {func(p *Params) { p.Sweeps = maxSweeps }, true},
		"one more sweep":                  {func(p *Params) { p.Sweeps = maxSweeps + 1 }, false},
		"no cap":                          {func(p *Params) { p.Cap = 0 }, true},
		"less than none":                  {func(p *Params) { p.Cap = -1 }, false},
	} {
		t.Run(name, func(t *testing.T) {
			p := params(m, 1, 1, 1e-6)
			c.change(&p)
			if err := p.validate(); (err == nil) != c.taken {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
}

// The directions of a release one by one are named from 1, and each is paid for alike.
func TestDirectionsAreNamedFromOne(t *testing.T) {
	q, err := NewSequential(params(spectrum(t, 10, []float64{.5, .3, .1, .05}), 3, 1.5, 0))
	if err != nil {
		t.Fatal(err)
	}
	parts := q.parts()
	if len(parts) != 3 {
		t.Fatalf("%+v", parts)
	}
	for i, p := range parts {
		if want := method.StepDirection + " " + strconv.Itoa(i+1); p.Step != want || math.Abs(p.Epsilon-.5) > 1e-12 {
			t.Errorf("%+v, want %s at ε = .5", p, want)
		}
	}
}

// Columns are divided by what is stated of their deviations: shares of the largest in six digits, and the largest itself.
func TestColumnsAreDividedByWhatIsStated(t *testing.T) {
	a := shrink.NewMatrix(3)
	for i := range a.Upper {
		a.Upper[i] = float64(i + 1)
	}
	deviations := []float64{5. / 3, 5, 5. / 7}
	z, scale := equal(a, deviations)
	if want := []float64{.333333, 1, .142857}; !slices.Equal(scale, want) {
		t.Errorf("scales %v, want %v", scale, want)
	}
	at := 0
	for i := range 3 {
		for j := i; j < 3; j++ {
			if want := a.Upper[at] / (25 * scale[i] * scale[j]); math.Abs(z.Upper[at]/want-1) > 1e-12 {
				t.Errorf("entry %d, %d: %v, want %v", i, j, z.Upper[at], want)
			}
			at++
		}
	}
}

// What has a law of noise but no matrix is not shrunk, nor is a matrix without a law.
func TestShrinkingNeedsAMatrixAndItsNoise(t *testing.T) {
	p := params(spectrum(t, 10, []float64{.5, .3, .1}), 1, 1, 1e-6)
	mech, err := New(NameGaussian, p)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := mech.Release(t.Context(), spectrum(t, 10, []float64{.5, .3, .1}), noisetest.New(1))
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]Released{"no matrix": {Noise: whole.Noise}, "no law": {spectrum: whole.spectrum}} {
		t.Run(name, func(t *testing.T) {
			if r.Shrink(t.Context(), Shrinkage{Scale: testScale, K: 1}) == nil || r.Correlate(shrink.Columns{}, testScale) == nil {
				t.Errorf("%s: shrunk", name)
			}
		})
	}
}

// SULQ draws noise on d² entries: where the published width is below the least that is proven for as many, that is drawn.
func TestSULQIsProvenForAllEntries(t *testing.T) {
	m := spectrum(t, 10, []float64{.5, .3, .1, .05, .02})
	for _, epsilon := range []float64{1e5, 1e6, 1e7} {
		p := params(m, 1, epsilon, 1e-6)
		q, err := NewSULQ(p)
		if err != nil {
			t.Fatal(err)
		}
		least, err := privacy.CalibrateGaussian(p.frobenius(), 25, p.Budget)
		if err != nil {
			t.Fatal(err)
		}
		if q.sigma != least.Sigma {
			t.Errorf("ε = %g: σ = %d, the least is %d", epsilon, q.sigma, least.Sigma)
		}
	}
}
