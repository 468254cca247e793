package draft

import (
	"math"

	"privatepca/core/method"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// A Share is a part of ε as typed, above 0 and below 1.
type Share string

// Value is the share, or 0 while it is no answer.
func (f Share) Value() float64 {
	if x, ok := ParseNumber(string(f)); ok && x > 0 && x < 1 {
		return x
	}
	return 0
}

// Fault says what is wrong with the share; what names it.
func (f Share) Fault(what string) string {
	if f.Value() == 0 {
		return what + " must be a number between 0 and 1, such as 0.1."
	}
	return ""
}

// millionth rounds a share to what the worker takes.
func (f Share) millionth() float64 { return math.Round(f.Value()*1e6) / 1e6 }

// DrawsCentre reports whether a private mean is paid for. What has no use under the other
// answers is not: so it is with the other steps.
func (d *Draft) DrawsCentre() bool { return d.Answers.drawsCentre() && !d.Method().Free() }

// DrawsBound reports whether a private norm bound is paid for.
func (d *Draft) DrawsBound() bool { return d.Answers.DrawsBound() && !d.Method().Free() }

// DrawsK reports whether a private choice of k is paid for.
func (d *Draft) DrawsK() bool { return d.Choices.KPrivate && d.Method().ChoosesK }

// Method is the chosen mechanism.
func (d *Draft) Method() method.Method { return method.Named(d.Choices.Mechanism) }

// steps are the parts of the release around its mechanism; nil for none.
func (d *Draft) steps() *plan.Steps {
	a, c := &d.Answers, &d.Choices
	var out plan.Steps
	if d.DrawsCentre() {
		out.Centre = &plan.Centre{Share: a.CentreShare.Value()}
	}
	if d.DrawsBound() {
		out.NormBound = &plan.NormBound{Share: a.NormShare.Value(), Quantile: a.NormQuantile.millionth()}
	}
	if d.DrawsK() {
		out.ChooseK = &plan.ChooseK{Share: c.KShare.Value(), Target: c.KTarget.millionth(), Max: c.MostK(a.Tally.Features)}
	}
	if out == (plan.Steps{}) {
		return nil
	}
	return &out
}

// A Part is one line of what ε goes to.
type Part struct {
	What  string
	Share float64 // of ε
}

// Parts lists what ε goes to, in the order in which it is drawn.
func (d *Draft) Parts() []Part {
	if d.Method().Free() {
		return nil
	}
	c := plan.Choices{Mechanism: d.Choices.Mechanism, Steps: d.steps()}
	if d.Choices.ReleasesCore() {
		c.CoreShare = d.Choices.CoreShare.Value()
	}
	var out []Part
	for _, part := range plan.Shares(c) {
		step, _ := method.StepOf(part.Name)
		what := step.Title
		if part.Name == d.Method().Steps[0] {
			what += ", by " + d.Method().Title
		}
		out = append(out, Part{what, part.Share})
	}
	return out
}

// SharesFault says that the steps leave nothing for the directions.
func (d *Draft) SharesFault() string {
	for _, p := range d.Parts() {
		if p.Share < 1e-6 {
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
		return "Pairs need “one person replaced”: where a row is added or removed, another gets a new partner. Choose that, or another answer under Columns."
	case d.DrawsCentre():
		return "A private mean needs “one person replaced”: it divides by the number of records. Choose that, or another centre under Columns."
	}
	return ""
}

// TakesDelta reports whether a part of the release spends a δ.
func (d *Draft) TakesDelta() bool {
	return d.Method().UsesDelta(d.Choices.Core) || d.DrawsCentre()
}

// Budget is the ε and δ in force; 0 stands for what is not a number yet. Where no
// part uses a δ it is 0, whatever the field holds.
func (d *Draft) Budget() privacy.Budget {
	b := privacy.Budget{Epsilon: NumberOr(d.Choices.Epsilon, 0)}
	if d.TakesDelta() {
		b.Delta = NumberOr(d.Choices.Delta, 0)
	}
	return b
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
	}
	return ""
}
