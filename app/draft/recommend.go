package draft

import (
	"privatepca/core/method"
	"privatepca/core/plan"
	"privatepca/core/release"
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
		if !AboutMean(rule) || rule != schema.Mean && (c.As != nil || a.RowWeight.On) {
			continue
		}
		changed = a.Rule != rule || c.Mechanism != best.Mechanism
		c.Mechanism = best.Mechanism
		recommended(d, rule)
		return changed
	}
	return false
}

// recommended takes a norm rule as it is recommended for the mechanism: columns count equally where a whole matrix is released.
func recommended(d *Draft, rule schema.NormRule) {
	a, m := &d.Answers, d.Method()
	a.Want(rule)
	a.Scaling, a.Equal = schema.Affine, m.Gives == method.WholeMatrix && m.Law != ""
	a.Count()
}

// MeasureAs has the release measure as an earlier one. What that needs and nobody chose is chosen: the norm rule mean, with Gaussian noise and columns
// that count equally.
func MeasureAs(d *Draft, e *release.Earlier) {
	d.Choices.As = e
	if d.Answers.RuleOpen && d.Choices.MechanismOpen {
		d.Choices.Mechanism = method.Best(false).Name // its noise is what the rule is drawn with
		recommended(d, schema.Mean)
	}
}

// ChooseMechanism takes a mechanism as the curator's own answer. Where nobody chose the norm rule it is the one that is recommended for the
// mechanism: mean for Gaussian noise, else sign, with columns that count equally where a whole matrix is released.
func ChooseMechanism(d *Draft, name string) {
	d.Choices.Mechanism, d.Choices.MechanismOpen = name, false
	a, m := &d.Answers, d.Method()
	switch {
	case !a.RuleOpen || m.Free():
	case m.Joint:
		recommended(d, schema.Mean)
	default:
		recommended(d, schema.Sign)
	}
}

// LevelsMayLead reports whether single levels of categories may take the leading directions: about a mean, without a matrix from which the columns'
// scales could be read.
func LevelsMayLead(d *Draft) bool {
	m := d.Method()
	if m.Free() || m.Gives == method.WholeMatrix && m.Law != "" || !AboutMean(d.Answers.Rule) {
		return false
	}
	_, several, _, _ := plan.Columns(d.Answers.Schema())
	return several > 0
}

// Choose takes a norm rule as the curator's own answer.
func Choose(a *Answers, rule schema.NormRule) {
	a.RuleOpen = false
	a.Want(rule)
}

// Confirm takes the norm rule in use as chosen, where it is that one: a control that is pressed already has nothing to change, but
// who presses it again has answered. It reports whether the draft followed the forecast until then.
func Confirm(a *Answers, rule schema.NormRule) (was bool) {
	was = a.RuleOpen && a.Rule == rule
	a.RuleOpen = a.RuleOpen && !was
	return was
}

// ConfirmMechanism is Confirm for the mechanism of that name.
func ConfirmMechanism(c *Choices, name string) (was bool) {
	was = c.MechanismOpen && c.Mechanism == name
	c.MechanismOpen = c.MechanismOpen && !was
	return was
}
