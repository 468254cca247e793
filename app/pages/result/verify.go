package result

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/ui"
	"privatepca/core/release"
	"privatepca/core/words"
)

// A verification says whether the document in view is well formed, what it claims, and what
// no reading of it can tell. For a document from a file it is done at once.
type verification struct {
	Of     release.Edition
	Checks []release.Check // nil while they were not asked
}

// Draw implements ui.Drawn.
func (v verification) Draw(to *ui.Inbox) app.UI {
	if v.Checks == nil {
		return app.Section().ID("verify").Class("stack-s").Body(app.H2().Class("as-h3").Text("Check this document"),
			app.P().Class("help").Text("The page computes its claim, costs, noise and encoding again from its own fields."),
			to.Button("verify-button", "Check it", Check{}, "btn-s"))
	}
	failed := Failing(v.Checks)
	verdict := app.P().ID("verdict").Body(ui.Rich("", "All "+words.Count(int64(len(v.Checks)), "check")+" hold. ", "The document is well formed and agrees with itself. It claims: "+claimSentence(v.Of.Document()))...)
	body := ui.Note("", "check", verdict)
	if failed > 0 {
		verdict = app.P().ID("verdict").Body(ui.Rich("", words.Count(int64(failed), "check")+" of "+words.Thousands(int64(len(v.Checks)))+" failed. ", "Do not rely on this document as it stands.")...)
		body = ui.Note("note-danger", "warn", verdict)
	}
	var items, limits []app.UI
	for _, failing := range []bool{true, false} { // what fails comes first
		for _, c := range v.Checks {
			if c.Holds == failing {
				continue
			}
			sign, word := ui.Icon("check"), "holds"
			if failing {
				sign, word = ui.Icon("warn"), "fails"
			}
			items = append(items, app.Li().Class("check", word).Body(sign, app.Div().Body(
				app.Span().Class("vh").Text(word+": "), app.B().Text(c.What), app.Small().Text(c.Detail))))
		}
	}
	for _, l := range release.CannotTell {
		limits = append(limits, app.Li().Text(l))
	}
	return app.Section().ID("verify").Class("stack-s").Aria("live", "polite").Body(
		app.H2().Class("as-h3").Text("Check of this document"), body,
		app.Ul().ID("checks").Class("checks").Body(items...),
		app.H3().Text("What no check of a document can tell"),
		app.Ul().Class("help listed stack-s").Body(limits...))
}

// claimSentence is the statement, as what the document says of itself.
func claimSentence(d *release.Document) string { return d.Statement().String() }
