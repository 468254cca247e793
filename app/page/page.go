package page

import (
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/client"
	"privatepca/app/effect"
	"privatepca/app/forecast"
	"privatepca/app/frame"
	"privatepca/app/goapp"
	"privatepca/app/job"
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

// pointed is where a click was in a drawing.
func pointed(_ app.Context, e app.Event) (at ui.Spot, ok bool) {
	at.Width, at.X, at.Y, ok = browser.Pointed(e)
	return at, ok
}

// guard is what lets clicks count in a frame; nil outside one.
func (p *Page) guard() *frame.Guard {
	if p.Frame == nil {
		return nil
	}
	return p.Frame.Guard
}
