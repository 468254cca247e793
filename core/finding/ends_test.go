package finding

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"privatepca/core/scaling"
	"privatepca/core/scaling/scalingtest"
)

// plainInput is an input of p numbers with a matrix of one's choice.
func plainInput(columns scaling.Columns, entry func(i, j int) float64) *Input {
	d, p := columns.Features(), len(columns)
	fill := func(n int, x float64) []float64 {
		out := make([]float64, n)
		for i := range out {
			out[i] = x
		}
		return out
	}
	in := &Input{
		Columns: columns, Rows: 1000, Effect: 1, Present: fill(p, 1), SumsNoise: .01, Weight: fill(d, 2), Radius: 2,
		Counts: fill(scaling.Bins, 50), CountsNoise: 3, Tau: 3, MeanTau: 17, Mean: fill(d, 5),
	}
	for i := range d {
		for j := range i + 1 {
			in.Matrix = append(in.Matrix, entry(i, j))
		}
	}
	return in
}

func numbers(p int) scaling.Columns { return make(scaling.Columns, p) }

// Whatever a document states, the answer is finite numbers or an error, and never a panic.
func TestWhateverIsStatedTheFindingIsFinite(t *testing.T) {
	zero := func(i, j int) float64 { return 0 }
	one := func(i, j int) float64 { return 100 }
	diagonal := func(i, j int) float64 {
		if i == j {
			return 90
		}
		return 0
	}
	mixed := scaling.Columns{{}, {Kind: scaling.Category, Levels: 1}, {Kind: scaling.Category, Levels: 2}, {Kind: scaling.Cycle}, {Kind: scaling.List, Levels: 3, Weight: 2}}
	cases := map[string]*Input{
		"one number":          plainInput(numbers(1), one),
		"one category":        plainInput(scaling.Columns{{Kind: scaling.Category, Levels: 1}}, zero),
		"one yes/no":          plainInput(scaling.Columns{{Kind: scaling.Category, Levels: 2}}, zero),
		"two numbers":         plainInput(numbers(2), one),
		"zeros":               plainInput(numbers(6), zero),
		"ones":                plainInput(numbers(6), one),
		"negative":            plainInput(numbers(6), func(i, j int) float64 { return -300 }),
		"tied":                plainInput(numbers(6), diagonal),
		"every kind":          plainInput(mixed, diagonal),
		"every kind, zeros":   plainInput(mixed, zero),
		"tied, without noise": plainInput(numbers(6), diagonal),
		"one row":             plainInput(numbers(6), one),
		"no bin in use":       plainInput(numbers(6), one),
		"no mean":             plainInput(numbers(6), one),
		"large":               plainInput(numbers(6), func(i, j int) float64 { return 1e28 * float64(1+i*j) }),
		"small":               plainInput(numbers(6), func(i, j int) float64 { return 1e-29 }),
		"planes":              plainInput(numbers(12), func(i, j int) float64 { return map[bool]float64{true: 300, false: 0}[i/4 == j/4] }),
	}
	cases["tied, without noise"].Tau, cases["tied, without noise"].MeanTau = smallest, smallest
	cases["one row"].Rows = 1
	clear(cases["no bin in use"].Counts)
	clear(cases["no mean"].Mean)
	for name, in := range cases {
		if err := in.Check(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		r, err := Solver{}.Find(context.Background(), in, nil)
		if err != nil {
			if name != "large" && name != "tied, without noise" {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if !r.finite() || len(r.Values) != in.Columns.Rank() || len(r.Test.Shown) != r.Test.Clear {
			t.Errorf("%s: %+v", name, r)
		}
		ranks := 0
		for _, c := range r.Clusters {
			ranks += len(c.Ranks)
		}
		if ranks != r.Test.Clear {
			t.Errorf("%s: %d directions in clusters, %d clear", name, ranks, r.Test.Clear)
		}
		if name == "zeros" && (r.Test.Clear != 0 || slices.Contains(r.Floored, false)) {
			t.Errorf("zeros: %d clear, floors %v", r.Test.Clear, r.Floored)
		}
		if name == "planes" && (len(r.Clusters) != 1 || len(r.Axes) != 3) {
			t.Errorf("three equal factors: clusters %v", r.Clusters)
		}
	}
}

// A centre that is noise leaves nothing to test.
func TestNoisyCentre(t *testing.T) {
	in := plainInput(numbers(6), func(i, j int) float64 { return 400 })
	before, err := Solver{}.Find(context.Background(), in, nil)
	if err != nil || !before.Test.Tested || before.Test.Clear != 1 {
		t.Fatalf("%+v, %v", before.Test, err)
	}
	in.SumsNoise = 5
	in.Radius = .4
	r, err := Solver{}.Find(context.Background(), in, nil)
	if err != nil || r.Test.Tested || r.Test.Reason != NoisyCentre || r.Test.Clear != 0 || len(r.Axes) != 0 {
		t.Errorf("%+v, %v", r.Test, err)
	}
}

// An input that is no release is refused, and so is each number that is not finite.
func TestCheck(t *testing.T) {
	fresh := func() *Input {
		return plainInput(scaling.Columns{{}, {Kind: scaling.Category, Levels: 2}}, func(i, j int) float64 { return 1 })
	}
	if err := fresh().Check(); err != nil {
		t.Fatal(err)
	}
	nan, inf := math.NaN(), math.Inf(1)
	for name, spoil := range map[string]func(in *Input){
		"no columns":       func(in *Input) { in.Columns = nil },
		"a kind":           func(in *Input) { in.Columns[0].Kind = 9 },
		"no levels":        func(in *Input) { in.Columns[1].Levels = 0 },
		"column weight":    func(in *Input) { in.Columns[1].Weight = -1 },
		"matrix NaN":       func(in *Input) { in.Matrix[3] = nan },
		"matrix Inf":       func(in *Input) { in.Matrix[3] = inf },
		"matrix short":     func(in *Input) { in.Matrix = in.Matrix[1:] },
		"mean NaN":         func(in *Input) { in.Mean[0] = nan },
		"mean long":        func(in *Input) { in.Mean = append(in.Mean, 1) },
		"counts NaN":       func(in *Input) { in.Counts[0] = nan },
		"counts short":     func(in *Input) { in.Counts = in.Counts[:3] },
		"weight 0":         func(in *Input) { in.Weight[0] = 0 },
		"weights differ":   func(in *Input) { in.Weight[2] = 7 },
		"present 0":        func(in *Input) { in.Present[0] = 0 },
		"present above 1":  func(in *Input) { in.Present[0] = 1.5 },
		"rows":             func(in *Input) { in.Rows = .5 },
		"rows NaN":         func(in *Input) { in.Rows = nan },
		"effect":           func(in *Input) { in.Effect = .5 },
		"radius":           func(in *Input) { in.Radius = 0 },
		"tau":              func(in *Input) { in.Tau = 0 },
		"tau Inf":          func(in *Input) { in.Tau = inf },
		"mean's tau":       func(in *Input) { in.MeanTau = nan },
		"noise of counts":  func(in *Input) { in.CountsNoise = 0 },
		"noise of sums":    func(in *Input) { in.SumsNoise = nan },
		"scale, no floors": func(in *Input) { in.Scale = []float64{1, 1, 1} },
		"floors, no scale": func(in *Input) { in.Floored = []bool{true, true} },
		"scale 0":          func(in *Input) { in.Scale, in.Floored = []float64{0, 1, 1}, []bool{true, true} },
		"scales differ":    func(in *Input) { in.Scale, in.Floored = []float64{1, 1, 2}, []bool{true, true} },
		"floors short":     func(in *Input) { in.Scale, in.Floored = []float64{1, 1, 1}, []bool{true} },
	} {
		in := fresh()
		spoil(in)
		if r, err := (Solver{}).Find(context.Background(), in, nil); err == nil || r != nil {
			t.Errorf("%s: not refused", name)
		}
	}
}

// A cancelled computation stops at the next draw or cluster.
func TestCancel(t *testing.T) {
	in, _ := releases(t, scalingtest.Load("numbers"))
	for _, stop := range []int{1, 5, 30, 31} {
		ctx, cancel := context.WithCancel(context.Background())
		told := 0
		_, err := Solver{}.Find(ctx, in, func(done, of int) {
			if told++; told == stop {
				cancel()
			}
			if done < 1 || done > of {
				t.Errorf("step %d of %d", done, of)
			}
		})
		if !errors.Is(err, context.Canceled) || told != stop {
			t.Errorf("after %d steps: %v at %d", stop, err, told)
		}
		cancel()
	}
}

// Weights of 1 are no weights, and the order of steps does not change a bit.
func TestSameEachTime(t *testing.T) {
	in, _ := releases(t, scalingtest.Load("missing"))
	a, _ := Solver{}.Find(context.Background(), in, nil)
	for i := range in.Columns {
		in.Columns[i].Weight = 1
	}
	b, _ := Solver{}.Find(context.Background(), in, nil)
	if !slices.Equal(a.Values, b.Values) || a.Test.Level.Level != b.Test.Level.Level || !slices.Equal(a.Axes[0].Noise, b.Axes[0].Noise) {
		t.Error("another result")
	}
}

// Random columns, and numbers of every size, are answered by finite numbers or by an error.
func TestAnyInput(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	answered := 0
	for range 3000 {
		columns := make(scaling.Columns, 1+rng.IntN(4))
		for i := range columns {
			columns[i] = scaling.Column{Kind: scaling.Kind(rng.IntN(4)), Levels: 1 + rng.IntN(3), Weight: float64(rng.IntN(3))}
		}
		spread := math.Pow(rng.Float64(), 3) * 29
		number := func() float64 { return math.Pow(10, spread*(2*rng.Float64()-1)) }
		in := plainInput(columns, func(i, j int) float64 {
			switch rng.IntN(4) {
			case 0:
				return 0
			case 1:
				return -number()
			}
			return number()
		})
		in.Tau, in.MeanTau, in.CountsNoise, in.SumsNoise, in.Radius = number(), number(), number(), number(), number()
		in.Rows, in.Effect = max(1, number()), max(1, number())
		for i := range in.Mean {
			in.Mean[i] = number() * float64(rng.IntN(3)-1)
		}
		for i := range in.Counts {
			in.Counts[i] = number() * float64(rng.IntN(3)-1)
		}
		for i := range in.Present {
			in.Present[i] = min(1, number())
		}
		if rng.IntN(3) == 0 {
			one := make([]float64, len(columns))
			for i := range one {
				one[i] = number()
			}
			in.Scale, in.Floored = columns.Spread(one), make([]bool, len(columns))
		}
		r, err := Solver{}.Find(context.Background(), in, nil)
		if err != nil {
			continue
		}
		answered++
		if !r.finite() {
			t.Fatalf("%+v: %+v", in, r)
		}
		if _, err := (Solver{}).Compare(context.Background(), Stated{in, r.Clusters}, Stated{in, r.Clusters}, true); err != nil && !errors.Is(err, ErrNotTestable) {
			t.Fatal(err)
		}
	}
	if answered < 1500 {
		t.Errorf("%d answers: most is refused", answered)
	}
}

// Progress tells of the draws, and then of the clusters that have intervals, each to its end; a cancelled context ends the work at the next step.
func TestProgressAndCancel(t *testing.T) {
	in := factors(64)
	var runs [][2]int // the last step of each run of steps, and how many it was to have
	if _, err := (Solver{}).Find(context.Background(), in, func(done, of int) {
		if done == 1 {
			runs = append(runs, [2]int{})
		}
		runs[len(runs)-1] = [2]int{done, of}
	}); err != nil || len(runs) != 2 || runs[0] != [2]int{30, 30} || runs[1][0] < 6 || runs[1][0] != runs[1][1] {
		t.Errorf("%v, %v", runs, err)
	}
	for _, at := range []int{3, 31} { // among draws, and among clusters
		ctx, cancel := context.WithCancel(context.Background())
		steps := 0
		if _, err := (Solver{}).Find(ctx, in, func(_, _ int) {
			if steps++; steps == at {
				cancel()
			}
		}); !errors.Is(err, context.Canceled) || steps != at {
			t.Errorf("cancelled at step %d: %d steps, %v", at, steps, err)
		}
		cancel()
	}
}
