package finding

import (
	"context"
	"math"
	"slices"
	"testing"

	"privatepca/core/scaling/scalingtest"
)

// signless is apart for vectors whose sign is free.
func signless(a, b []float64) float64 {
	minus := make([]float64, len(b))
	for i, x := range b {
		minus[i] = -x
	}
	return min(scalingtest.Apart(a, b), scalingtest.Apart(a, minus))
}

// inputOf is what the document of a release states.
func inputOf(r *scalingtest.Release) *Input {
	in := &Input{
		Columns: slices.Clone(r.Facts.Columns), Rows: r.Rows, Effect: r.Facts.Effect(), Present: r.Means.Present, SumsNoise: r.Means.Noise,
		Weight: r.Means.Weight, Radius: r.Cut.Radius, Counts: r.Cut.Counts, CountsNoise: r.Cut.Noise, Tau: r.Tau, MeanTau: scalingtest.MeanNoise(r.Tau), Filters: true, CutAnswers: true,
	}
	in.Mean, in.Matrix = Centred(in.Columns, r.Moment, r.Rows)
	return in
}

// releases runs a test vector's release, and its second one.
func releases(t *testing.T, v *scalingtest.Vector) (first, second *Input) {
	r, err := scalingtest.Run(v.Facts(), v.Table(), scalingtest.Stored(v.Noise))
	if err != nil {
		t.Fatal(err)
	}
	first = inputOf(r)
	if v.Second != nil {
		second = inputOf(r.Again(v.SecondTable(), scalingtest.Stored(v.Second.Noise)))
		a := Solver{}.analyse(first, false)
		second.Scale, second.Floored = a.scale, a.floored
	}
	return first, second
}

// Every value of what was found is that of the reference program, which clusters noise and people's intervals apart, applies no
// public weights to what is shown, leaves the noise of the scales out of gaps,
// takes t' over all columns, and takes given scales for this release's own.
func TestVectors(t *testing.T) {
	clear := 0
	for _, name := range scalingtest.Names() {
		v := scalingtest.Load(name)
		first, second := releases(t, v)
		replay(t, name, first, &v.Results)
		clear += v.Results.Clear
		if second != nil {
			replay(t, name+", second", second, &v.Second.Results)
		}
	}
	if clear < 6 {
		t.Errorf("%d directions are clear: little is tried", clear)
	}
}

func replay(t *testing.T, name string, in *Input, want *scalingtest.Results) {
	t.Helper()
	for _, people := range []bool{false, true} {
		r, err := Solver{}.find(context.Background(), in, nil, options{noise: !people, plain: true})
		if err != nil {
			t.Fatal(err)
		}
		l := want.Level
		for what, pair := range map[string][2][]float64{
			"g":                 {want.G, in.Mean},
			"Y":                 {want.Y, in.Matrix},
			"scale":             {want.Scale, r.Scale},
			"eigenvalues":       {want.Eigenvalues, r.Values},
			"draws":             {l.Draws, r.Test.Level.Draws},
			"corrected":         {l.Corrected, r.Test.Corrected},
			"eigenvalue errors": {want.EigenvalueErrors, r.ValueErrors},
			"beta":              {{l.Beta}, {r.Test.Centre}},
			"L":                 {{l.L}, {r.Test.Level.Level}},
			"blocks":            {{l.Blocks}, {r.Test.Level.Blocks}},
			"mean, sd":          {{l.Mean, l.Sd}, {r.Test.Level.Mean, r.Test.Level.Deviation}},
			"chance, missing":   {{l.Chance, l.Missing}, {r.Test.Level.Chance, r.Test.Level.Missing}},
			"t, t'":             {{l.T, l.TPrime}, {r.Test.Level.T, r.Test.Level.TPrime}},
			"delta":             {{want.DeltaCentre}, {r.Test.CentreError}},
			"phi":               {{want.Phi}, {r.Phi}},
		} {
			if d := scalingtest.Apart(pair[0], pair[1]); !(d <= 1e-9) {
				t.Errorf("%s: %s is off by %.2g", name, what, d)
			}
		}
		if r.Test.Tested != l.Tested || r.Test.Clear != want.Clear || !slices.Equal(r.Test.Shown, want.Shown) {
			t.Errorf("%s: tested %v, clear %d, shown %v; want %v, %d, %v", name, r.Test.Tested, r.Test.Clear, r.Test.Shown, l.Tested, want.Clear, want.Shown)
		}
		shown(t, name, r, want, people)
	}
}

// shown compares directions, clusters and intervals.
func shown(t *testing.T, name string, r *Result, want *scalingtest.Results, people bool) {
	t.Helper()
	for i, x := range want.Vectors {
		if d := signless(x, r.Vectors[i]); !(d <= 1e-9) {
			t.Errorf("%s: vector %d is off by %.2g", name, i, d)
		}
	}
	clusters, intervals := want.ClustersNoise, want.IntervalsNoise
	if people {
		clusters, intervals = want.ClustersPeople, want.IntervalsPeople
	}
	if !slices.EqualFunc(r.Clusters, clusters, func(a Cluster, b scalingtest.Cluster) bool {
		return slices.Equal(a.Ranks, b.Ranks) && a.Open == b.Open
	}) {
		t.Errorf("%s: clusters %v, want %v", name, r.Clusters, clusters)
	}
	if len(intervals) != len(r.Axes) {
		t.Errorf("%s: %d axes, want %d", name, len(r.Axes), len(intervals))
		return
	}
	for i, x := range intervals {
		a := r.Axes[i]
		if !slices.Equal(x.Ranks, a.Ranks) || x.Axis != a.Number {
			t.Errorf("%s: axis %d is %d of %v", name, i, a.Number, a.Ranks)
		}
		if d := max(signless(x.Estimate, a.Estimate), scalingtest.Apart(x.Noise, a.Noise), scalingtest.Apart(x.People, a.People)); !(d <= 1e-9) {
			t.Errorf("%s: axis %d of %v is off by %.2g: %.2g, %.2g, %.2g", name, a.Number, a.Ranks, d, signless(x.Estimate, a.Estimate), scalingtest.Apart(x.Noise, a.Noise), scalingtest.Apart(x.People, a.People))
		}
	}
}

// With public weights of columns, directions and their errors are those of the weighted matrix, and the test is the same.
func TestWeighted(t *testing.T) {
	for name, want := range scalingtest.LoadWeighted() {
		in, _ := releases(t, scalingtest.Load(name))
		plain, err := Solver{}.find(context.Background(), in, nil, options{plain: true})
		if err != nil {
			t.Fatal(err)
		}
		for i, w := range want.Weights {
			in.Columns[i].Weight = w
		}
		for _, people := range []bool{false, true} {
			r, err := Solver{}.find(context.Background(), in, nil, options{weighted: true, noise: !people, plain: true})
			if err != nil {
				t.Fatal(err)
			}
			shown(t, name, r, &want.Results, people)
			if d := max(scalingtest.Apart(want.Eigenvalues, r.Values), scalingtest.Apart(want.EigenvalueErrors, r.ValueErrors), math.Abs(want.Phi-r.Phi)); !(d <= 1e-9) {
				t.Errorf("%s: eigenvalues, their errors or φ are off by %.2g", name, d)
			}
			if !slices.Equal(r.Test.Shown, want.Shown) || r.Test.Clear != plain.Test.Clear || r.Test.Level.Level != plain.Test.Level.Level {
				t.Errorf("%s: shown %v, want %v; clear %d, want %d", name, r.Test.Shown, want.Shown, r.Test.Clear, plain.Test.Clear)
			}
		}
	}
}

// The first fixed normal numbers of the level's seed, by the reference program.
func TestFixedNormals(t *testing.T) {
	x := make([]float64, 3)
	(&fixed{Seed}).normals(x)
	if d := scalingtest.Apart([]float64{1.364992297457228, .144521221269415, -.396523975253818}, x); d > 1e-14 {
		t.Errorf("off by %.2g: %v", d, x)
	}
}
