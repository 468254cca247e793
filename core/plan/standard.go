package plan

import (
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
func (c *Choices) addStandard(f *Facts) {
	if f.Rule != schema.Mean || method.Named(c.Mechanism).Spends == method.Nothing {
		return
	}
	steps := c.steps()
	if c.As != nil {
		if steps.Count == nil && f.counted(c.Relation) {
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
