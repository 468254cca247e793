package result

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/language"
	"privatepca/app/ui"
	"privatepca/core/method"
	"privatepca/core/words"
)

// mostReleases is how many earlier releases are listed.
const mostReleases = 12

// Released is a release that this device's ledger has the document of.
type Released struct {
	Entry     string
	People    string
	Mechanism string
	Epsilon   float64
	When      string
}

// releasedHere lists what was released on this device: what was paid for is found again after a reload, and another k is still free.
func releasedHere(list []Released, to *ui.Inbox) app.UI {
	if len(list) == 0 {
		return nil
	}
	var rows []app.UI
	for _, r := range list[:min(len(list), mostReleases)] {
		rows = append(rows, app.Tr().Body(
			app.Th().Scope("row").Text(r.People), app.Td().Text(language.Say(method.Named(r.Mechanism).Title)), app.Td().Class("num").Text(language.Say(words.Cost(r.Epsilon))), app.Td().Text(language.Say(r.When)),
			app.Td().Body(to.Button("show-"+r.Entry, "Show", Show{r.Entry}, "btn-s"))))
	}
	head := func(text, class string) app.UI { return app.Th().Scope("col").Class(class).Text(language.Say(text)) }
	return app.Div().ID("released-here").Class("panel stack-s").Body(
		app.H2().Class("eyebrow").Text(language.Say("Released on this device")),
		app.Div().Class("table-wrap").TabIndex(0).Attr("role", "region").Aria("label", language.Say("Releases on this device")).Body(app.Table().Body(
			app.THead().Body(app.Tr().Body(head("People", ""), head("Mechanism", ""), head("ε", "num"), head("Released", ""), app.Td())),
			app.TBody().Body(rows...))),
		app.P().Class("help").Text(language.Say("Looking again costs nothing. If all directions were released, you may also change their number at no cost.")))
}
