package draft

import (
	"cmp"

	"privatepca/core/fault"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/core/typed"
	"privatepca/core/words"
)

// EpsilonFault says what is wrong with ε.
func (d *Draft) EpsilonFault() string {
	e, ok := d.Choices.Epsilon.Value()
	switch {
	case !ok || e <= 0:
		return cmp.Or(d.Choices.Epsilon.TwoWays("ε"), "ε must be a positive number.")
	case d.Limits.Epsilon != nil && e > *d.Limits.Epsilon:
		return "The limit of this portal is ε = " + words.Three(*d.Limits.Epsilon) + "."
	case privacy.Budget{Epsilon: e}.Validate() != nil:
		return "ε is outside the range that can be calibrated."
	}
	return ""
}

// DeltaFault says what is wrong with δ, where a part uses one.
func (d *Draft) DeltaFault() string {
	if !d.TakesDelta() {
		return ""
	}
	return d.TypedDeltaFault()
}

// TypedDeltaFault says what is wrong with δ as typed. An empty field stands for 0.
func (d *Draft) TypedDeltaFault() string {
	c := &d.Choices
	m := d.Method()
	x, ok := c.Delta.Value()
	ok = ok || c.Delta.Why() == typed.Empty
	switch {
	case !ok || x < 0 || x >= 1:
		return cmp.Or(c.Delta.TwoWays("δ"), "δ must be a number between 0 and 1, such as 1e-6.")
	case d.Limits.Delta != nil && x > *d.Limits.Delta:
		return "The limit of this portal is δ = " + words.Three(*d.Limits.Delta) + "."
	case x == 0 && m.NeedsDelta():
		return m.Title + " needs a δ above 0. For δ = 0 choose the nuclear norm."
	case x == 0:
		return ""
	case privacy.Budget{Epsilon: 1, Delta: x}.Validate() != nil:
		return "δ is too small to be calibrated: use at least 1e-300."
	}
	return ""
}

// TakesTooMuchDelta reports whether δ is so large that it has to be agreed to, whatever n is.
func TakesTooMuchDelta(d *Draft) bool {
	return d.DeltaFault() == "" && d.Budget().Delta > privacy.MostDelta
}

// CoreFault says what is wrong with the share of ε for order and eigenvalues.
func (d *Draft) CoreFault() string {
	if !d.Choices.ReleasesCore() {
		return ""
	}
	return d.Choices.CoreShare.Fault("The share")
}

// CapFault says what is wrong with the cap on proposals.
func (d *Draft) CapFault() string {
	if d.Choices.limits() && d.Choices.Limit() == 0 {
		return "The limit must be a whole number from 1 to 1,000,000,000."
	}
	return ""
}

// SharesFault says that the steps leave nothing for the directions: core/plan divides ε,
// whatever the budget is.
func (d *Draft) SharesFault() string {
	if d.Method().Free() {
		return ""
	}
	c := d.Release(nil).Choices
	c.Epsilon, c.Delta = 1, 1e-6
	if _, err := plan.Divide(c); err != nil {
		if f := fault.Of(err).Field; f == "steps" || f == "core_share" {
			return "The shares of ε leave nothing for the directions: make them smaller."
		}
	}
	return ""
}

// RelationFault says which answers need the number of records to be public.
func (d *Draft) RelationFault() string {
	if d.Choices.Relation != privacy.AddRemove {
		return ""
	}
	switch {
	case d.Answers.Rule == schema.Pairs:
		return "Pairs need “one person replaced”. If a row is added or removed, another row gets a new partner. Choose “one person replaced”, or another answer under Columns."
	case d.DrawsCentre():
		return "A private mean needs “one person replaced”, because it divides by the number of records. Choose “one person replaced”, or another centre under Columns."
	}
	return ""
}

// Decided reports whether a release can be asked for.
func (d *Draft) Decided() bool { return d.FirstFault() == "" }

// FirstFault is the control on the Privacy page whose answer is wrong; "" for none.
func (d *Draft) FirstFault() string {
	c := &d.Choices
	switch {
	case d.EpsilonFault() != "":
		return "epsilon"
	case d.DeltaFault() != "":
		return "delta"
	case TakesTooMuchDelta(d) && !d.Choices.LargeDelta:
		return "delta-accept"
	case d.DrawsK() && c.KShare.Value() == 0:
		return "k-share"
	case d.DrawsK() && c.KTarget.Value() == 0:
		return "k-target"
	case d.DrawsK() && c.MostK(d.Answers.Tally.Features) == 0:
		return "k-max"
	case !d.DrawsK() && c.Directions(d.Answers.Tally.Features) == 0:
		return "k"
	case d.RelationFault() != "":
		return "nb-replace"
	case d.CoreFault() != "":
		return "core-share"
	case d.CapFault() != "":
		return "cap"
	case d.SharesFault() != "":
		return "spendings"
	case MechanismFault(d) != "":
		return "mech-" + d.Choices.Mechanism
	case AsFault(d) != "":
		return "measured-as"
	}
	return ""
}
