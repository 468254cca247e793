package draft

import (
	"privatepca/core/plan"
	"privatepca/wasm/protocol"
)

// Release is the request that the draft makes: paid from an account, drawn by the
// worker with this digest.
func (d *Draft) Release(from *protocol.Budget) protocol.Release {
	c, b := &d.Choices, d.Budget()
	as, _ := taken(d) // AsFault says why there is none
	r := protocol.Release{
		Choices: plan.Choices{
			Mechanism: c.Mechanism, Epsilon: b.Epsilon, Delta: b.Delta, Relation: c.Relation, Cap: c.Limit(), Steps: stepsOf(d), Shrink: d.Shrinks(), Correlations: Correlates(d),
			DesignEffect: designEffect(&d.Answers), As: as,
		},
		Budget: from,
	}
	if !d.DrawsK() {
		r.K = c.Directions(d.Answers.Tally.Features)
	}
	if c.ReleasesCore() {
		r.CoreShare = c.CoreShare.Value()
	}
	return r
}
