package review

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/account"
	"privatepca/app/draft"
	"privatepca/app/job"
	"privatepca/app/language"
	"privatepca/app/panel"
	"privatepca/app/ui"
)

// View draws the page.
func View(m Model, a Around, to *ui.Inbox) []app.UI {
	d := &m.Of.Draft
	if m.Busy != Releasing && (!d.Choices.Seen || !d.Decided()) {
		return []app.UI{app.Div().Class("stack").Body(
			panel.Heading("The privacy is not chosen yet", "A release needs ε, δ, k and a mechanism."),
			app.P().Body(app.A().Class("btn btn-main").Href(a.Privacy).Text(language.Say("Choose the privacy"))))}
	}
	var review, reading app.UI
	if m.Busy == Releasing {
		review = ui.Part(to, panel.Releasing(d, m.Run))
	} else {
		review = app.Div().Class("stack").Body(ui.Slot(budget(m, a, to)), described(m, a, to))
	}
	if m.Busy == Reading {
		reading = ui.Part(to, panel.Reading(m.Run))
	}
	return []app.UI{
		panel.Heading("Review, then release", "This is the only step that spends. What is spent cannot be given back."),
		app.Div().Class("split read-first").Body( // the statement stands before the button, on a phone as well
			ui.Part(to, panel.Rail{Described: m.Of, Account: m.Account, File: m.File, Title: "The statement"}),
			app.Div().Class("stack-l").Body(app.Div().Body(ui.Slot(a.Problems), review), ui.Slot(reading)),
		),
	}
}

// described is what will be released, with the one button that spends.
func described(m Model, a Around, to *ui.Inbox) app.UI {
	d := &m.Of.Draft
	return app.Div().Class("panel stack").Body(
		app.H2().Class("eyebrow").Text(language.Say("What will be released")),
		ui.Part(to, facts{m.Of}),
		ui.Part(to, spendings{m.Of}),
		ui.Slot(panel.NotPrivate(d)),
		ui.Part(to, host{m.Of}),
		ui.Slot(earlierNote(d)),
		ui.Slot(debitNote(d)),
		app.Div().Class("row").Body(
			app.A().Class("btn").Href(a.Privacy).Text(language.Say("Back")),
			app.Span().Class("grow"),
			to.Deliberate(m.Phrase, does(d),
				app.Button().Class("btn btn-main").Body(app.Text(language.Say("Release")), app.Span().Class("price").Text(language.Say(priceTag(d)))).Disabled(m.Account.RefusedNow() || m.Account.Unlent() != ""), job.Release{}),
		),
		ui.Slot(waits(m.Account)),
		ui.Slot(m.Phrase.Refused()),
	)
}

// waits says what a release waits for that was asked for before the ledger had said whose budget the file has.
func waits(a account.Model) app.UI {
	if a.Pressed == "" {
		return nil
	}
	return app.P().ID("waits").Class("help").Attr("role", "status").Text(language.Say("The release follows as soon as the ledger has said whether it knows this file."))
}

// does is what the button does, as whoever types its phrase reads it.
func does(d *draft.Draft) string {
	if d.Known.Public || d.Method().Free() {
		return "draws the result, and spends nothing"
	}
	return priceTag(d) + " of the privacy budget, for good, and draws the result"
}

// priceTag is what the button that releases says it spends.
func priceTag(d *draft.Draft) string {
	if d.Known.Public {
		return "not private"
	}
	return "spends " + d.Choices.Price()
}
