package finding

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"privatepca/core/scaling"
	"privatepca/core/scaling/scalingtest"
)

// Where nothing is seen, scales are four standard deviations of a trace's noise, and the level has what features on their floor add.
func TestFloors(t *testing.T) {
	columns := scaling.Columns{{}, {Kind: scaling.Category, Levels: 4}, {Kind: scaling.List, Levels: 2}}
	in := plainInput(columns, func(i, j int) float64 { return 0 })
	in.Rows = 1e5
	a := Solver{}.analyse(in, false)
	for i, size := range []float64{1, 4, 4, 4, 4, 2, 2} {
		if want := math.Sqrt(4 * math.Sqrt2 * in.Tau * math.Sqrt(size)); math.Abs(a.scale[i]-want) > 1e-12 {
			t.Errorf("scale %d is %v, want %v", i, a.scale[i], want)
		}
	}
	l, err := a.level(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	all := 3 * 4 * math.Sqrt2 * in.Tau / in.Rows // t' over all columns; the number is the least
	if want := 6 / (in.Rows * all); l.TPrime != .02 || math.Abs(l.Chance-want) > 1e-12 {
		t.Errorf("t' = %v, chance %v, want .02 and %v", l.TPrime, l.Chance, want)
	}
}

// The part of the centre is β = u(min(1, δ̂/R) − u), u = |g|/n̂, and it is taken out along g before eigenvalues are counted.
func TestCentrePart(t *testing.T) {
	in := plainInput(numbers(6), func(i, j int) float64 { return 400 })
	for _, radius := range []float64{1, .35, 10} {
		in.SumsNoise, in.Radius = .2, radius
		r, err := Solver{}.Find(context.Background(), in, nil)
		if err != nil {
			t.Fatal(err)
		}
		off, u := r.Test.CentreError, math.Sqrt(6*25)/in.Rows
		want := u * (min(1, off/radius) - u)
		if math.Abs(r.Test.Centre-want) > 1e-12 || off < .35 || off > 1.5 {
			t.Errorf("R = %v: β = %v, want %v; δ̂ = %v", radius, r.Test.Centre, want, off)
		}
		// g and the first direction are both along (1, …, 1), where M − n̂βhhᵀ has one eigenvalue.
		if got, want := r.Test.Corrected[0], r.Values[0]-in.Rows*want/400; math.Abs(got-want) > 1e-9 {
			t.Errorf("R = %v: the first eigenvalue is %v, want %v", radius, got, want)
		}
	}
}

// A direction joins the run of one that is near to a later one.
func TestRuns(t *testing.T) {
	a := &analysis{in: &Input{Tau: .25, MeanTau: smallest, Rows: 10, Mean: make([]float64, 4)}, d: 4}
	s := &spectrum{divisor: []float64{1, 100, 1, 100}, values: []float64{10, 9.5, 9, 1}, vectors: identity(4)}
	x := &axes{analysis: a, spectrum: s, all: a.directions(s), positive: s.values, given: true}
	equal := func(got []Cluster, want ...Cluster) bool {
		return slices.EqualFunc(got, want, func(a, b Cluster) bool { return slices.Equal(a.Ranks, b.Ranks) && a.Open == b.Open })
	}
	if got := x.clusters(3, 0); !equal(got, Cluster{Ranks: []int{0, 1, 2}}) {
		t.Errorf("%v", got)
	}
	if got := x.clusters(2, 0); !equal(got, Cluster{Ranks: []int{0}, Open: true}, Cluster{Ranks: []int{1}}) {
		t.Errorf("two clear: %v", got)
	}
	a.in.Tau = .1
	if got := x.clusters(3, 0); !equal(got, Cluster{Ranks: []int{0}}, Cluster{Ranks: []int{1}}, Cluster{Ranks: []int{2}}) {
		t.Errorf("little noise: %v", got)
	}
	if got := x.clusters(3, .002); !equal(got, Cluster{Ranks: []int{0, 1, 2}}) {
		t.Errorf("with people: %v", got)
	}
}

// The noise of the scales leaves fewer directions of tied factors alone than the plain rule, and gives wider intervals to those it leaves.
func TestScalesMakeGaps(t *testing.T) {
	m := simple("", 20, 3000, muOne, []float64{.7, .7}, -5, 5, same)
	var singles [2]int
	wider := 0
	for rep := range uint64(12) {
		r, err := scalingtest.Run(m.facts(), m.table(rep), scalingtest.Drawn(rand.New(rand.NewPCG(rep, 9))))
		if err != nil {
			t.Fatal(err)
		}
		var axes [2][]Axis
		for i, plain := range []bool{true, false} {
			found, err := Solver{}.find(context.Background(), inputOf(r), nil, options{noise: true, plain: plain})
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range found.Axes {
				if len(a.Ranks) == 1 {
					axes[i] = append(axes[i], a)
				}
			}
			singles[i] += len(axes[i])
		}
		for i, a := range axes[1] { // a direction that stands alone now did so before
			if a.Noise[0] > 1.01*axes[0][i].Noise[0] {
				wider++
			}
		}
	}
	if !(singles[1] > 0 && singles[1] < singles[0]) || 2*wider < singles[1] {
		t.Errorf("%d stand alone by the plain rule, %d with the noise of the scales, %d of them with wider intervals", singles[0], singles[1], wider)
	}
}
