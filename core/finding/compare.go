package finding

import (
	"context"
	"errors"
	"math"
	"slices"
)

// A Comparison says whether two releases differ by more than their errors.
type Comparison struct {
	// Clear is how many directions are clear in both.
	Clear int
	// Pairs is how many directions could be compared loading by loading: such as stand alone in both, at an angle with |cos| > .7.
	Pairs int
	// Worst is the largest difference of two loadings in units of its standard error, and Limit is what it may be at a
	// level of 2 % over all loadings of all pairs (Bonferroni).
	Worst, Limit float64
	// Matched are those pairs.
	Matched []Pair
	// Turned are the clear directions that turned as a whole, at a level of 3 %.
	Turned []Turn
	// Different says that a loading differs, or that a direction turned: a false alarm is at most as likely as 5 %.
	Different bool
}

// A Pair is a direction of the first release with the nearest of the second.
type Pair struct {
	// First and Second are their ranks.
	First, Second int
	// Differ are the loadings that differ by more than they may.
	Differ []Difference
}

// A Difference is that of a loading of a pair, the second turned to the first, whose largest loading is positive.
type Difference struct {
	Feature       int
	First, Second float64
	// May is what the difference may be: Comparison.Limit standard errors.
	May float64
}

// How likely a false alarm may be: by a loading, by a turn between two clear directions, by a turn away from all clear ones; .05 together.
const (
	byLoading = .02
	byTurn    = .02
	byLeaving = .01
)

// ErrNotTestable: the second release did not use the first one's columns, weights, radius and scales, so a
// difference could come from those.
var ErrNotTestable = errors.New("finding: the second release was not made as the first, so they cannot be compared")

// A Stated is what two releases are compared by: the input, and the clusters that were found.
type Stated struct {
	*Input
	Clusters []Cluster
}

// Compare tests whether two releases are the same within the noise, or, with people, within noise and the chance between two
// samples of people. The second was released "as the first", with its scales; otherwise the error is ErrNotTestable.
//
// The caller has compared what an Input does not hold: the columns' names and the centre ĉ. Directions that stand alone in both are compared loading by
// loading, and all that are clear in both, at most as many as have intervals, as wholes. Both matrices stand in the scales of the first, which are given here. The verdict
// takes 1/t for φ, which is the larger: false alarms are worse than a direction more or less (finding.md §5).
func (s Solver) Compare(ctx context.Context, first, second Stated, people bool) (*Comparison, error) {
	var sides [2][]Axis
	var in [2]*analysis
	for i, x := range []Stated{first, second} {
		if err := x.Check(); err != nil {
			return nil, err
		}
		in[i] = s.analyse(x.Input, true)
	}
	if !sameRule(in[0], in[1]) || second.Scale == nil {
		return nil, ErrNotTestable
	}
	clear := mostAxes(in[0].d)
	for i, x := range []Stated{first, second} {
		count := 0
		axes := in[i].axes(1/in[i].share(), true)
		for _, c := range x.Clusters {
			count += len(c.Ranks)
			if c.Open || len(c.Ranks) != 1 {
				continue
			}
			if c.Ranks[0] < 0 || c.Ranks[0] >= len(in[i].shown.vectors) {
				return nil, errors.New("finding: a cluster has a rank that is none")
			}
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			sides[i] = append(sides[i], axes.single(c.Ranks[0]))
		}
		clear = min(clear, count)
	}
	c := compare(sides[0], sides[1], people)
	x := s.both(in, clear, people)
	c.Clear, c.Turned = x.clear, x.turns()
	c.Different = c.Worst > c.Limit || len(c.Turned) > 0
	return c, nil
}

// sameRule reports whether two releases measured the same matrix but for noise and people.
func sameRule(a, b *analysis) bool {
	return slices.Equal(a.in.Columns, b.in.Columns) && slices.Equal(a.in.Weight, b.in.Weight) && a.in.Radius == b.in.Radius && slices.Equal(a.scale, b.scale)
}

// compare pairs each direction of the first with the nearest of the second.
func compare(first, second []Axis, people bool) *Comparison {
	type pair struct{ a, b *Axis }
	var pairs []pair
	for i := range first {
		nearest, best := -1, .7
		for j := range second {
			if c := math.Abs(cosine(first[i].Estimate, second[j].Estimate)); c > best {
				nearest, best = j, c
			}
		}
		if nearest >= 0 {
			pairs = append(pairs, pair{&first[i], &second[nearest]})
		}
	}
	c := &Comparison{Pairs: len(pairs)}
	if len(pairs) > 0 {
		c.Limit = quantile(byLoading / 2 / float64(len(pairs)*len(first[0].Estimate))) // on both sides
	}
	for _, p := range pairs {
		matched := Pair{First: p.a.Ranks[0], Second: p.b.Ranks[0]}
		sign, turn := math.Copysign(1, dot(p.a.Estimate, p.b.Estimate)), upwards(p.a.Estimate)
		for l, x := range p.a.Estimate {
			v := p.a.Noise[l]*p.a.Noise[l] + p.b.Noise[l]*p.b.Noise[l]
			if people {
				v += p.a.People[l]*p.a.People[l] + p.b.People[l]*p.b.People[l]
			}
			if !(v > 0) {
				continue
			}
			y := sign * p.b.Estimate[l]
			apart := math.Abs(x-y) / math.Sqrt(v)
			if c.Worst = max(c.Worst, apart); apart > c.Limit {
				matched.Differ = append(matched.Differ, Difference{l, turn * x, turn * y, c.Limit * math.Sqrt(v)})
			}
		}
		c.Matched = append(c.Matched, matched)
	}
	return c
}

// upwards is the sign that makes the largest loading positive.
func upwards(x []float64) float64 {
	largest := 0.
	for _, v := range x {
		if math.Abs(v) > math.Abs(largest) {
			largest = v
		}
	}
	return math.Copysign(1, largest)
}

func cosine(a, b []float64) float64 { return dot(a, b) / math.Sqrt(dot(a, a)*dot(b, b)) }
