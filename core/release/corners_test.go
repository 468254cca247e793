package release

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"privatepca/core/fault"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// Each text of the curator's counts as written, and none as nothing.
func TestNothingWasWritten(t *testing.T) {
	var none *About
	if !none.Empty() || !(&About{}).Empty() || !(&About{Directions: []string{"", ""}, Labels: []string{""}}).Empty() {
		t.Error("nothing counts as written")
	}
	for i, some := range []*About{
		{Imprint: Imprint{Title: "x"}},
		{Imprint: Imprint{Author: "x"}},
		{Imprint: Imprint{Organisation: "x"}},
		{Imprint: Imprint{DOI: "x"}},
		{Imprint: Imprint{Licence: "x"}},
		{Imprint: Imprint{Notes: "x"}},
		{Rotation: "varimax"},
		{Directions: []string{"", "x"}},
		{Labels: []string{"x"}},
	} {
		if some.Empty() {
			t.Errorf("text %d counts as nothing", i)
		}
	}
}

// A share of a level counts by the level's weight; a cell that is no value leaves what stands for it.
func TestSharesOfWeightedLevels(t *testing.T) {
	d := sample()
	name := d.Encoding.Fields[1].Name
	d.Encoding.MissingValues, d.Encoding.Fields[1].Weight = []string{"NA"}, .5
	vector := func(share string) []float64 {
		got, err := Placed(d, []byte(name+"=f,age\n"+share+",60\n"))
		if err != nil {
			t.Fatal(err)
		}
		return got.Vectors[0]
	}
	whole := vector("1")[1] - vector("0")[1]
	for share, want := range map[string]float64{"0.5": .5, "2": 1, "-1": 0, "NA": 0, "": 0} {
		if got := (vector(share)[1] - vector("0")[1]) / whole; math.Abs(got-want) > 1e-12 {
			t.Errorf("a share of %q counts %v", share, got)
		}
	}
	d.Encoding.Fields[1].Weight = 0
	if full := vector("1")[1] - vector("0")[1]; math.Abs(whole-.5*full) > 1e-12 {
		t.Errorf("a level of weight ½ counts %v, a whole one %v", whole, full)
	}
}

// The angle's bound is Davis and Kahan's for a gap of more than two edges, and what rounding the loadings adds.
func TestAngleOfAnyEdge(t *testing.T) {
	for _, edge := range []float64{1e-3, .1, 1, 50} {
		b := Band{Edge: edge}
		for _, gap := range []float64{2.01, 3, 40} {
			spectrum := []float64{100 * edge, 100*edge - gap*edge/2, 100*edge - gap*edge, 0, 0, 0}
			spectrum[1] = spectrum[0] // the gap is behind the second
			angle, ok := b.Angle(spectrum, 2)
			want := 1 / (gap - 1)
			if extra := angle - math.Asin(want); !ok || want < .9 && math.Abs(extra-1e-6*math.Sqrt(2*6)) > 1e-8 {
				t.Errorf("edge %g, gap %g: %g, %v, want %g and a little", edge, gap, angle, ok, math.Asin(want))
			}
		}
		for gap, least := range map[float64]float64{2.01: 1.4, 2 + 1e-13: math.Pi / 2} { // near a right angle, and never more
			if angle, ok := b.Angle([]float64{10 * edge, 10*edge - gap*edge}, 1); ok && !(angle >= least && angle <= math.Pi/2) {
				t.Errorf("edge %g, gap %g: %g", edge, gap, angle)
			}
		}
		if _, ok := b.Angle([]float64{3 * edge, 1.01 * edge, 0}, 1); ok {
			t.Error("a gap of less than two edges has a bound")
		}
	}
	for _, k := range []int{-1, 0, 3, 4} {
		if angle, ok := (Band{Edge: .1}).Angle([]float64{9, 5, 1}, k); ok || angle != 0 {
			t.Error(fmt.Sprint("of ", k, " directions of three: ", angle))
		}
	}
}

// The law of a mean in a document of version 1: the width that its part states, or the exponent of its formula, and the weight of the number of rows
// where that is private.
func TestLawOfAMeanOfVersionOne(t *testing.T) {
	for _, relation := range []privacy.Relation{privacy.ReplaceOne, privacy.AddRemove} {
		for _, name := range []string{"gaussian", method.KNorm} {
			d := sample()
			d.Version, d.Privacy.Relation, d.Privacy.RowsPerPerson = 1, relation, 1
			d.Privacy.Formula = "mean: noise of density ∝ exp(−2.5‖z‖)"
			part := privacy.Part{Step: method.StepMean, Mechanism: name, Epsilon: 1, Sigma: 100}
			query, weight := meanQueryOf(d), uint64(0)
			if relation == privacy.AddRemove {
				weight = uint64(query.Weight())
			}
			if name == method.KNorm {
				part.Sigma = 0
				weight = min(weight, 1)
			} else {
				part.Delta = 1e-6
			}
			law := lawBefore(d, &part)
			if law == nil || law.Weight != weight || law.Width != part.Sigma || (law.Exponent == 2.5) != (name == method.KNorm) {
				t.Errorf("%s, %s: %+v, want a weight of %d", name, relation, law, weight)
			}
			d.Privacy.Formula = "mean: noise of another density"
			if law := lawBefore(d, &part); (law == nil) != (name == method.KNorm) {
				t.Errorf("%s, %s, without an exponent: %+v", name, relation, law)
			}
		}
	}
}

// A number in a formula is a finite one that follows its words; there is none beside an error.
func TestNumbersOfAFormula(t *testing.T) {
	for text, want := range map[string]float64{"σ = 5": 5, "σ = 5, τ = 6": 5, "σ = 1.5e3 and more": 1500, "σ = −5": math.NaN(), "σ = -5": -5, "σ = ": math.NaN(), "τ = 5": math.NaN(), "σ = 1e999": math.NaN(), "σ = -1e999": math.NaN(), "σ = 1-2": math.NaN(), "σ = NaN": math.NaN()} {
		x, ok := numberAfter(text, "σ = ")
		if ok == math.IsNaN(want) || ok && x != want {
			t.Errorf("%q: %v, %v", text, x, ok)
		}
	}
	if x, ok := numberAfter("nothing", "σ = "); x != 0 || ok {
		t.Errorf("of nothing: %v, %v", x, ok)
	}
}

// The last direction is held to what one dimension leaves, and one record is one.
func TestLevelOfTheLastDirection(t *testing.T) {
	d := banded()
	band, ok := d.Band()
	if !ok {
		t.Fatal("no band")
	}
	last := len(d.Spectrum) - 1
	for i := range d.Spectrum { // each far above what is behind it
		d.Spectrum[i] = band.Edge * math.Pow(1000, float64(last-i))
	}
	d.Spectrum[last] = .5 * band.Edge
	band, _ = d.Band()
	test, ok := d.NoiseTest()
	if want := levelOf(d, band, d.Spectrum[last], last, 1); !ok || test.Clear != last || math.Abs(test.Level/want-1) > 1e-6 || want == levelOf(d, band, d.Spectrum[last], last, 2) {
		t.Errorf("%+v, %v; want %d clear and a level of %g", test, ok, last, want)
	}
	for n, want := range map[int64]float64{1: 1, 2: 2, 9: 9} {
		if d.N = n; recordsOf(d) != want {
			t.Errorf("%d records count as %v", n, recordsOf(d))
		}
	}
	d.N, d.VarianceUnit = 0, PerPerson // where the total is no number there is one record at least
	d.Spectrum[0] = math.NaN()
	if got := recordsOf(d); got != 1 {
		t.Errorf("of no total: %v", got)
	}
	d.Encoding.NormRule = string(schema.Pairs)
	if d.N = 1; recordsOf(d) != 0 {
		t.Errorf("one person is %v pairs", recordsOf(d))
	}
	if d.N = 9; recordsOf(d) != 4 {
		t.Errorf("9 people count as %v pairs", recordsOf(d))
	}
}

// A name that comes twice is told of by its column.
func TestColumnsOfOneName(t *testing.T) {
	_, err := Placed(sample(), []byte("age,b,c,age\n1,2,3,4\n"))
	if f := fault.Of(err); f.Cell != 4 || !strings.Contains(f.Message, "twice") {
		t.Error(err)
	}
}

// As many directions have names as there can be.
func TestNamesOfAllDirections(t *testing.T) {
	for n, ok := range map[int]bool{0: true, 3: true, 4: false} {
		if err := (&About{Directions: make([]string, n)}).validate(3); (err == nil) != ok {
			t.Errorf("%d names of 3: %v", n, err)
		}
	}
}

// The laws of version 1 are read from its noise and its formulas, number by number; where one is missing, or is none, there is no law.
func TestLawsOfVersionOne(t *testing.T) {
	for _, c := range []struct {
		step, mechanism, formula string
		noise                    *privacy.Noise
		want                     privacy.Law
	}{
		{step: method.StepSecondMoment, mechanism: "gaussian", noise: &privacy.Noise{Law: privacy.GaussianNoise, Diagonal: 7, OffDiagonal: 5}, want: privacy.Law{Family: privacy.DiscreteGaussian, Unit: "1/s²", Width: 7, OffDiagonal: 5, Route: privacy.RouteZCDP}},
		{step: method.StepSecondMoment, mechanism: "modsulq", noise: &privacy.Noise{Law: privacy.GaussianNoise, Diagonal: 7, OffDiagonal: 7}, want: privacy.Law{Family: privacy.DiscreteGaussian, Unit: "1/s²", Width: 7, OffDiagonal: 7}},
		{step: method.StepSecondMoment, mechanism: "laplace", noise: &privacy.Noise{Law: privacy.LaplaceNoise, Diagonal: 7, OffDiagonal: 7}, want: privacy.Law{Family: privacy.DiscreteLaplace, Unit: "1/s²", Width: 7, OffDiagonal: 7}},
		{step: method.StepSecondMoment, mechanism: "nuclear", noise: &privacy.Noise{Law: privacy.NuclearNoise, Exponent: .5}, want: privacy.Law{Family: privacy.NuclearNorm, Unit: "1", Exponent: .5}},
		{step: method.StepSecondMoment, mechanism: "gaussian", noise: &privacy.Noise{Law: privacy.LaplaceNoise, Diagonal: 7, OffDiagonal: 5}},
		{step: method.StepSecondMoment, mechanism: "gaussian"},
		{step: method.StepSecondMoment, mechanism: "sulq", formula: "N discrete Gaussian on all d² entries, σ = 9", want: privacy.Law{Family: privacy.DiscreteGaussian, Unit: "1/s²", Width: 9, OffDiagonal: 9}},
		{step: method.StepSecondMoment, mechanism: "sulq", formula: "N discrete Gaussian on all d² entries, σ = 1", want: privacy.Law{Family: privacy.DiscreteGaussian, Unit: "1/s²", Width: 1, OffDiagonal: 1}},
		{step: method.StepSecondMoment, mechanism: "sulq", formula: "N discrete Gaussian on all d² entries, σ = 9.5"},
		{step: method.StepSecondMoment, mechanism: "sulq", formula: "N discrete Gaussian on all d² entries, σ = 0"},
		{step: method.StepSecondMoment, mechanism: "sulq", formula: "N discrete Gaussian on all d² entries, σ = -9"},
		{step: method.StepSecondMoment, mechanism: "sulq", formula: "N discrete Gaussian on all d² entries, σ = 1e30"},
		{step: method.StepSecondMoment, mechanism: "sulq", formula: "σ = 9"},
		{step: method.StepSubspace, mechanism: "ppca", formula: "density ∝ exp(c·tr VᵀSV), c = 0.25", want: privacy.Law{Family: privacy.Exponential, Unit: "1", Exponent: .25, Directions: 2}},
		{step: method.StepSubspace, mechanism: "ppca", formula: "density ∝ exp(c·tr VᵀSV), c = 0.25, by rejection sampling, after 1099511627775 proposals by 30 sweeps", want: privacy.Law{Family: privacy.Exponential, Unit: "1", Exponent: .25, Directions: 2, Proposals: 1<<40 - 1, Sweeps: 30}},
		{step: method.StepSubspace, mechanism: "ppca", formula: "density ∝ exp(c·tr VᵀSV), c = 0.25, by rejection sampling, after 1e30 proposals by 30 sweeps", want: privacy.Law{Family: privacy.Exponential, Unit: "1", Exponent: .25, Directions: 2, Proposals: 1 << 40, Sweeps: 30}},
		{step: method.StepSubspace, mechanism: "ppca-gibbs", formula: "density ∝ exp(c·tr VᵀSV), c = 0.25, by 30 sweeps", want: privacy.Law{Family: privacy.Exponential, Unit: "1", Exponent: .25, Directions: 2, Sweeps: 30}},
		{step: method.StepSubspace, mechanism: "ppca", formula: "c = 0.25"},
		{step: method.StepSubspace, mechanism: "ppca-gibbs", formula: "density ∝ exp(c·tr VᵀSV), c = 0.25"},
		{step: method.StepSubspace, mechanism: "ppca", formula: "density ∝ exp(c·tr VᵀSV), c = 0.25, by rejection sampling, after many proposals by 30 sweeps"},
		{step: method.StepChoiceOfK, mechanism: "exponential", formula: "k: by the exponential mechanism on 1 … 5, ε = 0.5"},
		{step: method.StepDirection, mechanism: "sequential", formula: "in the complement of those before, c = 3", want: privacy.Law{Family: privacy.Exponential, Unit: "1", Exponent: 3}},
		{step: method.StepCentre, mechanism: "gaussian", formula: "centre: the mean by discrete Gaussian noise of σ = 40", want: privacy.Law{Family: privacy.DiscreteGaussian, Unit: "1/s", Width: 40}},
		{step: method.StepCentre, mechanism: "laplace", formula: "centre: the mean by discrete Laplace noise of scale 40", want: privacy.Law{Family: privacy.DiscreteLaplace, Unit: "1/s", Width: 40}},
		{step: method.StepCentre, mechanism: "laplace", formula: "centre: the mean by discrete Gaussian noise of σ = 40"},
		{step: method.StepNormBound, mechanism: "exponential", formula: "R: the 0.9 of the lengths, by the exponential mechanism on 64 values, ε = 0.5", want: privacy.Law{Family: privacy.Exponential, Unit: "records", Exponent: .5 / 4, Target: .9, Candidates: 64}},
		{step: method.StepChoiceOfK, mechanism: "exponential", formula: "k: a share 0.8 of the trace, by the exponential mechanism on 1 … 5, ε = 0.5", want: privacy.Law{Family: privacy.Exponential, Unit: "1", Exponent: .5 / 4, Target: .8, Candidates: 5}},
		{step: method.StepChoiceOfK, mechanism: "exponential", formula: "k: a share 0.8 of the trace, by the exponential mechanism on 1 … 5"},
		{step: method.StepChoiceOfK, mechanism: "exponential", formula: "k: a share 0.8 of the trace"},
		{step: method.StepCore, mechanism: "gaussian", formula: "σ = 9"},
	} {
		for _, relation := range []privacy.Relation{privacy.ReplaceOne, privacy.AddRemove} {
			d := &Document{NumComponents: 2, Privacy: Privacy{Relation: relation, RowsPerPerson: 2, Formula: c.formula, Noise: c.noise}}
			got, want := lawBefore(d, &privacy.Part{Step: c.step, Mechanism: c.mechanism}), c.want
			if relation == privacy.AddRemove && want.Target != 0 { // what one person changes is less by the target
				want.Exponent /= want.Target
			}
			switch {
			case want.Family == "":
				if got != nil {
					t.Errorf("%s, %s, %q: %+v", c.step, c.mechanism, c.formula, *got)
				}
			case got == nil || math.Abs(got.Exponent-want.Exponent) > 1e-15:
				t.Errorf("%s, %s, %q: %+v, want %+v", c.step, c.mechanism, c.formula, got, want)
			default:
				if got.Exponent = want.Exponent; *got != want {
					t.Errorf("%s, %s, %q: %+v, want %+v", c.step, c.mechanism, c.formula, *got, want)
				}
			}
		}
	}
}

// A mean over records divides by their number; one over pairs by that of pairs, which two records make.
func TestUnitOfVariances(t *testing.T) {
	for _, c := range []struct {
		per  string
		n    int64
		want float64
	}{{PerPerson, 0, 4}, {PerPerson, 1, 4}, {PerPerson, 5, .8}, {PerPair, 0, 4}, {PerPair, 1, 4}, {PerPair, 2, 4}, {PerPair, 4, 2}, {PerPair, 5, 2}, {"", 5, 4}} {
		if got := unitOf(&Document{VarianceUnit: c.per, N: c.n, Encoding: Encoding{NormBound: 2}}); got != c.want {
			t.Errorf("%q of %d: %v, want %v", c.per, c.n, got, c.want)
		}
	}
}

// A centre, or a norm bound, that was drawn is paid for by its step: a centre by that of a centre or of a mean.
func TestWhatIsDrawnIsPaidFor(t *testing.T) {
	for _, c := range []struct {
		step          string
		centre, bound bool
		want          bool
	}{
		{"", true, false, false},
		{method.StepCentre, true, false, true},
		{method.StepMean, true, false, true},
		{method.StepNormBound, true, false, false},
		{"", false, true, false},
		{method.StepCentre, false, true, false},
		{method.StepNormBound, false, true, true},
		{"", false, false, true},
	} {
		out, in := whole(privacy.ReplaceOne), Setting{Schema: testSchema(), Scale: 8191, Relation: privacy.ReplaceOne, Persons: 8}
		if c.centre {
			in.Centre = make([]float64, 4)
		}
		if c.bound {
			in.NormBound = 2
		}
		if c.step != "" {
			out.Parts = append(out.Parts, privacy.Part{Step: c.step})
		}
		if d := New(out, in); (d.lacks == "") != c.want {
			t.Errorf("the step %q, a centre %v, a bound %v: %q", c.step, c.centre, c.bound, d.lacks)
		}
	}
}

// Of what was declared public, or bounded by the records, nothing is private, and a step says so.
func TestWhatNoNoiseCovers(t *testing.T) {
	for _, public := range []bool{false, true} {
		d := New(whole(privacy.ReplaceOne), Setting{Schema: testSchema(), Scale: 8191, Relation: privacy.ReplaceOne, Persons: 8, Account: Account{Public: public}})
		if got := d.Privacy.Parts[0].Step == method.StepDeclaration; got != public || (d.Privacy.Claim == privacy.NotPrivate) != public {
			t.Errorf("public %v: the claim is %q, the steps are %+v", public, d.Privacy.Claim, d.Privacy.Parts)
		}
	}
}

// Where columns count equally a variance is in units of a column's.
func TestVarianceOfEqualColumns(t *testing.T) {
	out := whole(privacy.ReplaceOne)
	out.Scale = []float64{1, .5, .5, .25}
	d := New(out, Setting{Schema: testSchema(), Scale: 8191, Relation: privacy.ReplaceOne, Persons: 8})
	if d.VarianceUnit != PerColumn || d.ExplainedVariance[0] != 40 || d.Spectrum[3] != -2 {
		t.Errorf("%q: %v of %v", d.VarianceUnit, d.ExplainedVariance, d.Spectrum)
	}
}

// Numbers are read by the marks that the release's records had, or that semicolons between cells leave; what is none is counted.
func TestApplyReadsDecimalCommas(t *testing.T) {
	d := &Document{
		NumFeatures: 2, Components: [][]float64{{1, 0}, {0, 1}},
		Encoding: Encoding{NormRule: "pairs", Scaling: "max-abs", Fields: []Field{{Name: "a", Type: "number", Minimum: new(float64), Maximum: ten()}, {Name: "b", Type: "number", Minimum: new(float64), Maximum: ten()}}},
	}
	for _, c := range []struct {
		text    string
		dialect *schema.Dialect
		want    float64 // the first score of the first row
		unread  int64
	}{
		{"a;b\n2,5;1\n", nil, .25, 0},
		{"a,b\n2.5,1\n", nil, .25, 0},
		{"a\tb\n2,5\t1\n", nil, .25, 0},
		{"a\tb\n2,5\t1\n", &schema.Dialect{Decimal: "."}, .5, 1},
		{"a\tb\n2,5\t1\n", &schema.Dialect{Decimal: ","}, .25, 0},
		{"a;b\n\u00a02,5\u200e;n\n", nil, .25, 1},
		{"a;b\n1.000,5;2\n", &schema.Dialect{Grouping: "."}, 1, 0},
		{"a;b\n1'000,5;2\n", &schema.Dialect{Grouping: "'", Decimal: ","}, 1, 0},
		{"a;b\n1.23;2\n", &schema.Dialect{Grouping: "."}, .5, 1},
		{"a;b\n\u22122,5;1\n", nil, 0, 0},
	} {
		d.Encoding.Dialect = c.dialect
		got, err := Placed(d, []byte(c.text))
		if err != nil || got.Scores[0][0] != c.want || got.Unread != c.unread {
			t.Errorf("%q: %+v, %v", c.text, got, err)
		}
	}
}

func ten() *float64 {
	x := 10.
	return &x
}
