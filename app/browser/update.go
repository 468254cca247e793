package browser

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/client"
)

// A newer version of the page waits until the reader asks for it, or until the last tab of
// this one is closed: meanwhile everything is served from the version that is open, so
// that a run ends as it began. web/boot.js notices it.

// WatchUpdates calls newer when a newer version of the page is ready.
func WatchUpdates(newer func()) {
	look := func() {
		if app.Window().Get("privatepcaNewer").Truthy() {
			newer()
		}
	}
	Listen("privatepca-newer", func(app.Value) { look() })
	look()
}

// Update loads the newer version.
func Update() { app.Window().Call("privatepcaReload") }

// WhenStored calls done when the service worker has stored everything that works without a
// network, so that nothing is fetched after a file was chosen. Where there is no
// service worker there is nothing to wait for.
func WhenStored(done func()) {
	settled := func(app.Value) { done() }
	client.Await(app.Window().Get("privatepcaSettled"), settled, settled)
}

// Requests is the number of requests that the browser counted for this page.
func Requests() int {
	return app.Window().Get("performance").Call("getEntriesByType", "resource").Length()
}
