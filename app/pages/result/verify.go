package result

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/language"
	"privatepca/app/ui"
	"privatepca/core/release"
	"privatepca/core/words"
)

// A checkHeading says whether the document in view agrees with itself.
type checkHeading struct{ Checks []release.Check }

// Draw implements ui.Drawn.
func (h checkHeading) Draw(*ui.Inbox) app.UI {
	failed := Failing(h.Checks)
	switch {
	case h.Checks == nil:
		return headline("The document is being checked", "The page computes its claim, costs, noise and encoding again from its own fields.")
	case failed == 0:
		return headline("This document agrees with itself", "The page computed "+words.Count(int64(len(h.Checks)), "thing")+" again from its fields, and each is as stated.")
	case failed == 1:
		return headline("This document contradicts itself in one place", "Please do not rely on it. Ask who published it for the original.")
	}
	return headline("This document contradicts itself in "+words.Count(int64(failed), "place"), "Please do not rely on it. Ask who published it for the original.")
}

// A verification lists what was computed again of the document in view, what fails first.
type verification struct {
	Of     release.Edition
	Checks []release.Check // nil while they are computed
}

// Draw implements ui.Drawn.
func (v verification) Draw(*ui.Inbox) app.UI {
	if v.Checks == nil {
		return app.Section().ID("verify").Aria("live", "polite")
	}
	failed := Failing(v.Checks)
	verdict := app.P().ID("verdict").Class("small").Body(ui.Rich("", "All "+words.Count(int64(len(v.Checks)), "check")+" hold. ", "It claims: "+v.Of.Document().Statement().String())...)
	if failed > 0 {
		verdict = app.P().ID("verdict").Class("small").Body(ui.Rich("", words.Count(int64(failed), "check")+" of "+words.Thousands(int64(len(v.Checks)))+" failed. ", "Do not rely on this document as it stands.")...)
	}
	var rows []app.UI
	for _, failing := range []bool{true, false} { // what fails comes first
		for _, c := range v.Checks {
			if c.Holds == failing {
				continue
			}
			class, sign, word := "holds", ui.Icon("check"), "yes"
			if failing {
				class, sign, word = "fails", ui.Icon("warn"), "no"
			}
			rows = append(rows, app.Tr().Class(class).Body(app.Th().Scope("row").Text(language.Say(c.What)), app.Td().Text(language.Say(c.Detail)), app.Td().Class("agrees").Body(sign, app.Text(language.Say(" "+word)))))
		}
	}
	head := func(text string) app.UI { return app.Th().Scope("col").Text(language.Say(text)) }
	return app.Section().ID("verify").Class("stack-s").Aria("live", "polite").Body(verdict,
		app.Label().Class("choice narrow").Body(app.Input().ID("check-found").Type("checkbox"), app.Span().Text(language.Say("Show what was found for each"))),
		app.Div().Class("table-wrap").TabIndex(0).Attr("role", "region").Aria("label", language.Say("What was computed again")).Body(app.Table().ID("checks").Class("checks").Body(
			app.THead().Body(app.Tr().Body(head("What should hold"), head("What was found"), head("Holds"))), app.TBody().Body(rows...))))
}

// Limits say what no check of a document can tell.
type limits struct{}

// Draw implements ui.Drawn.
func (limits) Draw(*ui.Inbox) app.UI {
	var list []app.UI
	for _, l := range release.CannotTell {
		list = append(list, app.Li().Text(language.Say(l)))
	}
	return app.Section().Class("panel stack-s").Aria("labelledby", "limits-heading").Body(app.H2().ID("limits-heading").Class("eyebrow").Text(language.Say("What no check of a document can tell")),
		app.Ul().Class("small marked stack-s").Body(list...),
		app.P().Class("help").Body(app.Text(language.Say("A shell checks the same: ")), app.Code().Text("privatepca verify release.json")))
}
