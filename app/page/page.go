package page

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/account"
	"privatepca/app/browser"
	"privatepca/app/client"
	"privatepca/app/effect"
	"privatepca/app/forecast"
	"privatepca/app/goapp"
	"privatepca/app/pages/columns"
	"privatepca/app/pages/help"
	"privatepca/app/pages/ledger"
	"privatepca/app/pages/practice"
	"privatepca/app/pages/privacy"
	"privatepca/app/pages/result"
	"privatepca/app/pages/review"
	"privatepca/app/run"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/app/view"
	"privatepca/core/advice"
)

// A Browser is what the page needs of the browser.
type Browser interface {
	state.Screen
	run.Browser
}

// A Page is the page of one tab: its model, its inbox, and who does its effects.
type Page struct {
	Site *view.Site // of the pages that are no models yet

	Handle func(Model, effect.Msg, func()) (Model, []effect.Effect) // Update; a test watches it

	model   Model
	to      *ui.Inbox
	run     run.Runner
	waiting []effect.Msg // that came while another one was handled
	busy    bool
	begin   func(app.Context)
	current func()        // draws the page in view
	at      string        // its path; "" before one is in view
	file    *state.Source // that the page of columns is about
}

// New is the page of a tab on which nothing was done.
func New(host client.Host, b Browser) *Page { return Of(state.New(host, b), b) }

// Of is the page of a tab in that state.
func Of(s *state.State, b Browser) *Page {
	p := &Page{Site: &view.Site{State: s}, Handle: Update, begin: func(app.Context) {}, current: func() {}}
	p.to = &ui.Inbox{
		Deliver: p.Deliver, Spot: pointed, Choice: goapp.Choice, Chosen: browser.Chosen, Pause: b.Pause,
		Counts: func(e app.Event, button string) bool { return p.Site.Guard().Deliberate(e, button) },
		TypePhrase: func(text string) {
			p.Site.Guard().Type(text)
			s.Change()
		},
	}
	p.Site.To = p.to
	p.run = run.Runner{Browser: b, Worker: s.Worker.Client, State: state.Effects{State: s}, Keeper: &s.Keeping, Deliver: p.Deliver}
	p.model.Help.Theme = browser.ThemeAuto
	if s.Models != nil {
		p.model.Result, p.model.Account, p.model.Forecast, p.model.Practice = s.Result(), s.Models.Account(), s.Forecast(), s.Models.Practice()
	}
	s.Models = p
	return p
}

// Forecasts has forecasts made by a worker of their own, for which host is the browser. It is never handed a file.
func (p *Page) Forecasts(host client.Host) {
	p.run.Aside = client.New(host, func(status client.Status, _ string) { p.Deliver(forecast.Became{Status: status}) })
}

// Model is what the page knows now. Nobody changes it.
func (p *Page) Model() Model { return p.model }

// Result is what the page of results knows now.
func (p *Page) Result() result.Model { return p.model.Result }

// Account is what the page knows now of the ledger and the account.
func (p *Page) Account() account.Model { return p.model.Account }

// Forecast is what is known of the forecast now.
func (p *Page) Forecast() forecast.Model { return p.model.Forecast }

// Practice is what the page of practice knows now.
func (p *Page) Practice() practice.Model { return p.model.Practice }

// Inbox takes the messages of the page's controls.
func (p *Page) Inbox() *ui.Inbox { return p.to }

// Deliver handles a message and what follows from it, and has that drawn.
func (p *Page) Deliver(msg effect.Msg) {
	if p.busy {
		p.waiting = append(p.waiting, msg)
		return
	}
	p.take(msg)
	switch msg.(type) {
	case forecast.Msg, practice.Msg: // what changes the state is followed there
		p.Follow()
	}
	p.Draw()
	p.Site.State.AfterChange()
}

// Follow has the forecast, and a page in view that needs it, follow how the release is described and how the open table stands.
func (p *Page) Follow() {
	s := p.Site.State
	p.take(state.Described(s))
	if p.at == state.PracticePath && s.Worker.File != nil {
		p.take(practice.Stands{Table: state.Table(s)})
	}
}

// take handles a message, then those that came meanwhile: what an effect brings back is never handled within an update.
func (p *Page) take(msg effect.Msg) {
	p.waiting = append(p.waiting, msg)
	if p.busy {
		return
	}
	p.busy = true
	defer func() { p.busy = false }()
	for len(p.waiting) > 0 {
		msg, p.waiting = p.waiting[0], p.waiting[1:]
		var effects []effect.Effect
		p.lend()
		p.inform(msg)
		p.model, effects = p.Handle(p.model, state.Known(p.Site.State, msg), p.to.Pause)
		p.takeBack(msg)
		p.run.Do(effects)
		if missing := p.missing(); missing != nil {
			p.waiting = append(p.waiting, missing)
		}
	}
}

// missing asks for what the tab in view shows of the release in view, and was not computed; nil for nothing.
func (p *Page) missing() effect.Msg {
	tab, ok := state.TabAt(p.at)
	if !ok {
		return nil
	}
	return p.model.Result.Missing(tab)
}

// Draw has the page in view drawn again.
func (p *Page) Draw() { p.current() }

// body is what the page at an address shows: an error or a question takes its place.
func (p *Page) body(path string, old view.Page) []app.UI {
	s := p.Site.State
	if instead := view.Instead(s); instead != nil {
		return instead
	}
	if s.Notice.Fault != nil {
		return []app.UI{ui.Part(p.to, stoppedOf(s, p.model.Report))}
	}
	if tab, ok := state.TabAt(path); ok {
		return result.View(p.model.Result, tab, resultAround(s, p.Site.Frame, p.to), p.to)
	}
	switch path {
	case state.HelpPath:
		m := p.model.Help
		m.Framed = p.Site.Frame != nil
		return help.View(m, p.to)
	case state.ColumnsPath:
		if s.Worker.File == nil {
			return []app.UI{view.NoFile(s)}
		}
		p.lend()
		return columns.View(p.model.Columns, columnsAround(s, p.to), p.to)
	case state.PrivacyPath, state.PracticePath:
		if unready := view.Unready(s); unready != nil {
			return unready
		}
		if path == state.PrivacyPath {
			return privacy.View(privacyOf(s), privacyAround(p.Site), p.to)
		}
		return practice.View(p.model.Practice, practiceAround(p.Site), p.to)
	case state.ReleasePath:
		if unready := view.Unready(s); unready != nil {
			return unready
		}
		m, around := reviewOf(p.Site)
		return review.View(m, around, p.to)
	case state.LedgerPath:
		a := p.model.Account
		return ledger.View(p.model.Ledger, ledger.Around{List: a.List, Unread: a.Unread, Stays: a.Stays, Busy: s.Worker.Job != nil}, p.to)
	}
	return old.Draw()
}

// view draws the page at an address, with what surrounds every page.
func (p *Page) view(path string, old view.Page) app.UI {
	s := p.Site.State
	above := []app.UI{ui.Slot(view.HostBanner(s, p.Site.Frame)), ui.Slot(bannerOf(s, path, p.to)), ui.Part(p.to, remarksOf(s))}
	return around(p.to, headerOf(s, state.StepOf(path)), append(above, p.body(path, old)...))
}

// Again is a fresh component that shows the same as one for an address: its page has the choices that were made on that visit.
func (p *Page) Again(c app.Composer) app.Composer {
	was := c.(interface{ in() *inView }).in()
	return p.component(inView{page: p, path: was.path, old: was.old, left: was.left})
}

func (c *inView) in() *inView { return c }

// At is a fresh component for an address. Each address has a type of its own: go-app would draw another page of the same type in place, and keep what is
// the page's own, such as where a list was scrolled to.
func (p *Page) At(path string) app.Composer {
	p.arrive(path)
	p.model = forgotten(p.model, path)
	p.model.Account.Pressed = "" // who leaves the page of the button takes the press back; on the new page it may be pressed before OnNav
	return p.component(inView{page: p, path: path, old: view.PageAt(p.Site, path), left: p.Site.State.Notice.Fault, fresh: true})
}

func (p *Page) component(c inView) app.Composer {
	if tab, ok := state.TabAt(c.path); ok {
		return tabComponent(tab, c)
	}
	switch c.path {
	case state.StartPath:
		return &startPage{c}
	case state.ColumnsPath:
		return &columnsPage{c}
	case state.PrivacyPath:
		return &privacyPage{c}
	case state.ReleasePath:
		return &releasePage{c}
	case state.HelpPath:
		return &helpPage{c}
	case state.PracticePath:
		return &practicePage{c}
	case state.LedgerPath:
		return &ledgerPage{c}
	}
	panic("app: no page at " + c.path)
}

// tabComponent is the component of a tab of the result.
func tabComponent(tab result.Tab, c inView) app.Composer {
	switch tab {
	case result.TabLoadings:
		return &loadingsPage{c}
	case result.TabMap:
		return &mapPage{c}
	case result.TabCorrelations:
		return &correlationsPage{c}
	case result.TabCompare:
		return &comparePage{c}
	case result.TabApply:
		return &applyPage{c}
	case result.TabCheck:
		return &checkPage{c}
	}
	return &resultPage{c}
}

type (
	startPage    struct{ inView }
	columnsPage  struct{ inView }
	privacyPage  struct{ inView }
	releasePage  struct{ inView }
	resultPage   struct{ inView }
	helpPage     struct{ inView }
	practicePage struct{ inView }
	ledgerPage   struct{ inView }

	loadingsPage     struct{ inView }
	mapPage          struct{ inView }
	correlationsPage struct{ inView }
	comparePage      struct{ inView }
	applyPage        struct{ inView }
	checkPage        struct{ inView }
)

// inView is a page in view, as a component of go-app.
type inView struct {
	app.Compo
	page *Page
	path string
	old  view.Page    // nil for a page that is a model
	left *state.Fault // the error in view when the way to this page began; nil for none

	fresh bool // it was made for this visit
}

// Render implements app.Composer.
func (c *inView) Render() app.UI { return c.page.view(c.path, c.old) }

// OnNav draws later changes on this page and moves the reader to its beginning. An error that was left behind is done with, unless only a reload helps.
// One that came while this page was being drawn was not seen yet: it stands, since it may say that a release counts as spent.
func (c *inView) OnNav(ctx app.Context) {
	p, s := c.page, c.page.Site.State
	p.current, p.at = c.Update, c.path
	s.Keeping.Arrived()
	step := state.StepOf(c.path)
	if step >= 1 && step <= 3 && s.Worker.File != nil {
		s.Keeping.Step = c.path
	}
	if step >= 1 {
		p.Deliver(account.Refresh{})
	}
	if !c.fresh {
		p.model = forgotten(p.model, c.path)
	}
	c.fresh = false
	if t := s.Notice.Fault; t != nil && t == c.left && t.Action != advice.Reload {
		s.Notice.Fault = nil
	}
	if p.Site.Frame == nil {
		ctx.Page().SetTitle(titleAt(ctx.Page().URL().Path) + "Private PCA")
	}
	p.begin(ctx)
	toBeginning(ctx, s.Version == 0)
	if c.old != nil {
		c.old.Arrive()
	}
	switch {
	case c.path == state.PrivacyPath && view.Unready(s) == nil:
		p.Deliver(privacy.Arrived{})
	case c.path == state.PracticePath && view.Unready(s) == nil:
		p.Deliver(practice.Arrived{Table: state.Table(s)})
	case c.path == state.StartPath || c.path == state.LedgerPath:
		p.Deliver(account.Read{})
	case c.path == state.ReleasePath: // the file is read anew where that was undone, as after a cancelled run
		if s.Worker.File != nil && s.Draft.Choices.Seen && s.Notice.Fault == nil && s.Worker.Job == nil && s.Notice.Note == "" {
			s.Prepare()
		}
		p.Deliver(account.Show{})
	}
}

// pointed is where a click was in a drawing.
func pointed(_ app.Context, e app.Event) (at ui.Spot, ok bool) {
	at.Width, at.X, at.Y, ok = browser.Pointed(e)
	return at, ok
}

// titleAt begins the title of a window at an address, with the name of its page.
func titleAt(path string) string {
	for _, t := range result.Tabs()[1:] {
		if strings.HasSuffix(path, t.Path()) {
			return t.Name() + " · "
		}
	}
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

// toBeginning puts the focus on the heading after a step, as a new page would, or on what the address names.
func toBeginning(ctx app.Context, first bool) {
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
