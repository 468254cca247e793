package browser

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/client"
)

// Another version of the page waits until the reader asks for it, or until the last tab of
// this one is closed: meanwhile everything is served from the version that is open, so
// that a run ends as it began. web/boot.js notices it, and knows when each was made.

// WatchVersions calls told with what is known of the versions now, and when another one is ready.
func WatchVersions(told func(made, offered, newest string, waits bool)) {
	look := func() {
		if v := app.Window().Get("privatepcaVersions"); v.Truthy() {
			told(v.Get("made").String(), v.Get("offered").String(), v.Get("newest").String(), app.Window().Get("privatepcaNewer").Truthy())
		}
	}
	Listen("privatepca-newer", func(app.Value) { look() })
	look()
}

// Update loads the version that waits.
func Update() { app.Window().Call("privatepcaReload") }

// AcceptVersion takes this version for the newest.
func AcceptVersion() {
	quietly(func() { app.Window().Call("privatepcaAcceptVersion") })
}

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
