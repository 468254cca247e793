package app

import (
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// statement is the sentence so far.
func (d *Draft) statement() release.Statement {
	a := &d.answers
	out := release.Statement{Relation: d.choices.relation, Claim: d.claim(), Public: d.known.public}
	if a.unitFault() == "" {
		out.Unit = words.Unit(a.rowsPerPerson(), a.person())
	}
	if d.choices.seen {
		b := d.budget()
		out.Epsilon, out.Delta, out.DeltaSet = b.Epsilon, b.Delta, d.deltaFault() == ""
		out.Mechanism = d.choices.mechanism
	}
	return out
}

// claim is what the document would claim: bounds from the data undo any guarantee.
func (d *Draft) claim() privacy.Claim {
	a := &d.answers
	if a.tally.from[schema.FromData] > 0 || a.lengthFrom() == schema.FromData {
		return privacy.NotPrivate
	}
	c := d.method().Claim
	if d.choices.limit() > 0 {
		c = privacy.Weakest(c, privacy.Conditional)
	}
	if d.known.public {
		return privacy.NotPrivate
	}
	return c
}

// persons is the number of persons where it is public and known: under replace-one,
// when each row is a person, or when a column names the persons. Else it is 0.
func (d *Draft) persons() int64 {
	if d.choices.relation != privacy.ReplaceOne {
		return 0
	}
	switch d.answers.unit {
	case unitRow:
		return d.known.records
	case unitColumn:
		return d.known.persons
	}
	return 0
}
