package privacy

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/language"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/typed"
	"privatepca/core/words"
)

func (p frame) deltaField(to *ui.Inbox) app.UI {
	c := &p.Draft.Choices
	m := method.Named(c.Mechanism)
	in := ui.Invalid(to.Line("delta", c.Delta.Text(), func(v string) effect.Msg { return draft.SetDelta{Text: v} }).Class("w-m"), p.Draft.Fault("delta"), "delta-fault")
	return app.Div().Class("field").Body(
		app.Label().For("delta").Text(language.Say("Added probability δ")),
		in.Disabled(!p.Draft.TakesDelta()),
		ui.Fault("delta-fault", p.Draft.Fault("delta")),
		p.deltaHelp(m),
		panel.Explain("delta"),
	)
}

// frameFold is δ, k and the relation: usual answers, which few have to change.
func (p frame) frameFold(to *ui.Inbox) app.UI {
	return panel.Fold("frame", "Change", p.frameSaid(), app.Div().Class("cols-3").Body(p.deltaField(to), p.kField(to), p.relationField(to)))
}

// frameSaid says in a line what frameFold holds, or what is wrong there.
func (p frame) frameSaid() []app.UI {
	for _, control := range []string{"delta", "k", "k-share", "k-target", "k-max", "nb-replace"} {
		if why := p.Draft.Fault(control); why != "" {
			return panel.FoldWarns(why)
		}
	}
	d, m := p.Draft.Answers.Tally.Features, p.Draft.Method()
	delta := "no δ"
	if p.Draft.TakesDelta() {
		delta = "δ = " + p.Draft.Choices.Delta.Text()
	}
	k := words.Count(int64(p.Draft.Choices.Directions(d)), "direction")
	switch {
	case p.Draft.DrawsK():
		k = "the number of directions is chosen from the records"
	case m.Gives == method.WholeMatrix:
		k += ", free to change later"
	}
	neighbour := []app.UI{app.Text(language.Say("one person ")), app.B().Text(language.Say("replaced")), app.Text(language.Say(", so the number of people is public"))}
	switch n := p.Draft.Persons(); {
	case p.Draft.Choices.Relation == privacy.AddRemove:
		neighbour = []app.UI{app.Text(language.Say("one person ")), app.B().Text(language.Say("added or removed")), app.Text(language.Say(", so n stays private"))}
	case n > 0:
		neighbour[2] = app.Text(language.Say(", so n = " + words.Thousands(n) + " is public"))
	}
	return append([]app.UI{app.Text(language.Say(delta + " · " + k + " · "))}, neighbour...)
}

// deltaCaution warns of a δ that is too large, and asks to agree to it where that is needed. It stands outside of what is folded.
func (p frame) deltaCaution(to *ui.Inbox) app.UI {
	text := ""
	if p.Draft.TakesDelta() && p.Draft.Fault("delta") == "" {
		switch n, d := p.deltaPeople(), p.Draft.Budget().Delta; {
		case n == 0 && draft.TakesTooMuchDelta(&p.Draft):
			text = words.LargeDelta(d)
		case n > 0 && d >= 1/float64(n):
			text = words.DeltaOfMany(d, n)
		}
	}
	if text == "" {
		return ui.Slot(p.deltaAccept(to))
	}
	return app.Div().ID("delta-warning").Body(ui.Note("note-caution", "warn", app.P().Text(language.Say(text)), ui.Slot(p.deltaAccept(to))))
}

// deltaPeople is the number of people that δ is compared with: a public one, or what was typed for the forecast; 0 for none.
func (p frame) deltaPeople() int64 {
	n := p.Draft.Persons()
	if n == 0 && p.Draft.Choices.Records.Why() != typed.Empty {
		if typed, err := draft.ForecastRecords(&p.Draft); err == nil {
			n = int64(typed)
		}
	}
	return n
}

// deltaHelp compares δ with 1/n where n is public.
func (p frame) deltaHelp(m method.Method) app.UI {
	help := func(text string) app.UI { return app.P().Class("help").Text(language.Say(text)) }
	switch {
	case !p.Draft.TakesDelta():
		return help(m.Title + " needs no δ: the guarantee is pure ε.")
	case p.Draft.Fault("delta") != "":
		return help("The most that is added to the probability of any conclusion, beyond the factor of ε.")
	case p.Draft.Budget().Delta == 0:
		return help("0: the guarantee is pure ε, at the price of more noise.")
	}
	n := p.deltaPeople()
	if n == 0 || p.Draft.Budget().Delta >= 1/float64(n) {
		return help("Keep it well below 1 over the number of people.")
	}
	return app.P().Class("help").Body(ui.Icon("check"), app.Text(language.Say(" Below 1/n = "+words.Three(1/float64(n))+".")))
}

// deltaAccept asks to agree to a δ that is too large whatever n is.
func (p frame) deltaAccept(to *ui.Inbox) app.UI {
	if !draft.TakesTooMuchDelta(&p.Draft) {
		return nil
	}
	return to.Tick("delta-accept", "Release with this δ all the same", "Without this there is no release: state a δ far below 1 over the number of people.",
		p.Draft.Choices.LargeDelta, func(on bool) effect.Msg { return draft.AcceptDelta{On: on} })
}

func (p frame) relationField(to *ui.Inbox) app.UI {
	c := &p.Draft.Choices
	replaced := "the number of people is public"
	if n := p.Draft.Persons(); n > 0 {
		replaced = "n = " + words.Thousands(n) + " is public"
	}
	choice := func(id string, r privacy.Relation, text, more string) app.UI {
		return app.Label().Class("choice").Body(
			to.Radio(id, "neighbours", c.Relation == r, draft.SetRelation{Relation: r}),
			app.Span().Body(app.Text(language.Say(text)), app.Small().Text(language.Say(more))))
	}
	return app.FieldSet().Class("field").Body(
		app.Legend().Class("label").Text(language.Say("Neighbours differ by")),
		choice("nb-replace", privacy.ReplaceOne, "one person replaced", replaced),
		choice("nb-addremove", privacy.AddRemove, "one added or removed", "n stays private"),
		ui.Fault("relation-fault", p.Draft.Fault("nb-replace")),
		panel.Explain("neighbours"),
	)
}
