package app

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/app/frame"
	"privatepca/app/goapp"
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
func (p *embedPage) OnNav(app.Context) { p.in.page = p }

// inPlace says which page is drawn in a frame.
type inPlace struct {
	site *Site
	path string
	page *embedPage
}

// enterFrame makes the site one in a frame, where the document is the one for frames.
func enterFrame(site *Site) {
	s := site.State
	site.Frame = frame.New(inFrame{s})
	if site.Frame == nil {
		s.unlisted = frame.Unlisted()
		return
	}
	s.draft.Choices = draft.NewChoices(s.draft.Limits)
	s.after = func() {
		site.Frame.Changed()
	}
}

// begin has the screen draw other pages in place, and the frame listen.
func (in *inPlace) begin(root app.Context) {
	site, screen := in.site, in.site.Screen
	screen.Path = func() string { return browser.At(in.path) }
	screen.Navigate = func(path string) {
		root.Dispatch(func(app.Context) {
			path, id, _ := strings.Cut(path, "#")
			if path != in.path || in.page.shown == nil {
				in.path, in.page.shown = path, pageAt(site, path)
			}
			in.page.Update()
			root.Defer(func(ctx app.Context) {
				in.page.shown.(app.Navigator).OnNav(ctx)
				screen.Draw()
				root.Defer(func(app.Context) { site.Frame.Guard.Watch() })
				if id != "" {
					browser.Focus(id)
				}
			})
		})
	}
	known := append(stepPaths(), helpPath, practicePath, ledgerPath)
	goapp.CatchLinks(func(path string) bool { return slices.Contains(known, path) }, func(path string) {
		screen.Post(func() { screen.Go(path) })
	})
	site.Frame.Start()
}

// inFrame is a State as its frame sees it.
type inFrame struct{ *State }

var _ frame.Page = inFrame{}

func (p inFrame) Post(f func())                 { p.screen.Post(f) }
func (p inFrame) Drawn(f func())                { p.screen.Drawn(f) }
func (p inFrame) Ready() bool                   { return p.ready() }
func (p inFrame) HasFile() bool                 { return p.worker.file != nil }
func (p inFrame) Limit(epsilon, delta *float64) { p.draft.Limits.Lower(epsilon, delta) }
func (p inFrame) Begin(k int)                   { p.draft.Limits.K = k }
func (p inFrame) TurnAway(origin string)        { p.unlisted = origin }
func (p inFrame) Offer(d frame.Description)     { p.offered = Offered(d) }
func (p inFrame) Clear()                        { p.notice.fault = nil }

func (p inFrame) Idle() bool {
	return p.worker.file == nil && p.worker.opening == nil && p.result.document == nil
}

func (p inFrame) Open(f client.NamedFile, d frame.Description) {
	p.open(f, d.Schema, Offered(d))
}

func (p inFrame) Fail(what, advice, file string, again func()) {
	p.notice.fault = &Fault{
		code: "load", title: "The portal’s data could not be loaded", what: what, advice: advice, file: file,
		action: chooseFile, again: again,
	}
	p.Change()
}

func (p inFrame) Reset() {
	s := p.State
	s.worker.client.Restart()
	s.lost()
	s.worker.file, s.result, s.waiting, s.practice, s.notice = nil, Result{}, nil, nil, Notice{}
	s.worker.closed = false
	s.draft.Choices = draft.NewChoices(s.draft.Limits)
	s.screen.Go("/")
}
