package frame

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/language"
	"privatepca/core/words"
)

// Two clicks matter to the parent page: the one that spends, and the one that
// hands over. A page could lay something over the frame, fade it, or move it under the
// visitor's pointer, and have them click what they do not see. So both count only where the
// browser itself made them, and where the button was in plain view for a while before.
//
// What browsers report of the view is not enough: some do not know what covers a frame,
// and Chromium reports a frame behind a mask as visible. So the visitor also types a phrase: what
// the button does, and a number that stands behind it. A page cannot read the number in a frame of another origin, so
// it cannot have it typed by somebody who does not see it. And whoever types the phrase has typed what it does, whatever words a
// mask leaves visible around the field. To hand over, the visitor may also answer in a window of our own, which no page can mask (window.go).

// The buttons that a parent page must not make anyone click.
const (
	ReleaseButton = "release-button"
	HandOver      = "hand-over"
)

// guarded are those buttons. What is watched is the box of each, which holds its sentence, its field and the button.
func guarded() []string { return []string{ReleaseButton, HandOver} }

// Box is the name of the element that must be in plain view for a button's click to count.
func Box(button string) string { return button + "-box" }

// phraseOf is what a button does, and the number: what the visitor types, in the language that the page is read in. In another one it would say nothing to
// who types it, and a site around the frame could give it any sense.
func phraseOf(button string, number int) string {
	does := "release "
	if button == HandOver {
		does = "hand over "
	}
	return language.Say(does + strconv.Itoa(number))
}

// plainView is how long a button must have been in plain view, in milliseconds: long enough
// to see what appears under one's finger.
const plainView = 500

// Smaller than this, a frame does not show what its buttons are about.
const (
	leastFrame  = 240 // CSS pixels, either way
	leastButton = 14  // device pixels, in height of the button
)

// A Guard watches the guarded buttons that are drawn. A nil Guard, of a page in no frame,
// lets every click count.
type Guard struct {
	changed   func()
	observers map[string]*observer
	number    int    // to be typed; 0 for none yet
	typed     string // so far
	refusal   string // why a click did not count
}

// An observer knows since when a button is in plain view, in milliseconds of the browser's
// clock; below 0 while it is not.
type observer struct {
	element, value app.Value
	since          float64
	listener       app.Func
}

// Watch watches those buttons that are drawn now.
func (g *Guard) Watch() {
	if g.observers == nil {
		g.observers = map[string]*observer{}
	}
	for _, id := range guarded() {
		element, o := app.Window().GetElementByID(Box(id)), g.observers[id]
		switch {
		case o != nil && element.Truthy() && o.element.Equal(element):
			continue
		case o != nil:
			g.forget(id)
		}
		if element.Truthy() {
			g.observers[id] = observe(element)
		}
	}
}

// forget ends the watch of a button.
func (g *Guard) forget(id string) {
	o := g.observers[id]
	o.value.Call("disconnect")
	o.listener.Release()
	delete(g.observers, id)
}

// observe asks the browser whether an element is in view: by the second version of
// IntersectionObserver, which knows what covers it also from outside the frame, or
// where there is only the first, whether all of it is inside the window.
func observe(element app.Value) *observer {
	o := &observer{element: element, since: -1}
	o.listener = app.FuncOf(func(_ app.Value, args []app.Value) any {
		o.receive(args[0])
		return nil
	})
	o.value = app.Window().Get("IntersectionObserver").New(o.listener, map[string]any{
		"threshold": []any{0.0, 0.5, 1.0}, "trackVisibility": true, "delay": 100,
	})
	o.value.Call("observe", element)
	return o
}

func (o *observer) receive(entries app.Value) {
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

// on reports whether another page shows this one, so that clicks are guarded.
func (g *Guard) on() bool { return g != nil && browser.Framed() }

// Deliberate reports whether a click on a guarded button counts.
func (g *Guard) Deliberate(e app.Event, id string) bool {
	if !g.on() {
		return true
	}
	if g.refusal = g.doubt(e, id); g.refusal == "" {
		g.number, g.typed = 0, "" // used up
		return true
	}
	if o := g.observers[id]; o != nil && o.since < 0 { // the browser is asked anew, should it have kept a change to itself
		g.forget(id)
	}
	g.changed()
	return false
}

// Phrase is what only somebody who sees the frame can type, and who types it says what is meant: what the button does, then three digits.
// False where clicks are not guarded. It stays until it was used.
func (g *Guard) Phrase(button string) (phrase string, ok bool) {
	if !g.on() {
		return "", false
	}
	if g.number == 0 {
		random := app.Window().Get("crypto").Call("getRandomValues", app.Window().Get("Uint32Array").New(1))
		g.number = 100 + random.Index(0).Int()%900
	}
	return g.phrase(button), true
}

func (g *Guard) phrase(button string) string { return phraseOf(button, g.number) }

// says reports whether what was typed is the button's phrase. Capitals and spaces are as people like them.
func (g *Guard) says(button string) bool {
	return g.number != 0 && words.Folded(g.typed) == strings.ToLower(g.phrase(button))
}

// Typed is what was typed of the phrase so far.
func (g *Guard) Typed() string { return g.typed }

// Type takes what was typed of the phrase.
func (g *Guard) Type(text string) { g.typed = text }

// Refusal says why the last click did not count; "" where it did.
func (g *Guard) Refusal() string {
	if g == nil {
		return ""
	}
	return g.refusal
}

// doubt says why a click on a button does not count; "" where it does.
func (g *Guard) doubt(e app.Event, button string) string {
	o := g.observers[button]
	window := app.Window()
	document := window.Get("document")
	if o != nil {
		o.receive(o.value.Call("takeRecords"))
	}
	switch {
	case !e.Get("isTrusted").Bool():
		return "This click was not yours, so nothing was done."
	case document.Get("visibilityState").String() != "visible" || !document.Call("hasFocus").Bool():
		return "This frame did not have the focus, so nothing was done. Click again."
	case window.Get("innerWidth").Int() < leastFrame || window.Get("innerHeight").Int() < leastFrame || height(button) < leastButton:
		return "This frame is too small to show what the button is about, so nothing was done. Make its window larger, or choose a larger zoom."
	case o == nil || o.since < 0:
		return "Something covers this button or its sentence, or they were not wholly in view, so nothing was done. Bring all of it into view, then click again."
	case window.Get("performance").Call("now").Float()-o.since < plainView:
		return "This button has only just come into view, so nothing was done. Look at it, then click again."
	case !g.says(button):
		g.number, g.typed = 0, "" // no trying out
		return "The words and the number were not typed as they stand above the button, so nothing was done."
	}
	return ""
}

// height is that of a button, in pixels of the screen.
func height(button string) float64 {
	element := app.Window().GetElementByID(button)
	if !element.Truthy() {
		return 0
	}
	return element.Call("getBoundingClientRect").Get("height").Float() * app.Window().Get("devicePixelRatio").Float()
}
