package start

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/language"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/typed"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// budgets lists the budgets of this device on the first page, above the address of the ledger; nothing where there are none.
func budgets(populations []protocol.Population, ledger string) app.UI {
	if len(populations) == 0 {
		return nil
	}
	head := func(text, class string) app.UI { return app.Th().Scope("col").Class(class).Text(language.Say(text)) }
	var rows []app.UI
	for i := range populations {
		rows = append(rows, budget(&populations[i]))
	}
	return app.Div().ID("budgets").Class("rule stack").Body(
		app.Div().Class("row between").Body(app.H2().Text(language.Say("Privacy budgets on this device")), app.A().Class("small").Href(ledger).Text(language.Say("Open the ledger"))),
		app.P().Class("help").Body(ui.Rich("Every release reveals a little, and releases about the same people add up. A ", "budget", " is the most that they may reveal together, as a number ε. A release ", "spends", " part of it.")...),
		app.Div().Class("table-wrap").TabIndex(0).Attr("role", "region").Aria("label", language.Say("Privacy budgets on this device")).Body(
			app.Table().Body(
				app.THead().Body(app.Tr().Body(head("Population", ""), head("Fingerprint", ""), head("Releases", "num"), head("Spent of the limit", ""), head("Next, up to ε", "num"), head("Last release", ""))),
				app.TBody().Body(rows...))),
		app.P().Class("help").Body(app.Text(language.Say("Names and fingerprints stay in this browser. Clearing site data deletes the ledger; ")),
			app.A().Href(ledger).Text(language.Say("export the ledger")), app.Text(language.Say(" to keep it."))),
	)
}

func budget(p *protocol.Population) app.UI {
	releases, last := 0, "–"
	for _, e := range p.Entries {
		if e.Kind == "spend" && !e.Void {
			releases++
			last = panel.When(e.Time)
		}
	}
	next := "–"
	if p.Next > 0 {
		next = words.ThreeDown(p.Next)
	}
	var bar app.UI
	if p.Cap > 0 {
		bar = app.Div().Body(panel.BudgetBar(p.Cap, p.Spent, p.Spent), app.Span().Class("vh").Text(language.Say(words.ThreeUp(p.Spent)+" of "+typed.Of(p.Cap).Text())))
	}
	return app.Tr().Body(app.Th().Scope("row").Text(panel.TitleOf(p)), app.Td().Body(app.Code().Text(words.Some(p.Fingerprints, 1))),
		app.Td().Class("num").Text(releases), app.Td().Body(bar), app.Td().Class("num").Text(language.Say(next)), app.Td().Text(language.Say(last)))
}
