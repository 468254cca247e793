package app

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/core/privacy"
)

// Two clicks matter to the page around a frame: the one that spends, and the one that
// hands over. A page could lay something over the frame, shrink it, or move it under the
// visitor's finger, and have him click what he does not see. So both count only where the
// browser itself made them, and where the button was in plain view, and the pointer or
// the focus on it, for a while before, with no other click meanwhile. A finger rests on
// nothing, so it taps twice.

// guarded are the buttons that a page around must not make anyone click.
var guarded = []string{"release-button", "hand-over"}

// A click counts this long after the button came into view and under the pointer, and
// after a click that did not count: long enough to notice what appears under one's finger.
const notice = 500 // milliseconds

// Smaller than this, a frame does not show what its buttons are about.
const (
	leastFrame  = 240 // CSS pixels, either way
	leastButton = 14  // device pixels, in height
)

// A guard watches the guarded buttons that are drawn.
type guard struct {
	observers map[string]*observer
}

// An observer knows since when a button is in plain view, under the pointer, and in focus,
// in milliseconds of the browser's clock; below 0 while that is not so.
type observer struct {
	element, value      app.Value
	seen, over, focused float64
	refused             float64 // when a click last did not count
	heard               app.Func
	listeners           map[string]app.Func
}

// guardButtons watches those buttons that are drawn now.
func (h *host) guardButtons() {
	if h.guard.observers == nil {
		h.guard.observers = map[string]*observer{}
	}
	for _, id := range guarded {
		element, o := app.Window().GetElementByID(id), h.guard.observers[id]
		switch {
		case o != nil && element.Truthy() && o.element.Equal(element):
			continue
		case o != nil:
			o.forget()
			delete(h.guard.observers, id)
		}
		if element.Truthy() {
			h.guard.observers[id] = observe(element)
		}
	}
}

// observe asks the browser whether an element is in view: by the second version of
// IntersectionObserver, which knows what covers it also from outside the frame, or
// where there is only the first, whether all of it is inside the window.
func observe(element app.Value) *observer {
	o := &observer{element: element, seen: -1, over: -1, focused: -1, refused: -1, listeners: map[string]app.Func{}}
	o.heard = app.FuncOf(func(_ app.Value, args []app.Value) any {
		o.hear(args[0])
		return nil
	})
	o.value = app.Window().Get("IntersectionObserver").New(o.heard, map[string]any{
		"threshold": []any{0.0, 0.5, 1.0}, "trackVisibility": true, "delay": 100})
	o.value.Call("observe", element)
	o.on("pointerenter", func(e app.Value) {
		if e.Get("pointerType").String() != "touch" {
			o.over = now()
		}
	})
	o.on("pointerleave", func(app.Value) { o.over = -1 })
	o.on("focus", func(app.Value) { o.focused = now() })
	o.on("blur", func(app.Value) { o.focused = -1 })
	return o
}

func (o *observer) on(event string, f func(e app.Value)) {
	listener := app.FuncOf(func(_ app.Value, args []app.Value) any {
		f(args[0])
		return nil
	})
	o.listeners[event] = listener
	o.element.Call("addEventListener", event, listener)
}

func (o *observer) forget() {
	o.value.Call("disconnect")
	o.heard.Release()
	for event, listener := range o.listeners {
		o.element.Call("removeEventListener", event, listener)
		listener.Release()
	}
}

func now() float64 { return app.Window().Get("performance").Call("now").Float() }

func (o *observer) hear(entries app.Value) {
	for i := range entries.Length() {
		e := entries.Index(i)
		seen := e.Get("isIntersecting").Bool() && e.Get("intersectionRatio").Float() >= .99
		if v := e.Get("isVisible"); v.Type() == app.TypeBoolean {
			seen = seen && v.Bool()
		}
		switch {
		case !seen:
			o.seen = -1
		case o.seen < 0:
			o.seen = e.Get("time").Float()
		}
	}
}

// deliberate reports whether a click on a guarded button counts.
func (s *session) deliberate(e app.Event, id string) bool {
	h := s.host
	if h == nil || !framed() {
		return true
	}
	o := h.guard.observers[id]
	if h.refusal = h.doubt(e, o); h.refusal == "" {
		return true
	}
	if o != nil && e.Get("isTrusted").Bool() {
		o.refused = now()
	}
	s.change()
	return false
}

// doubt says why a click on a button does not count; "" where it does.
func (h *host) doubt(e app.Event, o *observer) string {
	window := app.Window()
	document := window.Get("document")
	if o != nil {
		o.hear(o.value.Call("takeRecords"))
	}
	switch {
	case !e.Get("isTrusted").Bool():
		return "This click was not yours, so nothing was done."
	case document.Get("visibilityState").String() != "visible" || !document.Call("hasFocus").Bool():
		return "This frame did not have the focus, so nothing was done. Click again."
	case window.Get("innerWidth").Int() < leastFrame || window.Get("innerHeight").Int() < leastFrame || o != nil && o.height() < leastButton:
		return "This frame is too small to show what the button is about, so nothing was done. Make its window larger, or choose a larger zoom."
	case o == nil || o.seen < 0:
		return "Something covers this button, or it was not wholly in view, so nothing was done. Bring all of it into view, then click again."
	case now()-o.since(e) < notice:
		return "That was quick, and another site could have moved this button under your pointer, so nothing was done. Look at it for a moment, then click again."
	}
	return ""
}

// since is from when on the visitor could know what this click does.
func (o *observer) since(e app.Event) float64 {
	kind := e.Get("pointerType") // where a click has none, it counts its presses
	at := -1.0
	switch {
	case kind.Type() == app.TypeString && kind.String() == "" || kind.Type() != app.TypeString && e.Get("detail").Int() == 0:
		at = o.focused // a key
	case kind.Type() != app.TypeString || kind.String() != "touch":
		at = o.over
	}
	if at < 0 {
		const patience = 10_000 // from a first tap to the second, at most
		if o.refused < 0 || now()-o.refused > patience {
			return now()
		}
	}
	return max(at, o.seen, o.refused)
}

// height is that of the button, in pixels of the screen.
func (o *observer) height() float64 {
	return o.element.Call("getBoundingClientRect").Get("height").Float() * app.Window().Get("devicePixelRatio").Float()
}

// notDeliberate says why a click did not count.
func (s *session) notDeliberate() app.UI {
	if s.host == nil || s.host.refusal == "" {
		return nil
	}
	return app.P().ID("not-deliberate").Class("fault").Attr("role", "alert").Text(s.host.refusal)
}

// handOver offers the release in view to the page around the frame.
func (s *session) handOver() app.UI {
	h := s.host
	if h == nil || h.parent == "" || !h.spoken || s.result.fromFile {
		return nil
	}
	if s.result.document.Privacy.Claim == privacy.NotPrivate {
		return app.P().ID("not-handed").Class("help").Text("This document is not private, so it is not handed to the portal.")
	}
	said := app.P().Class("help").Text("The portal receives this document. Until you click it knows nothing of it, not even that there is one.")
	if h.handed == string(s.result.bytes) {
		said = app.P().ID("handed").Class("help").Attr("role", "status").Text("The portal has received this document.")
	}
	return app.Div().Class("stack-s").Body(
		app.Button().ID("hand-over").Type("button").Class("btn btn-main w-full").Text("Hand to the portal").
			OnClick(func(_ app.Context, e app.Event) {
				if s.deliberate(e, "hand-over") {
					h.hand()
				}
			}, "hand-over"),
		said,
		slot(s.notDeliberate()),
	)
}

// hand gives the released document to the page around.
func (h *host) hand() {
	text := string(h.s.result.bytes)
	h.say("released", map[string]any{"document": text})
	h.handed = text
	h.s.change()
}
