package result

import (
	"slices"

	"privatepca/app/effect"
	"privatepca/core/fault"
	"privatepca/core/release"
	"privatepca/core/report"
)

// laid is the model with the others laid beside the edition that is in view now.
func (m Model) laid() Model {
	c := &m.Compared
	if c.Side = nil; len(c.Others) == 0 || m.Edition.IsZero() {
		return m
	}
	d := m.Document()
	var matches []report.Match
	var kept []*release.Document
	for _, other := range c.Others {
		match, refused := report.Matched(d, other)
		if refused != "" { // another release came into view
			c.Refused = "A release was taken out of the comparison. " + refused
			continue
		}
		matches, kept = append(matches, match), append(kept, other)
	}
	if c.Others = kept; len(kept) == 0 {
		return m
	}
	question := release.SamePeople
	if c.OtherPeople {
		question = release.OtherPeople
	}
	c.Side = report.Beside(d, matches, question)
	return m
}

// compare takes what happened to the comparison.
func compare(m Model, msg Msg, pause func()) (Model, []effect.Effect) {
	switch msg := msg.(type) {
	case OthersChosen:
		var effects []effect.Effect
		for _, f := range msg.Files {
			effects = append(effects, effect.ReadFile{File: f, Done: func(text []byte) effect.Msg { return Other{text} }})
		}
		return m, effects
	case Other:
		other, err := release.Open(msg.Text, pause)
		if err != nil {
			m.Compared.Refused = "That is no release document: " + fault.Public(fault.CodeDocument, err).Message
			return m, nil
		}
		m = m.with(other.Document())
	case LayBeside:
		m = m.with(msg.Document)
		m.Compared.Refused = "" // nobody chose it
	case TakeOut:
		if msg.Index >= len(m.Compared.Others) {
			return m, nil
		}
		m.Compared.Others, m.Compared.Refused = slices.Delete(slices.Clone(m.Compared.Others), msg.Index, msg.Index+1), ""
	case AskPeople:
		m.Compared.OtherPeople = msg.Other
	case Besides:
		m.Compared.Direction = number(msg.Text, m.Compared.Direction)
		return m, nil
	}
	return m.laid(), nil
}

// with has another document to compare with; one that has nothing to compare is refused in place.
func (m Model) with(d *release.Document) Model {
	switch {
	case m.Edition.IsZero() || slices.Contains(m.Compared.Others, d):
	case len(m.Compared.Others) >= report.MostCompared-1:
		m.Compared.Refused = "Six releases are compared at most. Take one out first."
	default:
		if _, m.Compared.Refused = report.Matched(m.Document(), d); m.Compared.Refused == "" {
			m.Compared.Others = append(slices.Clone(m.Compared.Others), d)
		}
	}
	return m
}
