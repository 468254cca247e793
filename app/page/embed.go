package page

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/app/frame"
	"privatepca/app/goapp"
	"privatepca/app/pages/practice"
	"privatepca/app/pages/result"
	"privatepca/app/run"
	"privatepca/app/state"
	"privatepca/core/fault"
)

// EmbedPath is the address of the page that other sites show in a frame.
const EmbedPath = frame.Path

// An embedPage draws the page of the step that is reached, in place. Everything happens
// in this one document: the parent page can count the entries of the history and the
// frames, so steps make neither.
type embedPage struct {
	app.Compo
	in    *inPlace
	shown app.Composer
}

func (p *embedPage) Render() app.UI { return app.Div().Class("embedded").Body(p.shown) }

// OnNav comes before that of the page within, which begins.
func (p *embedPage) OnNav(app.Context) { p.in.within = p }

// inPlace says which page is drawn in a frame.
type inPlace struct {
	page   *Page
	screen *run.Screen
	path   string
	within *embedPage
}

// enterFrame makes the site one in a frame, where the document is the one for frames.
func enterFrame(p *Page) {
	s, site := p.Site.State, p.Site
	site.Frame = frame.New(inFrame{s})
	if site.Frame == nil {
		s.Unlisted = frame.Unlisted()
		return
	}
	s.Draft.Choices = draft.NewChoices(s.Draft.Limits)
	s.AfterChange = func() {
		site.Frame.Changed()
	}
}

// begin has the screen draw other pages in place, and the frame listen.
func (in *inPlace) begin(root app.Context) {
	site, screen := in.page.Site, in.screen
	screen.Path = func() string { return browser.At(in.path) }
	screen.Navigate = func(path string) {
		root.Dispatch(func(app.Context) {
			path, id, _ := strings.Cut(path, "#")
			if path != in.path || in.within.shown == nil {
				in.path, in.within.shown = path, in.page.At(path)
			}
			in.within.Update()
			root.Defer(func(ctx app.Context) {
				in.within.shown.(app.Navigator).OnNav(ctx)
				screen.Draw()
				root.Defer(func(app.Context) { site.Frame.Guard.Watch() })
				if id != "" {
					browser.Focus(id)
				}
			})
		})
	}
	known := state.Pages()
	goapp.CatchLinks(func(path string) bool { return slices.Contains(known, path) }, func(path string) {
		screen.Post(func() { screen.Go(path) })
	})
	site.Frame.Start()
}

// inFrame is a State as its frame sees it.
type inFrame struct{ *state.State }

var _ frame.Page = inFrame{}

func (p inFrame) Post(f func())                 { p.Screen.Post(f) }
func (p inFrame) Drawn(f func())                { p.Screen.Drawn(f) }
func (p inFrame) Ready() bool                   { return p.State.Ready() }
func (p inFrame) HasFile() bool                 { return p.Worker.File != nil }
func (p inFrame) Limit(epsilon, delta *float64) { p.Draft.Limits.Lower(epsilon, delta) }
func (p inFrame) TurnAway(origin string)        { p.Unlisted = origin }
func (p inFrame) Offer(d frame.Description)     { p.Offered = state.Offered(d) }
func (p inFrame) Clear()                        { p.Notice.Fault = nil }

func (p inFrame) Idle() bool {
	return p.Worker.File == nil && p.Worker.Opening == nil && p.Result().Edition.IsZero()
}

func (p inFrame) Open(f client.NamedFile, d frame.Description) {
	p.State.Open(f, nil, state.Offered(d))
}

func (p inFrame) Fail(what, advice, file string, again func()) {
	t := state.Stopped(fault.New(fault.CodeLoad, what))
	t.Advice, t.File, t.Again = advice, file, again
	p.Notice.Fault = t
	p.Change()
}

func (p inFrame) Reset() {
	s := p.State
	s.Worker.Client.Restart()
	s.Lost()
	s.Models.Deliver(result.Closed{Forget: true})
	s.Models.Deliver(practice.Opened{})
	s.Worker.File, s.Waiting, s.Notice = nil, nil, state.Notice{}
	s.Worker.Closed, s.Second, s.Beside = false, nil, state.Beside{}
	s.Draft.Choices = draft.NewChoices(s.Draft.Limits)
	s.Screen.Go(state.StartPath)
}
