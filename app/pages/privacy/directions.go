package privacy

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/language"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/method"
	"privatepca/core/words"
)

// kField asks for k, or lets the mechanisms that release one subspace alone choose it
// from the records.
func (p frame) kField(to *ui.Inbox) app.UI {
	c, m := &p.Draft.Choices, p.Draft.Method()
	d := p.Draft.Answers.Tally.Features
	if p.Draft.DrawsK() {
		return app.Div().Class("field").Body(app.P().Class("label").Text(language.Say("Directions k")), p.kTick(to),
			panel.Share(&p.Draft, to, "k-share", "Share of ε for the choice", c.KShare, func(v string) effect.Msg { return draft.SetKShare{Text: v} }, ""),
			to.Number("k-target", "Share of the total to hold", c.KTarget.Text(), func(v string) effect.Msg { return draft.SetKTarget{Text: v} },
				c.KTarget.Fault("The share"), "The fewest directions that hold about this share of the squared length of all records, or of all differences of pairs."),
			to.Number("k-max", "At most this many", c.KMax.Text(), func(v string) effect.Msg { return draft.SetMostK{Text: v} }, p.Draft.Fault("k-max"),
				"Empty: "+words.Thousands(int64(min(20, d-1)))+"."))
	}
	help := "A subspace of this many directions is released, and another k is another release."
	switch {
	case m.Gives == method.WholeMatrix:
		help = "You may choose k again after the release, at no cost."
	case m.Gives == method.Ordered || c.ReleasesCore():
		help = "A smaller k may be chosen after the release, at no cost."
	}
	field := to.Number("k", "Directions k", c.K.Text(), func(v string) effect.Msg { return draft.SetK{Text: v} }, p.Draft.Fault("k"), help)
	if !m.ChoosesK {
		return app.Div().Body(field, panel.Explain("k"))
	}
	return app.Div().Body(field, p.kTick(to), panel.Explain("k"))
}

func (p frame) kTick(to *ui.Inbox) app.UI {
	return to.Tick("k-private", "Choose k from the records", "Privately, for a share of ε.", p.Draft.Choices.KPrivate, func(on bool) effect.Msg { return draft.DrawK{On: on} })
}

// advancedPanel holds what few need to change: whether order and eigenvalues are released, and a cap on proposals.
func (p frame) advancedPanel(to *ui.Inbox) app.UI {
	c := &p.Draft.Choices
	m := p.Draft.Method()
	if !m.HasCore && !m.HasCap {
		return nil
	}
	var body []app.UI
	if m.HasCore {
		body = append(body, p.coreFields(to)...)
	}
	if m.HasCap {
		body = append(body, p.capField(to))
	}
	return app.Details().ID("advanced").Open(c.Advanced).Body(
		app.Summary().Text(language.Say("Advanced: order, eigenvalues, stopping")),
		app.Div().Class("stack").Body(body...))
}

// coreFields ask whether order and eigenvalues are released, too, and for what share.
func (p frame) coreFields(to *ui.Inbox) []app.UI {
	c := &p.Draft.Choices
	var coreShare app.UI
	if c.Core {
		help := "A share of what the mechanism gets; where δ = 0, with Laplace noise."
		if list := p.Draft.Parts(); p.Draft.Fault("core-share") == "" && p.Draft.Fault("spendings") == "" && p.Draft.Fault("epsilon") == "" {
			help = "ε = " + words.Three(draft.PartOf(&p.Draft, list[len(list)-1].Share)) + " of " + c.Epsilon.Text() + ". " + help
		}
		coreShare = to.Number("core-share", "Share for order and eigenvalues", c.CoreShare.Text(), func(v string) effect.Msg { return draft.SetCoreShare{Text: v} },
			p.Draft.Fault("core-share"), help)
	}
	return []app.UI{
		to.Tick("core", "Release the order of the directions and their eigenvalues, too", "Costs a share of ε.", c.Core, func(on bool) effect.Msg { return draft.ReleaseCore{On: on} }),
		ui.Slot(coreShare),
	}
}

// capField asks whether proposals are capped.
func (p frame) capField(to *ui.Inbox) app.UI {
	c := &p.Draft.Choices
	var limit app.UI
	if c.Capped {
		limit = to.Number("cap", "Most proposals", c.Cap.Text(), func(v string) effect.Msg { return draft.SetCap{Text: v} }, p.Draft.Fault("cap"),
			"Beyond it a Gibbs sampler goes on, so that the guarantee holds if its chain has converged.")
	}
	return app.FieldSet().Class("field").Body(
		app.Legend().Class("label").Text(language.Say("If the exact draw takes long")),
		app.Label().Class("choice").Body(to.Radio("stop-never", "stopping", !c.Capped, draft.CapProposals{}),
			app.Span().Body(app.Text(language.Say("Draw until it is done")), app.Small().Text(language.Say("Exact. You may cancel; what was spent stays spent.")))),
		app.Label().Class("choice").Body(to.Radio("stop-cap", "stopping", c.Capped, draft.CapProposals{On: true}),
			app.Span().Body(app.Text(language.Say("Stop after a number of proposals")), app.Small().Text(language.Say("Decided now, since stopping later could tell about the records.")))),
		ui.Slot(limit))
}
