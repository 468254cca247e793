package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/client"
	"privatepca/app/state"
	"privatepca/app/view/ui"
)

// hostingNote says what is lost where the site's host states no policy in headers.
func hostingNote(s *state.State) app.UI {
	if s.Isolation() != client.ByPage {
		return nil
	}
	return app.Div().ID("hosting").Body(ui.Note("", "info",
		app.P().Body(ui.Rich("", "This site’s host sends no security headers,", " so the page brings its own rules. Before you could choose a file, a worker tried to connect, and your browser refused it. Your records are kept in as they are elsewhere.")...),
		app.Details().Body(app.Summary().Text("What is lost"), app.Ul().Class("small stack-s").Body(
			app.Li().Text("Your browser is not told which sites may show this page inside their own. The page turns others away by itself, where the browser says who they are: Firefox may not. Look at the address before you trust what you see."),
			app.Li().Text("The rules come with the page, so they apply from the moment it is read, not before. Anyone who can change the page on the host can change them, as with any site."),
			app.Li().Text("The host sets how long your browser keeps files, so the browser may look for a newer version of the page while a file is open: one request of its own, for app-worker.js, that carries nothing."),
			app.Li().Text("A check from outside sees no policy. To see it, read the page’s source, or run the project’s own server, which states it in headers."),
		))))
}
