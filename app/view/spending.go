package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/panel"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/words"
)

// shareField asks for a share of ε, and says what that comes to.
func shareField(s *state.State, id, label string, of draft.Share, set func(string), help string) app.UI {
	wrong := of.Fault("The share")
	if wrong == "" && s.Draft.Choices.Seen && s.Draft.Fault("epsilon") == "" {
		help = "ε = " + words.Three(draft.PartOf(&s.Draft, of.Value())) + " of " + s.Draft.Choices.Epsilon.Text() + ". " + help
	}
	return ui.Number(s, id, label, of.Text(), set, wrong, help)
}

// spendingFold says what ε goes to, where that is more than one thing, and shows the table.
func spendingFold(s *state.State, site *Site) app.UI {
	list := s.Draft.Parts()
	table := panel.SpendingOf(site.To, &s.Draft)
	if table == nil {
		return nil
	}
	if why := s.Draft.Fault("spendings"); why != "" {
		return fold("spending", "See the parts", foldWarns(why), table)
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
	said := []app.UI{app.Text(words.List(what) + price), app.B().Text("ε = " + s.Draft.Choices.Epsilon.Text()), app.Text(".")}
	return fold("spending", "See the parts", said, table)
}
