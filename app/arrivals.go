package app

import (
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// Ways in which a file arrives without being picked: dropped, pasted, or opened from
// the desktop. Where the event must be answered at once, the listeners stand outside
// the components' handlers, which take their turn.

// acceptArrivals listens for as long as the page lives.
func (s *session) acceptArrivals() {
	s.acceptDrops()
	s.acceptPastes()
	s.acceptLaunches()
}

func listen(event string, f func(e app.Value)) {
	app.Window().Call("addEventListener", event, app.FuncOf(func(_ app.Value, args []app.Value) any {
		f(args[0])
		return nil
	}))
}

// acceptDrops takes files that are dropped anywhere on the page: left to itself,
// the browser would leave the page and show the file.
func (s *session) acceptDrops() {
	classes := app.Window().Get("document").Get("documentElement").Get("classList")
	listen("dragover", func(e app.Value) {
		e.Call("preventDefault")
		classes.Call("add", "dragging")
	})
	listen("dragleave", func(e app.Value) {
		if !e.Get("relatedTarget").Truthy() { // out of the window
			classes.Call("remove", "dragging")
		}
	})
	listen("drop", func(e app.Value) {
		e.Call("preventDefault")
		classes.Call("remove", "dragging")
		s.arrived(take(e.Get("dataTransfer").Get("files")))
	})
}

// acceptPastes takes a file or a table that is pasted on the first page, but not into
// a control.
func (s *session) acceptPastes() {
	listen("paste", func(e app.Value) {
		clipboard, target := e.Get("clipboardData"), e.Get("target")
		if !s.at(steps[0].path) || !clipboard.Truthy() ||
			target.Get("value").Type() == app.TypeString {
			return
		}
		if files := take(clipboard.Get("files")); len(files) > 0 {
			s.arrived(files)
		} else if text := clipboard.Call("getData", "text"); matches(text, `\n`) {
			s.arrived([]app.Value{textFile(text)})
		}
	})
}

// pasted takes the text of the control for it.
func (s *session) pasted() {
	area := app.Window().GetElementByID("paste")
	if !area.Get("value").Truthy() || !s.ready() {
		return
	}
	f := textFile(area.Get("value"))
	area.Set("value", "")
	s.received([]app.Value{f})
}

// textFile makes a file of a text, which stays in the browser's hands: only its
// first character is looked at, which tells a schema from records.
func textFile(text app.Value) app.Value {
	name := "pasted text"
	if matches(text, `^\s*\{`) {
		name = "pasted.json"
	}
	parts := app.Window().Get("Array").New()
	parts.Call("push", text)
	return app.Window().Get("File").New(parts, name)
}

// matches asks the browser, which holds the text.
func matches(text app.Value, expression string) bool {
	return app.Window().Get("RegExp").New(expression).Call("test", text).Bool()
}

// acceptLaunches takes files that were opened from the desktop: boot.js collects
// them, from before this program ran.
func (s *session) acceptLaunches() {
	look := func() {
		if launched := app.Window().Get("privatepcaLaunched"); launched.Truthy() && launched.Length() > 0 {
			s.arrived(take(launched.Call("splice", 0)))
		}
	}
	listen("privatepca-launch", func(app.Value) { look() })
	look()
}

// arrived receives files as soon as they can be read.
func (s *session) arrived(files []app.Value) {
	if len(files) == 0 {
		return
	}
	s.deliver(func() {
		if s.ready() {
			s.received(files)
		} else if s.trouble == nil { // still starting
			time.AfterFunc(100*time.Millisecond, func() { s.arrived(files) })
		}
	})
}
