package draft

import (
	"privatepca/core/method"
	"privatepca/core/plan"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// follow takes the best of the ranked ways, where nothing was chosen.
func follow(d *Draft, ranked []protocol.ForecastChoice) {
	a, c := &d.Answers, &d.Choices
	if !a.RuleOpen || !c.MechanismOpen {
		return
	}
	for _, best := range ranked {
		rule := schema.NormRule(best.Rule)
		if !AboutMean(rule) || rule != schema.Mean && (c.As != nil || a.RowWeight.On) {
			continue
		}
		c.Mechanism = best.Mechanism
		recommended(d, rule)
		return
	}
}

// recommended takes a norm rule as it is recommended for the mechanism: columns count equally where a whole matrix is released.
func recommended(d *Draft, rule schema.NormRule) {
	a, m := &d.Answers, d.Method()
	a.Want(rule)
	a.Scaling, a.Equal = schema.Affine, equalBy(m)
	a.Count()
}

// measureAs has the release measure as an earlier one. What that needs and nobody chose is chosen: the norm rule mean, with Gaussian noise and columns
// that count equally.
func measureAs(d *Draft, e *release.Earlier) {
	d.Choices.As = e
	if e != nil && d.Answers.RuleOpen && d.Choices.MechanismOpen {
		d.Choices.Mechanism = method.Best(false).Name // its noise is what the rule is drawn with
		recommended(d, schema.Mean)
	}
}

// chooseMechanism takes a mechanism as the curator's own answer, with the norm rule that it brings.
func chooseMechanism(d *Draft, name string) {
	rule, _ := With(d, method.Named(name))
	d.Choices.Mechanism, d.Choices.MechanismOpen = name, false
	if d.Answers.RuleOpen && !d.Method().Free() {
		recommended(d, rule)
	}
}

// With is the norm rule that a release by a mechanism would have, and whether its columns would count equally. Where nobody chose the rule it is the one
// that is recommended for the mechanism: mean for Gaussian noise, else sign, with columns that count equally where a whole matrix is released.
func With(d *Draft, m method.Method) (rule schema.NormRule, equal bool) {
	a := &d.Answers
	switch {
	case !a.RuleOpen || m.Free() || m.Name == d.Choices.Mechanism:
		return a.Rule, a.Equal && VariesAboutMean(a)
	case m.Joint:
		rule = schema.Mean
	default:
		rule = schema.Sign
	}
	return rule, equalBy(m)
}

// equalBy reports whether a mechanism releases what columns can be made equal by.
func equalBy(m method.Method) bool { return m.Gives == method.WholeMatrix && m.Law != "" }

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

// choose takes a norm rule as the curator's own answer.
func choose(a *Answers, rule schema.NormRule) {
	a.RuleOpen = false
	a.Want(rule)
}
