package view

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/draft"
	"privatepca/app/goapp"
	"privatepca/app/panel"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// mostOffered is how many releases of the ledger are offered to measure as.
const mostOffered = 50

// earlierPanel has the release measure as an earlier one, so that the two can be compared; nil where the norm rule allows none and none is chosen.
func earlierPanel(s *state.State) app.UI {
	as := s.Draft.Choices.As
	if as == nil && s.Draft.Answers.Rule != schema.Mean && s.Earlier.Refused == "" {
		return nil
	}
	refused := app.P().ID("measured-as-refused").Class("fault").Attr("role", "alert").Text(s.Earlier.Refused)
	if as == nil {
		return app.Details().ID("measure-as").Open(s.Earlier.Refused != "").Body(
			app.Summary().Text("Measure as an earlier release, to compare the two"),
			app.Div().Class("stack-s").Body(
				app.P().Class("help").Text("Two releases can be tested against each other only if both measured with the same centre, scales and length. This one then takes them over from the earlier document, and its whole budget goes to what is compared. The columns, their bounds and the relation must be the same."),
				app.Div().Class("row small").Body(
					app.Input().ID("earlier-document").Type("file").Class("vh").Accept(".json").OnChange(func(ctx app.Context, e app.Event) {
						for _, f := range browser.Chosen(ctx.JSSrc()) {
							state.ReadText(s, f, func(text []byte) { state.MeasureAs(s, f.Name, text) })
						}
					}),
					app.Label().For("earlier-document").Class("btn btn-s").Text("Choose its release.json"),
					ui.Slot(earlierEntries(s))),
				refused))
	}
	fault := s.Draft.Fault("measured-as")
	title := as.Title
	if title == "" {
		title = "an earlier release"
	}
	if as.Created != "" {
		title += ", released " + as.Created
	}
	said := []app.UI{app.P().Body(ui.Rich("This release measures as ", title, ". It takes over the centre, the scales, the columns’ weights and the length at which records are cut, and its budget goes to what is compared.")...)}
	if both := draft.BothCost(&s.Draft); both != "" {
		said = append(said, app.P().ID("both-cost").Text(both+" Other people of the earlier release are not charged by this one."))
	}
	said = append(said,
		app.P().Class("help").Text("It rests on the earlier release, whose claim is "+string(as.As.Claim)+", and claims no more than that. Its document names the earlier one by a digest. The result can then be compared with it."),
		ui.Fault("measured-as-fault", fault))
	return app.Div().ID("measured-as").TabIndex(-1).Class("panel stack-s").Body(
		app.H2().Text("Measured as an earlier release"),
		app.Div().Class("stack-s").Body(said...),
		refused,
		app.Div().Class("row").Body(ui.Button("measure-alone", "Measure on its own", func() { state.MeasureAlone(s) }, "btn-s")))
}

// earlierEntries offers the releases of this browser's ledger; nil where there are none.
func earlierEntries(s *state.State) app.UI {
	list := s.Models.Account().Comparable()
	if len(list) == 0 {
		return nil
	}
	options := []ui.Option{{Value: "", Text: "or one of this browser’s …"}}
	for _, e := range list[:min(len(list), mostOffered)] {
		options = append(options, ui.Option{Value: e.ID, Text: words.Clip(e.Population, 40) + ", " + panel.When(e.Time) + ", ε = " + words.Cost(e.Epsilon)})
	}
	return app.Span().Body(
		app.Label().For("earlier-entry").Class("vh").Text("A release of this browser’s ledger"),
		ui.Choose(s, "earlier-entry", "", options, func(id string) {
			if id = strings.TrimSpace(id); id != "" {
				state.MeasureAsEntry(s, id)
			}
		}).Class("w-l"))
}

// Earlier has the release measure as an earlier one. It is drawn in a task of its own.
func Earlier(s *state.State) app.UI {
	return goapp.Deferred(func() app.UI { return ui.Slot(earlierPanel(s)) })
}
