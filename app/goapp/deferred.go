package goapp

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
)

// What go-app does: it mounts a page in one task of the browser, all components at once.
// Why it hurts: a page of some hundred elements takes longer than a frame, and the
// browser answers nothing meanwhile. Upstream issue: none known. It can go when go-app
// mounts components in tasks of their own, or hands the thread back between them.

// deferred is a piece of a page that may be drawn in a task of its own. While the
// pieces of a page are drawn, what the reader does is received and waits its turn.
type deferred struct {
	app.Compo
	Draw func() app.UI // exported, so that the page's next drawing replaces it
}

// Deferred draws a piece of a page, after a pause where the task at hand has lasted long.
func Deferred(draw func() app.UI) app.UI { return &deferred{Draw: draw} }

// Render implements app.Composer.
func (p *deferred) Render() app.UI {
	browser.Pause()
	return p.Draw()
}
