package page

import (
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/account"
	"privatepca/app/browser"
	"privatepca/app/client"
	"privatepca/app/effect"
	"privatepca/app/forecast"
	"privatepca/app/frame"
	"privatepca/app/goapp"
	"privatepca/app/job"
	"privatepca/app/language"
	"privatepca/app/pages/columns"
	"privatepca/app/pages/help"
	"privatepca/app/pages/ledger"
	"privatepca/app/pages/practice"
	"privatepca/app/pages/privacy"
	"privatepca/app/pages/result"
	"privatepca/app/pages/review"
	"privatepca/app/pages/start"
	"privatepca/app/panel"
	"privatepca/app/run"
	"privatepca/app/ui"
)

// A Browser is what the page needs of the browser. All of it happens on one goroutine.
type Browser interface {
	run.Browser
	Post(f func())  // runs f on the page's goroutine
	Drawn(f func()) // runs f when the changes so far are drawn
	Requests() int  // what the browser counted for this page
	Pause()         // lets the browser draw and listen, if the task at hand took long
}

// A Page is the page of one tab: its model, its inbox, and who does its effects.
type Page struct {
	Frame *frame.Frame // of another site; nil on a page of its own

	Handle    func(Model, effect.Msg, func()) (Model, []effect.Effect) // Update; a test watches it
	Isolation func() client.Isolation
	Served    func() bool // the service worker answered for the page, with all headers

	model     *Model
	to        *ui.Inbox
	run       run.Runner
	browser   Browser
	waiting   []effect.Msg // that came while another one was handled
	busy      bool
	languages []ui.Option // that can be chosen; none in a frame

	begin   func(app.Context)
	current func() // draws the page in view
	changed func() // tells the site around it
}

// New is the page of a tab on which nothing was done.
func New(host client.Host, b Browser) *Page { return Of(&Model{Job: job.New()}, host, b) }

// Of is the page of a tab with that model. Its worker is not started yet.
func Of(m *Model, host client.Host, b Browser) *Page {
	p := &Page{
		Handle: Update, Isolation: func() client.Isolation { return client.IsolationUnknown }, Served: func() bool { return false },
		model: m, browser: b, begin: func(app.Context) {}, current: func() {}, changed: func() {},
	}
	p.to = &ui.Inbox{
		Deliver: p.Deliver, Spot: pointed, Choice: goapp.Choice, Chosen: browser.Chosen, Pause: b.Pause,
		Counts: func(e app.Event, button string) bool { return p.guard().Deliberate(e, button) },
		TypePhrase: func(text string) {
			p.guard().Type(text)
			p.Draw()
		},
	}
	worker := client.New(host, func(status client.Status, reason string) { p.Deliver(job.Became{Status: status, Reason: reason}) })
	worker.Pause = b.Pause // the header of a file may be long
	p.run = run.Runner{Browser: b, Worker: worker, Deliver: p.Deliver, Unread: func(f effect.File, tooLong bool) effect.Msg { return job.Unread{File: f, TooLong: tooLong} }}
	if m.Help.Theme == "" {
		m.Help.Theme = browser.ThemeAuto
	}
	return p
}

// Forecasts has forecasts made by a worker of their own, for which host is the browser. It is never handed a file.
func (p *Page) Forecasts(host client.Host) {
	p.run.Aside = client.New(host, func(status client.Status, _ string) { p.Deliver(forecast.Became{Status: status}) })
}

// Keeps has the page keep answers, and what is in view.
func (p *Page) Keeps(store run.Store) {
	p.run.Store = store
	p.model.Job.Keeping.Stores = true
}

// Borrow has a page ask its own origin for a budget, and keep what that set aside until its document has the receipt.
func Borrow(p *Page, store run.Store, site run.Site) { p.run.Store, p.run.Site = store, site }

// Worker is the page's end of the protocol.
func (p *Page) Worker() *client.Client { return p.run.Worker }

// Model is what the page knows now. Nobody changes it.
func (p *Page) Model() Model { return *p.model }

// Inbox takes the messages of the page's controls.
func (p *Page) Inbox() *ui.Inbox { return p.to }

// Deliver handles a message and what follows from it, and has that drawn.
func (p *Page) Deliver(msg effect.Msg) {
	if p.busy {
		p.waiting = append(p.waiting, msg)
		return
	}
	p.take(msg)
	p.Draw()
	p.changed()
}

// take handles a message, then those that came meanwhile: what an effect brings back is never handled within an update.
func (p *Page) take(msg effect.Msg) {
	p.busy = true
	defer func() { p.busy = false }()
	p.waiting = append(p.waiting, msg)
	for len(p.waiting) > 0 {
		msg, p.waiting = p.waiting[0], p.waiting[1:]
		var effects []effect.Effect
		m := *p.model
		m.Job.World = job.World{Busy: p.run.Worker.Busy(), Requests: p.browser.Requests(), Time: time.Now()}
		*p.model, effects = p.Handle(m, msg, p.to.Pause)
		p.run.Do(effects)
		if missing := missing(p.model); missing != nil {
			p.waiting = append(p.waiting, missing)
		}
	}
}

// missing asks for what the tab in view shows of the release in view, and was not computed; nil for nothing.
func missing(m *Model) effect.Msg {
	tab, ok := TabAt(m.At)
	if !ok {
		return nil
	}
	return m.Result.Missing(tab)
}

// Draw has the page in view drawn again.
func (p *Page) Draw() { p.current() }

// body is what the page at an address shows: an error or a question takes its place.
func (p *Page) body(path string) []app.UI {
	m := *p.model
	if instead := p.instead(); instead != nil {
		return []app.UI{ui.Part(p.to, instead)}
	}
	if tab, ok := TabAt(path); ok {
		return result.View(m.Result, tab, p.resultAround(), p.to)
	}
	switch path {
	case StartPath:
		return start.View(p.start(), p.to)
	case HelpPath:
		of := m.Help
		of.Framed = p.Frame != nil
		return help.View(of, p.to)
	case ColumnsPath:
		if m.Job.Worker.File == nil {
			return []app.UI{ui.Part(p.to, p.noFile())}
		}
		return columns.View(columns.Seen(m.Columns, &m.Job.Draft), columnsAround(m, p.to), p.to)
	case PrivacyPath, PracticePath:
		if unready := p.unready(); unready != nil {
			return []app.UI{ui.Part(p.to, unready)}
		}
		if path == PrivacyPath {
			return privacy.View(privacyOf(m), privacyAround(m, p.to), p.to)
		}
		return practice.View(m.Practice, practiceAround(m, p.to), p.to)
	case ReleasePath:
		if unready := p.unready(); unready != nil {
			return []app.UI{ui.Part(p.to, unready)}
		}
		of, around := p.reviewOf()
		return review.View(of, around, p.to)
	case LedgerPath:
		a := m.Job.Account
		return ledger.View(m.Ledger, ledger.Around{List: a.List, Unread: a.Unread, Stays: a.Stays, Busy: m.Job.Worker.Job != nil}, p.to)
	}
	panic("app: no page at " + path)
}

// view draws the page at an address, with what surrounds every page.
func (p *Page) view(path string) app.UI {
	m := *p.model
	above := []app.UI{ui.Slot(p.host()), ui.Slot(panel.WaitingOf(p.to, m.Job.Reserved, m.Result.Lent)), ui.Slot(bannerOf(m, path, p.to)), ui.Part(p.to, remarksOf(m, p.run.Worker.Status()))}
	return around(p.to, p.header(StepOf(path)), append(above, p.body(path)...))
}

// Again is a fresh component that shows the same as one for an address: its page has the choices that were made on that visit.
func (p *Page) Again(c app.Composer) app.Composer {
	was := c.(interface{ in() *inView }).in()
	return p.component(inView{page: p, path: was.path, left: was.left})
}

func (c *inView) in() *inView { return c }

// At is a fresh component for an address. Each address has a type of its own: go-app would draw another page of the same type in place, and keep what is
// the page's own, such as where a list was scrolled to.
func (p *Page) At(path string) app.Composer {
	*p.model = visited(*p.model, path)
	return p.component(inView{page: p, path: path, left: p.model.Job.Notice.Fault, fresh: true})
}

func (p *Page) component(c inView) app.Composer {
	if tab, ok := TabAt(c.path); ok {
		return tabComponent(tab, c)
	}
	switch c.path {
	case StartPath:
		return &startPage{c}
	case ColumnsPath:
		return &columnsPage{c}
	case PrivacyPath:
		return &privacyPage{c}
	case ReleasePath:
		return &releasePage{c}
	case HelpPath:
		return &helpPage{c}
	case PracticePath:
		return &practicePage{c}
	case LedgerPath:
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
	left *job.Fault // the error in view when the way to this page began; nil for none

	fresh bool // it was made for this visit
}

// Render implements app.Composer.
func (c *inView) Render() app.UI { return c.page.view(c.path) }

// OnNav draws later changes on this page and moves the reader to its beginning.
func (c *inView) OnNav(ctx app.Context) {
	p := c.page
	first := p.model.Job.Version == 0
	p.current, p.model.At = c.Update, c.path
	arrived := job.Arrived{Left: c.left}
	step := StepOf(c.path)
	if step >= 1 && step <= 3 {
		arrived.Step = c.path
	}
	p.Deliver(arrived)
	if step >= 1 {
		p.Deliver(account.Refresh{})
	}
	if !c.fresh {
		*p.model = forgotten(*p.model, c.path)
	}
	c.fresh = false
	if p.Frame == nil {
		ctx.Page().SetTitle(titleAt(ctx.Page().URL().Path) + "Private PCA")
	}
	p.begin(ctx)
	toBeginning(ctx, first)
	switch {
	case c.path == PrivacyPath && p.unready() == nil:
		p.Deliver(privacy.Arrived{})
	case c.path == PracticePath && p.unready() == nil:
		p.Deliver(practice.Arrived{Table: tableOf(*p.model)})
	case c.path == StartPath || c.path == LedgerPath:
		p.Deliver(account.Read{})
	case c.path == ReleasePath:
		p.Deliver(job.Review{})
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
			return language.Say(t.Name()) + " · "
		}
	}
	for i, step := range job.Steps() {
		if i > 0 && strings.HasSuffix(path, step) {
			return language.Say(stepNames[i]) + " · "
		}
	}
	for at, name := range map[string]string{HelpPath: "Help", PracticePath: "Practice", LedgerPath: "Ledger"} {
		if strings.HasSuffix(path, at) {
			return language.Say(name) + " · "
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
