package forecast

import (
	"math"
	"testing"

	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/scaling"
)

// The noise of the first step is that of Theorem 3 (core/mechanism/sums.md), written out: Δ² = m²·max(D, R + a²), under add/remove m²·(R + a²), with
// a² = R/√d.
func TestTheNoiseOfWeightedSums(t *testing.T) {
	const epsilon, delta = 2.0, 1e-6
	sigma, err := privacy.AnalyticGaussian(epsilon, delta)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		relation privacy.Relation
		rows     int
	}{{privacy.ReplaceOne, 1}, {privacy.ReplaceOne, 3}, {privacy.AddRemove, 1}, {privacy.AddRemove, 2}} {
		// Six numbers, two categories of four levels, one list of five.
		p := Public{
			Features: 19, Directions: 2, Delta: delta, Relation: c.relation, RowsPerPerson: c.rows, MeanWeight: .4,
			Columns: Columns{Numbers: 6, Categories: 2, Lists: 1, Items: 5},
		}
		f, err := p.facts(epsilon)
		if err != nil {
			t.Fatal(err)
		}
		distance, reach := 6*4+2*2+5., 6*(1+2.75/4)+2*.8+5./4
		squared := reach * (1 + 1/math.Sqrt(19))
		if c.relation == privacy.ReplaceOne {
			squared = math.Max(squared, distance)
		}
		want := sigma * float64(c.rows) * math.Sqrt(squared/.2)
		if got := f.SumsNoise(); math.Abs(got/want-1) > 1e-12 {
			t.Errorf("%+v: the sums' noise is %g, want %g", c, got, want)
		}
		if !f.PrivateRows() {
			t.Errorf("%+v: the sum of weights is taken to be public", c)
		}
	}
}

// Whatever the columns are, D is at least R + a²: a public number of rows that weights make private does not widen the first step's noise.
func TestWeightsDoNotWidenTheSums(t *testing.T) {
	for _, kind := range []scaling.Kind{scaling.Number, scaling.Category, scaling.Cycle, scaling.List} {
		for levels := 1; levels < 40; levels++ {
			f := scaling.Facts{Columns: scaling.Columns{{Kind: kind, Levels: levels}}, Rows: 1, Mu: 1}
			plain := f.SumsNoise()
			f.Weighted = true
			if f.SumsNoise() != plain {
				t.Errorf("kind %d, %d levels: %g with weights, %g without", kind, levels, f.SumsNoise(), plain)
			}
		}
	}
}

// Rows of a mean weight of a quarter of the largest find what a quarter of so many rows do, in every figure; what Enough names is in rows of the table.
func TestWeightedRowsCountAsFewer(t *testing.T) {
	p := mixedColumns(30, 40)
	w := p
	w.MeanWeight = .25
	plain, err := p.Group(2000, 1)
	if err != nil {
		t.Fatal(err)
	}
	if weighted, err := w.Group(8000, 1); err != nil || weighted != plain {
		t.Errorf("%+v, %v; want %+v", weighted, err, plain)
	}
	fewer, epsilon, err := p.Enough(500, .5)
	if err != nil {
		t.Fatal(err)
	}
	if rows, e, err := w.Enough(2000, .5); err != nil || math.Abs(rows/fewer/4-1) > 1e-9 || math.Abs(e/epsilon-1) > 1e-6 {
		t.Errorf("%g rows, ε = %g, %v; want 4·%g, %g", rows, e, err, fewer, epsilon)
	}
	band := func(p Public, rows float64) Band {
		b, ok, err := forecaster(t, p, Spread(40, 3)).Band(Means(rows, true), method.Default, 1)
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		return b
	}
	if got, want := band(w, 8000), band(p, 2000); got.Low[0] != want.Low[0] || got.Middle[0] != want.Middle[0] || got.High[0] != want.High[0] {
		t.Errorf("a band of %v to %v, want %v to %v", got.Low, got.High, want.Low, want.High)
	}
	if w.MeanWeight = 1; band(w, 2000).Low[0] != band(p, 2000).Low[0] {
		t.Error("rows that all have the largest weight have another band")
	}
	// Only the rule mean weighs rows.
	if ways := Ways(Table{Rows: 2000, Reach: 1}, w); len(ways) != 1 || ways[0].Rule != RuleMean {
		t.Errorf("%d ways: %+v", len(ways), ways)
	}
	for _, x := range []float64{-1, 1.5, math.NaN()} {
		w.MeanWeight = x
		if _, err := w.Group(100, 1); err == nil {
			t.Errorf("a mean weight of %g is accepted", x)
		}
		if _, err := New(w, Spread(40, 3)); err == nil {
			t.Errorf("New accepts a mean weight of %g", x)
		}
	}
}
