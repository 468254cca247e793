// Package app is the page: five steps from a file to a released subspace, each a
// component of its own on one session of state.
//
// It reads no records. What it knows of a file is the header and counts that the
// worker tells; what it shows of a release is in the document.
package app

import (
	"runtime/debug"
	"slices"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/client"
	"privatepca/app/goapp"
)

// Run declares the pages and, in a browser, shows them and does not return. On
// the server the pages are declared for pre-rendering.
func Run() {
	browser.Pause()         // what Go does before main has taken long enough
	debug.SetGCPercent(400) // the page holds little: seldom collecting costs a few megabytes and saves its tasks time
	host := &client.Browser{}
	s := newState(host)
	s.foresee(client.Aside{Beside: host})
	for _, path := range append(stepPaths(), helpPath, practicePath, ledgerPath) {
		app.RouteFunc(path, func() app.Composer { return s.pageAt(path) })
	}
	app.RouteFunc(EmbedPath, func() app.Composer { return &embedPage{s: s, shown: s.pageAt("/")} })
	s.embed()
	s.deliver = func(f func()) {} // until the first page is in view
	host.Deliver = func(f func()) { s.deliver(f) }
	s.seal = func() client.Seal { return host.Seal }
	browser.PlainAddress()
	browser.Pause()
	app.RunWhenOnBrowser()
}

// Paths are the addresses of the pages.
func Paths() []string { return append(stepPaths(), helpPath, practicePath, ledgerPath, EmbedPath) }

func stepPaths() []string {
	var out []string
	for _, step := range steps {
		out = append(out, step.path)
	}
	return out
}

// pageAt is a fresh component for an address.
func (s *State) pageAt(path string) app.Composer {
	p := page{s: s, step: slices.Index(stepPaths(), path)}
	switch p.step {
	case 0:
		return &startPage{p}
	case 1:
		return &columnsPage{page: p}
	case 2:
		return &privacyPage{p}
	case 3:
		return &releasePage{p}
	case 4:
		return &resultPage{page: p}
	}
	switch path {
	case helpPath:
		return &helpPage{page{s: s, step: noStep}}
	case practicePath:
		return &practicePage{page{s: s, step: practiceStep}}
	case ledgerPath:
		return &ledgerPage{page{s: s, step: ledgerStep}}
	}
	panic("app: no page at " + path)
}

// begin binds the session to the browser, once, when the first page is in view.
func (s *State) begin(ctx app.Context) {
	if s.begun {
		return
	}
	s.begun = true
	root := ctx.Dispatcher().Context()
	s.deliver = func(f func()) { root.Dispatch(func(app.Context) { f() }) }
	s.drawn = func(f func()) { root.Defer(func(app.Context) { f() }) }
	s.later = func(f func()) {
		time.AfterFunc(time.Millisecond, func() {
			s.deliver(func() {
				browser.Pause()
				f()
			})
		})
	}
	s.goTo = func(path string) { root.Navigate(browser.At(path)) }
	if s.host != nil {
		s.host.begin(root)
	}
	s.watchUpdates()
	s.acceptArrivals()
	goapp.KeepChoices()
	s.settle()
	s.worker.client.Start()
}

// settle waits until nothing more is fetched in the background.
func (s *State) settle() {
	browser.WhenStored(func() {
		s.deliver(func() {
			s.settled = true
			s.Change()
		})
	})
}
