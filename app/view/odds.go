package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/panel"
	"privatepca/app/state"
	"privatepca/app/ui"
)

// oddsLine says in words what ε and δ promise.
func oddsLine(s *state.State) app.UI {
	return app.P().ID("odds").Class("odds").Attr("role", "status").Body(ui.Rich(panel.Odds(s.Draft.Budget(), s.Draft.Choices.Relation)...)...)
}
