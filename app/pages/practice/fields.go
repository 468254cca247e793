package practice

import (
	"math"

	"privatepca/app/draft"
	"privatepca/core/advice"
	"privatepca/core/fault"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/core/typed"
	"privatepca/core/words"
)

// settings are those of the fields, which have no fault.
func (m Model) settings(d *draft.Draft) Settings {
	out := Settings{Epsilon: m.Epsilon.Or(1), relation: d.Choices.Relation, K: int(m.K.Or(1)), Delta: d.Choices.UsableDelta()}
	switch d.Answers.Rule {
	case schema.Mean:
		out.Equal = draft.Correlates(d)
	case schema.Clip:
		out.bound = m.Bound.Or(0)
	case schema.Pairs:
		out.relation = privacy.ReplaceOne
	}
	return out
}

// filled takes over what was answered elsewhere, where nothing was typed here.
func (m Model) filled(d *draft.Draft) Model {
	features := d.Answers.Tally.Features
	if m.Epsilon.IsZero() {
		m.Epsilon = typed.Of(1)
		if d.Choices.Seen && d.Fault("epsilon") == "" {
			m.Epsilon = d.Choices.Epsilon
		}
	}
	if m.K.IsZero() || m.fault(kField, d) != "" {
		m.K = typed.CountOf(draft.UsualDirections(features))
		if k := d.Choices.Directions(features); k > 0 {
			m.K = typed.CountOf(k)
		}
	}
	if m.Bound.IsZero() && !d.Answers.NormPrivate {
		m.Bound = d.Answers.Bound
	}
	return m
}

// The fields.
const (
	epsilonField = "practice-epsilon"
	boundField   = "practice-bound"
	kField       = "practice-k"
)

// written takes what was typed into a field.
func (m Model) written(field, text string) Model {
	switch field {
	case epsilonField:
		m.Epsilon = typed.ReadNumber(text)
	case boundField:
		m.Bound = typed.ReadNumber(text)
	case kField:
		m.K = typed.ReadCount(text)
	}
	return m
}

// faultAt is the field whose answer is wrong; "" for none.
func (m Model) faultAt(d *draft.Draft) string {
	for _, control := range []string{epsilonField, boundField, kField} {
		if m.fault(control, d) != "" {
			return control
		}
	}
	return ""
}

// fault says what is wrong with the answer of a control; "" for nothing.
func (m Model) fault(control string, d *draft.Draft) string {
	var f *fault.Error
	switch features := d.Answers.Tally.Features; control {
	case epsilonField:
		f = draft.Outside("practice.epsilon", "ε", m.Epsilon, privacy.MinEpsilon, privacy.MaxEpsilon)
	case boundField:
		if d.Answers.Rule == schema.Clip && !m.Bound.IsZero() {
			f = draft.Outside("practice.norm_bound", "R", m.Bound, math.SmallestNonzeroFloat64, 1e6)
		}
	case kField:
		if m.K.From(1, float64(features-1)) == 0 {
			f = advice.Refuse("practice.k", fault.OutOfRange, words.Thousands(features-1))
		}
	}
	if f == nil {
		return ""
	}
	return advice.Page(f)
}
