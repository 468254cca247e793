package view

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/method"
	"privatepca/core/words"
)

// mechanismList offers two mechanisms that serve almost everyone as cards; the paper's and others are folded, and described once one is chosen.
func mechanismList(s *state.State) app.UI {
	group := func(id, title string, rows ...app.UI) app.UI {
		return app.Div().Class("mech").Attr("role", "group").Aria("labelledby", id).Body(
			append([]app.UI{app.P().ID(id).Class("eyebrow").Text(title)}, rows...)...)
	}
	offered, followed := recommendation(s), app.UI(nil)
	if r := s.Forecast().Ranked(&s.Draft); offered != nil && chosenWay(s, r[0].Rule, r[0].Mechanism) { // nothing is to be decided
		offered, followed = nil, offered
	}
	return app.FieldSet().Class("stack-s").Body(
		app.Legend().Class("vh").Text("Mechanism"),
		app.H2().Aria("hidden", "true").Text("How the noise is added"),
		ui.Fault("mech-fault", s.Draft.Fault("mech")),
		app.Div().Class("two").Body(mechanismCards(s)...),
		chosenOther(s),
		ui.Slot(offered),
		app.Details().ID("all-mechanisms").Body(app.Summary().Text("All "+words.Count(int64(len(method.All())), "mechanism")),
			app.Div().Class("stack").Body(
				ui.Slot(followed),
				app.P().Class("help").Text(mechanismHelp(s)),
				group("mech-papers", "The paper’s", mechanismRows(s, method.Paper)...),
				group("mech-comparison", "For comparison", otherMechanisms(s)))),
	)
}

func mechanismHelp(s *state.State) string {
	const badge = "The badge says how far the guarantee holds on a real machine."
	if s.Forecast().Got == nil || s.Draft.Fault("epsilon") != "" {
		return badge
	}
	return "The range at the right is the share of the structure expected at ε = " + s.Draft.Choices.Epsilon.Text() + ". " + badge
}

// mechanismCards are the mechanisms that are recommended: the best with a small δ, and the best without.
func mechanismCards(s *state.State) []app.UI {
	var cards []app.UI
	for _, m := range method.All() {
		if m.Audience == method.Recommended {
			cards = append(cards, app.Label().Body(mechanismRadio(s, m), mechanismWords(s, m),
				app.Span().Class("two-foot").Body(ui.ClaimBadge(m.Claim), expectedShare(s, m))))
		}
	}
	return cards
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
	return ui.Radio(s, "mech-"+m.Name, "mechanism", s.Draft.Choices.Mechanism == m.Name, func() { tell(s, draft.ChooseMechanism{Name: m.Name}) }).
		OnClick(func(app.Context, app.Event) {
			tell(s, draft.ConfirmMechanism{Name: m.Name}) // no change event tells of it
			s.Change()
		}, "mech-"+m.Name)
}

func mechanismWords(s *state.State, m method.Method) app.UI {
	name := []app.UI{app.B().Text(m.Title)}
	why := ""
	if m.Name == s.Forecast().Preferred(&s.Draft) {
		name, why = append(name, ui.Badge("recommended", "good")), because(s, m)
	}
	return app.Div().Class("stack-s").Body(app.Span().Class("name").Body(name...), app.P().Class("why").Text(strings.TrimSpace(why+" "+m.Advice)))
}

// expectedShare is the share of the optimal energy that a mechanism is expected to keep.
func expectedShare(s *state.State, m method.Method) app.UI {
	out := app.Span().ID("kept-" + m.Name).Class("share")
	if r, ok := s.Forecast().Range(&s.Draft, m); ok {
		return out.Text(words.ShortRange(r.Low, r.Top))
	}
	if v, ok := s.Forecast().Share(&s.Draft, m); ok {
		return out.Text(words.Percent(v))
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

// chosenOther describes a mechanism that is chosen and has no card.
func chosenOther(s *state.State) app.UI {
	m := s.Draft.Method()
	if m.Audience == method.Recommended {
		return ui.Slot()
	}
	return ui.Slot(app.Div().ID("mech-chosen").Class("mech chosen").Attr("role", "status").Body(
		mechanismWords(s, m), app.Span().Class("claim").Body(ui.ClaimBadge(m.Claim)), expectedShare(s, m)))
}
