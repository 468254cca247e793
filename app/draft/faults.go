package draft

import (
	"cmp"
	"slices"

	"privatepca/core/advice"
	"privatepca/core/fault"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// A control is where a refusal of a field is shown, for one reason or, where none is stated, for any.
type control struct {
	field   string
	reason  fault.Reason
	control string
}

// controls says where a refusal of a choice is shown and mended, in the order of the Privacy page: the first row of its field, and of its reason where
// one is stated. Those at the end stand on the Columns page.
var controls = []control{
	{"epsilon", "", "epsilon"},
	{"delta", "", "delta"},
	{"accept_delta", "", "delta-accept"},
	{"steps.choose_k.share", "", "k-share"},
	{"steps.choose_k.target", "", "k-target"},
	{"steps.choose_k.max", "", "k-max"},
	{"k", "", "k"},
	{"relation", "", "nb-replace"},
	{"core_share", fault.NothingLeft, "spendings"},
	{"core_share", "", "core-share"},
	{"cap", "", "cap"},
	{"steps", "", "spendings"},
	{"mechanism", "", "mech"},
	{"correlations", "", "mech"},
	{"row_weight", "", "mech"},
	{"as", "", "measured-as"},
	{"steps.norm_bound.share", "", "norm-private-share"},
	{"steps.norm_bound.quantile", "", "norm-quantile"},
	{"steps.centre.share", "", "centre-share"},
	{"steps.centre", "", "centre"},
	{"centre", "", "centre"},
	{"", "", "columns"}, // one feature, or too many
	{"norm_rule", "", "columns"},
}

func controlOf(f *fault.Error) int {
	return slices.IndexFunc(controls, func(c control) bool {
		return c.field == f.Field && (c.reason == "" || c.reason == f.Reason)
	})
}

// facts are what core/plan decides by. Columns that have a fault are left out.
func facts(d *Draft) plan.Facts {
	a := &d.Answers
	f := plan.Facts{
		Features: a.Tally.Features, Rule: a.Rule, Centre: a.PublicCentre(), RowsPerPerson: max(1, a.RowsPerPerson()), WeightUnit: a.RowWeight.Stated().Unit(), Limits: d.Limits,
	}
	if f.Centre == schema.CentrePoint && len(a.Point) != f.Features { // a.Refusals says so
		f.Centre = schema.CentreNone
	}
	if a.Rule == schema.Clip && !a.NormPrivate {
		f.NormBound = a.Bound.Or(0)
	}
	if a.RowWeight.On {
		f.Weights = cmp.Or(a.RowWeight.Column, "a column")
	}
	return f
}

// Refusals are all reasons against the release as it is described: texts that are no numbers, and what the plan refuses.
func (d *Draft) Refusals() []*fault.Error {
	if d.Choices.As == nil {
		return refusals(d, facts(d), nil)
	}
	s := d.Answers.Schema()
	as, err := d.Choices.As.Take(s, d.Choices.Relation)
	if err != nil {
		f := *fault.Public(fault.CodeRequest, err)
		f.Field = "as"
		return append(cheap(d), &f)
	}
	f := plan.FactsOf(s)
	f.Limits, f.Weights = d.Limits, facts(d).Weights
	return refusals(d, f, as)
}

// cheap are the refusals but those of the earlier release, for which all columns are walked.
func cheap(d *Draft) []*fault.Error {
	var as *plan.As
	if d.Choices.As != nil {
		as = new(plan.As)
	}
	return slices.DeleteFunc(refusals(d, facts(d), as), func(f *fault.Error) bool { return f.Field == "as" })
}

func refusals(d *Draft, f plan.Facts, as *plan.As) (list []*fault.Error) {
	c := &d.Choices
	if r := Unread("epsilon", "ε", c.Epsilon, fault.TooSmall); r != nil {
		list = append(list, r)
	}
	if r := Unread("delta", "δ", c.Delta, fault.OutOfRange); r != nil && d.TakesDelta() {
		list = append(list, r)
	}
	choices := d.choices(as)
	if c.limits() && choices.Cap == 0 {
		list = append(list, advice.Refuse("cap", fault.OutOfRange, c.Cap.Text()))
	}
	list = append(list, plan.Refusals(f, choices)...)
	if d.TakesDelta() && d.Budget().Delta > privacy.MostDelta && !c.LargeDelta {
		list = append(list, advice.Refuse("accept_delta", fault.Needed))
	}
	if c.ReleasesCore() && choices.CoreShare == 0 {
		list = append(list, advice.Refuse("core_share", fault.Share))
	}
	return list
}

// Fault says what is wrong with the answer of a control on the Privacy page; "" for nothing.
func (d *Draft) Fault(control string) string {
	list := cheap
	if control == "measured-as" {
		list = (*Draft).Refusals
	}
	for _, f := range list(d) {
		if at := controlOf(f); at >= 0 && controls[at].control == control {
			return advice.Page(f)
		}
	}
	return ""
}

// TakesTooMuchDelta reports whether δ is so large that it has to be agreed to, whatever n is.
func TakesTooMuchDelta(d *Draft) bool {
	return d.Fault("delta") == "" && d.Budget().Delta > privacy.MostDelta
}

// Decided reports whether a release can be asked for.
func (d *Draft) Decided() bool { return len(d.Refusals()) == 0 }

// FirstFault is the first control whose answer is wrong; "" for none.
func (d *Draft) FirstFault() string {
	first := -1
	for _, f := range d.Refusals() {
		if at := controlOf(f); first < 0 || at >= 0 && at < first {
			first = at
		}
	}
	switch {
	case first < 0:
		return ""
	case controls[first].control == "mech":
		return "mech-" + d.Choices.Mechanism
	}
	return controls[first].control
}
