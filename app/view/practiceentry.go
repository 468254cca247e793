package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/state"
	"privatepca/app/ui"
)

// practiceBanner marks every page while the open file is declared public.
func practiceBanner(s *state.State, practice bool) app.UI {
	if !s.Draft.Known.Public {
		return nil
	}
	words := []string{"", "This file is declared public.", " A release from it is not private, and says so."}
	where := app.A().ID("to-practice").Class("btn btn-s").Href(browser.At(state.PracticePath)).Text("Practise")
	if practice {
		words = []string{"", "Practice mode.", " You declared this data public. Numbers here are exact and not private; they cannot be exported as a release."}
		if s.Practising().ForSession {
			words[2] += " This browser keeps no ledger, so the declaration ends with this tab."
		}
		where = app.A().ID("leave-practice").Class("btn btn-s").Href(browser.At(state.PrivacyPath)).Text("Leave practice")
	}
	return app.Div().ID("practice-banner").Class("practice row between").Attr("role", "note").Body(app.P().Body(ui.Rich(words...)...), where)
}

// practiceEntry leads from the way to a release to practice.
func practiceEntry(s *state.State) app.UI {
	return app.P().Class("help").Body(app.Text("Is this data public? "),
		app.A().ID("practise").Href(browser.At(state.PracticePath)).Text("Practise with it"),
		app.Text(": exact answers beside all mechanisms, nothing spent."))
}

// practiseSample opens a sample for practice: each of its rows is a person.
func practiseSample(s *state.State, m sample) {
	s.PracticeNext = true
	fetchSample(s, m, practiceCopy)
}
