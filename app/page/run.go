// Package page is the frame around the pages: it declares them, holds the model, says who gets which message, and joins the page to the browser.
//
// The page reads no records. What it knows of a file is the header and counts that the
// worker reports; what it shows of a release is in the document.
package page

import (
	"runtime/debug"
	"slices"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/client"
	"privatepca/app/goapp"
	"privatepca/app/pages/practice"
	"privatepca/app/run"
	"privatepca/app/state"
)

// Run declares the pages and, in a browser, shows them and does not return. On
// the server the pages are declared for pre-rendering.
func Run() {
	browser.Pause()         // what Go does before main has taken long enough
	debug.SetGCPercent(400) // the page holds little: seldom collecting costs a few megabytes and saves its tasks time
	worker, screen := &client.Browser{}, &run.Screen{}
	worker.Deliver, screen.Descriptions = screen.Post, worker
	p := New(worker, screen)
	s := p.Site.State
	screen.Page = p.Draw
	p.Forecasts(client.Aside{Beside: worker})
	s.Isolation = func() client.Isolation { return worker.Isolation }
	s.Served = func() bool { return worker.Served }
	framed := &inPlace{page: p, screen: screen, path: "/"}
	p.begin = func(ctx app.Context) { begin(p, screen, framed, worker, ctx) }
	for _, path := range state.Pages() {
		app.RouteFunc(path, func() app.Composer { return p.At(path) })
	}
	app.RouteFunc(EmbedPath, func() app.Composer { return &embedPage{in: framed, shown: p.At("/")} })
	browser.Pause()
	enterFrame(p)
	if !app.IsServer && p.Site.Frame == nil && s.Unlisted == "" { // what a site around the page gives is not kept
		s.Keeping.Store = &browser.Texts{Post: screen.Post}
	}
	browser.PlainAddress()
	browser.Pause()
	app.RunWhenOnBrowser()
}

// Paths are the addresses of the pages, and of the document for frames.
func Paths() []string { return append(state.Pages(), EmbedPath) }

// begin binds the page to the browser, once, when the first page is in view.
func begin(p *Page, screen *run.Screen, framed *inPlace, worker *client.Browser, ctx app.Context) {
	s := p.Site.State
	if screen.Begun() {
		return
	}
	screen.Begin(ctx)
	if p.Site.Frame != nil {
		framed.begin(screen.Root())
	}
	browser.Pause() // here and below: what a start does comes in slices, on a slow machine too
	browser.WatchVersions(func(made, offered, newest string, waits bool) {
		screen.Post(func() {
			s.Versions, s.Waits = state.Versions{Made: made, Offered: offered, Newest: newest}, waits
			s.Change()
		})
	})
	browser.AcceptDrops(func(files []client.NamedFile) { arrived(s, files) })
	browser.AcceptPastes(func() bool { return screen.At(state.StartPath) }, func(files []client.NamedFile) { arrived(s, files) })
	browser.AcceptLaunches(func(files []client.NamedFile) { arrived(s, files) })
	browser.Pause()
	if p.Site.Frame == nil { // a frame has its site's
		p.model.Help.Theme = browser.Theme()
		browser.ShowTheme(p.model.Help.Theme)
	}
	browser.WatchLeaving(s.AtRisk, worker.EndAll)
	browser.OnHidden(func() { screen.Post(s.Keeping.Save) })
	browser.ReadMarks()
	browser.AcceptUndo(func() {
		screen.Post(func() {
			if s.Worker.File != nil && s.Notice.Fault == nil && s.Second == nil {
				s.Undo()
			}
		})
	}, func() { screen.Post(s.KeepFirst) })
	browser.Pause()
	s.Keeping.Read(func() {
		if slices.ContainsFunc(state.ResultPaths(), screen.At) {
			state.Reopen(s)
		}
		s.Change()
	})
	browser.MarkCopies(func() bool { return screen.At(state.PracticePath) }, practice.CopyMark)
	goapp.KeepChoices()
	// Nothing may be fetched in the background once a file was chosen.
	browser.WhenStored(func() {
		screen.Post(func() {
			s.Settled = true
			s.Change()
		})
	})
	browser.Pause()
	s.Worker.Client.Start()
}

// arrived receives files as soon as they can be read.
func arrived(s *state.State, files []client.NamedFile) {
	if len(files) == 0 {
		return
	}
	s.Screen.Post(func() {
		if s.Ready() {
			s.Received(files)
		} else if s.Notice.Fault == nil { // still starting
			time.AfterFunc(100*time.Millisecond, func() { arrived(s, files) })
		}
	})
}
