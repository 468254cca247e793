package audit

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"runtime"
	"sync"
	"time"

	"privatepca/core/mechanism"
	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/noise/noisetest"
	"privatepca/core/privacy"
)

// A Pair is two neighbouring data sets, what the audit looks at in an output, and
// the exact law of that where it is known.
type Pair struct {
	Name      string
	Mechanism string
	Params    mechanism.Params
	A, B      *moment.Matrix

	// Score is a function of an output, whatever it is: every event {Score ≥ t} gives
	// a valid bound. It is best the privacy loss up to a constant.
	Score func(Output) float64
	// Law is nil where the exact law of the loss is not known: then the bound is
	// compared with the claim alone.
	Law   *Law
	Draws int // for each data set

	// At is the δ at which a pure mechanism's pair is compared. At 0 it is compared by
	// the largest loss. That is attained at one point; where outputs have three
	// dimensions or more no affordable sample has enough of its neighbourhood.
	At float64

	// LawOnly waives the share of the loss that a bound must reach.
	LawOnly bool

	hoisted hoisted
	// whole, if not nil, is a whole release that is audited in place of a mechanism alone: Params, A and B are not used.
	whole *whole
	// drawn, if not nil, makes the drawers of both data sets, in place of a mechanism's.
	drawn func() (a, b drawer, cost privacy.Cost, replay, err error)
}

// hoisted, if not nil, draws as the mechanism's Release would, with what it
// prepares anew for each draw prepared once. It returns an error where a replay
// of some releases is not what Release gives.
type hoisted func(mech mechanism.Mechanism, m *moment.Matrix) (func(noise.Source) (Output, error), error)

// An Output is all that leaves a mechanism.
type Output struct {
	mechanism.View
	Refused bool      // SULQ's refusal is an output too
	centre  []float64 // of a whole release: the mean that directions are measured from
	noisy   []float64 // of a hoisted draw: the released upper triangle in units of 1/s²; of a step's draw: its noisy numbers
	mean    *meanOutput
}

// asked is the share of the pair's exact loss that a bound must reach.
const asked = 0.9

// A Result is what was measured on a pair.
type Result struct {
	Name, Mechanism string
	Epsilon, Delta  float64 // claimed
	At              float64 // the δ at which bounds are taken: Delta, or a pure pair's At
	Exact           float64 // the pair's loss at At; NaN where not known
	Expected        float64 // the bound that the law promises at this number of draws
	Margin          float64 // how far that passes asked·Exact, in standard deviations
	Bound           float64 // from A over B, and
	Reverse         float64 // from B over A
	Distance        float64 // of the scores from the law, the worse of A and B; NaN as Exact
	Tolerance       float64
	Draws           int
	Seconds         float64
	Failed          []Failure
}

// A Failure is a check that did not hold.
type Failure struct{ Check, Detail string }

// Names of checks.
const (
	CheckClaim     = "claim"     // no bound passes the claim
	CheckPair      = "pair"      // the bound reaches the asked share of the pair's exact loss
	CheckLaw       = "law"       // the scores have their exact law
	CheckReplay    = "replay"    // a hoisted draw is the mechanism's own
	CheckGauge     = "gauge"     // the columns that a sampler returns are Haar rotated
	CheckCanonical = "canonical" // a released basis is a function of its span
)

// decisions is how many statistical decisions one pair takes: two binomial bounds in
// either direction, and the law under A and under B.
const decisions = 6

func (r *Result) fail(check, format string, args ...any) {
	r.Failed = append(r.Failed, Failure{check, fmt.Sprintf(format, args...)})
}

// Run draws and judges. Its randomness is a function of the pair's name.
func (p *Pair) Run() (Result, error) {
	begin := time.Now()
	drawA, drawB, cost, replay, err := p.draws()
	if err != nil {
		return Result{}, err
	}
	r := Result{
		Name: p.Name, Mechanism: p.Mechanism, Epsilon: cost.Epsilon, Delta: cost.Delta,
		At: max(cost.Delta, p.At), Exact: math.NaN(), Expected: math.NaN(), Distance: math.NaN(), Margin: math.NaN(), Draws: p.Draws,
	}
	if replay != nil {
		r.fail(CheckReplay, "%v", replay)
	}
	a, err := p.scores(drawA, "A")
	if err != nil {
		return r, err
	}
	b, err := p.scores(drawB, "B")
	if err != nil {
		return r, err
	}
	r.Bound = bound(a, b, r.At)
	r.Reverse = bound(negated(b), negated(a), r.At)
	if worst := max(r.Bound, r.Reverse); worst > cost.Epsilon {
		r.fail(CheckClaim, "ε ≥ %.3f is certain, %.3f is claimed", worst, cost.Epsilon)
	}
	if p.Law != nil {
		r.Exact = p.Law.Loss(r.At)
		r.Expected, r.Margin = p.Law.expected(judged(p.Draws), r.At)
		if exact := p.Law.Loss(cost.Delta); exact > cost.Epsilon+p.Law.error {
			r.fail(CheckClaim, "the pair's exact loss is %.4f, %.4f is claimed", exact, cost.Epsilon)
		}
		if r.Exact > 0 && !p.LawOnly && !(r.Bound >= asked*r.Exact) {
			r.fail(CheckPair, "ε ≥ %.3f, less than %g of the exact %.3f", r.Bound, asked, r.Exact)
		}
		if r.Exact > 0 && !p.LawOnly && r.Margin < leastMargin {
			r.fail(CheckPair, "too few draws: the bound that the law promises passes %g of the loss by %.1f standard deviations, not %g", asked, r.Margin, leastMargin)
		}
		r.Distance = max(p.Law.distance(a, p.Law.a), p.Law.distance(b, p.Law.b))
		r.Tolerance = kolmogorovTolerance(p.Draws) + p.Law.error
		if r.Distance > r.Tolerance {
			r.fail(CheckLaw, "the scores are %.4f from their law, more than %.4f", r.Distance, r.Tolerance)
		}
	}
	r.Seconds = time.Since(begin).Seconds()
	return r, nil
}

// judged is how many of n draws decide; the first fifth chooses the event.
func judged(n int) int { return n - n/5 }

// bound returns a lower bound on ε from independent draws of a score.
func bound(a, b []float64, delta float64) float64 {
	first := len(a) - judged(len(a))
	t := chooseEvent(a[:first], b[:first], judged(len(a)), delta)
	return lossBound(count(a[first:], t), count(b[first:], t), judged(len(a)), delta)
}

func count(x []float64, t float64) int {
	n := 0
	for _, v := range x {
		if v >= t {
			n++
		}
	}
	return n
}

func negated(x []float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = -v
	}
	return out
}

// chunk is how many draws share a seed.
const chunk = 5000

// A drawer draws one output.
type drawer func(noise.Source) (Output, error)

// draws prepares both data sets, and says what is claimed. replay is why a hoisted draw is not the mechanism's own; nil where
// it is.
func (p *Pair) draws() (a, b drawer, cost privacy.Cost, replay, err error) {
	if p.drawn != nil {
		return p.drawn()
	}
	if w := p.whole; w != nil {
		how := method.Named(p.Mechanism)
		var other error
		if a, replay = w.replayed(w.a, how); a == nil {
			return nil, nil, w.cost, nil, replay
		}
		if b, other = w.replayed(w.b, how); b == nil {
			return nil, nil, w.cost, nil, other
		}
		if replay == nil {
			replay = other
		}
		return a, b, w.cost, replay, nil
	}
	mech, err := mechanism.New(p.Mechanism, p.Params)
	if err != nil {
		return nil, nil, privacy.Cost{}, nil, err
	}
	a, b, cost = release(mech, p.A), release(mech, p.B), mech.Cost()
	if p.hoisted == nil {
		return a, b, cost, nil, nil
	}
	var other error
	if a, replay = p.hoisted(mech, p.A); a == nil {
		return nil, nil, cost, nil, replay
	}
	if b, other = p.hoisted(mech, p.B); b == nil {
		return nil, nil, cost, nil, other
	}
	if replay == nil {
		replay = other
	}
	return a, b, cost, replay, nil
}

// scores draws p.Draws outputs for one of the data sets.
func (p *Pair) scores(draw drawer, side string) ([]float64, error) {
	out := make([]float64, p.Draws)
	var wait sync.WaitGroup
	failed := make(chan error, runtime.GOMAXPROCS(0))
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for from := range next {
				src := noisetest.New(seed(p.Name, side, from))
				for i := from; i < min(from+chunk, len(out)); i++ {
					o, err := draw(src)
					if err != nil {
						select {
						case failed <- err:
						default:
						}
						break
					}
					out[i] = p.Score(o)
				}
			}
		})
	}
	for from := 0; from < len(out); from += chunk {
		next <- from
	}
	close(next)
	wait.Wait()
	select {
	case err := <-failed:
		return nil, err
	default:
		return out, nil
	}
}

func seed(name, side string, from int) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s/%s/%d", name, side, from)
	return h.Sum64()
}

// release returns the mechanism as it is, with all that its output can show.
func release(mech mechanism.Mechanism, m *moment.Matrix) func(noise.Source) (Output, error) {
	return func(src noise.Source) (Output, error) {
		out, err := mech.Release(context.Background(), m, src)
		if errors.Is(err, mechanism.ErrComplex) {
			return Output{Refused: true}, nil
		}
		if err != nil {
			return Output{}, err
		}
		view, err := out.View(out.MaxK())
		return Output{View: view}, err
	}
}

// diagonal returns the second moment of counts[i] records s·eᵢ.
func diagonal(scale int, counts ...int) *moment.Matrix {
	a := moment.NewAccumulator(len(counts), scale)
	q := make([]int16, len(counts))
	for i, n := range counts {
		q[i] = int16(scale)
		for range n {
			if err := a.Add(q); err != nil {
				panic("audit: " + err.Error())
			}
		}
		q[i] = 0
	}
	return a.Matrix()
}
