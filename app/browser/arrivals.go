package browser

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/client"
)

// Ways in which a file arrives without being picked: dropped, pasted, or opened from
// the desktop. Where the event must be answered at once, the listeners stand outside
// the components' handlers, which take their turn.

// Listen calls f at every event of the window, for as long as the page lives.
func Listen(event string, f func(e app.Value)) {
	app.Window().Call("addEventListener", event, app.FuncOf(func(_ app.Value, args []app.Value) any {
		f(args[0])
		return nil
	}))
}

// AcceptDrops takes files that are dropped anywhere on the page: left to itself,
// the browser would leave the page and show the file.
func AcceptDrops(receive func([]client.NamedFile)) {
	classes := app.Window().Get("document").Get("documentElement").Get("classList")
	Listen("dragover", func(e app.Value) {
		e.Call("preventDefault")
		classes.Call("add", "dragging")
	})
	Listen("dragleave", func(e app.Value) {
		if !e.Get("relatedTarget").Truthy() { // out of the window
			classes.Call("remove", "dragging")
		}
	})
	Listen("drop", func(e app.Value) {
		e.Call("preventDefault")
		classes.Call("remove", "dragging")
		receive(named(e.Get("dataTransfer").Get("files")))
	})
}

// AcceptPastes takes a file or a table that is pasted while wanted says so, but not into
// a control.
func AcceptPastes(wanted func() bool, receive func([]client.NamedFile)) {
	Listen("paste", func(e app.Value) {
		clipboard, target := e.Get("clipboardData"), e.Get("target")
		if !wanted() || !clipboard.Truthy() ||
			target.Get("value").Type() == app.TypeString {
			return
		}
		if files := named(clipboard.Get("files")); len(files) > 0 {
			receive(files)
		} else if text := clipboard.Call("getData", "text"); matches(text, `\n`) {
			receive([]client.NamedFile{textFile(text)})
		}
	})
}

// TakeText makes a file of what a text control holds, and empties the control; false
// where it holds nothing.
func TakeText(id string) (f client.NamedFile, ok bool) {
	area := app.Window().GetElementByID(id)
	if !area.Get("value").Truthy() {
		return f, false
	}
	f = textFile(area.Get("value"))
	area.Set("value", "")
	return f, true
}

// textFile makes a file of a text, which stays in the browser's hands: only its
// first character is looked at, which tells a schema from records.
func textFile(text app.Value) client.NamedFile {
	name := "pasted text"
	if matches(text, `^\s*\{`) {
		name = "pasted.json"
	}
	return NewFile(name, text)
}

// matches asks the browser, which holds the text.
func matches(text app.Value, expression string) bool {
	return app.Window().Get("RegExp").New(expression).Call("test", text).Bool()
}

// AcceptLaunches takes files that were opened from the desktop: boot.js collects
// them, from before this program ran.
func AcceptLaunches(receive func([]client.NamedFile)) {
	look := func() {
		if launched := app.Window().Get("privatepcaLaunched"); launched.Truthy() && launched.Length() > 0 {
			receive(named(launched.Call("splice", 0)))
		}
	}
	Listen("privatepca-launch", func(app.Value) { look() })
	look()
}
