package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/method"
	"privatepca/core/words"
)

// kField asks for k, or lets the mechanisms that release one subspace alone choose it
// from the records.
func kField(s *state.State) app.UI {
	c, m := &s.Draft.Choices, s.Draft.Method()
	d := s.Draft.Answers.Tally.Features
	if s.Draft.DrawsK() {
		return app.Div().Class("field").Body(app.P().Class("label").Text("Directions k"), kTick(s),
			shareField(s, "k-share", "Share of ε for the choice", c.KShare, func(v string) { tell(s, draft.SetKShare{Text: v}) }, ""),
			ui.Number(s, "k-target", "Share of the total to hold", c.KTarget.Text(), func(v string) { tell(s, draft.SetKTarget{Text: v}) },
				c.KTarget.Fault("The share"), "The fewest directions that hold about this share of the squared length of all records, or of all differences of pairs."),
			ui.Number(s, "k-max", "At most this many", c.KMax.Text(), func(v string) { tell(s, draft.SetMostK{Text: v}) }, s.Draft.Fault("k-max"),
				"Empty: "+words.Thousands(int64(min(20, d-1)))+"."))
	}
	help := "A subspace of this many directions is released, and another k is another release."
	switch {
	case m.Gives == method.WholeMatrix:
		help = "You may choose k again after the release, at no cost."
	case m.Gives == method.Ordered || c.ReleasesCore():
		help = "A smaller k may be chosen after the release, at no cost."
	}
	field := ui.Number(s, "k", "Directions k", c.K.Text(), func(v string) { tell(s, draft.SetK{Text: v}) }, s.Draft.Fault("k"), help)
	if !m.ChoosesK {
		return app.Div().Body(field, explain("k"))
	}
	return app.Div().Body(field, kTick(s), explain("k"))
}

func kTick(s *state.State) app.UI {
	return ui.Tick(s, "k-private", "Choose k from the records", "Privately, for a share of ε.", s.Draft.Choices.KPrivate, func(on bool) { tell(s, draft.DrawK{On: on}) })
}

// advancedPanel holds what few need to change: whether order and eigenvalues are released, and a cap on proposals.
func advancedPanel(s *state.State) app.UI {
	c := &s.Draft.Choices
	m := s.Draft.Method()
	if !m.HasCore && !m.HasCap {
		return nil
	}
	var body []app.UI
	if m.HasCore {
		body = append(body, coreFields(s)...)
	}
	if m.HasCap {
		body = append(body, capField(s))
	}
	return app.Details().ID("advanced").Open(c.Advanced).Body(
		app.Summary().Text("Advanced: order, eigenvalues, stopping"),
		app.Div().Class("stack").Body(body...))
}

// coreFields ask whether order and eigenvalues are released, too, and for what share.
func coreFields(s *state.State) []app.UI {
	c := &s.Draft.Choices
	var coreShare app.UI
	if c.Core {
		help := "A share of what the mechanism gets; where δ = 0, with Laplace noise."
		if list := s.Draft.Parts(); s.Draft.Fault("core-share") == "" && s.Draft.Fault("spendings") == "" && s.Draft.Fault("epsilon") == "" {
			help = "ε = " + words.Three(draft.PartOf(&s.Draft, list[len(list)-1].Share)) + " of " + c.Epsilon.Text() + ". " + help
		}
		coreShare = ui.Number(s, "core-share", "Share for order and eigenvalues", c.CoreShare.Text(), func(v string) { tell(s, draft.SetCoreShare{Text: v}) },
			s.Draft.Fault("core-share"), help)
	}
	return []app.UI{
		ui.Tick(s, "core", "Release the order of the directions and their eigenvalues, too", "Costs a share of ε.", c.Core, func(on bool) { tell(s, draft.ReleaseCore{On: on}) }),
		ui.Slot(coreShare),
	}
}

// capField asks whether proposals are capped.
func capField(s *state.State) app.UI {
	c := &s.Draft.Choices
	var limit app.UI
	if c.Capped {
		limit = ui.Number(s, "cap", "Most proposals", c.Cap.Text(), func(v string) { tell(s, draft.SetCap{Text: v}) }, s.Draft.Fault("cap"),
			"Beyond it a Gibbs sampler goes on, so that the guarantee holds if its chain has converged.")
	}
	return app.FieldSet().Class("field").Body(
		app.Legend().Class("label").Text("If the exact draw takes long"),
		app.Label().Class("choice").Body(ui.Radio(s, "stop-never", "stopping", !c.Capped, func() { tell(s, draft.CapProposals{}) }),
			app.Span().Body(app.Text("Draw until it is done"), app.Small().Text("Exact. You may cancel; what was spent stays spent."))),
		app.Label().Class("choice").Body(ui.Radio(s, "stop-cap", "stopping", c.Capped, func() { tell(s, draft.CapProposals{On: true}) }),
			app.Span().Body(app.Text("Stop after a number of proposals"), app.Small().Text("Decided now, since stopping later could tell about the records."))),
		ui.Slot(limit))
}
