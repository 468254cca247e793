package app

import (
	"math"

	"privatepca/core/method"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// A share is a part of ε as typed, above 0 and below 1.
type share string

func (f share) value() float64 {
	if x, ok := parseNumber(string(f)); ok && x > 0 && x < 1 {
		return x
	}
	return 0
}

func (f share) fault(what string) string {
	if f.value() == 0 {
		return what + " must be a number between 0 and 1, such as 0.1."
	}
	return ""
}

// millionth rounds a share to what the worker takes.
func (f share) millionth() float64 { return math.Round(f.value()*1e6) / 1e6 }

// Which steps are paid for. What has no use under the other answers is not.
func (d *Draft) drawsCentre() bool { return d.answers.drawsCentre() && !d.method().Free() }
func (d *Draft) drawsBound() bool  { return d.answers.drawsBound() && !d.method().Free() }
func (d *Draft) drawsK() bool      { return d.choices.kPrivate && d.method().ChoosesK }

func (d *Draft) method() method.Method { return method.Named(d.choices.mechanism) }

// steps are the parts of the release around its mechanism; nil for none.
func (d *Draft) steps() *plan.Steps {
	a, c := &d.answers, &d.choices
	var out plan.Steps
	if d.drawsCentre() {
		out.Centre = &plan.Centre{Share: a.centreShare.value()}
	}
	if d.drawsBound() {
		out.NormBound = &plan.NormBound{Share: a.normShare.value(), Quantile: a.normQuantile.millionth()}
	}
	if d.drawsK() {
		out.ChooseK = &plan.ChooseK{Share: c.kShare.value(), Target: c.kTarget.millionth(), Max: c.mostK(a.tally.features)}
	}
	if out == (plan.Steps{}) {
		return nil
	}
	return &out
}

// A spending is one line of what ε goes to.
type spending struct {
	what  string
	share float64 // of ε
}

// parts lists what ε goes to, in the order in which it is drawn.
func (d *Draft) parts() []spending {
	if d.method().Free() {
		return nil
	}
	c := plan.Choices{Mechanism: d.choices.mechanism, Steps: d.steps()}
	if d.choices.releasesCore() {
		c.CoreShare = d.choices.coreShare.value()
	}
	var out []spending
	for _, part := range plan.Shares(c) {
		step, _ := method.StepOf(part.Name)
		what := step.Title
		if part.Name == d.method().Steps[0] {
			what += ", by " + d.method().Title
		}
		out = append(out, spending{what, part.Share})
	}
	return out
}

// sharesFault says that the steps leave nothing for the directions.
func (d *Draft) sharesFault() string {
	for _, p := range d.parts() {
		if p.share < 1e-6 {
			return "The shares of ε leave nothing for the directions: make them smaller."
		}
	}
	return ""
}

// relationFault says which answers need the number of records to be public.
func (d *Draft) relationFault() string {
	if d.choices.relation != privacy.AddRemove {
		return ""
	}
	switch {
	case d.answers.rule == schema.Pairs:
		return "Pairs need “one person replaced”: where a row is added or removed, another gets a new partner. Choose that, or another answer under Columns."
	case d.drawsCentre():
		return "A private mean needs “one person replaced”: it divides by the number of records. Choose that, or another centre under Columns."
	}
	return ""
}

// takesDelta reports whether a part of the release spends a δ.
func (d *Draft) takesDelta() bool {
	return d.method().UsesDelta(d.choices.core) || d.drawsCentre()
}

// budget is the ε and δ in force; 0 stands for what is not a number yet. Where no
// part uses a δ it is 0, whatever the field holds.
func (d *Draft) budget() privacy.Budget {
	b := privacy.Budget{Epsilon: numberOr(d.choices.epsilon, 0)}
	if d.takesDelta() {
		b.Delta = numberOr(d.choices.delta, 0)
	}
	return b
}

// decided reports whether a release can be asked for.
func (d *Draft) decided() bool { return d.firstFault() == "" }

// firstFault is the control on the Privacy page whose answer is wrong; "" for none.
func (d *Draft) firstFault() string {
	c := &d.choices
	switch {
	case d.epsilonFault() != "":
		return "epsilon"
	case d.deltaFault() != "":
		return "delta"
	case d.drawsK() && c.kShare.value() == 0:
		return "k-share"
	case d.drawsK() && c.kTarget.value() == 0:
		return "k-target"
	case d.drawsK() && c.mostK(d.answers.tally.features) == 0:
		return "k-max"
	case !d.drawsK() && c.directions(d.answers.tally.features) == 0:
		return "k"
	case d.relationFault() != "":
		return "nb-replace"
	case d.coreFault() != "":
		return "core-share"
	case d.capFault() != "":
		return "cap"
	case d.sharesFault() != "":
		return "spendings"
	}
	return ""
}
