package browser

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/client"
)

// Copy puts a text on the clipboard, and says whether the browser let it.
func Copy(text string, done func(copied bool)) {
	clipboard := app.Window().Get("navigator").Get("clipboard")
	if !clipboard.Truthy() {
		done(false)
		return
	}
	client.Await(clipboard.Call("writeText", text), func(app.Value) { done(true) }, func(app.Value) { done(false) })
}

// MarkCopies has the browser add a mark to whatever is copied from the page while wanted
// says so.
func MarkCopies(wanted func() bool, mark string) {
	Listen("copy", func(e app.Value) {
		text := app.Window().Call("getSelection").Call("toString").String()
		if text == "" || !wanted() {
			return
		}
		e.Get("clipboardData").Call("setData", "text/plain", text+"\n\n"+mark)
		e.Call("preventDefault")
	})
}
