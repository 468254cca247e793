package release

import (
	"math"
	"slices"
	"testing"

	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// Two eigenvalues that differ by exactly four τ are separated; by a hair less they are mixed.
func TestSeparatedAtTheLimit(t *testing.T) {
	rows := [][]float64{{1, 0, 0}, {0, 1, 0}}
	for second, mixed := range map[float64]bool{9.5: false, math.Nextafter(9.5, 10): true, 9: false} { // τ = ⅛
		u := uncertainty(rows, []float64{10, second, 1}, 0, 2, .125, 1)
		if (u.Mixed != nil) != mixed {
			t.Errorf("eigenvalues 10 and %v: mixed with %v", second, u.Mixed)
		}
		if want := .125 / (10 - second); !mixed && math.Abs(u.Error[1]-want) > 1e-12 {
			t.Errorf("eigenvalues 10 and %v: an error of %v, want %v", second, u.Error[1], want)
		}
	}
}

// Among d loadings each is sure from the two-sided quantile of the normal law at 5 %/d on.
func TestSureIsByBonferroni(t *testing.T) {
	for d, quantile := range map[int]float64{1: 1.959964, 10: 2.807034, 100: 3.480756} {
		u := Uncertainty{Estimate: make([]float64, d), Error: slices.Repeat([]float64{.01}, d)}
		for _, sign := range []float64{1, -1} {
			for factor, sure := range map[float64]bool{.9999: false, 1.0001: true} {
				u.Estimate[0] = sign * factor * quantile * .01
				if u.Sure(0) != sure {
					t.Errorf("%v of the quantile of %d: %v", factor, d, u.Sure(0))
				}
			}
		}
	}
}

// Rows are brought to the norm bound as the rule says: "clip" shortens, "unit" shortens and lengthens, "pairs" and "sign" leave a row
// as long as it is, and a row of zeros stays one.
func TestBoundRecord(t *testing.T) {
	for _, c := range []struct {
		rule    schema.NormRule
		x, want []float64
	}{
		{schema.Clip, []float64{3, 4}, []float64{1.2, 1.6}},
		{schema.Clip, []float64{.3, .4}, []float64{.3, .4}},
		{schema.Clip, []float64{0, 2}, []float64{0, 2}},
		{schema.Unit, []float64{3, 4}, []float64{1.2, 1.6}},
		{schema.Unit, []float64{.3, .4}, []float64{1.2, 1.6}},
		{schema.Unit, []float64{0, 0}, []float64{0, 0}},
		{schema.Pairs, []float64{3, 4}, []float64{3, 4}},
		{schema.Sign, []float64{3, 4}, []float64{3, 4}},
		{schema.Sign, []float64{.3, .4}, []float64{.3, .4}},
	} {
		d, x := sample(), slices.Clone(c.x)
		d.Encoding.NormRule, d.Encoding.NormBound = string(c.rule), 2
		boundRecord(d, x)
		for i := range x {
			if !(math.Abs(x[i]-c.want[i]) < 1e-12) { // nor is it NaN
				t.Errorf("%s: %v became %v, want %v", c.rule, c.x, x, c.want)
			}
		}
	}
}

// The centre is a released mean where a step drew one and the document has it.
func TestReleasedMean(t *testing.T) {
	for _, step := range []string{method.StepCentre, method.StepMean, method.StepNormBound} {
		for _, point := range [][]float64{nil, {.1, .2, .3, .4}} {
			d := sample()
			if d.Encoding.CentrePoint = point; releasedMean(d) {
				t.Error("a mean without a step")
			}
			d.Privacy.Parts = append(d.Privacy.Parts, privacy.Part{Step: step})
			if got := releasedMean(d); got != (point != nil && step != method.StepNormBound) {
				t.Errorf("%s, centre %v: %v", step, point, got)
			}
		}
	}
}

// A width in the formula of version 1 is a whole number from 1 to the largest there is: of any other there is no law.
func TestWidthOfVersionOne(t *testing.T) {
	for text, want := range map[string]uint64{"1": 1, "5": 5, "250000": 250000, "0": 0, "-3": 0, "2.5": 0, "1e300": 0, "many": 0} {
		d := sample()
		d.Version, d.Privacy.Formula = 1, "centre: the mean by discrete Gaussian noise of σ = "+text+", in units of 1/s"
		part := privacy.Part{Step: method.StepCentre, Mechanism: "gaussian", Epsilon: 1, Delta: 1e-6}
		switch law := lawBefore(d, &part); {
		case want == 0 && law != nil:
			t.Errorf("σ = %s: %+v", text, law)
		case want != 0 && (law == nil || law.Width != want || law.Family != privacy.DiscreteGaussian):
			t.Errorf("σ = %s: %+v, want a width of %d", text, law, want)
		}
	}
}

// A sum of records in whole units, s = 1, has a band and a spread; of less than that there is none.
func TestBandOfTheCoarsestUnit(t *testing.T) {
	d := banded()
	d.Privacy.Noise = &privacy.Noise{Law: privacy.GaussianNoise, Diagonal: 1e5, OffDiagonal: 1e5}
	want := 2 * 1e5 * (2 + math.Sqrt(math.Log(100))) * 2.25 / 80
	for s, has := range map[int]bool{1: true, 0: false, -1: false} {
		d.Encoding.Quantisation = s
		band, ok := d.Band()
		if ok != has || has && math.Abs(band.Edge/want-1) > 1e-4 {
			t.Errorf("s = %d: %+v, %v; want an edge of %v", s, band, ok, want)
		}
		if tau, ok := spreadOf(d); ok != has || (tau > 0) != has {
			t.Errorf("s = %d: a spread of %v, %v", s, tau, ok)
		}
	}
}

// Where every eigenvalue is above the edge, all directions are clear.
func TestBandWhereAllIsClear(t *testing.T) {
	d := banded()
	d.Spectrum = []float64{4, 3, 2, 1}
	if band, ok := d.Band(); !ok || band.Clear != 4 {
		t.Errorf("%+v, %v", band, ok)
	}
}
