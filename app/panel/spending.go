package panel

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/ui"
	"privatepca/core/words"
)

// A spending is what ε goes to, part by part.
type spending struct {
	Parts    [][3]string // what, its share, and its ε
	Divided  bool        // some part has an ε of its own
	Together bool        // some have none
	Fault    string
}

// SpendingOf lists what ε goes to; nil where that is one thing.
func SpendingOf(to *ui.Inbox, d *draft.Draft) app.UI {
	list := d.Parts()
	if len(list) < 2 {
		return nil
	}
	s := spending{Fault: d.Fault("spendings")}
	for _, p := range list {
		epsilon := "together"
		if !p.Together {
			epsilon = words.Three(draft.PartOf(d, p.Share))
		}
		s.Parts = append(s.Parts, [3]string{p.What, words.ThreePercent(p.Share), epsilon})
		s.Divided, s.Together = s.Divided || !p.Together, s.Together || p.Together
	}
	return ui.Part(to, s)
}

// Draw implements ui.Drawn.
func (s spending) Draw(*ui.Inbox) app.UI {
	head := []app.UI{app.Th().Scope("col").Text("Part"), app.Th().Scope("col").Text("Share")}
	if s.Divided {
		head = append(head, app.Th().Scope("col").Text("ε"))
	}
	var rows []app.UI
	for _, p := range s.Parts {
		row := []app.UI{app.Th().Scope("row").Text(p[0]), app.Td().Text(p[1])}
		if s.Divided {
			row = append(row, app.Td().Text(p[2]))
		}
		rows = append(rows, app.Tr().Body(row...))
	}
	var note app.UI
	if s.Together {
		note = app.P().Class("help").Text("Gaussian noise is set for its parts together: each has a share of μ², and none an ε of its own.")
	}
	return app.Div().ID("spendings").TabIndex(-1).Body(
		app.Table().Class("plain data").Body(
			app.Caption().Class("eyebrow").Text("What ε goes to"),
			app.THead().Body(app.Tr().Body(head...)),
			app.TBody().Body(rows...)),
		ui.Slot(note),
		ui.Fault("spendings-fault", s.Fault),
	)
}
