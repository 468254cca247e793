package scaling_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"privatepca/core/dataset"
	"privatepca/core/scaling"
	"privatepca/core/scaling/scalingtest"
)

var everyKind = scaling.Columns{
	{},
	{Complete: true},
	{Kind: scaling.Category, Levels: 1},
	{Kind: scaling.Category, Levels: 3, Weight: .5},
	{Kind: scaling.Cycle},
	{Kind: scaling.List, Levels: 4},
}

func allFinite(t *testing.T, name string, m *scaling.Means, c *scaling.Cut) {
	t.Helper()
	for _, part := range [][]float64{m.Present, m.Mean, m.Second, m.Variance, m.Posterior, m.Centre, m.Weight, {m.Rows, m.Noise, m.VarianceNoise, m.CentreError}, c.Shares(), {c.Typical(), c.Edge, c.Kappa, c.Radius, c.Group, c.Top}} {
		for _, x := range part {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Fatalf("%s: %v", name, part)
			}
		}
	}
	for i, q := range m.Present {
		if !(q > 0 && q <= 1) {
			t.Errorf("%s: a share of %v of column %d is answered", name, q, i)
		}
	}
	for _, w := range m.Weight {
		if !(w > 0) {
			t.Errorf("%s: a weight of %v", name, w)
		}
	}
	if m.Rows < 1 || !(c.Radius > 0) {
		t.Errorf("%s: %v rows, radius %v", name, m.Rows, c.Radius)
	}
}

// Whatever noise makes of the sums and counts, what follows is finite and within its range.
func TestWhateverTheNoiseScalesAreFinite(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, columns := range []scaling.Columns{everyKind, {{}}, {{}, {}}, {{Kind: scaling.Category, Levels: 1}}, {{Kind: scaling.Cycle}}, {{Kind: scaling.List, Levels: 1}}, make(scaling.Columns, 9)} {
		for _, f := range []scaling.Facts{{Columns: columns, Rows: 1, Mu: .01}, {Columns: columns, Rows: 1000, Mu: 5}, {Columns: columns, AddRemove: true, Mu: .02}, {Columns: columns, RowsPerPerson: 4, Weighted: true, Mu: 1}} {
			for name, entry := range map[string]func() float64{
				"zeros": func() float64 { return 0 }, "large": func() float64 { return 1e12 }, "negative": func() float64 { return -1e12 },
				"noise": func() float64 { return 1e4 * rng.NormFloat64() }, "tiny": func() float64 { return 1e-300 },
			} {
				fill := func(n int) []float64 {
					x := make([]float64, n)
					for i := range x {
						x[i] = entry()
					}
					return x
				}
				m, err := scaling.FromSums(f, fill(f.Sums().Len), f.SumsNoise())
				if err != nil {
					t.Fatal(err)
				}
				c, err := scaling.FromCounts(f, scaling.NewLengths(columns, m.Weight), fill(scaling.Bins), f.LengthsNoise(), f.MatrixNoise(), m.Rows)
				if err != nil {
					t.Fatal(err)
				}
				allFinite(t, name, m, c)
			}
		}
	}
}

// What is no release is refused.
func TestRefused(t *testing.T) {
	good := scaling.Facts{Columns: scaling.Columns{{}, {Kind: scaling.List, Levels: 2}}, Rows: 9, Mu: 1}
	if err := good.Check(); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(f *scaling.Facts){
		"no columns": func(f *scaling.Facts) { f.Columns = nil }, "kind": func(f *scaling.Facts) { f.Columns[0].Kind = 7 },
		"levels": func(f *scaling.Facts) { f.Columns[1].Levels = 0 }, "weight": func(f *scaling.Facts) { f.Columns[1].Weight = math.NaN() },
		"infinite weight": func(f *scaling.Facts) { f.Columns[1].Weight = math.Inf(1) },
		"rows":            func(f *scaling.Facts) { f.Rows = 0 }, "m": func(f *scaling.Facts) { f.RowsPerPerson = -1 },
		"effect": func(f *scaling.Facts) { f.DesignEffect = math.NaN() }, "mu": func(f *scaling.Facts) { f.Mu = 0 },
	} {
		t.Run(name, func(t *testing.T) {
			f := good
			f.Columns = append(scaling.Columns(nil), good.Columns...)
			spoil(&f)
			if f.Check() == nil {
				t.Errorf("%s: not refused", name)
			}
			if _, err := scaling.FromSums(f, make([]float64, 6), 1); err == nil {
				t.Errorf("%s: sums are not refused", name)
			}
		})
	}
	sums := make([]float64, good.Sums().Len)
	for name, s := range map[string][]float64{"short": sums[1:], "NaN": append([]float64{math.NaN()}, sums[1:]...), "Inf": append([]float64{math.Inf(-1)}, sums[1:]...)} {
		t.Run(name, func(t *testing.T) {
			if m, err := scaling.FromSums(good, s, 1); err == nil || m != nil {
				t.Errorf("sums, %s: not refused", name)
			}
		})
	}
	counts := make([]float64, scaling.Bins)
	l := scaling.Lengths{Top: 3}
	for name, c := range map[string]func() (*scaling.Cut, error){
		"short": func() (*scaling.Cut, error) { return scaling.FromCounts(good, l, counts[1:], 1, 1, 9) },
		"NaN": func() (*scaling.Cut, error) {
			return scaling.FromCounts(good, l, append([]float64{math.NaN()}, counts[1:]...), 1, 1, 9)
		},
		"no noise": func() (*scaling.Cut, error) { return scaling.FromCounts(good, l, counts, 0, 1, 9) },
		"no tau":   func() (*scaling.Cut, error) { return scaling.FromCounts(good, l, counts, 1, 0, 9) },
		"no rows":  func() (*scaling.Cut, error) { return scaling.FromCounts(good, l, counts, 1, 1, 0) },
		"no top":   func() (*scaling.Cut, error) { return scaling.FromCounts(good, scaling.Lengths{}, counts, 1, 1, 9) },
	} {
		t.Run(name, func(t *testing.T) {
			if c, err := c(); err == nil || c != nil {
				t.Errorf("counts, %s: not refused", name)
			}
		})
	}
}

// Every length falls into one bin, NaN too; bin b ends at Top/1.2ᵇ.
func TestBins(t *testing.T) {
	l := scaling.Lengths{Top: 10}
	for length, want := range map[float64]int{10: 0, 11: 0, math.Inf(1): 0, 9.9: 0, 10/1.2 - 1e-9: 1, 10/1.2 + 1e-9: 0, 0: 47, 1e-300: 47, -1: 47, 10 * math.Pow(1.2, -46.5): 46, 10 * math.Pow(1.2, -60): 47} {
		t.Run(fmt.Sprint(length), func(t *testing.T) {
			if got := scalingtest.Bin(l, length); got != want {
				t.Errorf("%v falls into bin %d, want %d", length, got, want)
			}
			if length >= 0 { // the program counts by squares, which have no sign
				counts := dataset.NewLengths(l.Top, scaling.Ratio, scaling.Bins)
				if counts.Add(length*length, 1); counts.Counts[want] != 1 {
					t.Errorf("%v is counted in %v, want bin %d", length, counts.Counts, want)
				}
			}
		})
	}
	if got := scalingtest.Bin(l, math.NaN()); got != 0 {
		t.Errorf("NaN falls into bin %d", got)
	}
	for b := range scaling.Bins {
		if scalingtest.Bin(l, l.Middle(b)) != b {
			t.Errorf("the middle of bin %d falls into %d", b, scalingtest.Bin(l, l.Middle(b)))
		}
	}
	h := scaling.Histogram{Lengths: l, Counts: make([]float64, scaling.Bins), Noise: 1}
	h.Counts[3], h.Counts[5], h.Counts[9] = 3.01, 2.99, -4
	if used := h.Used(); !used[3] || used[5] || used[9] || h.Shares()[3] != 1 {
		t.Errorf("counts in use: %v", used)
	}
	h.Noise = 100
	if used := h.Used(); !used[3] || used[5] {
		t.Error("no count is above its noise, and the largest is not used")
	}
}

// With little noise, step 1 finds the means of answered cells, the share of them, and weights that make the parts of a record alike.
func TestKinds(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	columns := scaling.Columns{{}, {Kind: scaling.Category, Levels: 3}, {Kind: scaling.Cycle}, {Kind: scaling.List, Levels: 4}, {Kind: scaling.Cycle, Complete: true}, {Weight: 3}}
	blocks := columns.Blocks()
	const n = 20000
	for _, f := range []scaling.Facts{{Columns: columns, Rows: n, Mu: 300}, {Columns: columns, AddRemove: true, Mu: 300}} {
		t.Run(fmt.Sprint(f), func(t *testing.T) {
			table := &scalingtest.Table{}
			for range n {
				z := make([]float64, columns.Features())
				table.Add(z, len(columns))
				there := table.There[len(table.There)-1]
				for j := range columns {
					there[j] = j == 4 || rng.Float64() < .7
					if !there[j] {
						continue
					}
					part := z[blocks[j].From:blocks[j].To]
					switch columns[j].Kind {
					case scaling.Number:
						part[0] = .3 + .4*(rng.Float64()-.5)
					case scaling.Category:
						part[rng.IntN(2)] = 1
					case scaling.Cycle:
						part[1], part[0] = math.Sincos(rng.Float64() * math.Pi) // half of the circle
					case scaling.List:
						for l := range part {
							if rng.Float64() < .2*float64(l) {
								part[l] = 1
							}
						}
					}
				}
			}
			r, err := scalingtest.Run(f, table, scalingtest.Drawn(rng))
			if err != nil {
				t.Fatal(err)
			}
			half := 2 / math.Pi // the mean of sin over half of the circle
			want := []float64{.3, .5, .5, 0, 0, half, 0, .2, .4, .6, 0, half, .3}
			square := []float64{.4 * .4 / 12 * .7, .5 * .7, (1 - half*half) * .7, (.16 + .24 + .24) * .7, 1 - half*half, .4 * .4 / 12 * .7 / 9}
			for i, x := range want {
				if math.Abs(r.Means.Centre[i]-x) > .02 {
					t.Errorf("centre %d is %v, want %v", i, r.Means.Centre[i], x)
				}
			}
			for j, b := range blocks {
				q := .7
				if j == 4 {
					q = 1
				}
				if math.Abs(r.Means.Present[j]-q) > .015 {
					t.Errorf("a share of %v of column %d is answered, want %v", r.Means.Present[j], j, q)
				}
				if w := 1 / math.Sqrt(square[j]); math.Abs(r.Means.Weight[b.From]/w-1) > .04 {
					t.Errorf("weight of column %d is %v, want %v", j, r.Means.Weight[b.From], w)
				}
			}
			if math.Abs(r.Rows-n) > 20 {
				t.Errorf("%v rows", r.Rows)
			}
		})
	}
}

// Where nobody seems to answer, q̂ is what noise cannot tell from 0, and .02 at least.
func TestPresentIsNotBelowItsNoise(t *testing.T) {
	columns := scaling.Columns{{}, {Kind: scaling.Category, Levels: 2}, {Kind: scaling.List, Levels: 4}, {Kind: scaling.Cycle}}
	f := scaling.Facts{Columns: columns, Rows: 100, Mu: 1}
	layout := f.Sums()
	sums := make([]float64, layout.Len)
	for i, unit := range layout.MissingUnit {
		sums[layout.Missing+i] = unit * 100
	}
	for _, sigma := range []float64{.01, 8} {
		m, err := scaling.FromSums(f, sums, sigma)
		if err != nil {
			t.Fatal(err)
		}
		for i, unit := range []float64{math.Sqrt(1.6875), 1, 1, 1} {
			if want := max(.02, 2*sigma/100/unit); math.Abs(m.Present[i]-want) > 1e-12 {
				t.Errorf("width %v: a share of %v of column %d is answered, want %v", sigma, m.Present[i], i, want)
			}
		}
	}
}

// The centre's error is the noise where that is small, and what bounds and shrinkage leave where it is large.
func TestCentreError(t *testing.T) {
	columns := scaling.Columns{{}, {Kind: scaling.Category, Levels: 2}, {Kind: scaling.Cycle}, {Kind: scaling.List, Levels: 4}}
	weight, present := []float64{2, 1, 1, 3, 3, 1, 1, 1, 1}, []float64{1, .5, 1, 1}
	large := scaling.CentreError(columns, weight, present, 1e9)
	if want := 4*.25 + .3 + 9*.5 + 4./16; math.Abs(large*large-want) > 1e-9 {
		t.Errorf("δ̂² = %v, want %v", large*large, want)
	}
	small := scaling.CentreError(columns, weight, present, 1e-6) / 1e-6
	if want := 4 + 2/.25 + 9*2 + 4.; math.Abs(small*small/want-1) > 1e-6 {
		t.Errorf("δ̂² = %v s², want %v", small*small, want)
	}
}

// Five and more numbers are shrunk towards their average, four are not.
func TestShrunkCentre(t *testing.T) {
	for _, p := range []int{4, 5} {
		f := scaling.Facts{Columns: make(scaling.Columns, p), Rows: 10, Mu: 1}
		sums := make([]float64, f.Sums().Len)
		for i := range p {
			sums[i] = float64(i - 1)
		}
		m, err := scaling.FromSums(f, sums, 1)
		if err != nil {
			t.Fatal(err)
		}
		keep := 1.
		if p == 5 { // 1 − (5 − 3)·s²/Σ(x − average)², s = .1
			keep = 1 - 2*.01/.1
		}
		average := float64(p-3) / 20
		for i, c := range m.Centre {
			if want := average + keep*(float64(i-1)/10-average); math.Abs(c-want) > 1e-6 {
				t.Errorf("centre %d of %d is %v, want %v", i, p, c, want)
			}
		}
	}
}

// A cycle's weight allows for the noise in the length of its mean.
func TestCycleWeight(t *testing.T) {
	f := scaling.Facts{Columns: scaling.Columns{{Kind: scaling.Cycle, Complete: true}}, Rows: 100, Mu: 1}
	sums := []float64{60, 0, 0}
	m, err := scaling.FromSums(f, sums, 20)
	if err != nil {
		t.Fatal(err)
	}
	if want := 1 / math.Sqrt(1-.36+2*.2*.2); math.Abs(m.Weight[0]-want) > 1e-12 || m.Weight[1] != m.Weight[0] {
		t.Errorf("weights %v, want %v", m.Weight, want)
	}
}
