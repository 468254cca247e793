package forecast

import (
	"math"
	"testing"

	"privatepca/core/method"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// insurance are the public facts of the insurance table (docs/paper), in the paper's encoding.
func insurance() (Table, Public) {
	return Table{
		Rows: 9822, Split: .15, Reach: 24.29, Centre: .1,
		Mean: Mean{Share: .1, Squared: 90.69, Body: 28, Count: 150, Widest: 24.28, Settled: 6.6},
	}, Public{Features: 150, Directions: 11, Delta: 1e-6, Relation: privacy.ReplaceOne, RowsPerPerson: 1}
}

func forecaster(t testing.TB, p Public, over []Assumption) *Forecaster {
	t.Helper()
	f, err := New(p, over)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// One assumption, records of length 1 and no mean leave the curve of section 2 and 3, up to interpolation.
func TestABandOfOneAssumptionIsTheCurve(t *testing.T) {
	p := Public{Features: 60, Directions: 4, Delta: 1e-6, Relation: privacy.ReplaceOne, RowsPerPerson: 2}
	shares, err := Shares(PowerLaw, 60, 4)
	if err != nil {
		t.Fatal(err)
	}
	f := forecaster(t, p, []Assumption{{PowerLaw, shares}})
	for _, m := range method.Names() {
		for _, epsilon := range []float64{.01, .1, 1, 10} {
			b, ok, err := f.Band(Encoding{Records: 4000, Squares: unit}, m, epsilon)
			if err != nil || !ok {
				t.Fatal(m, ok, err)
			}
			facts := Facts{Records: 4000, Directions: 4, Delta: 1e-6, Relation: p.Relation, RowsPerPerson: 2, Spectrum: shares}
			want, _, err := share(facts, m, epsilon)
			if err != nil {
				t.Fatal(err)
			}
			facts.Records /= plain[0] // the cautious end has wider noise
			cautious, _, err := share(facts, m, epsilon)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(b.Middle[0]-want) > .004 || math.Abs(b.Low[0]-cautious) > .004 || b.Middle[0] != b.High[0] || b.Top[0] != b.Low[0] {
				t.Errorf("%s, ε = %g: a band of %.4f, %.4f, %.4f; the curve has %.4f", m, epsilon, b.Low[0], b.Middle[0], b.High[0], want)
			}
		}
	}
}

// Ends are in order, between a random subspace and the optimum, and more ε never lowers them by more than the table's errors.
func TestBandsAreBands(t *testing.T) {
	table, p := insurance()
	f := forecaster(t, p, Spread(p.Features, p.Directions))
	var epsilons []float64
	for i := -3.0; i <= 2; i += .25 {
		epsilons = append(epsilons, math.Pow(10, i))
	}
	for _, w := range Ways(table, p) {
		for _, m := range method.All() {
			bands, err := f.Bands(w.For(m), []method.Method{m}, epsilons)
			if err != nil {
				t.Fatal(err)
			}
			b := bands[0]
			for i := range epsilons {
				if !(b.Low[i] <= b.Middle[i] && b.Middle[i] <= b.High[i] && b.Low[i] <= b.Top[i] && b.Top[i] <= b.High[i] && b.Low[i] >= .05 && b.High[i] <= 1) {
					t.Errorf("%s, %s, ε = %.3g: %.4f, %.4f, %.4f", w.Rule, m.Name, epsilons[i], b.Low[i], b.Middle[i], b.High[i])
				}
				if i > 0 && (b.Low[i] < b.Low[i-1]-.01 || b.High[i] < b.High[i-1]-.01) {
					t.Errorf("%s, %s: the band falls at ε = %.3g", w.Rule, m.Name, epsilons[i])
				}
			}
		}
	}
}

// The order on the insurance table where no columns are stated, so that the rule mean is left out: sign where its mean is a mean, pairs where ε is so small
// that it is noise.
func TestRank(t *testing.T) {
	table, p := insurance()
	f := forecaster(t, p, Spread(p.Features, p.Directions))
	for _, c := range []struct {
		epsilon float64
		rule    string
		noise   bool
	}{{.01, RulePairs, true}, {.1, RuleSign, false}, {1, RuleSign, false}} {
		got, err := f.Rank(Ways(table, p), c.epsilon)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != 3 || got[0].Rule != c.rule || got[0].Mechanism != "gaussian" {
			t.Errorf("ε = %g: %+v", c.epsilon, got)
		}
		for _, x := range got {
			if x.Rule == RuleSign && x.Noise() != c.noise {
				t.Errorf("ε = %g: the mean's noise is %.2f", c.epsilon, x.MeanNoise)
			}
		}
	}
	// Under pure ε the mechanism is another; under add/remove there are no pairs, and no mean that n divides.
	p.Delta = 0
	got, err := forecaster(t, p, Spread(p.Features, p.Directions)).Rank(Ways(table, p), 1)
	if err != nil || got[0].Rule != RuleSign || got[0].Mechanism != "nuclear" {
		t.Errorf("pure ε: %+v, %v", got, err)
	}
	p.Relation = privacy.AddRemove
	if ways := Ways(table, p); len(ways) != 1 || ways[0].Rule != RuleSign {
		t.Errorf("add/remove: %+v", ways)
	}
}

// The usual share of a mean is within .02 of the best of .05 … .3 in the middle of the assumptions, from little kept to nearly all: it need not be chosen.
func TestTheUsualShareOfAMean(t *testing.T) {
	table, p := insurance()
	f := forecaster(t, p, Spread(p.Features, p.Directions))
	middle := func(n, epsilon, share float64) float64 {
		mean := table.Mean
		mean.Share = share
		b, _, err := f.Band(Signs(n, mean), "gaussian", epsilon)
		if err != nil {
			t.Fatal(err)
		}
		return b.Middle[0]
	}
	for _, n := range []float64{1000, 9822, 100_000} {
		for _, epsilon := range []float64{.02, .1, .5, 2} {
			usual := middle(n, epsilon, plan.UsualMean("gaussian"))
			for _, share := range []float64{.05, .15, .2, .3} {
				if other := middle(n, epsilon, share); other > usual+.02 {
					t.Errorf("n = %g, ε = %g: a share of %g keeps %.3f, the usual one %.3f", n, epsilon, share, other, usual)
				}
			}
		}
	}
}

func TestRulesAreTheSchemas(t *testing.T) {
	if RuleMean != string(schema.Mean) || RuleSign != string(schema.Sign) || RulePairs != string(schema.Pairs) || RuleClip != string(schema.Clip) {
		t.Error("a rule has another name than in core/schema")
	}
}

func TestBandsRefuse(t *testing.T) {
	table, p := insurance()
	f := forecaster(t, p, Spread(p.Features, p.Directions))
	good := Signs(100, table.Mean)
	for what, spoil := range map[string]func(e *Encoding){
		"records":     func(e *Encoding) { e.Records = math.NaN() },
		"length":      func(e *Encoding) { e.Squares[1] = 0 },
		"share":       func(e *Encoding) { e.Mean.Share = 1 },
		"sensitivity": func(e *Encoding) { e.Mean.Squared = 0 },
		"variates":    func(e *Encoding) { e.Mean.Count = 0 },
	} {
		mean := table.Mean
		e := good
		e.Mean = &mean
		spoil(&e)
		if _, _, err := f.Band(e, "gaussian", 1); err == nil {
			t.Errorf("%s out of range is accepted", what)
		}
	}
	if _, _, err := f.Band(good, "gaussian", 0); err == nil {
		t.Error("ε = 0 is accepted")
	}
	if _, _, err := f.Band(good, "wishart", 1); err == nil {
		t.Error("an unknown mechanism is accepted")
	}
	if _, err := New(p, nil); err == nil {
		t.Error("no assumption is accepted")
	}
	if _, err := New(p, []Assumption{{"short", []float64{.5, .5}}}); err == nil {
		t.Error("a spectrum of another length is accepted")
	}
}

func BenchmarkBands(b *testing.B) {
	table, p := insurance()
	var epsilons []float64
	for i := -30; i <= 20; i++ {
		epsilons = append(epsilons, math.Pow(10, float64(i)/10))
	}
	for b.Loop() {
		f := forecaster(b, p, Spread(p.Features, p.Directions))
		if _, err := f.Bands(Signs(9822, table.Mean), method.All(), epsilons); err != nil {
			b.Fatal(err)
		}
		for _, e := range epsilons {
			if _, err := f.Rank(Ways(table, p), e); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// The ways are ranked by the noise that a release of them has: Laplace noise on pairs of a table of few columns with many levels
// is far narrower than on dense vectors, and becomes the choice where no other of pure ε is left.
func TestWaysKnowSparsePairs(t *testing.T) {
	table, p := insurance()
	p.Delta = 0
	dense := Ways(table, p)
	table.Nonzero = 20
	sparse := Ways(table, p)
	f := forecaster(t, p, Spread(p.Features, p.Directions))
	laplace, ok := method.Of("laplace")
	if !ok {
		t.Fatal("no such mechanism")
	}
	for i, w := range sparse {
		a, err := f.Bands(dense[i].For(laplace), []method.Method{laplace}, []float64{1})
		if err != nil {
			t.Fatal(err)
		}
		b, err := f.Bands(w.For(laplace), []method.Method{laplace}, []float64{1})
		if err != nil {
			t.Fatal(err)
		}
		narrower := a[0].Widths[0] / b[0].Widths[0]
		if w.Rule == RulePairs && narrower < 4 || w.Rule != RulePairs && narrower != 1 {
			t.Errorf("%s: noise of sparse differences is %.2f times narrower", w.Rule, narrower)
		}
	}
}
