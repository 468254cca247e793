package privacy

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/job"
	"privatepca/app/language"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// mostOffered is how many releases of the ledger are offered to measure as.
const mostOffered = 50

// An earlier has the release measure as an earlier one, so that the two can be compared.
type earlier Model

// Draw implements ui.Drawn. It is empty where the norm rule allows none and none is chosen.
func (e earlier) Draw(to *ui.Inbox) app.UI { return ui.Slot(e.panel(to)) }

func (e earlier) panel(to *ui.Inbox) app.UI {
	as := e.Draft.Choices.As
	if as == nil && e.Draft.Answers.Rule != schema.Mean && e.Refused == "" {
		return nil
	}
	refused := app.P().ID("measured-as-refused").Class("fault").Attr("role", "alert").Text(language.Say(e.Refused))
	if as == nil {
		return app.Details().ID("measure-as").Open(e.Refused != "").Body(
			app.Summary().Text(language.Say("Measure as an earlier release, to compare the two")),
			app.Div().Class("stack-s").Body(
				app.P().Class("help").Text(language.Say("Two releases can be tested against each other only if both measured with the same centre, scales and length. This one then takes them over from the earlier document, and its whole budget goes to what is compared. The columns, their bounds and the relation must be the same.")),
				app.Div().Class("row small").Body(
					to.Files("earlier-document", ".json", func(files []effect.File) effect.Msg { return job.MeasureAsFile{Files: files} }),
					app.Label().For("earlier-document").Class("btn btn-s").Text(language.Say("Choose its release.json")),
					ui.Slot(e.entries(to))),
				refused))
	}
	fault := e.Draft.Fault("measured-as")
	title := as.Title
	if title == "" {
		title = "an earlier release"
	}
	if as.Created != "" {
		title += ", released " + words.DayOf(as.Created)
	}
	said := []app.UI{app.P().Body(ui.Rich("This release measures as ", title, ". It takes over the centre, the scales, the columns’ weights and the length at which records are cut, and its budget goes to what is compared.")...)}
	if both := draft.BothCost(&e.Draft); both != "" {
		said = append(said, app.P().ID("both-cost").Text(language.Say(both+" Other people of the earlier release are not charged by this one.")))
	}
	said = append(said,
		app.P().Class("help").Text(language.Say("It rests on the earlier release, whose claim is "+string(as.As.Claim)+", and claims no more than that. Its document names the earlier one by a digest. The result can then be compared with it.")),
		ui.Fault("measured-as-fault", fault))
	return app.Div().ID("measured-as").TabIndex(-1).Class("panel stack-s").Body(
		app.H2().Text(language.Say("Measured as an earlier release")),
		app.Div().Class("stack-s").Body(said...),
		refused,
		app.Div().Class("row").Body(to.Button("measure-alone", "Measure on its own", job.MeasureAlone{}, "btn-s")))
}

// entries offers the releases of this browser's ledger; nil where there are none.
func (e earlier) entries(to *ui.Inbox) app.UI {
	list := e.Account.Comparable()
	if len(list) == 0 {
		return nil
	}
	options := []ui.Option{{Value: "", Text: "or one of this browser’s …"}}
	for _, one := range list[:min(len(list), mostOffered)] {
		options = append(options, ui.Option{Value: one.ID, Text: language.Keep(words.Clip(one.Population, 40)) + ", " + panel.When(one.Time) + ", ε = " + words.Cost(one.Epsilon)})
	}
	return app.Span().Body(
		app.Label().For("earlier-entry").Class("vh").Text(language.Say("A release of this browser’s ledger")),
		to.Choose("earlier-entry", "", options, func(id string) effect.Msg { return job.MeasureAsEntry{Entry: id} }).Class("w-l"))
}
