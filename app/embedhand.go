package app

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/core/privacy"
)

// Two clicks matter to the page around a frame: the one that spends, and the one that
// hands over. A page could lay something over the frame, or the frame under something,
// and have the visitor click what he does not see. So both count only where the browser
// itself made them, and the button was in plain view for a while before.

// guarded are the buttons that a page around must not make anyone click.
var guarded = []string{"release-button", "hand-over"}

// inView is how long a button must have been seen before its click counts, in
// milliseconds: long enough to notice what appears under one's finger.
const inView = 500

// A guard knows since when each button is in plain view.
type guard struct {
	observers map[string]*observer
}

type observer struct {
	element, value app.Value
	since          float64 // of the browser's clock; below 0 while it is not in view
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
		"threshold": []any{0.0, 0.5, 1.0}, "trackVisibility": true, "delay": 100})
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
func (s *session) deliberate(e app.Event, id string) bool {
	h := s.host
	if h == nil || !framed() {
		return true
	}
	document := app.Window().Get("document")
	o := h.guard.observers[id]
	if o != nil {
		o.hear(o.value.Call("takeRecords"))
	}
	now := app.Window().Get("performance").Call("now").Float()
	h.refusal = ""
	switch {
	case !e.Get("isTrusted").Bool():
		h.refusal = "This click was not yours, so nothing was done."
	case document.Get("visibilityState").String() != "visible" || !document.Call("hasFocus").Bool():
		h.refusal = "This frame did not have the focus, so nothing was done. Click again."
	case o == nil || o.since < 0:
		h.refusal = "Something covers this button, or it was not wholly in view, so nothing was done. Bring all of it into view, then click again."
	case now-o.since < inView:
		h.refusal = "This button has only just come into view, so nothing was done. Look at it, then click again."
	}
	if h.refusal != "" {
		s.change()
		return false
	}
	return true
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
