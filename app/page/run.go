// Package page declares the pages and joins what they are made of: the state, the screen
// that draws it, the frame that it may stand in, and the browser's events.
//
// The page reads no records. What it knows of a file is the header and counts that the
// worker reports; what it shows of a release is in the document.
package page

import (
	"runtime/debug"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/client"
	"privatepca/app/goapp"
	"privatepca/app/state"
	"privatepca/app/view"
)

// Run declares the pages and, in a browser, shows them and does not return. On
// the server the pages are declared for pre-rendering.
func Run() {
	browser.Pause()         // what Go does before main has taken long enough
	debug.SetGCPercent(400) // the page holds little: seldom collecting costs a few megabytes and saves its tasks time
	worker, screen := &client.Browser{}, &goapp.Screen{}
	worker.Deliver, screen.Descriptions = screen.Post, worker
	s := state.New(worker, screen)
	s.Forecast.Start(client.Aside{Beside: worker})
	s.Isolation = func() client.Isolation { return worker.Isolation }
	s.Served = func() bool { return worker.Served }
	site := &view.Site{State: s, Screen: screen}
	framed := &inPlace{site: site, path: "/"}
	site.Begin = func(ctx app.Context) { begin(site, framed, worker, ctx) }
	for _, path := range state.Pages() {
		app.RouteFunc(path, func() app.Composer { return view.PageAt(site, path) })
	}
	app.RouteFunc(EmbedPath, func() app.Composer { return &embedPage{in: framed, shown: view.PageAt(site, "/")} })
	browser.Pause()
	enterFrame(site)
	if !app.IsServer && site.Frame == nil && s.Unlisted == "" { // what a site around the page gives is not kept
		s.Keeping.Store = &browser.Texts{Post: screen.Post}
	}
	browser.PlainAddress()
	browser.Pause()
	app.RunWhenOnBrowser()
}

// Paths are the addresses of the pages, and of the document for frames.
func Paths() []string { return append(state.Pages(), EmbedPath) }

// begin binds the state to the browser, once, when the first page is in view.
func begin(site *view.Site, framed *inPlace, worker *client.Browser, ctx app.Context) {
	s, screen := site.State, site.Screen
	if screen.Begun() {
		return
	}
	screen.Begin(ctx)
	if site.Frame != nil {
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
	if site.Frame == nil { // a frame has its site's
		browser.ShowTheme(browser.Theme())
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
		if screen.At(state.ResultPath) {
			state.Reopen(s)
		}
		s.Change()
	})
	browser.MarkCopies(func() bool { return screen.At(state.PracticePath) }, view.CopyMark)
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
