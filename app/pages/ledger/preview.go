package ledger

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/language"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// A preview shows what an import would change, before anything is written.
type preview struct{ Of protocol.Previewed }

// Draw implements ui.Drawn.
func (v preview) Draw(to *ui.Inbox) app.UI {
	p := v.Of
	var changes []app.UI
	for i := range p.Changes {
		changes = append(changes, app.Li().DataSet("marked", map[bool]string{true: "yes", false: "no"}[p.Changes[i].Marked()]).Body(changeView(&p.Changes[i])...))
	}
	more := ""
	if p.More > 0 {
		more = words.Thousands(p.More) + " more populations would change."
		if p.MoreMarked > 0 {
			more += " In " + words.Thousands(p.MoreMarked) + " of them later documents would state a raised limit, a reset or public data."
		}
	}
	if p.MoreLess > 0 {
		more += " In " + words.Thousands(p.MoreLess) + " of them less could be released than now."
	}
	return app.Section().ID("import-preview").Class("panel stack-s").Aria("label", language.Say("What the import would change")).Body(
		app.H2().Class("eyebrow").Text(language.Say("Before anything is added")),
		app.P().Text(language.Say("That file has "+entries(p.Added)+notHere(p.Added))),
		app.Ul().Class("stack-s").Body(changes...),
		app.P().Class("help").Text(language.Say(more)),
		app.Div().Class("row").Body(
			to.Button("import-confirm", "Add "+entries(p.Added), Confirm{}, "btn-s"),
			to.Button("import-drop", "Add nothing", Drop{}, "btn-s")),
	)
}

// changeView says what would become of one population.
func changeView(c *protocol.Change) []app.UI {
	name := "A file without a population"
	if len(c.Names) > 0 {
		name = c.Names[0]
	}
	text := " "
	switch {
	case c.New && c.Cap > 0:
		text += "is new, with a limit of ε = " + words.Number(c.Cap) + "."
	case c.New:
		text += "is new."
	case len(c.Joins) > 0:
		text += "joins " + words.List(c.Joins) + ": they share one budget from then on."
	default:
		text += "gets " + entries(c.Added) + "."
	}
	if !c.New && c.Cap != c.WasCap {
		text += " Its limit becomes " + capOf(c.Cap) + ", from " + capOf(c.WasCap) + "."
	}
	if c.Spent != c.WasSpent {
		text += " Its total becomes ε = " + words.ThreeUp(c.Spent) + ", from " + words.ThreeUp(c.WasSpent) + "."
	}
	if c.Refusal != "" {
		text += " Nothing more could be released: " + c.Refusal
	}
	out := []app.UI{app.P().Body(app.B().Text(name), app.Text(language.Say(text)))}
	if c.Less {
		out = append(out, ui.Note("note-caution", "warn", app.P().Text(language.Say(lessWords(c)+" Add these entries only if you trust whoever wrote the file: only a reset, which every later document states, takes them back."))))
	}
	var marks []string
	if c.Raises > 0 {
		marks = append(marks, "the limit was raised "+panel.HowOften(c.Raises)+" more")
	}
	if c.Resets > 0 {
		marks = append(marks, "the count was reset "+panel.HowOften(c.Resets)+" more")
	}
	if c.LeftOut > 0 {
		marks = append(marks, "releases that are not counted: "+words.Thousands(c.LeftOut)+" more")
	}
	if len(c.Public) > 0 {
		marks = append(marks, "public data, not private, for the file "+words.List(c.Public))
	}
	if len(marks) > 0 {
		out = append(out, ui.Note("note-danger", "warn", app.P().Text(language.Say("Every later document would state: "+words.List(marks)+"."))))
	}
	return out
}

// lessWords says what an import would leave to release.
func lessWords(c *protocol.Change) string {
	before := "ε = " + words.ThreeDown(c.WasNext)
	switch {
	case c.WasNext <= 0:
		return "Nothing can be released about these people now, nor afterwards."
	case c.Next <= 0:
		return "Afterwards nothing more can be released about these people. Now the next release can have up to " + before + "."
	}
	return "Afterwards the next release can have up to ε = " + words.ThreeDown(c.Next) + ". Now it can have up to " + before + "."
}

// capOf writes a cap.
func capOf(epsilon float64) string {
	if epsilon == 0 {
		return "none"
	}
	return "ε = " + words.Number(epsilon)
}

func notHere(entries int) string {
	if entries == 1 {
		return " that is not here. Adding it cannot be undone."
	}
	return " that are not here. Adding them cannot be undone."
}
