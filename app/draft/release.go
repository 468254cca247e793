package draft

import (
	"privatepca/core/plan"
	"privatepca/wasm/protocol"
)

// Release is the request that the draft makes: paid from an account, drawn by the
// worker with this digest.
func (d *Draft) Release(from *protocol.Budget) protocol.Release {
	as, _ := taken(d) // Refusals say why there is none
	return protocol.Release{Choices: d.choices(as), Budget: from}
}

// choices are the draft's, as core/plan has them; what is no answer is 0.
func (d *Draft) choices(as *plan.As) plan.Choices {
	c, b := &d.Choices, d.Budget()
	out := plan.Choices{
		Mechanism: c.Mechanism, Epsilon: b.Epsilon, Delta: b.Delta, Relation: c.Relation, Cap: c.Limit(), Steps: stepsOf(d), Shrink: d.Shrinks(), Correlations: Correlates(d),
		DesignEffect: designEffect(&d.Answers), As: as,
	}
	if !d.DrawsK() {
		out.K = c.Directions(d.Answers.Tally.Features)
	}
	if c.ReleasesCore() {
		out.CoreShare = c.CoreShare.Value()
	}
	return out
}
