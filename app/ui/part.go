package ui

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// A Drawn is a piece of a page as a value: it holds all that it shows, and nothing else.
type Drawn interface {
	Draw(to *Inbox) app.UI
}

// What go-app does: it mounts a page in one task of the browser, and draws a component again where one of its exported fields is another by
// reflect.DeepEqual. So a piece of a page that is a value is drawn in a task of its own, and again only where its value is another. It must not be
// changed in place: that would be the same value still.

// A part is a piece of a page.
type part struct {
	app.Compo
	To *Inbox
	Of Drawn
}

// Part draws a piece of a page, after a pause where the task at hand has lasted long; an equal one is left as it was drawn.
func Part(to *Inbox, of Drawn) app.UI { return &part{To: to, Of: of} }

// Render implements app.Composer.
func (p *part) Render() app.UI {
	if p.To.Pause != nil {
		p.To.Pause()
	}
	p.To.Parts++
	return p.Of.Draw(p.To)
}
