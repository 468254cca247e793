package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/goapp"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// importPanel shows what an import would change, before anything is written.
func importPanel(l *state.Ledger) app.UI {
	p := l.Pending.Preview
	if p == nil {
		return nil
	}
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
	return app.Section().ID("import-preview").Class("panel stack-s").Aria("label", "What the import would change").Body(
		app.H2().Class("eyebrow").Text("Before anything is added"),
		app.P().Text("That file has "+state.Entries(p.Added)+notHere(p.Added)),
		app.Ul().Class("stack-s").Body(changes...),
		app.P().Class("help").Text(more),
		app.Div().Class("row").Body(
			ui.Button("import-confirm", "Add "+state.Entries(p.Added), l.ConfirmImport, "btn-s"),
			ui.Button("import-drop", "Add nothing", l.DropImport, "btn-s")),
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
		text += "gets " + state.Entries(c.Added) + "."
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
	out := []app.UI{app.P().Body(app.B().Text(name), app.Text(text))}
	if c.Less {
		out = append(out, ui.Note("note-caution", "warn", app.P().Text(lessWords(c)+" Add these entries only if you trust whoever wrote the file: only a reset, which every later document states, takes them back.")))
	}
	var marks []string
	if c.Raises > 0 {
		marks = append(marks, "the limit was raised "+howOften(c.Raises)+" more")
	}
	if c.Resets > 0 {
		marks = append(marks, "the count was reset "+howOften(c.Resets)+" more")
	}
	if c.LeftOut > 0 {
		marks = append(marks, "releases that are not counted: "+words.Thousands(c.LeftOut)+" more")
	}
	if len(c.Public) > 0 {
		marks = append(marks, "public data, not private, for the file "+words.List(c.Public))
	}
	if len(marks) > 0 {
		out = append(out, ui.Note("note-danger", "warn", app.P().Text("Every later document would state: "+words.List(marks)+".")))
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

// searchForm finds populations where not all are listed.
func searchForm(l *state.Ledger) app.UI {
	if l.List == nil || l.List.More == 0 && l.Find == "" {
		return nil
	}
	missing := ""
	if l.List.More > 0 {
		missing = words.Thousands(l.List.More) + " more populations are not listed. An export has all of them."
	}
	return app.Div().Class("stack-s").Body(
		app.Div().Class("row").Body(
			app.Label().For("find-population").Class("small").Text("Population"),
			goapp.Line("find-population", l.Find, func(typed string) { l.Find = typed }), // a drawing at each letter would take long
			ui.Button("find-button", "Find", l.Search, "btn-s")),
		app.P().Class("help").Text(missing))
}

func notHere(entries int) string {
	if entries == 1 {
		return " that is not here. Adding it cannot be undone."
	}
	return " that are not here. Adding them cannot be undone."
}
