package session

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"privatepca/core/forecast"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/wasm/protocol"
)

func foretold() protocol.Forecast {
	return protocol.Forecast{
		Records: 5000, Features: 10, Directions: 2, Delta: 1e-6, Relation: "replace-one", RowsPerPerson: 1,
		MeanSquare: .909, Spectrum: "paper", Wanted: .9, Epsilons: []float64{.01, .1, 1},
	}
}

func TestForecast(t *testing.T) {
	p := newPage(t, 1)
	got := must(p, protocol.ForecastRequest, foretold(), nil)
	if len(got.Curves) != len(method.Names()) || len(got.Preferred) != 3 || len(got.Spectrum) != 10 {
		t.Fatalf("%d curves, %d preferences, %d shares of the spectrum", len(got.Curves), len(got.Preferred), len(got.Spectrum))
	}
	for i, c := range got.Curves {
		if c.Mechanism != method.Names()[i] || len(c.Shares) != 3 || len(c.Widths) != 3 {
			t.Errorf("curve %d: %+v", i, c)
		}
	}
	// The measured share at ε = .1 is .997; a pure mechanism's is lower.
	if s := got.Curves[0].Shares[1]; s < .99 || s > 1 || got.Preferred[1] != "gaussian" {
		t.Errorf("gaussian is forecast to keep %.3f at ε = .1, preferred %s", s, got.Preferred[1])
	}
	if e := got.Curves[0].Reaches; e <= .01 || e >= .1 {
		t.Errorf("gaussian is said to keep 90 %% at ε = %g", e)
	}
	b := got.Bounds
	if b.Sufficient[0] < 9.9*b.Sufficient[1] || b.Sufficient[1] <= 0 {
		t.Errorf("bounds %+v: what is sufficient goes as 1/ε", b)
	}

	in := foretold()
	in.Relation, in.Delta = "add-remove", 0
	got = must(p, protocol.ForecastRequest, in, nil)
	if got.Curves[0].Shares != nil || got.Preferred[2] != "nuclear" || got.Bounds.Sufficient[2] != 0 {
		t.Errorf("under add-remove with δ = 0: %+v", got)
	}
	in.Spectrum, in.Shares = "own", []float64{.5, .3}
	got = must(p, protocol.ForecastRequest, in, nil)
	if len(got.Spectrum) != 10 || got.Spectrum[0] != .5 || got.Spectrum[1] != .3 || math.Abs(got.Spectrum[9]-.025) > 1e-12 {
		t.Errorf("the typed spectrum became %v", got.Spectrum)
	}
}

// What can be found is answered at each ε where the columns are stated and a δ is allowed; and the rule mean then leads.
func TestForecastOfGroups(t *testing.T) {
	p := newPage(t, 1)
	in := foretold()
	if got := must(p, protocol.ForecastRequest, in, nil); got.Groups != nil {
		t.Errorf("without columns: %+v", got.Groups)
	}
	in.Numbers, in.Categories, in.Features = 28, 2, 40
	in.Table = &protocol.ForecastTable{Rows: 5000, Squared: 120, Body: 10, Count: 40, Widest: 30, Settled: 2, Reach: 30, Mean: .1, Split: .15, Centre: .1}
	in.Rule, in.Equal, in.Spectrum = "mean", true, "several"
	got := must(p, protocol.ForecastRequest, in, nil)
	if len(got.Groups) != 3 || len(got.Ranked) != 3 || got.Ranked[2][0].Rule != "mean" {
		t.Fatalf("%d groups, ranked %+v", len(got.Groups), got.Ranked)
	}
	few, many := got.Groups[0], got.Groups[2]
	if !(few.Noise > many.Noise && many.Noise > 0) {
		t.Errorf("the noise of a correlation is forecast as %v at the smallest ε, %v at the largest", few.Noise, many.Noise)
	}
	if !few.Against || !(few.Rows > 5000) || !(few.Epsilon > .01) || many.Against || many.Least < 2 || many.Least > 5 {
		t.Errorf("at ε = .01 %+v, at 1 %+v", few, many)
	}
	for _, c := range got.Curves {
		if (c.Shares != nil) != (c.Mechanism == "gaussian") {
			t.Errorf("the rule mean has a band under %s, or none under gaussian", c.Mechanism)
		}
	}
	// A draft under another rule is told of mean with equal columns first, and not of what mean finds.
	other := in
	other.Rule, other.Equal, other.MeanSquare, other.Shrunk = "sign", false, 1, true
	if beside := must(p, protocol.ForecastRequest, other, nil); beside.Groups != nil || beside.Ranked[2][0] != got.Ranked[2][0] {
		t.Errorf("under sign: groups %+v, ranked %+v, want %+v first", beside.Groups, beside.Ranked[2], got.Ranked[2][0])
	}
	in.Delta = 0
	if got := must(p, protocol.ForecastRequest, in, nil); got.Groups != nil || got.Ranked[2][0].Rule != "sign" {
		t.Errorf("pure ε: %+v, ranked %+v", got.Groups, got.Ranked[2])
	}
}

// What cannot be forecast is refused in words, and nothing panics.
func TestForecastRefuses(t *testing.T) {
	p := newPage(t, 1)
	for what, spoil := range map[string]func(*protocol.Forecast){
		"features":           func(in *protocol.Forecast) { in.Features = 1 },
		"many":               func(in *protocol.Forecast) { in.Features = 1 << 30 },
		"k":                  func(in *protocol.Forecast) { in.Directions = 10 },
		"records":            func(in *protocol.Forecast) { in.Records = 0 },
		"delta":              func(in *protocol.Forecast) { in.Delta = 1 },
		"relation":           func(in *protocol.Forecast) { in.Relation = "" },
		"rows":               func(in *protocol.Forecast) { in.RowsPerPerson = 0 },
		"length":             func(in *protocol.Forecast) { in.MeanSquare = 2 },
		"no length":          func(in *protocol.Forecast) { in.MeanSquare = 0 },
		"not wanted":         func(in *protocol.Forecast) { in.Wanted = 0 },
		"nonzero":            func(in *protocol.Forecast) { in.Nonzero = -1 },
		"too many nonzero":   func(in *protocol.Forecast) { in.Nonzero = in.Features + 1 },
		"a table's nonzero":  func(in *protocol.Forecast) { in.Table = &protocol.ForecastTable{Nonzero: -1} },
		"a table's too many": func(in *protocol.Forecast) { in.Table = &protocol.ForecastTable{Nonzero: in.Features + 1} },
		"columns":            func(in *protocol.Forecast) { in.Numbers = in.Features + 1 },
		"design effect":      func(in *protocol.Forecast) { in.Numbers, in.DesignEffect = in.Features, -1 },
		"spectrum":           func(in *protocol.Forecast) { in.Spectrum = "rainbow" },
		"own":                func(in *protocol.Forecast) { in.Spectrum, in.Shares = "own", []float64{.9, .9} },
		"wanted":             func(in *protocol.Forecast) { in.Wanted = 1 },
		"no grid":            func(in *protocol.Forecast) { in.Epsilons = nil },
		"epsilon":            func(in *protocol.Forecast) { in.Epsilons = []float64{0} },
	} {
		in := foretold()
		spoil(&in)
		e := p.refused(protocol.ForecastRequest.Name, in, nil)
		if e.Code != protocol.CodeRequest || strings.Contains(e.Message, "forecast:") {
			t.Errorf("%s: %+v", what, e)
		}
	}
}

// What is wrong with a request is said of what is wrong, and not of what follows from it.
func TestForecastSaysWhatIsWrong(t *testing.T) {
	p := newPage(t, 1)
	for want, spoils := range map[string][]func(in *protocol.Forecast){
		"cannot be other than 0": {
			func(in *protocol.Forecast) { in.Nonzero = -1 },
			func(in *protocol.Forecast) { in.Nonzero = in.Features + 1 },
			func(in *protocol.Forecast) { in.Table = &protocol.ForecastTable{Nonzero: -1} },
			func(in *protocol.Forecast) { in.Table = &protocol.ForecastTable{Nonzero: in.Features + 1} },
		},
		"typical length":  {func(in *protocol.Forecast) { in.MeanSquare = 0 }, func(in *protocol.Forecast) { in.MeanSquare = 1.01 }},
		"wanted accuracy": {func(in *protocol.Forecast) { in.Wanted = 0 }, func(in *protocol.Forecast) { in.Wanted = 1 }},
	} {
		for i, spoil := range spoils {
			in := foretold()
			spoil(&in)
			if e := p.refused(protocol.ForecastRequest.Name, in, nil); !strings.Contains(e.Message, want) {
				t.Errorf("%s, %d: %s", want, i, e.Message)
			}
		}
	}
}

// A request at its limits is answered: as many features that are not 0 as there are, with a table of as many.
func TestForecastAtItsLimits(t *testing.T) {
	in := foretold()
	in.Nonzero, in.MeanSquare = in.Features, 1
	if _, err := forecasted(in); err != nil {
		t.Error(err)
	}
	for nonzero, taken := range map[int]bool{-1: false, 0: true, 1: true, in.Features: true, in.Features + 1: false} {
		in := in
		in.Table = &protocol.ForecastTable{Rows: 5000, Split: .2, Mean: .1, Squared: 4, Count: 1, Widest: 2, Nonzero: nonzero}
		if _, err := forecasted(in); (err == nil || !strings.Contains(err.Error(), "cannot be other than 0")) != taken {
			t.Errorf("a table with %d features that are other than 0: %v", nonzero, err)
		}
	}
	// A request counts pairs, as a release does.
	in.Rule = forecast.RulePairs
	if e, _ := encoding(in); e.Records != in.Records {
		t.Errorf("%v pairs of rows count as %v", in.Records, e.Records)
	}
}

// A worker has a file or forecasts, never both.
func TestAForecastHasNoFile(t *testing.T) {
	file := &memory{name: "small.csv", data: []byte(small)}
	p := newPage(t, 1)
	must(p, protocol.ForecastRequest, foretold(), nil)
	if e := p.refused(protocol.OpenRequest.Name, protocol.Open{}, file); e.Code != protocol.CodeRequest {
		t.Errorf("a forecasting worker was handed a file: %+v", e)
	}
	q := newPage(t, 1)
	must(q, protocol.OpenRequest, protocol.Open{}, file)
	if e := q.refused(protocol.ForecastRequest.Name, foretold(), nil); e.Code != protocol.CodeRequest {
		t.Errorf("a worker with a file forecasts: %+v", e)
	}
	// The answer is a function of the request.
	a, _ := forecasted(foretold())
	b, _ := forecasted(foretold())
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	if string(x) != string(y) {
		t.Error("the same facts are forecast in two ways")
	}
}

// The fewest features that have a direction are forecast, and one less is refused.
func TestForecastOfTwoFeatures(t *testing.T) {
	in := foretold()
	in.Features, in.Directions = 2, 1
	if got := must(newPage(t, 1), protocol.ForecastRequest, in, nil); len(got.Spectrum) != 2 {
		t.Errorf("%+v", got.Spectrum)
	}
	in.Features = 1
	newPage(t, 1).refused(protocol.ForecastRequest.Name, in, nil)
}

// The theorems speak of one row a person that may be replaced, and of the published mechanism where there is a δ; else they are silent. Of several
// spectra the largest bound stands, and one without a gap says nothing.
func TestBoundsAreTheTheorems(t *testing.T) {
	in := foretold()
	in.Wanted = .999 // below, some of them say nothing
	assumed := []forecast.Assumption{{Shares: []float64{.5, .1}}, {Shares: []float64{.5, .3}}, {Shares: []float64{.5, .5}}}
	got := bounds(assumed, in)
	for i, e := range in.Epsilons {
		necessary, sufficient := 0.0, 0.0
		for _, a := range assumed[:2] {
			first, gap := a.Shares[0]*in.MeanSquare, (a.Shares[0]-a.Shares[1])*in.MeanSquare
			if need, ok := forecast.Necessary(in.Features, e, gap, in.Wanted); ok {
				necessary = max(necessary, need)
			}
			sufficient = max(sufficient, forecast.PPCASufficientByProof(in.Features, e, first, gap, in.Wanted, .1))
		}
		near := func(x, want float64) bool { return math.Abs(x-want) <= 1e-9*want }
		if !near(got.Necessary[i], necessary) || !near(got.Sufficient[i], sufficient) || sufficient <= 0 || necessary <= 0 {
			t.Errorf("ε = %g: necessary %g, want %g; sufficient %g, want %g", e, got.Necessary[i], necessary, got.Sufficient[i], sufficient)
		}
		if want := forecast.MODSULQNecessary(in.Features, e, in.Delta, in.Wanted); want <= 0 || got.MODSULQ[i] != want {
			t.Errorf("ε = %g: of MOD-SULQ %g, want %g", e, got.MODSULQ[i], want)
		}
	}
	// A gap is one beside the largest eigenvalue, however short the records are.
	short := in
	short.MeanSquare = 1e-9
	for i, e := range in.Epsilons {
		want := forecast.PPCASufficientByProof(in.Features, e, .5e-9, .4e-9, in.Wanted, .1)
		if got := bounds(assumed[:1], short).Sufficient[i]; !(want > 0) || math.Abs(got-want) > 1e-6*want {
			t.Errorf("ε = %g: of short records sufficient %g, want %g", e, got, want)
		}
	}
	silent := func(what string, b protocol.ForecastBounds) {
		t.Helper()
		for i := range in.Epsilons {
			if b.Necessary[i] != 0 || b.Sufficient[i] != 0 || b.MODSULQ[i] != 0 {
				t.Errorf("%s: %+v", what, b)
			}
		}
	}
	silent("no gap", bounds(assumed[2:], in))
	rows, other, pure := in, in, in
	rows.RowsPerPerson, other.Relation, pure.Delta = 2, "add-remove", 0
	silent("two rows", bounds(assumed, rows))
	silent("add-remove", bounds(assumed, other))
	if b := bounds(assumed, pure); b.MODSULQ[0] != 0 || b.Sufficient[0] <= 0 {
		t.Errorf("without δ: %+v", b)
	}
}

// Records about a released centre are forecast with the noise of its mean, of which the table tells; without a table, and under other rules, none is.
func TestEncodingOfARequest(t *testing.T) {
	in := foretold()
	in.Table = &protocol.ForecastTable{Rows: 5000, Split: .2, Mean: .1, Squared: 4, Count: 1, Widest: 2}
	for rule, mean := range map[string]bool{forecast.RuleSign: true, forecast.RulePairs: false, "": false} {
		in.Rule = rule
		e, split := encoding(in)
		if (e.Mean != nil) != mean || (split == .2) != mean || mean && e.Mean.Share != .1 {
			t.Errorf("%q: %+v, %v", rule, e, split)
		}
	}
	in.Rule, in.Table, in.Nonzero, in.Equal = forecast.RuleSign, nil, 7, true
	if e, split := encoding(in); e.Mean != nil || split != 0 || e.Nonzero != 7 || !e.Equal {
		t.Errorf("without a table: %+v, %v", e, split)
	}
}

// What is asked for is taken up to its limits, and one more is refused in words that name the limit.
func TestEachLimitOfAForecast(t *testing.T) {
	grid := func(n int) []float64 {
		out := make([]float64, n)
		for i := range out {
			out[i] = .01 * float64(i+1)
		}
		return out
	}
	for name, c := range map[string]struct {
		change func(*protocol.Forecast)
		want   string // "" for taken
	}{
		"most values of ε":    {func(in *protocol.Forecast) { in.Epsilons = grid(mostEpsilons) }, ""},
		"one more":            {func(in *protocol.Forecast) { in.Epsilons = grid(mostEpsilons + 1) }, "1 to 200 values"},
		"one value":           {func(in *protocol.Forecast) { in.Epsilons = grid(1) }, ""},
		"one direction less":  {func(in *protocol.Forecast) { in.Directions = in.Features - 1 }, ""},
		"as many as features": {func(in *protocol.Forecast) { in.Directions = in.Features }, "one less"},
		"no direction":        {func(in *protocol.Forecast) { in.Directions = 0 }, "one less"},
		"too many features":   {func(in *protocol.Forecast) { in.Features = forecast.MaxFeatures + 1 }, "2 to"},
		"the shortest":        {func(in *protocol.Forecast) { in.MeanSquare = leastMeanSquare }, ""},
		"shorter":             {func(in *protocol.Forecast) { in.MeanSquare = leastMeanSquare / 2 }, "typical length"},
		"as many as can be":   {func(in *protocol.Forecast) { in.Features, in.Epsilons = forecast.MaxFeatures, grid(1) }, ""},
	} {
		in := foretold()
		c.change(&in)
		if _, err := forecasted(in); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// A table's ways are ranked for every ε as the library ranks them, and the request's word on equal lengths holds for each.
func TestForecastRanksATablesWays(t *testing.T) {
	for _, equal := range []bool{false, true} {
		in := foretold()
		in.Equal = equal
		in.Table = &protocol.ForecastTable{Rows: 5000, Split: .2, Reach: 3, Centre: .2, Nonzero: 9, Mean: .1, Squared: 4, Body: 1, Count: 1, Widest: 2, Settled: 1}
		got := must(newPage(t, 1), protocol.ForecastRequest, in, nil)
		public := forecast.Public{Features: 10, Directions: 2, Delta: 1e-6, Relation: privacy.ReplaceOne, RowsPerPerson: 1}
		assumed, err := forecast.Assume("paper", nil, 10, 2)
		if err != nil {
			t.Fatal(err)
		}
		f, err := forecast.New(public, assumed)
		if err != nil {
			t.Fatal(err)
		}
		ways := forecast.Ways(forecast.Table{
			Rows: 5000, Split: .2, Reach: 3, Centre: .2, Nonzero: 9, Mean: forecast.Mean{Share: .1, Squared: 4, Body: 1, Count: 1, Widest: 2, Settled: 1},
		}, public)
		for i := range ways {
			ways[i].Encoding.Equal = equal
		}
		if len(got.Ranked) != len(in.Epsilons) {
			t.Fatalf("%d lists for %d values of ε", len(got.Ranked), len(in.Epsilons))
		}
		for i, epsilon := range in.Epsilons {
			want, err := f.Rank(ways, epsilon)
			if err != nil || len(want) < 2 || len(want) != len(got.Ranked[i]) {
				t.Fatalf("ε = %g: %d choices, want %d, %v", epsilon, len(got.Ranked[i]), len(want), err)
			}
			for j, c := range got.Ranked[i] {
				if w := want[j]; c != (protocol.ForecastChoice{Rule: w.Rule, Mechanism: w.Mechanism, Low: w.Low, Top: w.Top, Noise: w.Noise()}) {
					t.Errorf("ε = %g, choice %d: %+v, want %+v", epsilon, j, c, w)
				}
			}
		}
	}
	in := foretold()
	in.Table = &protocol.ForecastTable{Rows: -1}
	if e := newPage(t, 1).refused(protocol.ForecastRequest.Name, in, nil); e.Code != protocol.CodeRequest {
		t.Errorf("a table of fewer rows than none: %+v", e)
	}
}

// About a released centre the mechanisms that are not calibrated with its mean divide ε by the table's share, the others by the mean's.
func TestForecastDividesForTheMean(t *testing.T) {
	in := foretold()
	in.Rule = forecast.RuleSign
	in.Table = &protocol.ForecastTable{Rows: 5000, Split: .4, Reach: 3, Centre: .2, Nonzero: 9, Mean: .1, Squared: 4, Body: 1, Count: 1, Widest: 2, Settled: 1}
	got, err := forecasted(in)
	if err != nil {
		t.Fatal(err)
	}
	assumed, err := forecast.Assume("paper", nil, 10, 2)
	if err != nil {
		t.Fatal(err)
	}
	f, err := forecast.New(forecast.Public{Features: 10, Directions: 2, Delta: 1e-6, Relation: privacy.ReplaceOne, RowsPerPerson: 1}, assumed)
	if err != nil {
		t.Fatal(err)
	}
	differ := 0
	for i, m := range method.All() {
		var at [2][]float64
		for j, share := range []float64{.1, .4} {
			e, _ := encoding(in)
			mean := *e.Mean
			mean.Share = share
			e.Mean = &mean
			bands, err := f.Bands(e, []method.Method{m}, in.Epsilons)
			if err != nil {
				t.Fatal(err)
			}
			at[j] = bands[0].Low
		}
		want := at[0]
		if !m.Joint {
			want = at[1]
		}
		if !slices.Equal(got.Curves[i].Low, want) {
			t.Errorf("%s: %v, want %v", m.Name, got.Curves[i].Low, want)
		}
		if !slices.Equal(at[0], at[1]) {
			differ++
		}
	}
	if differ < 4 {
		t.Errorf("the share made a difference for %d mechanisms alone", differ)
	}
}

// The first assumption's spectrum is shown: twelve shares of it, or as many as directions are asked for, or all there are.
func TestForecastShowsTheFirstSpectrum(t *testing.T) {
	for _, c := range []struct{ features, directions, want int }{{40, 2, 12}, {40, 12, 12}, {40, 13, 13}, {12, 2, 12}, {11, 2, 11}} {
		in := foretold()
		in.Features, in.Directions, in.Epsilons, in.Spectrum = c.features, c.directions, []float64{1}, forecast.Several
		got, err := forecasted(in)
		if err != nil {
			t.Fatal(err)
		}
		assumed, err := forecast.Assume(in.Spectrum, nil, c.features, c.directions)
		if err != nil || len(assumed) < 2 || slices.Equal(assumed[0].Shares, assumed[1].Shares) {
			t.Fatalf("%d assumptions, %v", len(assumed), err)
		}
		if len(got.Assumed) != len(assumed) || !slices.Equal(got.Spectrum, assumed[0].Shares[:c.want]) {
			t.Errorf("%d features, %d directions: %d shares", c.features, c.directions, len(got.Spectrum))
		}
	}
}
