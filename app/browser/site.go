package browser

import (
	"encoding/hex"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/client"
)

// sitePatience is how long this site may take over an answer, in milliseconds.
const sitePatience = 15_000

// A Site is this page's own origin, which answers the page.
type Site struct {
	Post func(func()) // runs a function on the page's goroutine, on which each done is called
}

// AskSite asks this page's own origin for something at a path: by GET, or with a body of JSON by POST. The status is 0 where no answer came.
func (s Site) AskSite(path string, body []byte, done func(status int, text string)) {
	how := map[string]any{
		"cache": "no-store", "credentials": "same-origin", "redirect": "error", "signal": app.Window().Get("AbortSignal").Call("timeout", sitePatience),
	}
	if body != nil {
		how["method"], how["body"], how["headers"] = "POST", string(body), map[string]any{"Content-Type": "application/json"}
	}
	answered := func(status int, text string) { s.Post(func() { done(status, text) }) }
	failed := func(app.Value) { answered(0, "") }
	client.Await(app.Window().Call("fetch", At(path), how), func(response app.Value) {
		client.Await(response.Call("text"), func(text app.Value) { answered(response.Get("status").Int(), text.String()) }, failed)
	}, failed)
}

// NewID draws 32 hex digits by the browser's generator.
func (Site) NewID() string {
	random := app.Window().Get("crypto").Call("getRandomValues", app.Window().Get("Uint8Array").New(16))
	id := make([]byte, 16)
	app.CopyBytesToGo(id, random)
	return hex.EncodeToString(id)
}
