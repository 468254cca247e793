package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/state"
	"privatepca/app/view/ui"
)

// practiceBanner marks every page while the open file is declared public.
func practiceBanner(s *state.State, step int) app.UI {
	if !s.Draft.Known.Public {
		return nil
	}
	words := []string{"", "This file is declared public.", " A release from it is not private, and says so."}
	where := app.A().ID("to-practice").Class("btn btn-s").Href(browser.At(state.PracticePath)).Text("Practise")
	if step == practiceStep {
		words = []string{"", "Practice mode.", " You declared this data public. Numbers here are exact and not private; they cannot be exported as a release."}
		if s.Practising().ForSession {
			words[2] += " This browser keeps no ledger, so the declaration ends with this tab."
		}
		where = app.A().ID("leave-practice").Class("btn btn-s").Href(browser.At(state.PrivacyPath)).Text("Leave practice")
	}
	return app.Div().ID("practice-banner").Class("practice row between").Attr("role", "note").Body(app.P().Body(ui.Rich(words...)...), where)
}

// practiceStep stands for no step of the way to a release.
const practiceStep = -1

// practiceEntry leads from the way to a release to practice.
func practiceEntry(s *state.State) app.UI {
	return app.P().Class("help").Body(app.Text("Is this data public? "),
		app.A().ID("practise").Href(browser.At(state.PracticePath)).Text("Practise with it"),
		app.Text(": exact answers beside all mechanisms, nothing spent."))
}

// practiceSamples offers practice with the bundled samples, which are public.
func practiceSamples(s *state.State) app.UI {
	var out []app.UI
	for _, m := range samples {
		b := ui.Button("practise-"+m.name, m.title, func() { practiseSample(s, m) }, "btn-s")
		if !s.Ready() {
			b.Disabled(true)
		} else if app.IsClient {
			b.Disabled(false)
		}
		out = append(out, b)
	}
	return app.Div().Class("stack-s").Body(
		app.P().Class("help").Text("You can also practise with a sample. Practice shows exact answers beside private ones and spends nothing. The first two open as copies without the last record, so you can still make a release from them. Practice declares the others public: their later releases say “not private”."),
		app.Div().Class("row").Body(out...))
}

// practiseSample opens a sample for practice: each of its rows is a person.
func practiseSample(s *state.State, m sample) {
	s.PracticeNext = true
	if m.question == "" {
		openSample(s, m)
		return
	}
	fetchSample(s, m, practiceCopy)
}
