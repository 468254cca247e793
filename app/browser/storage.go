package browser

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/client"
)

// Persist finds out whether the browser keeps its storage when it runs short of it, and
// with ask asks that it do. Where the browser cannot tell, done is not called.
func Persist(ask bool, done func(kept bool)) {
	storage := app.Window().Get("navigator").Get("storage")
	what := "persisted"
	if ask {
		what = "persist"
	}
	if !storage.Truthy() || !storage.Get(what).Truthy() {
		return
	}
	client.Await(storage.Call(what), func(kept app.Value) { done(kept.Bool()) }, func(app.Value) {})
}
