package forecast

import (
	"math"
	"testing"

	"privatepca/core/method"
	"privatepca/core/privacy"
)

// Without noise the cautious end is what the rule's lengths leave: directions alone may bend a quarter of a single direction away, and a cut at the
// typical length a hundredth.
func TestLengthBias(t *testing.T) {
	for _, c := range []struct {
		rule  string
		k     int
		equal bool
		least float64
		most  float64
	}{
		{RuleSign, 1, false, .74, .75},
		{RuleSign, 3, false, .97, .98},
		{RuleMean, 1, true, .99, .997},
		{RuleMean, 3, true, .99, .999},
		{RuleMean, 11, true, .93, .95},
		{RuleMean, 1, false, .99, .998},
		{RulePairs, 1, false, .96, .98},
	} {
		p := Public{Features: 150, Directions: c.k, Delta: 1e-6, Relation: privacy.ReplaceOne, RowsPerPerson: 1, Columns: Columns{Numbers: 84, Categories: 2}}
		e := map[string]Encoding{RuleSign: Signs(1e9, quietMean()), RulePairs: Pairs(1e9), RuleMean: Means(1e9, c.equal)}[c.rule]
		b, ok, err := forecaster(t, p, Spread(p.Features, c.k)).Band(e, "gaussian", 10)
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		if b.Low[0] < c.least || b.Low[0] > c.most {
			t.Errorf("%s, k = %d, equal %t: the cautious end without noise is %.4f", c.rule, c.k, c.equal, b.Low[0])
		}
	}
	// Less noise, a longer cut, less bias: in between along a straight line.
	for k := 1; k <= 12; k++ {
		for _, equal := range []bool{true, false} {
			near, far := lengthBias(.85, k, equal), lengthBias(1.5, k, equal)
			middle := lengthBias(1.175, k, equal)
			if near[0] < far[0] || near[1] < far[1] || math.Abs(middle[0]-(near[0]+far[0])/2) > 1e-12 || near[0] >= lengthBias(0, k, equal)[0] && k < 4 {
				t.Errorf("k = %d: %v at κ = .85, %v at 1.5, %v at sign", k, near, far, lengthBias(0, k, equal))
			}
		}
	}
}

// quietMean is a mean whose noise hardly matters.
func quietMean() Mean {
	table, _ := insurance()
	return table.Mean
}

// The rule mean has a band under the mechanism whose steps are calibrated together, and no other; and none without columns.
func TestMeansNeedWhatTheyNeed(t *testing.T) {
	p := Public{Features: 40, Directions: 3, Delta: 1e-6, Relation: privacy.AddRemove, RowsPerPerson: 2, Columns: Columns{Numbers: 30, Categories: 2}}
	bands, err := forecaster(t, p, Spread(40, 3)).Bands(Means(5000, true), method.All(), []float64{1})
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range bands {
		if m, _ := method.Of(b.Mechanism); (b.Widths != nil) != m.Joint {
			t.Errorf("%s: %+v", b.Mechanism, b)
		}
	}
	p.Columns = Columns{}
	if _, _, err := forecaster(t, p, Spread(40, 3)).Band(Means(5000, true), "gaussian", 1); err == nil {
		t.Error("a band without columns")
	}
	// Noise of the centre widens it: with few rows by more, and never by more than the columns' own reach.
	c := Columns{Numbers: 20, Categories: 3}
	last := math.Inf(1)
	for _, rows := range []float64{10, 100, 1000, 1e4, 1e6} {
		w := c.wider(40, 10*math.Sqrt(4*20+2*3)/rows, .05, .5, true)
		if w < 1 || w > last || w > 20 {
			t.Errorf("%g rows: the centre widens the noise by %.3f", rows, w)
		}
		last = w
	}
	if last > 1.001 {
		t.Errorf("a million rows: the centre widens the noise by %.4f", last)
	}
}
