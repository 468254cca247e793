package page

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/words"
)

// stepNames are those of Steps, in order.
var stepNames = []string{"Data", "Columns", "Privacy", "Release", "Result"}

// noscript is written on the server. In a sandboxed frame of no origin WebKit's 'self' is nobody: neither boot.js, which says so elsewhere, nor the
// style that hides these words comes.
const noscript = `<div><noscript><div class="unsupported">Private PCA reads records on your own device, with scripts. Allow scripts for this site to use it; in a frame of another site, its attribute sandbox must allow them, too.</div></noscript>` +
	`<p class="unstyled">If nothing else comes here: this frame allows too little for Private PCA to work in it. Its attribute must be sandbox="allow-scripts allow-same-origin allow-downloads", or be left out. Nothing was read.</p></div>`

// around draws what surrounds a page.
func around(to *ui.Inbox, h header, main []app.UI) app.UI {
	var without app.UI
	if app.IsServer {
		without = app.Raw(noscript)
	}
	return app.Div().Class("shell").Body(
		app.Raw(ui.Icons),
		without,
		app.A().Class("skip").Href("#main").Text("Skip to the content"),
		ui.Part(to, h),
		app.Main().ID("main").Class("page").TabIndex(-1).Body(main...),
	)
}

// A header stands above every page.
type header struct {
	Step     int  // of the page in view; below 0 for none of the steps
	Open     bool // a file is open
	Requests int  // of the page, since it was opened
}

// Draw implements ui.Drawn.
func (h header) Draw(*ui.Inbox) app.UI {
	var items []app.UI
	for i, path := range state.Steps() {
		a := app.A().Href(browser.At(path)).Body(app.I().Text(i+1), app.Span().Text(stepNames[i]))
		switch {
		case i == h.Step:
			a.Aria("current", "step")
		case i < h.Step:
			a.Class("done")
		}
		items = append(items, app.Li().Body(a))
	}
	return app.Header().Class("top").Body(
		app.A().Class("brand").Href(browser.At(state.StartPath)).Body(ui.Icon("logo"), app.Text("Private PCA")),
		app.Nav().Class("grow").Aria("label", "Steps").Body(app.Ol().Class("steps").Body(items...)),
		app.Div().Class("tools").Body(app.A().ID("help").Href(browser.At(state.HelpPath)).Text("Help"),
			app.A().Class("to-ledger").Href(browser.At(state.LedgerPath)).Text("Ledger"), h.isolation()),
	)
}

// isolation counts the page's requests since the file was opened.
func (h header) isolation() app.UI {
	if !h.Open {
		return app.Span().Class("sealed").Body(ui.Icon("seal"), app.Span().Text("Records stay on this device"))
	}
	return app.Span().Class("sealed").Title("Counted by the browser since the file was opened").
		Body(ui.Icon("seal"), app.Span().ID("requests").Text(words.Count(int64(h.Requests), "request")+" since opening"))
}

// Remarks stand above every page: what was just done, a worker that is silent, and a newer version.
type remarks struct {
	Silent  bool
	Spent   bool // a release that is under way counts as spent
	Note    string
	Told    string // what was taken back of kept answers; said where there is no note
	Newer   bool
	Clears  bool // what loading the newer version takes away: the file,
	Release bool // and the release in view
}

// Draw implements ui.Drawn.
func (r remarks) Draw(to *ui.Inbox) app.UI {
	var silent, said, newer app.UI
	if r.Silent {
		spent := ""
		if r.Spent {
			spent = " The release that is under way counts as spent."
		}
		silent = ui.Note("note-caution", "warn",
			app.P().Body(ui.Rich("", "The worker has not answered for 20 seconds.", " It may still be at work on a slow device. Starting it afresh keeps your answers; the file is read again."+spent)...),
			to.Button("restart-button", "Start the worker afresh", StartAfresh{}, "btn-s"))
	}
	switch {
	case r.Note != "":
		said = ui.Note("", "info", app.P().ID("note").Text(r.Note))
	case r.Told != "":
		said = ui.Note("", "info", app.P().ID("told").Text(r.Told))
	}
	if r.Newer {
		newer = r.newer(to)
	}
	return app.Div().Class("remarks").Aria("live", "polite").Body(ui.Slot(silent), ui.Slot(said), ui.Slot(newer))
}

// newer offers the newer version.
func (r remarks) newer(to *ui.Inbox) app.UI {
	loses := ""
	switch {
	case r.Release:
		loses = " It clears the file, your answers and the release in view: download what you want to keep first."
	case r.Clears:
		loses = " It clears the file and your answers."
	}
	return app.Div().ID("newer").Body(ui.Note("", "info",
		app.P().Body(ui.Rich("", "Another version is ready.", loses+" Your browser cannot tell whether it is newer: whoever runs this site decides which version it gives.")...),
		to.Button("newer-button", "Reload", TakeNewer{}, "btn-s")))
}
