package page

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/client"
	"privatepca/app/frame"
	"privatepca/app/goapp"
	"privatepca/app/job"
	"privatepca/app/run"
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
	p.Frame = frame.New(inFrame{p})
	if p.Frame == nil {
		p.model.Job.Unlisted = frame.Unlisted()
		return
	}
	p.run.Frame, p.changed = framed{p.Frame}, p.Frame.Changed
	p.Deliver(job.Limit{})
}

// begin has the screen draw other pages in place, and the frame listen.
func (in *inPlace) begin(root app.Context) {
	screen := in.screen
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
				root.Defer(func(app.Context) { in.page.Frame.Guard.Watch() })
				if id != "" {
					browser.Focus(id)
				}
			})
		})
	}
	known := Pages()
	goapp.CatchLinks(func(path string) bool { return slices.Contains(known, path) }, func(path string) {
		screen.Post(func() { screen.Go(path) })
	})
	in.page.Frame.Start()
}

// inFrame is a page as its frame sees it.
type inFrame struct{ *Page }

var _ frame.Page = inFrame{}

func (p inFrame) Post(f func())                 { p.browser.Post(f) }
func (p inFrame) Drawn(f func())                { p.browser.Drawn(f) }
func (p inFrame) Change()                       { p.Deliver(job.Changed{}) }
func (p inFrame) Ready() bool                   { return p.model.Job.Ready() }
func (p inFrame) HasFile() bool                 { return p.model.Job.Worker.File != nil }
func (p inFrame) Limit(epsilon, delta *float64) { p.Deliver(job.Limit{Epsilon: epsilon, Delta: delta}) }
func (p inFrame) Lend(name string)              { p.Deliver(job.Lend{Name: name}) }
func (p inFrame) TurnAway(origin string)        { p.Deliver(job.TurnAway{Site: origin}) }
func (p inFrame) Offer(d frame.Description)     { p.Deliver(job.Offer{Of: job.Offered(d)}) }
func (p inFrame) Clear()                        { p.Deliver(job.Dismiss{}) }
func (p inFrame) Reset()                        { p.Deliver(job.Reset{}) }

func (p inFrame) Idle() bool {
	w := p.model.Job.Worker
	return w.File == nil && w.Opening == nil && p.model.Result.Edition.IsZero()
}

func (p inFrame) Open(f client.NamedFile, d frame.Description) {
	p.Deliver(job.Open{File: f, Came: job.Offered(d)})
}

func (p inFrame) Fail(what, advice, file string, again func()) {
	p.Deliver(job.Stop{Fault: fault.New(fault.CodeLoad, what), Advice: advice, File: file, Again: again != nil})
}
