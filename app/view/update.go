package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/state"
	"privatepca/app/ui"
)

// newerNote offers the newer version where nothing is under way.
func newerNote(s *state.State) app.UI {
	if !s.Newer || s.Worker.Job != nil || s.Worker.Opening != nil {
		return nil
	}
	loses := ""
	switch {
	case !s.Result.Edition.IsZero() && s.Result.Entry == "":
		loses = " It clears the file, your answers and the release in view: download what you want to keep first."
	case s.Worker.File != nil:
		loses = " It clears the file and your answers."
	}
	return app.Div().ID("newer").Body(ui.Note("", "info",
		app.P().Body(ui.Rich("", "Another version is ready.", loses+" Your browser cannot tell whether it is newer: whoever runs this site decides which version it gives.")...),
		ui.Button("newer-button", "Reload", browser.Update, "btn-s")))
}
