package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
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
