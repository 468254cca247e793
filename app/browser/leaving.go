package browser

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// WatchLeaving has the browser ask before the page is left, while ask says so. PutAside is called when the reader leaves and the
// browser keeps the page as it stands, to show it again at "back": it ends what must not stand still in the middle. Brought back,
// the page loads anew, as in a browser that keeps none.
func WatchLeaving(ask func() bool, putAside func()) {
	back := false
	Listen("beforeunload", func(e app.Value) {
		if !back && ask() {
			e.Call("preventDefault")
			e.Set("returnValue", "left") // older browsers ask only then
		}
	})
	Listen("pagehide", func(e app.Value) {
		if e.Get("persisted").Bool() {
			putAside()
		}
	})
	Listen("pageshow", func(e app.Value) {
		if e.Get("persisted").Bool() {
			back = true
			app.Window().Get("location").Call("reload")
		}
	})
}

// OnHidden calls f when the page goes out of view: the last moment that a page is sure to have.
func OnHidden(f func()) {
	Listen("pagehide", func(app.Value) { f() })
	Listen("visibilitychange", func(app.Value) {
		if app.Window().Get("document").Get("visibilityState").String() == "hidden" {
			f()
		}
	})
}

// AcceptUndo calls undo at Ctrl+Z, or Command+Z, but in a text control into which something was typed: there the
// browser takes back letters. Leave is called at Escape.
func AcceptUndo(undo, leave func()) {
	Listen("focusin", func(e app.Value) {
		if target := e.Get("target"); target.Get("value").Type() == app.TypeString {
			target.Set("valueAtFocus", target.Get("value"))
		}
	})
	Listen("keydown", func(e app.Value) {
		key := e.Get("key").String()
		if key == "Escape" {
			leave()
			return
		}
		if key != "z" && key != "Z" || e.Get("shiftKey").Truthy() || !e.Get("ctrlKey").Truthy() && !e.Get("metaKey").Truthy() {
			return
		}
		target := e.Get("target")
		if editable(target) && !target.Get("value").Equal(target.Get("valueAtFocus")) {
			return
		}
		e.Call("preventDefault")
		undo()
	})
}

// editable reports whether letters can be typed into a control.
func editable(control app.Value) bool {
	switch control.Get("tagName").String() {
	case "TEXTAREA":
		return true
	case "INPUT":
		switch control.Get("type").String() {
		case "text", "search":
			return true
		}
	}
	return false
}
