package panel

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/language"
	"privatepca/app/ui"
	"privatepca/core/words"
)

// Share asks for a share of ε, and says what that comes to.
func Share(d *draft.Draft, to *ui.Inbox, id, label string, of draft.Share, made func(string) effect.Msg, help string) app.UI {
	wrong := of.Fault("The share")
	if wrong == "" && d.Choices.Seen && d.Fault("epsilon") == "" {
		help = "ε = " + words.Three(draft.PartOf(d, of.Value())) + " of " + d.Choices.Epsilon.Text() + ". " + help
	}
	return to.Number(id, label, of.Text(), made, wrong, help)
}

// SpendingFold says what ε goes to, where that is more than one thing, and shows the table.
func SpendingFold(d *draft.Draft) app.UI {
	list := d.Parts()
	table := SpendingTable(d)
	if table == nil {
		return nil
	}
	if why := d.Fault("spendings"); why != "" {
		return Fold("spending", "See the parts", FoldWarns(why), table)
	}
	var what []string
	together := true
	for _, p := range list {
		together = together && p.Together
		what = append(what, words.ThreePercent(p.Share)+" for "+words.Lower(p.What))
	}
	price := " are spent as one joint release: "
	if !together {
		price = " make up the release: "
	}
	said := []app.UI{app.Text(language.Say(words.List(what) + price)), app.B().Text(language.Say("ε = " + d.Choices.Epsilon.Text())), app.Text(".")}
	return Fold("spending", "See the parts", said, table)
}

// SpendingTable lists what ε goes to, where that is more than one thing.
func SpendingTable(d *draft.Draft) app.UI {
	list := d.Parts()
	if len(list) < 2 || d.Fault("epsilon") != "" { // of a wrong ε there are no parts
		return nil
	}
	together := 0
	for _, p := range list {
		if p.Together {
			together++
		}
	}
	head := []app.UI{app.Th().Scope("col").Text(language.Say("Part")), app.Th().Scope("col").Text(language.Say("Share"))}
	if together < len(list) {
		head = append(head, app.Th().Scope("col").Text("ε"))
	}
	var rows []app.UI
	for _, p := range list {
		row := []app.UI{app.Th().Scope("row").Text(language.Say(p.What)), app.Td().Text(language.Say(words.ThreePercent(p.Share)))}
		switch {
		case !p.Together:
			row = append(row, app.Td().Text(language.Say(words.Three(draft.PartOf(d, p.Share)))))
		case together < len(list):
			row = append(row, app.Td().Text(language.Say("together")))
		}
		rows = append(rows, app.Tr().Body(row...))
	}
	var note app.UI
	if together > 0 {
		note = app.P().Class("help").Text(language.Say("Gaussian noise is set for its parts together: each has a share of μ², and none an ε of its own."))
	}
	return app.Div().ID("spendings").TabIndex(-1).Body(
		app.Table().Class("plain data").Body(
			app.Caption().Class("eyebrow").Text(language.Say("What ε goes to")),
			app.THead().Body(app.Tr().Body(head...)),
			app.TBody().Body(rows...)),
		ui.Slot(note),
		ui.Fault("spendings-fault", d.Fault("spendings")),
	)
}
