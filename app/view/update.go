package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/state"
	"privatepca/app/view/ui"
)

// versionNote offers the version that waits where nothing is under way, and says where an older one took the place of a newer one.
func versionNote(s *state.State) app.UI {
	if s.Worker.Job != nil || s.Worker.Opening != nil {
		return nil
	}
	v := &s.Versions
	made := " This one was made on " + state.Moment(v.Made) + ", "
	switch {
	case s.Waits && v.OffersOlder():
		return app.Div().ID("newer").Body(ui.Note("note-caution", "warn",
			app.P().Body(ui.Rich("", "This site now gives an older version.", made+"that one on "+state.Moment(v.Offered)+
				". Faults that were mended in between would be back. It is taken when you reload here, or once all its pages are closed: ask whoever runs this site why."+loses(s))...),
			ui.Button("newer-button", "Reload with the older version", browser.Update, "btn-s")))
	case s.Waits && v.OffersNewer():
		return app.Div().ID("newer").Body(ui.Note("", "info",
			app.P().Body(ui.Rich("", "A newer version is ready.", made+"that one on "+state.Moment(v.Offered)+", as the site states it."+loses(s))...),
			ui.Button("newer-button", "Reload", browser.Update, "btn-s")))
	case s.Waits:
		return app.Div().ID("newer").Body(ui.Note("", "info",
			app.P().Body(ui.Rich("", "Another version is ready.", loses(s)+" Your browser cannot tell whether it is newer: whoever runs this site decides which version it gives.")...),
			ui.Button("newer-button", "Reload", browser.Update, "btn-s")))
	case v.WentBack():
		return app.Div().ID("older").Body(ui.Note("note-caution", "warn",
			app.P().Body(ui.Rich("", "This page is older than the one that you had here before.", made+"that one on "+state.Moment(v.Newest)+
				". Faults that were mended in between are back. Ask whoever runs this site why, before you choose a file.")...),
			ui.Button("older-button", "Go on with this version", func() {
				browser.AcceptVersion()
				v.Newest = v.Made
				s.Change()
			}, "btn-s")))
	}
	return nil
}

// loses says what a reload clears.
func loses(s *state.State) string {
	switch {
	case !s.Result.Edition.IsZero() && s.Result.Entry == "":
		return " It clears the file, your answers and the release in view: download what you want to keep first."
	case s.Worker.File != nil:
		return " It clears the file and your answers."
	}
	return ""
}
