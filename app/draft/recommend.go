package draft

import (
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// Follow gives a draft in which neither norm rule nor mechanism was chosen the best of the ranked ways, the best first, that takes no further
// answer. It reports whether anything changed.
func Follow(d *Draft, ranked []protocol.ForecastChoice) (changed bool) {
	a, c := &d.Answers, &d.Choices
	if !a.RuleOpen || !c.MechanismOpen {
		return false
	}
	for _, best := range ranked {
		rule := schema.NormRule(best.Rule)
		if !AboutMean(rule) {
			continue
		}
		changed = a.Rule != rule || c.Mechanism != best.Mechanism
		a.Want(rule)
		c.Mechanism = best.Mechanism
		return changed
	}
	return false
}

// Choose takes a norm rule as the curator's own answer.
func Choose(a *Answers, rule schema.NormRule) {
	a.RuleOpen = false
	a.Want(rule)
}
