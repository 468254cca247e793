// Package page is the frame around the pages: it declares them, holds the model, says who gets which message, and joins the page to the browser.
//
// The page reads no file of records. Of a file it knows the header and the counts that the worker reports and, for the
// curator's screen until a release begins, what look and unmatched answer. It takes the text of a table that is declared
// public (decision 46). What it shows of a release is in the document.
package page

import (
	"runtime/debug"
	"slices"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/client"
	"privatepca/app/goapp"
	"privatepca/app/job"
	"privatepca/app/pages/practice"
	"privatepca/app/run"
)

// Run declares the pages and, in a browser, shows them and does not return. On
// the server the pages are declared for pre-rendering.
func Run() {
	browser.Pause()         // what Go does before main has taken long enough
	debug.SetGCPercent(400) // the page holds little: seldom collecting costs a few megabytes and saves its tasks time
	worker, screen := &client.Browser{}, &run.Screen{}
	worker.Deliver, screen.Descriptions.Reader = screen.Post, worker
	p := New(worker, screen)
	if !app.IsServer {
		p.languages = speak()
	}
	screen.Page = p.Draw
	p.Forecasts(client.Aside{Beside: worker})
	p.Isolation = func() client.Isolation { return worker.Isolation }
	p.Served = func() bool { return worker.Served }
	framed := &inPlace{page: p, screen: screen, path: "/"}
	p.begin = func(ctx app.Context) { begin(p, screen, framed, worker, ctx) }
	for _, path := range Pages() {
		app.RouteFunc(path, func() app.Composer { return p.At(path) })
	}
	app.RouteFunc(EmbedPath, func() app.Composer { return &embedPage{in: framed, shown: p.At("/")} })
	browser.Pause()
	enterFrame(p)
	if !app.IsServer && p.Frame == nil && p.model.Job.Unlisted == "" { // what a site around the page gives is not kept
		p.Keeps(&browser.Texts{Post: screen.Post})
	}
	if p.Frame != nil { // but for what a site has set aside, until its document has the receipt
		Borrow(p, &browser.Texts{Post: screen.Post}, browser.Site{Post: screen.Post})
	}
	browser.PlainAddress()
	browser.Pause()
	app.RunWhenOnBrowser()
}

// Paths are the addresses of the pages, and of the document for frames.
func Paths() []string { return append(Pages(), EmbedPath) }

// begin binds the page to the browser, once, when the first page is in view.
func begin(p *Page, screen *run.Screen, framed *inPlace, worker *client.Browser, ctx app.Context) {
	if screen.Begun() {
		return
	}
	screen.Begin(ctx)
	if p.Frame != nil {
		framed.begin(screen.Root())
	}
	browser.Pause() // here and below: what a start does comes in slices, on a slow machine too
	browser.WatchVersions(func(made, offered, newest string, waits bool) {
		screen.Post(func() { p.Deliver(Versioned{Versions{Made: made, Offered: offered, Newest: newest}, waits}) })
	})
	browser.AcceptDrops(func(files []client.NamedFile) { p.received(files) })
	browser.AcceptPastes(func() bool { return screen.At(StartPath) }, func(files []client.NamedFile) { p.received(files) })
	browser.AcceptLaunches(func(files []client.NamedFile) { p.received(files) })
	browser.Pause()
	if p.Frame == nil { // a frame has its site's
		p.model.Help.Theme = browser.Theme()
		browser.ShowTheme(p.model.Help.Theme)
	}
	browser.WatchLeaving(func() bool { return p.model.Job.AtRisk() }, worker.EndAll)
	browser.OnHidden(func() { screen.Post(func() { p.Deliver(job.Save{}) }) })
	browser.ReadMarks()
	browser.AcceptUndo(func() {
		screen.Post(func() {
			if m := p.model.Job; m.Worker.File != nil && m.Notice.Fault == nil && m.Second == nil {
				p.Deliver(job.Do{Act: job.Undo})
			}
		})
	}, func() { screen.Post(func() { p.Deliver(job.KeepFirst{}) }) })
	browser.Pause()
	then := job.Msg(job.Changed{})
	if slices.ContainsFunc(ResultPaths(), screen.At) {
		then = job.Reopen{}
	}
	p.Deliver(job.ReadKept{Then: then})
	browser.MarkCopies(func() bool { return screen.At(PracticePath) }, practice.CopyMark)
	goapp.KeepChoices()
	// Nothing may be fetched in the background once a file was chosen.
	browser.WhenStored(func() {
		screen.Post(func() { p.Deliver(job.Settled{}) })
	})
	browser.Pause()
	p.run.Worker.Start()
}

// received takes files as soon as they can be read.
func (p *Page) received(files []client.NamedFile) {
	if len(files) == 0 {
		return
	}
	p.browser.Post(func() {
		if p.model.Job.Ready() {
			p.Deliver(job.Received{Files: files})
		} else if p.model.Job.Notice.Fault == nil { // still starting
			time.AfterFunc(100*time.Millisecond, func() { p.received(files) })
		}
	})
}
