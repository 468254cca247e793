package draft

import (
	"strings"

	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// A Draft is a release as it is described so far: plain values, no worker and no page.
type Draft struct {
	Answers Answers
	Choices Choices
	Limits  Limits
	Known   Known
}

// Limits are what a parent page states for the releases made inside it; nil and 0 for none.
type Limits struct {
	Epsilon, Delta *float64 // the most that a release may spend
	K              int      // the number of directions to begin with
}

// Known is what the draft may use of the file and the worker. The records and people
// are counts of a file that was read to its end, 0 before.
type Known struct {
	Records, Persons int64
	Public           bool // the file was declared public
	Reading          bool // the worker reads it now
}

// Lower takes the smaller of two caps: what a portal has capped stays capped.
func (l *Limits) Lower(epsilon, delta *float64) {
	least := func(a, b *float64) *float64 {
		if a == nil || b != nil && *b < *a {
			return b
		}
		return a
	}
	l.Epsilon, l.Delta = least(l.Epsilon, epsilon), least(l.Delta, delta)
}

// Exceeded says which cap a release would pass; "" for none.
func (l Limits) Exceeded(epsilon, delta float64) string {
	switch {
	case l.Epsilon != nil && epsilon > *l.Epsilon:
		return "This portal caps the budget at ε = " + words.Number(*l.Epsilon) + ". Nothing was spent."
	case l.Delta != nil && delta > *l.Delta:
		return "This portal caps δ at " + words.Number(*l.Delta) + ". Nothing was spent."
	}
	return ""
}

// Sentence say what is capped; "" for nothing.
func (l Limits) Sentence() string {
	switch {
	case l.Epsilon != nil && l.Delta != nil:
		return "This portal caps the budget at ε = " + words.Number(*l.Epsilon) + " and δ = " + words.Number(*l.Delta) + "."
	case l.Epsilon != nil:
		return "This portal caps the budget at ε = " + words.Number(*l.Epsilon) + "."
	case l.Delta != nil:
		return "This portal caps δ at " + words.Number(*l.Delta) + "."
	}
	return ""
}

// EpsilonFault says what is wrong with ε.
func (d *Draft) EpsilonFault() string {
	e, ok := ParseNumber(d.Choices.Epsilon)
	switch {
	case !ok || e <= 0:
		return "ε must be a positive number."
	case d.Limits.Epsilon != nil && e > *d.Limits.Epsilon:
		return "This portal caps the budget at ε = " + words.Three(*d.Limits.Epsilon) + "."
	case privacy.Budget{Epsilon: e}.Validate() != nil:
		return "ε is outside the range that can be calibrated."
	}
	return ""
}

// DeltaFault says what is wrong with δ, where a part uses one.
func (d *Draft) DeltaFault() string {
	if !d.TakesDelta() {
		return ""
	}
	return d.TypedDeltaFault()
}

// TypedDeltaFault says what is wrong with δ as typed. An empty field stands for 0.
func (d *Draft) TypedDeltaFault() string {
	c := &d.Choices
	m := d.Method()
	x, ok := ParseNumber(c.Delta)
	if strings.TrimSpace(c.Delta) == "" {
		x, ok = 0, true
	}
	switch {
	case !ok || x < 0 || x >= 1:
		return "δ must be a number between 0 and 1, such as 1e-6."
	case d.Limits.Delta != nil && x > *d.Limits.Delta:
		return "This portal caps δ at " + words.Three(*d.Limits.Delta) + "."
	case x == 0 && m.NeedsDelta():
		return m.Title + " needs a δ above 0. For δ = 0 choose the nuclear norm."
	case x == 0:
		return ""
	case privacy.Budget{Epsilon: 1, Delta: x}.Validate() != nil:
		return "δ is too small to be calibrated: use at least 1e-300."
	}
	return ""
}

// CoreFault says what is wrong with the share of ε for order and eigenvalues.
func (d *Draft) CoreFault() string {
	if !d.Choices.ReleasesCore() {
		return ""
	}
	return d.Choices.CoreShare.Fault("The share")
}

// CapFault says what is wrong with the cap on proposals.
func (d *Draft) CapFault() string {
	if d.Choices.limits() && d.Choices.Limit() == 0 {
		return "The limit must be a whole number from 1 to 1,000,000,000."
	}
	return ""
}

// Release is the request that the draft makes: paid from an account, drawn by the
// worker with this digest.
func (d *Draft) Release(from *protocol.Budget, worker string) protocol.Release {
	c, b := &d.Choices, d.Budget()
	r := protocol.Release{
		Choices: plan.Choices{
			Mechanism: c.Mechanism, Epsilon: b.Epsilon, Delta: b.Delta, Relation: c.Relation, Cap: c.Limit(), Steps: d.steps(),
		},
		Budget:       from,
		WorkerSHA256: worker,
	}
	if !d.DrawsK() {
		r.K = c.Directions(d.Answers.Tally.Features)
	}
	if c.ReleasesCore() {
		r.CoreShare = c.CoreShare.Value()
	}
	return r
}
