package finding

import (
	"context"
	"errors"
	"math"
	"testing"

	"privatepca/core/scaling/scalingtest"
)

// stated is what a document states of an input.
func stated(t *testing.T, in *Input) Stated {
	t.Helper()
	r, err := Solver{}.Find(context.Background(), in, nil)
	if err != nil {
		t.Fatal(err)
	}
	return Stated{in, r.Clusters}
}

// The second release of the same people is the same within the noise. Where two loadings of the second are turned, it is not.
func TestCompare(t *testing.T) {
	one, two := releases(t, scalingtest.Load("numbers"))
	first, second := stated(t, one), stated(t, two)
	for _, people := range []bool{false, true} {
		c, err := Solver{}.Compare(context.Background(), first, second, people)
		if err != nil || c.Pairs != 2 || c.Different || !(c.Worst > 0) {
			t.Errorf("people %v: %+v, %v", people, c, err)
		}
		if want := 3.3840; !(math.Abs(c.Limit-want) < 1e-3) { // the normal quantile of 1 − .01/28
			t.Errorf("limit %v, want %v", c.Limit, want)
		}
	}
	// Columns 1 and 13 change places: another table under the same rule.
	d := len(two.Mean)
	y := fromTriangle(two.Matrix, d)
	p := make([]int, d)
	for i := range p {
		p[i] = i
	}
	p[0], p[12] = 12, 0
	turned := newSquare(d)
	for i := range d {
		for j := range d {
			turned.data[i*d+j] = y.data[p[i]*d+p[j]]
		}
	}
	other := *two
	other.Matrix = turned.triangle()
	noise, err := Solver{}.Compare(context.Background(), first, stated(t, &other), false)
	if err != nil || !noise.Different {
		t.Errorf("another table: %+v, %v", noise, err)
	}
	people, err := Solver{}.Compare(context.Background(), first, stated(t, &other), true)
	if err != nil || !(people.Worst < noise.Worst) {
		t.Errorf("with people's chance %+v, without %+v, %v", people, noise, err)
	}
	// No plane, and no open cluster, is compared loading by loading.
	joined := second
	joined.Clusters = []Cluster{{Ranks: []int{0, 1}}}
	if c, err := (Solver{}).Compare(context.Background(), first, joined, false); err != nil || c.Pairs != 0 || c.Different {
		t.Errorf("a plane: %+v, %v", c, err)
	}
	joined.Clusters = []Cluster{{Ranks: []int{0}}, {Ranks: []int{1}, Open: true}}
	if c, err := (Solver{}).Compare(context.Background(), first, joined, false); err != nil || c.Pairs != 1 {
		t.Errorf("an open cluster: %+v, %v", c, err)
	}
	joined.Clusters = []Cluster{{Ranks: []int{14}}}
	if _, err := (Solver{}).Compare(context.Background(), first, joined, false); err == nil {
		t.Error("a rank that is none is compared")
	}
}

// Releases whose centre, weights, radius or scales differ are not testable.
func TestNotTestable(t *testing.T) {
	one, two := releases(t, scalingtest.Load("numbers"))
	first := stated(t, one)
	for name, spoil := range map[string]func(in *Input){
		"own scales": func(in *Input) { in.Scale, in.Floored = nil, nil },
		"scales":     func(in *Input) { in.Scale = append([]float64{in.Scale[0] * 2}, in.Scale[1:]...) },
		"radius":     func(in *Input) { in.Radius *= 1.1 },
		"weights":    func(in *Input) { in.Weight = append([]float64{in.Weight[0] * 2}, in.Weight[1:]...) },
		"columns":    func(in *Input) { in.Columns[3].Weight = 2 },
	} {
		in := *two
		in.Columns = append(in.Columns[:0:0], in.Columns...)
		spoil(&in)
		if _, err := (Solver{}).Compare(context.Background(), first, stated(t, &in), false); !errors.Is(err, ErrNotTestable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Verdicts are those of the reference program, with 1/t for φ and with the clusters that are stated.
func TestVerdicts(t *testing.T) {
	for _, want := range []struct {
		name   string
		people bool
		Comparison
	}{
		{"numbers", false, Comparison{Pairs: 2, Worst: 2.215186394773457, Limit: 3.3840362518645795, Different: false}},
		{"numbers", true, Comparison{Pairs: 2, Worst: 1.0227900986982223, Limit: 3.3840362518645795, Different: false}},
		{"addremove", false, Comparison{Pairs: 2, Worst: 16.810512976516634, Limit: 3.5400837992061738, Different: true}},
		{"addremove", true, Comparison{Pairs: 2, Worst: 1.7579032346967385, Limit: 3.5400837992061738, Different: false}},
	} {
		one, two := releases(t, scalingtest.Load(want.name))
		c, err := Solver{}.Compare(context.Background(), stated(t, one), stated(t, two), want.people)
		if err != nil || c.Pairs != want.Pairs || c.Different != want.Different || scalingtest.Apart([]float64{want.Worst, want.Limit}, []float64{c.Worst, c.Limit}) > 1e-9 {
			t.Errorf("%s: %+v, want %+v; %v", want.name, c, want, err)
		}
		differ := 0
		for i, p := range c.Matched { // what differs is what makes the verdict, and each by more than it may
			differ += len(p.Differ)
			if p.First != i {
				t.Errorf("%s: pair %d is of direction %d", want.name, i+1, p.First+1)
			}
			for _, d := range p.Differ {
				if math.Abs(d.First-d.Second) <= d.May {
					t.Errorf("%s: %+v does not differ", want.name, d)
				}
			}
		}
		if len(c.Matched) != c.Pairs || (differ > 0 || len(c.Turned) > 0) != c.Different {
			t.Errorf("%s: %d of %d pairs are listed, %d loadings differ", want.name, len(c.Matched), c.Pairs, differ)
		}
	}
}

// A release "as the first" has the first one's scales. Their noise is not its own, and its intervals are given these scales.
func TestAsTheFirst(t *testing.T) {
	_, in := releases(t, scalingtest.Load("numbers"))
	r, err := Solver{}.Find(context.Background(), in, nil)
	if err != nil || len(r.Axes) != 2 {
		t.Fatalf("%d axes, %v", len(r.Axes), err)
	}
	a := Solver{}.analyse(in, false)
	given, noisy := a.axes(r.Phi, true).single(0), a.axes(r.Phi, false).single(0)
	if d := scalingtest.Apart(given.Noise, r.Axes[0].Noise); d > 1e-9 {
		t.Errorf("errors are not those of given scales: off by %.2g", d)
	}
	if d := scalingtest.Apart(noisy.Noise, r.Axes[0].Noise); d < .01 {
		t.Errorf("the noise of the scales makes no difference: %.2g", d)
	}
}
