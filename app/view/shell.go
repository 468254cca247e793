package view

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/client"
	"privatepca/app/frame"
	"privatepca/app/goapp"
	"privatepca/app/state"
	"privatepca/app/view/ui"
	"privatepca/core/words"
)

// stepNames are those of Steps, in order.
var stepNames = []string{"Data", "Columns", "Privacy", "Release", "Result"}

// A Site is what the pages of one tab share.
type Site struct {
	State  *state.State
	Screen *goapp.Screen
	Frame  *frame.Frame      // of a parent page; nil on a page of its own
	Begin  func(app.Context) // called when a page comes into view
}

// guard is what lets clicks count in a frame; nil outside one.
func (site *Site) guard() *frame.Guard {
	if site.Frame == nil {
		return nil
	}
	return site.Frame.Guard
}

// A page is what the pages share: their site, and its place among the steps.
type page struct {
	app.Compo
	s    *state.State
	site *Site
	step int
	left *state.Fault // the error in view when the way to this page began; nil for none
}

func newPage(site *Site, step int) page {
	return page{s: site.State, site: site, step: step, left: site.State.Notice.Fault}
}

// OnNav draws later changes on this page and moves the reader to its beginning. An
// error that was left behind is done with, unless only a reload helps. One that came while this page was being drawn was not seen yet:
// it stands, since it may say that a release counts as spent.
func (p *page) OnNav(ctx app.Context) {
	p.site.Screen.Page = p.Update
	p.s.Keeping.Arrived()
	if p.step >= 1 && p.step <= 3 && p.s.Worker.File != nil {
		p.s.Keeping.Step = state.Steps()[p.step]
	}
	if p.step >= 1 {
		p.s.Ledger.Refresh()
	}
	if t := p.s.Notice.Fault; t != nil && t == p.left && t.Action != state.Reload {
		p.s.Notice.Fault = nil
	}
	if p.site.Frame == nil {
		ctx.Page().SetTitle(titleAt(ctx.Page().URL().Path) + "Private PCA")
	}
	p.site.Begin(ctx)
	arrive(ctx, p.s.Version == 0)
}

// titleAt begins the title of a window at an address, with the name of its page.
func titleAt(path string) string {
	for i, step := range state.Steps() {
		if i > 0 && strings.HasSuffix(path, step) {
			return stepNames[i] + " · "
		}
	}
	for at, name := range map[string]string{state.HelpPath: "Help", state.PracticePath: "Practice", state.LedgerPath: "Ledger"} {
		if strings.HasSuffix(path, at) {
			return name + " · "
		}
	}
	return ""
}

// arrive puts the focus on the heading after a step, as a new page would, or on what
// the address names.
func arrive(ctx app.Context, first bool) {
	if id := ctx.Page().URL().Fragment; id != "" {
		ctx.Defer(func(app.Context) { browser.Focus(id) })
		return
	}
	if first {
		return // the first page: the focus is the browser's
	}
	browser.ToTop() // at once: after the drawing it would pull the page away under the hand
	ctx.Defer(func(app.Context) { browser.FocusHeading() })
}

// frame draws what surrounds a page. An error takes the page's place.
func (p *page) frame(body ...app.UI) app.UI {
	s := p.s
	if s.Second != nil {
		body = []app.UI{secondView(s)}
	}
	if s.Beside.Which != nil {
		body = []app.UI{whichView(s)}
	}
	if s.Notice.Fault != nil {
		body = []app.UI{faultView(s)}
	}
	if away := turnedAway(s); away != nil {
		body = away
	}
	main := append([]app.UI{ui.Slot(hostBanner(s, p.site.Frame)), ui.Slot(practiceBanner(s, p.step))}, append(remarks(s), body...)...)
	var without app.UI
	if app.IsServer {
		// In a sandboxed frame of no origin WebKit's 'self' is nobody: neither boot.js, which says so elsewhere, nor the style that hides these words comes.
		without = app.Raw(`<div><noscript><div class="unsupported">Private PCA reads records on your own device, with scripts. Allow scripts for this site to use it; in a frame of another site, its attribute sandbox must allow them, too.</div></noscript>` +
			`<p class="unstyled">If nothing else comes here: this frame allows too little for Private PCA to work in it. Its attribute must be sandbox="allow-scripts allow-same-origin allow-downloads", or be left out. Nothing was read.</p></div>`)
	}
	return app.Div().Class("shell").Body(
		app.Raw(ui.Icons),
		without,
		app.A().Class("skip").Href("#main").Text("Skip to the content"),
		goapp.Deferred(p.header),
		app.Main().ID("main").Class("page").TabIndex(-1).Body(main...),
	)
}

func (p *page) header() app.UI {
	var items []app.UI
	for i, path := range state.Steps() {
		a := app.A().Href(browser.At(path)).Body(app.I().Text(i+1), app.Span().Text(stepNames[i]))
		switch {
		case i == p.step:
			a.Aria("current", "step")
		case i < p.step:
			a.Class("done")
		}
		items = append(items, app.Li().Body(a))
	}
	return app.Header().Class("top").Body(
		app.A().Class("brand").Href(browser.At(state.StartPath)).Body(ui.Icon("logo"), app.Text("Private PCA")),
		app.Nav().Class("grow").Aria("label", "Steps").Body(app.Ol().Class("steps").Body(items...)),
		app.Div().Class("tools").Body(app.A().ID("help").Href(browser.At(state.HelpPath)).Text("Help"),
			app.A().Class("to-ledger").Href(browser.At(state.LedgerPath)).Text("Ledger"), isolationNote(p.s)),
	)
}

// isolationNote counts the page's requests since the file was opened.
func isolationNote(s *state.State) app.UI {
	if s.Worker.File == nil {
		return app.Span().Class("sealed").Body(ui.Icon("seal"), app.Span().Text("Records stay on this device"))
	}
	return app.Span().Class("sealed").Title("Counted by the browser since the file was opened").
		Body(ui.Icon("seal"), app.Span().ID("requests").Text(words.Count(int64(browser.Requests()-s.Worker.Requests), "request")+" since opening"))
}

// remarks stand above every page: what was just done, and a worker that is silent.
func remarks(s *state.State) []app.UI {
	var silent, said app.UI
	if s.Worker.Status == client.Silent {
		silent = ui.Note("note-caution", "warn",
			app.P().Body(ui.Rich("", "The worker has not answered for 20 seconds.", fmt.Sprintf(
				" It may still be at work on a slow device. Starting it afresh keeps your answers; the file is read again.%s", spentWarning(s)))...),
			ui.Button("restart-button", "Start the worker afresh", s.StartAfresh, "btn-s"))
	}
	if s.Notice.Note == "" && s.Keeping.Told != "" {
		said = ui.Note("", "info", app.P().ID("told").Text(s.Keeping.Told))
	}
	if s.Notice.Note != "" {
		said = ui.Note("", "info", app.P().ID("note").Text(s.Notice.Note))
	}
	return []app.UI{app.Div().Class("remarks").Aria("live", "polite").Body(ui.Slot(silent), ui.Slot(said), ui.Slot(versionNote(s)))}
}

// spentWarning says that a release that is under way stays spent.
func spentWarning(s *state.State) string {
	if s.Worker.Job != nil && s.Worker.Job.Spent {
		return " The release that is under way counts as spent."
	}
	return ""
}

// heading opens a page.
func heading(title, lead string) app.UI {
	return app.Div().Class("head").Body(app.H1().TabIndex(-1).Text(title), app.P().Class("lead").Text(lead))
}

// noFile stands for a page that has nothing to show yet. A file can be chosen here, too.
func noFile(s *state.State) app.UI {
	lead := "The page keeps no records. After a reload the file must be chosen again."
	if kept := s.Keeping.Answered(); kept != nil {
		lead = "The page keeps no records, so choose the file again. Your " + words.Count(int64(kept.Answered), "answer") + " about columns are kept, and you come back to this step."
	}
	return app.Div().Class("stack").Body(
		heading("No file is open", lead),
		dropArea(s),
		app.P().Body(app.A().ID("to-start").Href(browser.At(state.StartPath)).Text("Back to the start")),
	)
}

// notYet stands for a page whose predecessors lack an answer.
func notYet(s *state.State) app.UI {
	var items []app.UI
	for _, l := range s.Draft.Answers.MissingAnswers() {
		items = append(items, app.Li().Text(l.Text))
	}
	return app.Div().Class("stack").Body(
		heading("Some answers are still missing", "What is public must be said before anything is computed."),
		app.Ul().Class("missing stack-s").Body(items...),
		app.P().Body(app.A().ID("to-columns").Class("btn btn-main").Href(browser.At(state.ColumnsPath)).Text("Back to the columns")),
	)
}

// prepareLater has the worker sum the file once this page is drawn, unless something went wrong or a release runs.
func prepareLater(s *state.State) {
	s.Screen.Later(func() {
		if s.Notice.Fault == nil && (s.Worker.Job == nil || !s.Worker.Job.Releasing) {
			s.Prepare()
		}
		s.Change()
	})
}
