package app

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/view/ui"
	"privatepca/core/privacy"
)

// Two clicks matter to the page around a frame: the one that spends, and the one that
// hands over. A page could lay something over the frame, fade it, or move it under the
// visitor's pointer, and have him click what he does not see. So both count only where the
// browser itself made them, and where the button was in plain view for a while before.
//
// What browsers say of the view is not enough: some know nothing of what covers a frame,
// and Chromium takes one behind a mask for visible. So the visitor also types a number
// that stands beside the button. A page cannot read it in a frame of another origin, so
// it cannot have it typed by somebody who does not see it.

// guarded are the buttons that a page around must not make anyone click.
var guarded = []string{"release-button", "hand-over"}

// notice is how long a button must have been in plain view, in milliseconds: long enough
// to see what appears under one's finger.
const notice = 500

// Smaller than this, a frame does not show what its buttons are about.
const (
	leastFrame  = 240 // CSS pixels, either way
	leastButton = 14  // device pixels, in height
)

// A guard watches the guarded buttons that are drawn.
type guard struct {
	observers map[string]*observer
	number    int    // to be typed; 0 for none yet
	typed     string // so far
}

// An observer knows since when a button is in plain view, in milliseconds of the browser's
// clock; below 0 while it is not.
type observer struct {
	element, value app.Value
	since          float64
	heard          app.Func
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
			o.value.Call("disconnect")
			o.heard.Release()
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
	o := &observer{element: element, since: -1}
	o.heard = app.FuncOf(func(_ app.Value, args []app.Value) any {
		o.hear(args[0])
		return nil
	})
	o.value = app.Window().Get("IntersectionObserver").New(o.heard, map[string]any{
		"threshold": []any{0.0, 0.5, 1.0}, "trackVisibility": true, "delay": 100,
	})
	o.value.Call("observe", element)
	return o
}

func (o *observer) hear(entries app.Value) {
	for i := range entries.Length() {
		e := entries.Index(i)
		seen := e.Get("isIntersecting").Bool() && e.Get("intersectionRatio").Float() >= .99
		if v := e.Get("isVisible"); v.Type() == app.TypeBoolean {
			seen = seen && v.Bool()
		}
		switch {
		case !seen:
			o.since = -1
		case o.since < 0:
			o.since = e.Get("time").Float()
		}
	}
}

// deliberate reports whether a click on a guarded button counts.
func deliberate(h *host, e app.Event, id string) bool {
	if h == nil || !browser.Framed() {
		return true
	}
	if h.refusal = h.doubt(e, h.guard.observers[id]); h.refusal == "" {
		h.guard.number, h.guard.typed = 0, "" // used up
		return true
	}
	h.s.Change()
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
	case o == nil || o.since < 0:
		return "Something covers this button, or it was not wholly in view, so nothing was done. Bring all of it into view, then click again."
	case window.Get("performance").Call("now").Float()-o.since < notice:
		return "This button has only just come into view, so nothing was done. Look at it, then click again."
	case strings.TrimSpace(h.guard.typed) != strconv.Itoa(h.guard.number):
		h.guard.number, h.guard.typed = 0, "" // no trying out
		return "The number was not typed as it stands above the button, so nothing was done."
	}
	return ""
}

// seenNumber asks for what only somebody who sees the frame can type; nothing outside one.
func seenNumber(h *host, purpose string) app.UI {
	if h == nil || !browser.Framed() {
		return nil
	}
	if h.guard.number == 0 {
		random := app.Window().Get("crypto").Call("getRandomValues", app.Window().Get("Uint32Array").New(1))
		h.guard.number = 100 + random.Index(0).Int()%900
	}
	return app.Div().Class("field").Body(
		app.Label().For("seen-number").Body(ui.Rich(purpose+", type ", strconv.Itoa(h.guard.number))...),
		ui.Input(h.s, "seen-number", h.guard.typed, func(v string) { h.guard.typed = v }).Class("w-s").Attr("inputmode", "numeric"),
		app.P().Class("help").Text("Another site shows this frame and could cover it. It cannot read the number, so only you can type it."),
	)
}

// height is that of the button, in pixels of the screen.
func (o *observer) height() float64 {
	return o.element.Call("getBoundingClientRect").Get("height").Float() * app.Window().Get("devicePixelRatio").Float()
}

// notDeliberate says why a click did not count.
func notDeliberate(h *host) app.UI {
	if h == nil || h.refusal == "" {
		return nil
	}
	return app.P().ID("not-deliberate").Class("fault").Attr("role", "alert").Text(h.refusal)
}

// handOver offers the release in view to the page around the frame.
func handOver(s *State, h *host) app.UI {
	if h == nil || h.parent == "" || !h.spoken || s.result.fromFile {
		return nil
	}
	if s.result.document.Privacy.Claim == privacy.NotPrivate {
		return app.P().ID("not-handed").Class("help").Text("This document is not private, so it is not handed to the portal.")
	}
	if h.handed == string(s.result.bytes) {
		return app.P().ID("handed").Class("help").Attr("role", "status").Text("The portal has received this document.")
	}
	return app.Div().Class("stack-s").Body(
		seenNumber(h, "To hand it over"),
		app.Button().ID("hand-over").Type("button").Class("btn btn-main w-full").Text("Hand to the portal").
			OnClick(func(_ app.Context, e app.Event) {
				if deliberate(h, e, "hand-over") {
					h.hand()
				}
			}, "hand-over"),
		app.P().Class("help").Text("The portal receives this document. Until you click it knows nothing of it, not even that there is one."),
		ui.Slot(notDeliberate(h)),
	)
}

// hand gives the released document to the page around.
func (h *host) hand() {
	text := string(h.s.result.bytes)
	h.say("released", map[string]any{"document": text})
	h.handed = text
	h.s.Change()
}
