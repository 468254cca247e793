package ui

import (
	"reflect"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// A Drawn is a piece of a page as a value: it holds all that it shows, and nothing else.
type Drawn interface {
	Draw(to *Inbox) app.UI
}

// What go-app does: it mounts a page in one task of the browser, draws a component again where one of its exported fields is another by
// reflect.DeepEqual, and draws each one a second time in the frame after it was mounted. So a piece of a page that is a value is drawn in a task of its
// own, once, and again only where its value is another. It must not be changed in place: that would be the same value still.

// A part is a piece of a page.
type part struct {
	app.Compo
	To *Inbox
	Of Drawn

	first app.UI // what was drawn when it was mounted, until go-app asks for it again
	of    Drawn  // of which value
}

// Part draws a piece of a page, after a pause where the task at hand has lasted long; an equal one is left as it was drawn.
func Part(to *Inbox, of Drawn) app.UI { return &part{To: to, Of: of} }

// Render implements app.Composer.
func (p *part) Render() app.UI {
	first, of := p.first, p.of
	p.first, p.of = nil, nil
	if first != nil && reflect.DeepEqual(of, p.Of) {
		return first
	}
	p.To.Rest()
	p.To.Parts++
	drawn := p.Of.Draw(p.To)
	if !p.Mounted() {
		p.first, p.of = drawn, p.Of
	}
	return drawn
}
