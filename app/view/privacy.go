package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/draft"
	"privatepca/app/goapp"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/typed"
	"privatepca/core/words"
)

// privacyPage is step 3: the budget, the relation and the mechanism. Meanwhile the
// worker reads the file.
type privacyPage struct {
	page
	drawn drawing
}

// Arrive starts the reading, and takes what stands on the page for answers.
func (p *privacyPage) Arrive() {
	s := p.s
	if s.Worker.File == nil || len(s.Draft.Answers.MissingAnswers()) > 0 {
		return
	}
	tell(s, draft.SeePrivacy{})
	state.Effects{State: s}.Prepare()
}

// Draw implements Page.
func (p *privacyPage) Draw() []app.UI {
	s := p.s
	if unready := Unready(s); unready != nil {
		return unready
	}
	return parts(
		app.Div().Class("split").Body(
			app.Div().Class("stack-m").Body(
				app.Div().Body(
					heading("Choose the privacy, see what it gives", "A smaller ε protects better and blurs more. The forecast reads nothing of your file, so looking is free."),
					ui.Slot(irregularities(s)),
					goapp.Deferred(func() app.UI { return forecastPanel(s, &p.drawn) }),
					ui.Slot(leftNote(s)),
				),
				ui.Slot(Reading(s, p.site)),
				goapp.Deferred(func() app.UI { return mechanismList(s) }),
				app.Div().Class("stack-s").Body(
					ui.Slot(deltaCaution(s)),
					folds(ui.Slot(spendingFold(s)), frameFold(s)),
				),
				ui.Slot(advancedPanel(s)),
				app.Div().Class("row between").Body(earlierLater(s), practiceEntry()),
			),
			RailPanel(s, "The statement so far"),
		),
		app.Div().Class("bar").Body(
			app.P().Class("help").Text("Nothing is spent yet."),
			app.A().Class("btn").Href(browser.At(state.ColumnsPath)).Text("Back"),
			ui.Button("to-release", "Review the release", func() {
				if s.Draft.Decided() {
					s.Screen.Go(state.ReleasePath)
					return
				}
				browser.Focus(s.Draft.FirstFault())
			}, "btn-main"),
		),
	)
}

func deltaField(s *state.State) app.UI {
	c := &s.Draft.Choices
	m := method.Named(c.Mechanism)
	in := ui.Invalid(ui.Input(s, "delta", c.Delta.Text(), func(v string) { tell(s, draft.SetDelta{Text: v}) }).Class("w-m"), s.Draft.Fault("delta"), "delta-fault")
	return app.Div().Class("field").Body(
		app.Label().For("delta").Text("Added probability δ"),
		in.Disabled(!s.Draft.TakesDelta()),
		ui.Fault("delta-fault", s.Draft.Fault("delta")),
		deltaHelp(s, m),
		explain("delta"),
	)
}

// frameFold is δ, k and the relation: usual answers, which few have to change.
func frameFold(s *state.State) app.UI {
	return fold("frame", "Change", frameSaid(s), app.Div().Class("cols-3").Body(deltaField(s), kField(s), relationField(s)))
}

// frameSaid says in a line what frameFold holds, or what is wrong there.
func frameSaid(s *state.State) []app.UI {
	for _, control := range []string{"delta", "k", "k-share", "k-target", "k-max", "nb-replace"} {
		if why := s.Draft.Fault(control); why != "" {
			return foldWarns(why)
		}
	}
	d, m := s.Draft.Answers.Tally.Features, s.Draft.Method()
	delta := "no δ"
	if s.Draft.TakesDelta() {
		delta = "δ = " + s.Draft.Choices.Delta.Text()
	}
	k := words.Count(int64(s.Draft.Choices.Directions(d)), "direction")
	switch {
	case s.Draft.DrawsK():
		k = "the number of directions is chosen from the records"
	case m.Gives == method.WholeMatrix:
		k += ", free to change later"
	}
	neighbour := []app.UI{app.Text("one person "), app.B().Text("replaced"), app.Text(", so the number of people is public")}
	switch n := s.Draft.Persons(); {
	case s.Draft.Choices.Relation == privacy.AddRemove:
		neighbour = []app.UI{app.Text("one person "), app.B().Text("added or removed"), app.Text(", so n stays private")}
	case n > 0:
		neighbour[2] = app.Text(", so n = " + words.Thousands(n) + " is public")
	}
	return append([]app.UI{app.Text(delta + " · " + k + " · ")}, neighbour...)
}

// deltaCaution warns of a δ that is too large, and asks to agree to it where that is needed. It stands outside of what is folded.
func deltaCaution(s *state.State) app.UI {
	text := ""
	if s.Draft.TakesDelta() && s.Draft.Fault("delta") == "" {
		switch n, d := deltaPeople(s), s.Draft.Budget().Delta; {
		case n == 0 && draft.TakesTooMuchDelta(&s.Draft):
			text = words.LargeDelta(d)
		case n > 0 && d >= 1/float64(n):
			text = words.DeltaOfMany(d, n)
		}
	}
	if text == "" {
		return ui.Slot(deltaAccept(s))
	}
	return app.Div().ID("delta-warning").Body(ui.Note("note-caution", "warn", app.P().Text(text), ui.Slot(deltaAccept(s))))
}

// deltaPeople is the number of people that δ is compared with: a public one, or what was typed for the forecast; 0 for none.
func deltaPeople(s *state.State) int64 {
	n := s.Draft.Persons()
	if n == 0 && s.Draft.Choices.Records.Why() != typed.Empty {
		if typed, err := draft.ForecastRecords(&s.Draft); err == nil {
			n = int64(typed)
		}
	}
	return n
}

// deltaHelp compares δ with 1/n where n is public.
func deltaHelp(s *state.State, m method.Method) app.UI {
	help := func(text string) app.UI { return app.P().Class("help").Text(text) }
	switch {
	case !s.Draft.TakesDelta():
		return help(m.Title + " needs no δ: the guarantee is pure ε.")
	case s.Draft.Fault("delta") != "":
		return help("The most that is added to the probability of any conclusion, beyond the factor of ε.")
	case s.Draft.Budget().Delta == 0:
		return help("0: the guarantee is pure ε, at the price of more noise.")
	}
	n := deltaPeople(s)
	if n == 0 || s.Draft.Budget().Delta >= 1/float64(n) {
		return help("Keep it well below 1 over the number of people.")
	}
	return app.P().Class("help").Body(ui.Icon("check"), app.Text(" Below 1/n = "+words.Three(1/float64(n))+"."))
}

// deltaAccept asks to agree to a δ that is too large whatever n is.
func deltaAccept(s *state.State) app.UI {
	if !draft.TakesTooMuchDelta(&s.Draft) {
		return nil
	}
	return ui.Tick(s, "delta-accept", "Release with this δ all the same", "Without this there is no release: state a δ far below 1 over the number of people.",
		s.Draft.Choices.LargeDelta, func(on bool) { tell(s, draft.AcceptDelta{On: on}) })
}

func relationField(s *state.State) app.UI {
	c := &s.Draft.Choices
	replaced := "the number of people is public"
	if n := s.Draft.Persons(); n > 0 {
		replaced = "n = " + words.Thousands(n) + " is public"
	}
	choice := func(id string, r privacy.Relation, text, more string) app.UI {
		return app.Label().Class("choice").Body(
			ui.Radio(s, id, "neighbours", c.Relation == r, func() { tell(s, draft.SetRelation{Relation: r}) }),
			app.Span().Body(app.Text(text), app.Small().Text(more)))
	}
	return app.FieldSet().Class("field").Body(
		app.Legend().Class("label").Text("Neighbours differ by"),
		choice("nb-replace", privacy.ReplaceOne, "one person replaced", replaced),
		choice("nb-addremove", privacy.AddRemove, "one added or removed", "n stays private"),
		ui.Fault("relation-fault", s.Draft.Fault("nb-replace")),
		explain("neighbours"),
	)
}

// practiceEntry leads from the way to a release to practice.
func practiceEntry() app.UI {
	return app.P().Class("help").Body(app.Text("Is this data public? "),
		app.A().ID("practise").Href(browser.At(state.PracticePath)).Text("Practise with it"),
		app.Text(": exact answers beside all mechanisms, nothing spent."))
}
