package finding

import (
	"context"
	"errors"
	"math"
)

// mostAxes is how many directions have intervals at most: 64, as many as a document states, and 8 where there are so many features that
// each takes half a second.
func mostAxes(d int) int {
	if d > simulatedUpTo {
		return 8
	}
	return 64
}

// Find computes what an input has found. It returns ctx's error soon after ctx is cancelled, and an error where the input is no release.
// Steps of progress are the level's draws, where there are any, and then the clusters that have intervals.
func (s Solver) Find(ctx context.Context, in *Input, progress Progress) (*Result, error) {
	if err := in.Check(); err != nil {
		return nil, err
	}
	return s.find(ctx, in, progress, options{weighted: true})
}

// Directions returns the free directions of an input, the leading ones first, and their eigenvalues: the Vectors and Values of Find, without test
// and intervals.
func (s Solver) Directions(in *Input) (values []float64, vectors [][]float64, err error) {
	if err := in.Check(); err != nil {
		return nil, nil, err
	}
	shown := s.analyse(in, true).shown
	return shown.values, shown.vectors, nil
}

// options are such as tests need, to replay what the reference program computed.
type options struct {
	weighted bool // public weights apply to what is shown
	noise    bool // clusters by the noise alone
	plain    bool // analysis.plain
}

func (s Solver) find(ctx context.Context, in *Input, progress Progress, o options) (*Result, error) {
	a := s.analyse(in, o.weighted)
	a.plain = o.plain
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	test, err := a.test(ctx, progress)
	if err != nil {
		return nil, err
	}
	r := &Result{Scale: a.scale, Floored: a.floored, Values: a.shown.values, Vectors: a.shown.vectors, Test: test, Phi: a.phi()}
	x := a.axes(r.Phi, in.Scale != nil && !o.plain) // scales of another release do not move with this one's noise
	r.ValueErrors = a.valueErrors(x.all, test.Clear)
	people := r.Phi / a.rows
	if o.noise {
		people = 0
	}
	r.Clusters = x.clusters(test.Clear, people)
	var stated []Cluster
	axes := 0
	for i := range r.Clusters {
		c := &r.Clusters[i]
		if c.Skipped = !c.Open && axes+len(c.Ranks) > mostAxes(a.d); !c.Open && !c.Skipped {
			stated = append(stated, *c)
			axes += len(c.Ranks)
		}
	}
	for i, c := range stated {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(c.Ranks) == 1 {
			r.Axes = append(r.Axes, x.single(c.Ranks[0]))
		} else {
			r.Axes = append(r.Axes, x.plane(c.Ranks)...)
		}
		progress.report(i+1, len(stated))
	}
	if !r.finite() {
		return nil, errors.New("finding: the numbers of this release are too large or too small to compute with")
	}
	return r, nil
}

// finite reports whether each number of the result is finite.
func (r *Result) finite() bool {
	sum := r.Phi + r.Test.Level.Level + r.Test.Level.T + r.Test.Level.TPrime + r.Test.Centre + r.Test.CentreError
	for _, x := range append([][]float64{r.Scale, r.Values, r.ValueErrors, r.Test.Corrected, r.Test.Level.Draws}, r.Vectors...) {
		sum += total(x)
	}
	for _, a := range r.Axes {
		sum += total(a.Estimate) + total(a.Noise) + total(a.People)
	}
	return !math.IsNaN(sum) && !math.IsInf(sum, 0)
}

func total(x []float64) float64 {
	sum := 0.
	for _, v := range x {
		sum += math.Abs(v)
	}
	return sum
}
