package privacy

import (
	"math"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/account"
	"privatepca/app/draft"
	"privatepca/app/language"
	"privatepca/app/ui"
	"privatepca/core/chart"
	"privatepca/core/words"
)

// leftMark draws on the axis of ε where the budget ends. What lies beyond it is grey.
func (p outlook) leftMark() app.UI {
	l, ok := p.Account.Left()
	if !ok || p.Draft.Method().Free() || p.Draft.Known.Public {
		return nil
	}
	const width = 640
	at := float64(0)
	if l.Next > 0 {
		at = width * min(1, max(0, (math.Log10(l.Next)-draft.SliderMin)/(draft.SliderMax-draft.SliderMin)))
	}
	return app.Raw(language.Markup(`<svg id="left-mark" class="left" preserveAspectRatio="none" viewBox="0 0 640 8" role="img" aria-label="The budget ends at epsilon ` + words.ThreeDown(l.Next) + `.">` +
		`<rect class="f-a flat" width="` + chart.Px(at) + `" height="8"/><rect class="f-g flat" x="` + chart.Px(at) + `" width="` + chart.Px(width-at) + `" height="8"/></svg>`))
}

// leftNote refuses more than is left of the budget before it comes to spending, and asks whose the budget is.
func (p Model) leftNote(to *ui.Inbox) app.UI {
	l, ok := p.Account.Left()
	switch {
	case p.Draft.Method().Free() || p.Draft.Known.Public:
		return nil
	case !ok && p.Account.PeopleOpen():
		return app.P().ID("left").Class("help").Body(app.Text(language.Say("How much of a budget is left depends on whose it is: ")),
			app.A().Href(p.Columns+"#people").Text(language.Say("say whether these are the same people")), app.Text("."))
	case !ok:
		return nil
	case l.Next <= 0 && p.Account.Lends():
		return nil // its own panel says so
	case l.Next <= 0:
		return app.Div().ID("left").Body(ui.Note("note-caution", "warn", app.P().Text(language.Say("Nothing is left of this budget: ε = "+words.ThreeUp(l.Spent)+" of "+words.Number(l.Cap)+" is spent. No release can be charged to it."))))
	}
	if c := p.Account.Charged(); c != nil && c.NextPure && p.Draft.Method().UsesDelta(p.Draft.Choices.ReleasesCore()) {
		return app.Div().ID("left").Body(ui.Note("note-caution", "warn", app.P().Text(language.Say("Nothing is left of this budget for a release with a δ. Up to ε = "+words.ThreeDown(l.Next)+" is left for a mechanism without one."))))
	}
	if p.Draft.Fault("epsilon") != "" || p.Draft.Budget().Epsilon <= l.Next { // what is left stands in the rail
		return nil
	}
	text := "A new group starts with a limit of ε = " + words.Number(l.Cap) + ", which you set before the release."
	if p.Account.Charged() != nil || l.Spent > 0 || p.Account.Lends() {
		text = "Left of the budget: up to ε = " + words.ThreeDown(l.Next) + ", of " + words.Number(l.Cap) + "."
	}
	return app.Div().ID("left").Body(ui.Note("note-caution", "warn",
		app.P().Body(ui.Rich("", "ε = "+p.Draft.Choices.Epsilon.Text()+" is more than is left.", " "+text)...),
		to.Button("set-left", "Set ε = "+words.ThreeDown(l.Next), account.Fit{Most: l.Next}, "btn-s")))
}
