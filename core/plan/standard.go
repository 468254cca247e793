package plan

import (
	"privatepca/core/fault"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/scaling"
	"privatepca/core/schema"
)

// Shares of μ² of the two steps before the second moment under the norm rule mean (core/scaling/scaling.md has the measurement).
const (
	UsualSums    = scaling.SumsShare
	UsualLengths = scaling.LengthsShare
	UsualCount   = scaling.CountShare // of a release as an earlier one
)

// addStandard adds the steps of the norm rule mean that were not stated.
func (c *Choices) addStandard(s *schema.Schema) {
	if s.NormRule != schema.Mean || method.Named(c.Mechanism).Spends == method.Nothing {
		return
	}
	steps := c.steps()
	if c.As != nil {
		if steps.Count == nil && sumsQuery(s, c.Relation).Counted() {
			steps.Count = &Count{Share: UsualCount}
			c.Steps = &steps
		}
		return
	}
	if steps.Sums == nil {
		steps.Sums = &Sums{Share: UsualSums}
	}
	if steps.Lengths == nil {
		steps.Lengths = &Lengths{Share: UsualLengths}
	}
	c.Steps = &steps
}

// MomentDim is the dimension of the second moment that a release by a mechanism sums: under the norm rule mean a constant stands behind the
// features, but where nothing of the records is used.
func MomentDim(s *schema.Schema, m method.Method) int {
	if s.NormRule == schema.Mean && !m.Free() {
		return s.D() + 1
	}
	return s.D()
}

// sumsQuery has the public facts of the first step of the norm rule mean.
func sumsQuery(s *schema.Schema, relation privacy.Relation) privacy.MeanQuery {
	return privacy.MeanQuery{Dim: schema.SumsDim(s), Spread: schema.SumsSpread(s), Reach: schema.SumsReach(s), Relation: relation, RowsPerPerson: s.RowsPerPerson, WeightUnit: s.RowWeight.Unit()}
}

// countsFactor is what counts of records are multiplied by before the noise: schema.Scale, times the integer of the largest weight.
func countsFactor(s *schema.Schema) uint64 { return schema.Scale * uint64(max(1, s.RowWeight.Unit())) }

// SumsQuery has the public facts of the plan's first step under the norm rule mean.
func (p *Plan) SumsQuery() privacy.MeanQuery { return sumsQuery(p.Schema, p.Choices.Relation) }

// checkStandard refuses what the norm rule mean has no proof for, and its steps under another rule.
func checkStandard(s *schema.Schema, c *Choices) error {
	steps, m := c.steps(), method.Named(c.Mechanism)
	if s.NormRule != schema.Mean {
		switch {
		case steps.Sums != nil:
			return fault.Request(fieldSums, "Only the norm rule mean takes noisy sums: leave out the step that pays for them.")
		case steps.Lengths != nil:
			return fault.Request(fieldLengths, "Only the norm rule mean counts lengths: leave out the step that pays for them.")
		case steps.Count != nil:
			return fault.Request(fieldCount, "Only the norm rule mean counts rows: leave out the step that pays for them.")
		case c.As != nil:
			return fault.Request(fieldAs, "Only the norm rule mean measures as an earlier release: choose it, or leave the earlier release out.")
		case s.RowWeight != nil:
			return fault.Request(fieldRowWeight, "Only the norm rule mean weighs rows: choose it, or leave row_weight out.")
		case c.DesignEffect != 0:
			return fault.Request("design_effect", "Only the norm rule mean takes a design effect: choose it, or leave the design effect out.")
		}
		return nil
	}
	if err := checkAs(s, c); err != nil {
		return err
	}
	switch {
	case c.DesignEffect != 0 && !(c.DesignEffect >= 1 && c.DesignEffect <= MostDesignEffect):
		return fault.Request("design_effect", "The design effect is how many rows are worth one independent row: a number from 1 to a million.")
	case m.Free():
		return nil
	case !m.Joint:
		return fault.Request("mechanism", "The norm rule mean draws its three steps with Gaussian noise, and %s is of another kind: choose the mechanism gaussian and a δ, or the norm rule sign.", m.Phrase)
	case s.Centre == schema.CentrePoint:
		return fault.Request("centre", "The norm rule mean measures its own centre: leave out the one that is stated, or choose the norm rule sign.")
	case s.D() >= schema.MaxD:
		return fault.Request("norm_rule", "The norm rule mean takes at most %d features, and these columns make %d: leave columns out, merge categories, or choose the norm rule sign.", schema.MaxD-1, s.D())
	case c.Shrink && c.Correlations:
		return fault.Request("shrink", "Where columns count equally under the norm rule mean, shrinkage loses more than it wins: leave it out.")
	}
	return nil
}
