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
	s.Draft.Choices.Seen = true
	if s.Draft.Choices.K.IsZero() {
		s.Draft.Choices.K, s.Draft.Choices.KOpen = typed.CountOf(draft.UsualDirections(s.Draft.Answers.Tally.Features)), true
	}
	prepareLater(s)
}

// Draw implements Page.
func (p *privacyPage) Draw() []app.UI {
	s := p.s
	switch {
	case s.Worker.File == nil:
		return parts(noFile(s))
	case len(s.Draft.Answers.MissingAnswers()) > 0:
		return parts(notYet(s))
	}
	return parts(
		app.Div().Class("split").Body(
			app.Div().Class("stack-l").Body(
				app.Div().Body(
					heading("Choose the privacy, see what is kept", "The forecast does not use your records. It uses only n, d, k, the columns’ bounds and assumed spectra, and it costs nothing."),
					ui.Slot(irregularities(s)),
					goapp.Deferred(func() app.UI { return forecastPanel(s, &p.drawn) }),
					ui.Slot(leftNote(s)),
				),
				ui.Slot(readingPanel(s, p.site)),
				app.Div().Class("cols-3").Body(deltaField(s), kField(s), relationField(s)),
				goapp.Deferred(func() app.UI { return mechanismList(s) }),
				ui.Slot(advancedPanel(s)),
				earlierLater(s),
				ui.Slot(spendingTable(s)),
				ui.Slot(enoughRecords(s)),
				practiceEntry(s),
			),
			railPanel(s, "The statement so far"),
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
	in := ui.Invalid(ui.Input(s, "delta", c.Delta.Text(), func(v string) { draft.SetDelta(&s.Draft.Choices, v) }).Class("w-m"), s.Draft.DeltaFault(), "delta-fault")
	return app.Div().Class("field").Body(
		app.Label().For("delta").Text("Added probability δ"),
		in.Disabled(!s.Draft.TakesDelta()),
		ui.Fault("delta-fault", s.Draft.DeltaFault()),
		deltaHelp(s, m),
		ui.Slot(deltaAccept(s)),
		explain("delta"),
	)
}

// deltaHelp compares δ with 1/n where n is public.
func deltaHelp(s *state.State, m method.Method) app.UI {
	help := func(text string) app.UI { return app.P().Class("help").Text(text) }
	switch {
	case !s.Draft.TakesDelta():
		return help(m.Title + " needs no δ: the guarantee is pure ε.")
	case s.Draft.DeltaFault() != "":
		return help("The most that is added to the probability of any conclusion, beyond the factor of ε.")
	case s.Draft.Budget().Delta == 0:
		return help("0: the guarantee is pure ε, at the price of more noise.")
	}
	n := s.Draft.Persons()
	if n == 0 && s.Draft.Choices.Records.Why() != typed.Empty { // typed for the forecast
		if typed, err := draft.ForecastRecords(&s.Draft); err == nil {
			n = int64(typed)
		}
	}
	switch d := s.Draft.Budget().Delta; {
	case n == 0 && draft.TakesTooMuchDelta(&s.Draft):
		return app.Div().ID("delta-warning").Body(ui.Note("note-caution", "warn", app.P().Text(words.LargeDelta(d))))
	case n == 0:
		return help("Keep it well below 1 over the number of people.")
	}
	d, bound := s.Draft.Budget().Delta, 1/float64(n)
	if d >= bound {
		return app.Div().ID("delta-warning").Body(ui.Note("note-caution", "warn", app.P().Text(words.DeltaOfMany(d, n))))
	}
	return app.P().Class("help").Body(ui.Icon("check"), app.Text(" Below 1/n = "+words.Three(bound)+"."))
}

// deltaAccept asks to agree to a δ that is too large whatever n is.
func deltaAccept(s *state.State) app.UI {
	if !draft.TakesTooMuchDelta(&s.Draft) {
		return nil
	}
	return ui.Tick(s, "delta-accept", "Release with this δ all the same", "Without this there is no release: state a δ far below 1 over the number of people.",
		s.Draft.Choices.LargeDelta, func(on bool) { s.Draft.Choices.LargeDelta = on })
}

func relationField(s *state.State) app.UI {
	c := &s.Draft.Choices
	replaced := "the number of people is public"
	if n := s.Draft.Persons(); n > 0 {
		replaced = "n = " + words.Thousands(n) + " is public"
	}
	choice := func(id string, r privacy.Relation, text, more string) app.UI {
		return app.Label().Class("choice").Body(
			ui.Radio(s, id, "neighbours", c.Relation == r, func() { s.Draft.Choices.Relation = r }),
			app.Span().Body(app.Text(text), app.Small().Text(more)))
	}
	return app.FieldSet().Class("field").Body(
		app.Legend().Class("label").Text("Neighbours differ by"),
		choice("nb-replace", privacy.ReplaceOne, "one person replaced", replaced),
		choice("nb-addremove", privacy.AddRemove, "one added or removed", "n stays private"),
		ui.Fault("relation-fault", s.Draft.RelationFault()),
		explain("neighbours"),
	)
}
