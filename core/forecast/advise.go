package forecast

import (
	"math"

	"privatepca/core/method"
)

// Advice says what would have to change for a release to keep half of what there is to keep at the cautious end.
type Advice struct {
	Half float64 // the share that is meant: half way from a random subspace to the optimum, so at least half of it
	Low  float64 // what the release would keep at the cautious end,
	High float64 // and at the hopeful one
	// Each of these alone would do; 0 where none up to the grid's end does.
	Epsilon  float64
	Rows     float64
	Features float64 // by leaving columns out, the structure staying as it is
}

// Needed reports whether there is reason to advise: the cautious end is below Half.
func (a Advice) Needed() bool { return a.Low < a.Half }

// Half is the share that advice is about, half way from what a random subspace keeps to all. Of the assumed spectra it is the one of which that is the most.
func (f *Forecaster) Half() float64 {
	floor := 0.0
	for _, a := range f.lambda {
		floor = max(floor, a.floor)
	}
	return (1 + floor) / 2
}

// Advise says what a choice at an ε lacks. A band depends on n and ε through the noise's width over n, and, where noise
// is on the whole matrix, on d through about width·√d (section 2): so one curve over ε answers all three.
func (f *Forecaster) Advise(ways []Way, c Choice, epsilon float64) (Advice, error) {
	a := Advice{Half: f.Half(), Low: c.Low, High: c.High}
	m, ok := method.Of(c.Mechanism)
	if !ok || !a.Needed() {
		return a, nil
	}
	for _, w := range ways {
		if w.Rule != c.Rule {
			continue
		}
		var grid []float64
		for i := range 41 { // from here to 10⁴ times as much
			if e := epsilon * math.Pow(10, float64(i)/10); e <= 1000 {
				grid = append(grid, e*w.Part)
			}
		}
		bands, err := f.Bands(w.For(m), []method.Method{m}, grid)
		if err != nil || bands[0].Widths == nil {
			return a, err
		}
		there, ok := Where(grid, bands[0].Low, a.Half)
		if !ok {
			return a, nil
		}
		then, err := f.Bands(w.For(m), []method.Method{m}, []float64{there})
		if err != nil {
			return a, err
		}
		narrower := then[0].Widths[0] / bands[0].Widths[0]
		a.Epsilon, a.Rows = there/w.Part, w.rows()/narrower
		if m.Gives == method.WholeMatrix {
			a.Features = math.Floor(float64(f.public.Features) * narrower * narrower)
		}
	}
	return a, nil
}

// rows is n.
func (w Way) rows() float64 {
	if w.Rule == RulePairs {
		return 2 * w.Encoding.Records
	}
	return w.Encoding.Records
}
