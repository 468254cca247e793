package privacy

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/language"
	"privatepca/app/panel"
	"privatepca/app/ui"
)

// Around is what stands on the page beside what it shows.
type Around struct {
	Problems app.UI // found in the table; nil for none
	Shared   app.UI // the budget that the site around the page lends; nil for none
	Reading  app.UI // the table being read; nil where it is not
	Rail     app.UI // the statement
	Practice string // the address of the page of practice
	Next     string // the path of the next page
}

// View draws the page of an open table, of which no answer is missing.
func View(p Model, a Around, to *ui.Inbox) []app.UI {
	return []app.UI{
		app.Div().Class("split").Body(
			app.Div().Class("stack-m").Body(
				app.Div().Body(
					panel.Heading("Choose the privacy, see what it gives", "A smaller ε protects better and blurs more. The forecast reads nothing of your file, so looking is free."),
					ui.Slot(a.Problems),
					ui.Slot(a.Shared),
					ui.Part(to, outlook(p)),
					ui.Slot(p.leftNote(to)),
				),
				ui.Slot(a.Reading),
				ui.Part(to, mechanisms{p.Draft, p.Forecast}),
				app.Div().Class("stack-s").Body(
					ui.Slot(frame(p).deltaCaution(to)),
					panel.Folds(ui.Slot(panel.SpendingFold(&p.Draft)), frame(p).frameFold(to)),
				),
				ui.Slot(frame(p).advancedPanel(to)),
				app.Div().Class("row between").Body(ui.Part(to, earlier(p)), practiceEntry(a.Practice)),
			),
			a.Rail,
		),
		app.Div().Class("bar").Body(
			app.P().Class("help").Text(language.Say("Nothing is spent by going on.")),
			app.A().Class("btn").Href(p.Columns).Text(language.Say("Back")),
			to.Button("to-release", "Review the release", Review{a.Next}, "btn-main"),
		),
	}
}

// practiceEntry leads from the way to a release to practice.
func practiceEntry(at string) app.UI {
	return app.P().Class("help").Body(app.Text(language.Say("Is this data public? ")), app.A().ID("practise").Href(at).Text(language.Say("Practise with it")), app.Text("."))
}
