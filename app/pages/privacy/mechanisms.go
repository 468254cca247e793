package privacy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/language"
	"privatepca/app/ui"
	"privatepca/core/method"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// Draw implements ui.Drawn.
func (p mechanisms) Draw(to *ui.Inbox) app.UI {
	group := func(id, title string, rows ...app.UI) app.UI {
		return app.Div().Class("mech").Attr("role", "group").Aria("labelledby", id).Body(
			append([]app.UI{app.P().ID(id).Class("eyebrow").Text(language.Say(title))}, rows...)...)
	}
	offered, followed := p.recommendation(to), app.UI(nil)
	if r := p.Forecast.Ranked(&p.Draft); offered != nil && p.chosenWay(r[0].Rule, r[0].Mechanism) { // nothing is to be decided
		offered, followed = nil, offered
	}
	return app.FieldSet().Class("stack-s").Body(
		app.Legend().Class("vh").Text(language.Say("Mechanism")),
		app.Div().Class("mech-head").Body(
			app.H2().Aria("hidden", "true").Text(language.Say("How the noise is added")),
			app.Details().ID("all-mechanisms").Body(app.Summary().Text(language.Say("All "+words.Count(int64(len(method.All())), "mechanism"))),
				app.Div().Class("stack").Body(
					ui.Slot(followed),
					app.P().Class("help").Text(language.Say(p.mechanismHelp())),
					group("mech-papers", "The paper’s", p.mechanismRows(method.Paper, to)...),
					group("mech-comparison", "For comparison", p.otherMechanisms(to))))),
		ui.Fault("mech-fault", p.Draft.Fault("mech")),
		app.Div().Class("two").Body(p.mechanismCards(to)...),
		p.chosenOther(),
		ui.Slot(offered),
	)
}

func (p mechanisms) mechanismHelp() string {
	const badge = "The badge says how far the guarantee holds on a real machine."
	if p.Forecast.Got == nil || p.Draft.Fault("epsilon") != "" {
		return badge
	}
	return "The range at the right is the share of the structure expected at ε = " + p.Draft.Choices.Epsilon.Text() + ". " + words.Chance(p.Forecast.Got.Half) + " " + badge
}

// mechanismCards are the mechanisms that are recommended: the best with a small δ, and the best without. Each says in a sentence why it is one of them.
func (p mechanisms) mechanismCards(to *ui.Inbox) []app.UI {
	var cards []app.UI
	for _, m := range method.All() {
		if m.Audience == method.Recommended {
			why := p.because(m)
			if why == "" {
				why, _, _ = strings.Cut(m.Advice, ". ")
				why += "."
			}
			cards = append(cards, app.Label().Body(p.mechanismRadio(m, to), p.mechanismWords(m, strings.TrimSpace(p.estimates(m)+" "+why)),
				app.Span().Class("two-foot").Body(ui.ClaimBadge(m.Claim), p.expectedShare(m))))
		}
	}
	return cards
}

func (p mechanisms) mechanismRows(of method.Audience, to *ui.Inbox) []app.UI {
	var rows []app.UI
	for _, m := range method.All() {
		if m.Audience == of {
			rows = append(rows, app.Label().Body(p.mechanismRadio(m, to), p.mechanismWords(m, p.whole(m)), app.Span().Class("claim").Body(ui.ClaimBadge(m.Claim)), p.expectedShare(m)))
		}
	}
	return rows
}

func (p mechanisms) mechanismRadio(m method.Method, to *ui.Inbox) app.UI {
	return to.Again(to.Radio("mech-"+m.Name, "mechanism", p.Draft.Choices.Mechanism == m.Name, draft.ChooseMechanism{Name: m.Name}), draft.ConfirmMechanism{Name: m.Name})
}

func (p mechanisms) mechanismWords(m method.Method, why string) app.UI {
	name := []app.UI{app.B().Text(language.Say(m.Title))}
	if m.Name == p.Forecast.Preferred(&p.Draft) {
		name = append(name, ui.Badge("recommended", "good"))
	}
	return app.Div().Class("stack-s").Body(app.Span().Class("name").Body(name...), app.P().Class("why").Text(language.Say(why)))
}

// expectedShare is the share of the optimal energy that a mechanism is expected to keep, over what directions drawn at random keep.
func (p mechanisms) expectedShare(m method.Method) app.UI {
	out, kept := app.Span().ID("kept-"+m.Name).Class("share"), ""
	if rule, _ := draft.With(&p.Draft, m); rule != p.Draft.Answers.Rule { // the curves are of the rule in use
		for _, r := range p.Forecast.Ranked(&p.Draft) {
			if r.Rule == string(rule) && r.Mechanism == m.Name {
				kept = words.ShortRange(r.Low, r.Top)
			}
		}
	} else if r, ok := p.Forecast.Range(&p.Draft, m); ok {
		kept = words.ShortRange(r.Low, r.Top)
	} else if v, ok := p.Forecast.Share(&p.Draft, m); ok {
		kept = words.Percent(v)
	}
	if kept == "" {
		return out.Body(app.Span().Class("vh").Text(language.Say("no forecast")), app.Span().Aria("hidden", "true").Text("–"))
	}
	if half := p.Forecast.Got.Half; half > 0 && !m.Free() {
		return out.Body(app.Text(language.Say(kept)), app.Text(" "), app.Small().Text(language.Say(words.ShortChance(half))))
	}
	return out.Text(language.Say(kept))
}

// otherMechanisms are the mechanisms for comparison, in one line.
func (p mechanisms) otherMechanisms(to *ui.Inbox) app.UI {
	var out []app.UI
	for _, m := range method.All() {
		if m.Audience == method.Comparison {
			out = append(out, app.Label().Body(p.mechanismRadio(m, to), app.Text(language.Say(m.Title))))
		}
	}
	return app.Div().Class("others").Body(app.Div().Class("seg").Body(out...))
}

// chosenOther describes a mechanism that is chosen and has no card.
func (p mechanisms) chosenOther() app.UI {
	m := p.Draft.Method()
	if m.Audience == method.Recommended {
		return ui.Slot()
	}
	return ui.Slot(app.Div().ID("mech-chosen").Class("mech chosen").Attr("role", "status").Body(
		p.mechanismWords(m, p.whole(m)), app.Span().Class("claim").Body(ui.ClaimBadge(m.Claim)), p.expectedShare(m)))
}

// whole is all that is said of a mechanism.
func (p mechanisms) whole(m method.Method) string {
	return strings.TrimSpace(p.estimates(m) + " " + strings.TrimSpace(p.because(m)+" "+m.Advice))
}

// estimates says what a mechanism estimates, and whether its directions can be told from its noise afterwards.
func (p mechanisms) estimates(m method.Method) string {
	said := draft.Estimand(&p.Draft, m)
	if said != "" && draft.Untested(&p.Draft, m) {
		said += " The directions cannot be tested against the noise."
	}
	return said
}

// because says why a mechanism is preferred, from the curves; "" without them.
func (p mechanisms) because(m method.Method) string {
	o := p.Forecast
	mine := o.Curve(m.Name)
	if mine == nil || m.Name != p.Forecast.Preferred(&p.Draft) {
		return ""
	}
	first, last := slices.IndexFunc(draft.Epsilons, func(e float64) bool { return e > .0099 }), slices.IndexFunc(draft.Epsilons, func(e float64) bool { return e > 9.99 })
	most, compared := true, false
	for _, c := range o.Got.Curves {
		if c.Mechanism == m.Name || len(c.Shares) != len(draft.Epsilons) {
			continue
		}
		compared = true
		for i := first; i <= last; i++ {
			most = most && c.Shares[i] <= mine.Shares[i]+.005
		}
	}
	switch {
	case !compared && p.Draft.Answers.RuleOpen: // draft.ChooseMechanism
		return "Measured in steps of Gaussian noise. Another mechanism brings another norm rule."
	case !compared:
		return "Measured in steps of Gaussian noise. Others need another answer under Columns."
	case m.Gives != method.WholeMatrix:
		return "Under pure ε, noise on the whole matrix keeps little at this ε. This mechanism keeps more."
	case m.NeedsDelta() && most:
		return "Because you allow a δ, it keeps the most at every ε shown."
	case m.NeedsDelta():
		return "You allow a δ. At this ε no other mechanism is expected to keep clearly more."
	case most:
		return "With δ = 0, none keeps more at any ε shown."
	}
	return "With δ = 0, none is expected to keep clearly more at this ε."
}

// recommendation says which norm rule and mechanism to prefer at this ε, why, and what the next best would keep.
func (p mechanisms) recommendation(to *ui.Inbox) app.UI {
	ranked := p.Forecast.Ranked(&p.Draft)
	if len(ranked) == 0 || !draft.AboutMean(p.Draft.Answers.Rule) && !p.Draft.Answers.Mean {
		return nil
	}
	best, noisy := ranked[0], false
	for _, c := range ranked {
		noisy = noisy || c.Noise
	}
	text := fmt.Sprintf(", would keep %s. %s", words.Range(best.Low, best.Top), words.Why(best.Rule, noisy))
	if g, _, known := p.Forecast.Group(&p.Draft); known && g.Against {
		text = ". " + words.Why(best.Rule, noisy)
	} else if len(ranked) > 1 {
		next := ranked[1]
		text += fmt.Sprintf(" Next best: %s, %s.", named(next.Rule, next.Mechanism), words.Range(next.Low, next.Top))
	}
	if p.Draft.Answers.RuleOpen && p.Draft.Choices.MechanismOpen && p.chosenWay(best.Rule, best.Mechanism) {
		text += " It is used, unless you choose another."
	}
	line := ui.Rich("Recommended: ", named(best.Rule, best.Mechanism), text)
	var use app.UI
	if !p.chosenWay(best.Rule, best.Mechanism) && best.Rule != string(schema.Clip) {
		use = to.Button("use-recommended", "Use it", UseWay{schema.NormRule(best.Rule), best.Mechanism}, "btn-s").Aria("label", language.Say("Use "+named(best.Rule, best.Mechanism)))
	}
	return app.Div().ID("recommended").Class("row").Body(app.P().Body(line...), ui.Slot(use))
}

// named is a norm rule and a mechanism in words.
func named(rule, mechanism string) string {
	what := map[string]string{string(schema.Mean): "equal columns about a private mean", string(schema.Sign): "a private mean", string(schema.Pairs): "pairs of rows", string(schema.Clip): "lengths kept about a private mean"}[rule]
	return what + ", " + method.Named(mechanism).Phrase + " noise"
}

// chosenWay reports whether the draft is that way already.
func (p mechanisms) chosenWay(rule, mechanism string) bool {
	return string(p.Draft.Answers.Rule) == rule && p.Draft.Choices.Mechanism == mechanism
}
