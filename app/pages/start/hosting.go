package start

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/language"
	"privatepca/app/ui"
)

// A Hosting is who serves the page, and how.
type Hosting struct {
	ByPage     bool // its host sends no security headers: the page brings its own rules
	Served     bool // the browser's own copy was shown, which has them
	Host, Path string
}

// neighbours says with whom the page shares what the browser keeps of it: with every page of its origin. On most hosts of files these are
// the pages of other people, each under a path of their own, and on a port of this machine those of other programs.
func (h Hosting) neighbours() app.UI {
	host, path := h.Host, h.Path
	who := ""
	switch {
	case host == "": // drawn by the server, which knows of no address
		return nil
	case strings.Trim(path, "/") != "":
		who = "This page stands under the path " + path + " of " + host + ". Every other page of that host, whoever it is of, can read and change the ledger and the answers that your browser keeps here. A host name of its own keeps them apart."
	case host == "127.0.0.1" || host == "localhost" || host == "[::1]":
		who = "This address is shared with every program that uses this port of your machine, before or after. Each of them can read and change the ledger and the answers that your browser keeps here. The command privatepca serve prints an address of its own."
	default:
		return nil
	}
	return app.Div().ID("neighbours").Body(ui.Note("", "info", app.P().Text(language.Say(who))))
}

// note says what is lost where the site's host states no policy in headers.
func (h Hosting) note() app.UI {
	if !h.ByPage {
		return nil
	}
	kept := " Your records are kept in as they are elsewhere."
	if !h.Served {
		kept = " So your records are kept in. The page itself is less closed than elsewhere: see the note beside the file."
	}
	return app.Div().ID("hosting").Body(ui.Note("", "info",
		app.P().Body(ui.Rich("", "This site’s host sends no security headers,", " so the page brings its own rules. Before you could choose a file, a worker tried to connect, and your browser refused it."+kept)...),
		app.Details().Body(app.Summary().Text(language.Say("What is lost")), app.Ul().Class("small stack-s").Body(
			app.Li().Text(language.Say("Your browser is not told which sites may show this page inside their own. The page turns others away by itself, where the browser says who they are: Firefox may not. Look at the address before you trust what you see.")),
			app.Li().Text(language.Say("The rules come with the page, so they apply from the moment it is read, not before. Anyone who can change the page on the host can change them, as with any site.")),
			app.Li().Text(language.Say("The host sets how long your browser keeps files, so the browser may look for a newer version of the page while a file is open: one request of its own, for app-worker.js, that carries nothing.")),
			app.Li().Text(language.Say("Until your browser has stored the page, no rule forbids a harmful script in it to leave for another address, to open a window or to use WebRTC. So the page loads itself once more at your first visit. Where the browser stores nothing, or after a forced reload, this stays open, and a note beside the file says so.")),
			app.Li().Text(language.Say("A check from outside sees no policy. To see it, read the page’s source, or run the project’s own server, which states it in headers.")),
		))))
}
