package draft

import (
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// Statement is the sentence so far.
func (d *Draft) Statement() release.Statement {
	a := &d.Answers
	out := release.Statement{Relation: d.Choices.Relation, Claim: d.Claim(), Public: d.Known.Public}
	if a.UnitFault() == "" {
		out.Unit = words.Unit(a.RowsPerPerson(), personOf(a))
	}
	if w := a.RowWeight.Stated(); w != nil {
		out.RowWeight = w.Column
	}
	if d.Choices.Seen {
		b := d.Budget()
		out.Epsilon, out.Delta, out.DeltaSet = b.Epsilon, b.Delta, d.Fault("delta") == ""
		out.Mechanism = d.Choices.Mechanism
		out.Correlations = Correlates(d) && !d.Method().Free()
	}
	return out
}

// Claim is what the document would claim: bounds from the data undo any guarantee.
func (d *Draft) Claim() privacy.Claim {
	a := &d.Answers
	if a.Tally.From[schema.FromData] > 0 || lengthFrom(a) == schema.FromData {
		return privacy.NotPrivate
	}
	c := d.Method().Claim
	if as := d.Choices.As; as != nil {
		c = privacy.Weakest(c, as.As.Claim)
	}
	if d.ProposalLimit() > 0 {
		c = privacy.Weakest(c, privacy.Conditional)
	}
	if d.Known.Public {
		return privacy.NotPrivate
	}
	return c
}

// ProposalLimit is how many proposals an exact sampler makes before a Markov chain takes over: as typed, or the usual number; 0 for
// no end.
func (d *Draft) ProposalLimit() int {
	if n := d.Choices.Limit(); n > 0 {
		return n
	}
	features := d.Answers.Tally.Features
	k := d.Choices.Directions(features)
	if d.DrawsK() {
		k = d.Choices.MostK(features)
	}
	return d.Method().UsualCap(features, k)
}

// BothCost says what the release and the earlier one that it measures as cost together; "" where that is not known. The release's steps are calibrated
// together, and their μ is that of one step at (ε,δ) to a thousandth, which needs no plan (core/pca has a test).
func BothCost(d *Draft) string {
	b := d.Budget()
	if d.Choices.As == nil || b.Delta == 0 || !d.Decided() {
		return ""
	}
	sigma, err := privacy.AnalyticGaussian(b.Epsilon, b.Delta)
	if err != nil {
		return ""
	}
	return d.Choices.As.BothCost(1/sigma, b.Delta, d.Answers.Schema())
}

// Persons is the number of people where it is public and known: under replace-one,
// when each row is a person, or when a column names the persons. Else it is 0.
func (d *Draft) Persons() int64 {
	if d.Choices.Relation != privacy.ReplaceOne {
		return 0
	}
	switch d.Answers.Unit {
	case UnitRow:
		return d.Known.Records
	case UnitColumn:
		return d.Known.Persons
	}
	return 0
}
