package browser

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/client"
)

// FetchText gets a text of this site; ok is false where it cannot be had.
func FetchText(path string, done func(text string, ok bool)) {
	fetch(path, "text", func(text app.Value, ok bool) {
		if !ok {
			done("", false)
			return
		}
		done(text.String(), true)
	})
}

// FetchFile gets a file of this site, which stays in the browser's hands, under a name;
// ok is false where it cannot be had.
func FetchFile(path, name string, done func(f client.NamedFile, ok bool)) {
	fetch(path, "blob", func(blob app.Value, ok bool) {
		if !ok {
			done(client.NamedFile{}, false)
			return
		}
		done(NewFile(name, blob), true)
	})
}

func fetch(path, as string, done func(body app.Value, ok bool)) {
	failed := func(app.Value) { done(nil, false) }
	client.Await(app.Window().Call("fetch", At(path)), func(response app.Value) {
		if !response.Get("ok").Bool() {
			failed(nil)
			return
		}
		client.Await(response.Call(as), func(body app.Value) { done(body, true) }, failed)
	}, failed)
}
