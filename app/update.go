package app

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// A newer version of the page waits until the reader says so, or until the last tab of
// this one is closed: meanwhile everything is served from the version that is open, so
// that a run ends as it began. web/boot.js notices it.

// watchUpdates hears of a newer version.
func (s *session) watchUpdates() {
	told := func() {
		if app.Window().Get("privatepcaNewer").Truthy() {
			s.deliver(func() {
				s.newer = true
				s.change()
			})
		}
	}
	app.Window().AddEventListener("privatepca-newer", func(app.Context, app.Event) { told() })
	told()
}

// newerNote offers the newer version where nothing is under way.
func newerNote(s *session) app.UI {
	if !s.newer || s.run != nil || s.opening != nil || s.result != nil && s.result.viewing {
		return nil
	}
	loses := ""
	switch {
	case s.result != nil:
		loses = " It clears the file, your answers and the release in view: download what you want to keep first."
	case s.file != nil:
		loses = " It clears the file and your answers."
	}
	return app.Div().ID("newer").Body(note("", "info",
		app.P().Body(rich("", "A new version is ready.", loses)...),
		pushButton("newer-button", "Reload", func() { app.Window().Call("privatepcaReload") }, "btn-s")))
}
