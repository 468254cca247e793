package app

import (
	"strings"

	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// A Draft is a release as it is described so far: plain values, no worker and no page.
type Draft struct {
	answers Answers
	choices Choices
	limits  Limits
	known   Known
}

// Limits are what a parent page states for the releases made inside it; nil and 0 for none.
type Limits struct {
	epsilon, delta *float64 // the most that a release may spend
	k              int      // the number of directions to begin with
}

// Known is what the draft may use of the file and the worker. The records and people
// are counts of a file that was read to its end, 0 before.
type Known struct {
	records, persons int64
	public           bool // the file was declared public
	reading          bool // the worker reads it now
}

// lower takes the smaller of two caps: what a portal has capped stays capped.
func (l *Limits) lower(epsilon, delta *float64) {
	least := func(a, b *float64) *float64 {
		if a == nil || b != nil && *b < *a {
			return b
		}
		return a
	}
	l.epsilon, l.delta = least(l.epsilon, epsilon), least(l.delta, delta)
}

// exceeded says which cap a release would pass; "" for none.
func (l Limits) exceeded(epsilon, delta float64) string {
	switch {
	case l.epsilon != nil && epsilon > *l.epsilon:
		return "This portal caps the budget at ε = " + words.Number(*l.epsilon) + ". Nothing was spent."
	case l.delta != nil && delta > *l.delta:
		return "This portal caps δ at " + words.Number(*l.delta) + ". Nothing was spent."
	}
	return ""
}

// words say what is capped; "" for nothing.
func (l Limits) words() string {
	switch {
	case l.epsilon != nil && l.delta != nil:
		return "This portal caps the budget at ε = " + words.Number(*l.epsilon) + " and δ = " + words.Number(*l.delta) + "."
	case l.epsilon != nil:
		return "This portal caps the budget at ε = " + words.Number(*l.epsilon) + "."
	case l.delta != nil:
		return "This portal caps δ at " + words.Number(*l.delta) + "."
	}
	return ""
}

// epsilonFault says what is wrong with ε.
func (d *Draft) epsilonFault() string {
	e, ok := parseNumber(d.choices.epsilon)
	switch {
	case !ok || e <= 0:
		return "ε must be a positive number."
	case d.limits.epsilon != nil && e > *d.limits.epsilon:
		return "This portal caps the budget at ε = " + words.Three(*d.limits.epsilon) + "."
	case privacy.Budget{Epsilon: e}.Validate() != nil:
		return "ε is outside the range that can be calibrated."
	}
	return ""
}

// deltaFault says what is wrong with δ, where a part uses one.
func (d *Draft) deltaFault() string {
	if !d.takesDelta() {
		return ""
	}
	return d.typedDeltaFault()
}

// typedDeltaFault says what is wrong with δ as typed. An empty field stands for 0.
func (d *Draft) typedDeltaFault() string {
	c := &d.choices
	m := d.method()
	x, ok := parseNumber(c.delta)
	if strings.TrimSpace(c.delta) == "" {
		x, ok = 0, true
	}
	switch {
	case !ok || x < 0 || x >= 1:
		return "δ must be a number between 0 and 1, such as 1e-6."
	case d.limits.delta != nil && x > *d.limits.delta:
		return "This portal caps δ at " + words.Three(*d.limits.delta) + "."
	case x == 0 && m.NeedsDelta():
		return m.Title + " needs a δ above 0. For δ = 0 choose the nuclear norm."
	case x == 0:
		return ""
	case privacy.Budget{Epsilon: 1, Delta: x}.Validate() != nil:
		return "δ is too small to be calibrated: use at least 1e-300."
	}
	return ""
}

func (d *Draft) coreFault() string {
	if !d.choices.releasesCore() {
		return ""
	}
	return d.choices.coreShare.fault("The share")
}

func (d *Draft) capFault() string {
	if d.choices.limits() && d.choices.limit() == 0 {
		return "The limit must be a whole number from 1 to 1,000,000,000."
	}
	return ""
}

// release is the request that the draft makes: paid from an account, drawn by the
// worker with this digest.
func (d *Draft) release(from *protocol.Budget, worker string) protocol.Release {
	c, b := &d.choices, d.budget()
	r := protocol.Release{
		Choices: plan.Choices{
			Mechanism: c.mechanism, Epsilon: b.Epsilon, Delta: b.Delta, Relation: c.relation, Cap: c.limit(), Steps: d.steps(),
		},
		Budget:       from,
		WorkerSHA256: worker,
	}
	if !d.drawsK() {
		r.K = c.directions(d.answers.tally.features)
	}
	if c.releasesCore() {
		r.CoreShare = c.coreShare.value()
	}
	return r
}
