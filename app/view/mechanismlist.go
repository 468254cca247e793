package view

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/method"
)

// mechanismList offers the mechanisms in three groups: two that serve almost
// everyone, the paper's, and others as small buttons, described once one is chosen.
func mechanismList(s *state.State) app.UI {
	group := func(id, title string, rows ...app.UI) app.UI {
		return app.Div().Class("mech").Attr("role", "group").Aria("labelledby", id).Body(
			append([]app.UI{app.P().ID(id).Class("eyebrow").Text(title)}, rows...)...)
	}
	return app.FieldSet().Class("stack").Body(
		app.Legend().Class("vh").Text("Mechanism"),
		app.Div().Class("sec-head").Body(app.H2().Aria("hidden", "true").Text("Mechanism"),
			app.P().Class("help").Text(mechanismHelp(s))),
		ui.Fault("mech-fault", draft.MechanismFault(&s.Draft)),
		group("mech-recommended", "Recommended", mechanismRows(s, method.Recommended)...),
		group("mech-papers", "The paper’s", mechanismRows(s, method.Paper)...),
		group("mech-comparison", "For comparison", otherMechanisms(s), chosenOther(s)),
	)
}

func mechanismHelp(s *state.State) string {
	const badge = "The badge says how far the guarantee holds on a real machine."
	if s.Forecast.Got == nil || s.Draft.EpsilonFault() != "" {
		return badge
	}
	return "The range at the right is the share of the structure expected at ε = " + s.Draft.Choices.Epsilon.Text() + ". " + badge
}

func mechanismRows(s *state.State, of method.Audience) []app.UI {
	var rows []app.UI
	for _, m := range method.All() {
		if m.Audience == of {
			rows = append(rows, app.Label().Body(mechanismRadio(s, m), mechanismWords(s, m), app.Span().Class("claim").Body(ui.ClaimBadge(m.Claim)), expectedShare(s, m)))
		}
	}
	return rows
}

func mechanismRadio(s *state.State, m method.Method) app.UI {
	return ui.Radio(s, "mech-"+m.Name, "mechanism", s.Draft.Choices.Mechanism == m.Name, func() { draft.ChooseMechanism(&s.Draft, m.Name) }).
		OnClick(func(app.Context, app.Event) {
			if draft.ConfirmMechanism(&s.Draft.Choices, m.Name) { // no change event tells of it
				s.Change()
			}
		}, "mech-"+m.Name)
}

func mechanismWords(s *state.State, m method.Method) app.UI {
	name := []app.UI{app.B().Text(m.Title)}
	if m.Name == s.Forecast.Preferred() {
		name = append(name, ui.Badge("recommended", "good"))
	}
	return app.Div().Class("stack-s").Body(app.Span().Class("name").Body(name...), app.P().Class("why").Text(strings.TrimSpace(because(s, m)+" "+m.Advice)))
}

// expectedShare is the share of the optimal energy that a mechanism is expected to keep.
func expectedShare(s *state.State, m method.Method) app.UI {
	out := app.Span().ID("kept-" + m.Name).Class("share")
	if r, ok := s.Forecast.Range(m); ok {
		return out.Text(rangeShort(r))
	}
	if v, ok := s.Forecast.Share(m); ok {
		return out.Text(percentWhole(v))
	}
	return out.Body(app.Span().Class("vh").Text("no forecast"), app.Span().Aria("hidden", "true").Text("–"))
}

// otherMechanisms are the mechanisms for comparison, in one line.
func otherMechanisms(s *state.State) app.UI {
	var out []app.UI
	for _, m := range method.All() {
		if m.Audience == method.Comparison {
			out = append(out, app.Label().Body(mechanismRadio(s, m), app.Text(m.Title)))
		}
	}
	return app.Div().Class("others").Body(app.Div().Class("seg").Body(out...))
}

// chosenOther describes the one of them that is chosen.
func chosenOther(s *state.State) app.UI {
	m := s.Draft.Method()
	if m.Audience != method.Comparison {
		return ui.Slot()
	}
	return ui.Slot(app.Div().ID("mech-chosen").Class("chosen").Attr("role", "status").Body(
		mechanismWords(s, m), app.Span().Class("claim").Body(ui.ClaimBadge(m.Claim)), expectedShare(s, m)))
}
