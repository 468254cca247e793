package page

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/effect"
	"privatepca/app/job"
	"privatepca/app/language"
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
		app.A().Class("skip").Href("#main").Text(language.Say("Skip to the content")),
		ui.Part(to, h),
		app.Main().ID("main").Class("page").TabIndex(-1).Body(main...),
	)
}

// A header stands above every page.
type header struct {
	Step     int  // of the page in view; below 0 for none of the steps
	Open     bool // a file is open
	Requests int  // of the page, since it was opened

	Languages []ui.Option // that can be chosen; none in a frame
}

// Draw implements ui.Drawn.
func (h header) Draw(to *ui.Inbox) app.UI {
	var items []app.UI
	for i, path := range job.Steps() {
		a := app.A().Href(browser.At(path)).Body(app.I().Text(i+1), app.Span().Text(language.Say(stepNames[i])))
		switch {
		case i == h.Step:
			a.Aria("current", "step")
		case i < h.Step:
			a.Class("done")
		}
		items = append(items, app.Li().Body(a))
	}
	return app.Header().Class("top").Body(
		app.A().Class("brand").Href(browser.At(StartPath)).Body(ui.Icon("logo"), app.Text(language.Say("Private PCA"))),
		app.Nav().Class("grow").Aria("label", language.Say("Steps")).Body(app.Ol().Class("steps").Body(items...)),
		app.Div().Class("tools").Body(app.A().ID("help").Href(browser.At(HelpPath)).Text(language.Say("Help")),
			app.A().Class("to-ledger").Href(browser.At(LedgerPath)).Text(language.Say("Ledger")), h.language(to), h.isolation()),
	)
}

// language is the choice of one; nil where there is none.
func (h header) language(to *ui.Inbox) app.UI {
	if len(h.Languages) == 0 {
		return nil
	}
	return to.Choose("language", language.Tag(), h.Languages, func(tag string) effect.Msg { return Speak{tag} }).Class("select-s").
		Aria("label", language.Say("Language")).Title(language.Say("The page loads anew. Answers are kept; an open file is chosen again."))
}

// isolation counts the page's requests since the file was opened.
func (h header) isolation() app.UI {
	if !h.Open {
		return app.Span().Class("sealed").Body(ui.Icon("seal"), app.Span().Text(language.Say("Records stay on this device")))
	}
	return app.Span().Class("sealed").Title(language.Say("Counted by the browser since the file was opened")).
		Body(ui.Icon("seal"), app.Span().ID("requests").Text(language.Say(words.Count(int64(h.Requests), "request")+" since opening")))
}

// Remarks stand above every page: what was just done, a worker that is silent, and another version.
type remarks struct {
	Silent  bool
	Spent   bool // a release that is under way counts as spent
	Note    string
	Told    string // what was taken back of kept answers; said where there is no note
	Busy    bool   // then nothing is said of versions
	Waits   bool   // another version of the page is ready
	Clears  bool   // what loading it takes away: the file,
	Release bool   // and the release in view

	Versions Versions
}

// Draw implements ui.Drawn.
func (r remarks) Draw(to *ui.Inbox) app.UI {
	var silent, said, version app.UI
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
		said = ui.Note("", "info", app.P().ID("note").TabIndex(-1).Text(language.Say(r.Note)))
	case r.Told != "":
		said = ui.Note("", "info", app.P().ID("told").Text(language.Say(r.Told)))
	}
	if !r.Busy {
		version = r.version(to)
	}
	return app.Div().Class("remarks").Aria("live", "polite").Body(ui.Slot(silent), ui.Slot(said), ui.Slot(version))
}

// version offers the version that waits, and says where an older one took the place of a newer one.
func (r remarks) version(to *ui.Inbox) app.UI {
	loses := ""
	switch {
	case r.Release:
		loses = " It clears the file, your answers and the release in view: download what you want to keep first."
	case r.Clears:
		loses = " It clears the file and your answers."
	}
	offer := func(look, icon, title, text, button string) app.UI {
		return app.Div().ID("newer").Body(ui.Note(look, icon, app.P().Body(ui.Rich("", title, text)...), to.Button("newer-button", button, TakeNewer{}, "btn-s")))
	}
	v := &r.Versions
	made := " This one was made on " + Moment(v.Made) + ", that one on "
	switch {
	case r.Waits && v.OffersOlder():
		return offer("note-caution", "warn", "This site now gives an older version.", made+Moment(v.Offered)+
			". Faults that were mended in between would be back. It is taken when you reload here, or once all its pages are closed: ask whoever runs this site why."+loses, "Reload with the older version")
	case r.Waits && v.OffersNewer():
		return offer("", "info", "A newer version is ready.", made+Moment(v.Offered)+", as the site states it."+loses, "Reload")
	case r.Waits:
		return offer("", "info", "Another version is ready.", loses+" Your browser cannot tell whether it is newer: whoever runs this site decides which version it gives.", "Reload")
	case v.WentBack():
		return app.Div().ID("older").Body(ui.Note("note-caution", "warn",
			app.P().Body(ui.Rich("", "This page is older than the one that you had here before.", made+Moment(v.Newest)+
				". Faults that were mended in between are back. Ask whoever runs this site why, before you choose a file.")...),
			to.Button("older-button", "Go on with this version", AcceptVersion{}, "btn-s")))
	}
	return nil
}
