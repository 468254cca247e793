//go:build js

package frame

import (
	"strings"
	"testing"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// aside gives an object of the browser's other properties for one test.
func aside(t *testing.T, object app.Value, properties map[string]any) {
	t.Helper()
	objects := app.Window().Get("Object")
	for name, value := range properties {
		before := objects.Call("getOwnPropertyDescriptor", object, name)
		objects.Call("defineProperty", object, name, map[string]any{"value": value, "configurable": true, "writable": true})
		t.Cleanup(func() {
			app.Window().Get("Reflect").Call("deleteProperty", object, name)
			if before.Truthy() {
				objects.Call("defineProperty", object, name, before)
			}
		})
	}
}

// A click on either button counts only if the browser made it in a frame that has the focus and is large enough, on a button that has
// been in plain view for a while, for a visitor who has typed that button's phrase.
func TestDeliberate(t *testing.T) {
	window := app.Window()
	document := window.Get("document")
	now := func() float64 { return window.Get("performance").Call("now").Float() }
	yes, no := window.Get("Function").New("return true"), window.Get("Function").New("return false")
	phrase := func(g *Guard, button string) string {
		typed, _ := g.Phrase(button)
		return typed
	}
	for now() <= plainView {
		time.Sleep(50 * time.Millisecond)
	}
	type attempt struct {
		g      *Guard
		button string
		event  map[string]any
		height string
	}
	for name, c := range map[string]struct {
		but  func(t *testing.T, a *attempt) // what differs from a click that counts
		says string                         // in the refusal; "" where the click counts
		anew bool                           // another number is to be typed then
	}{
		"by the visitor":        {func(*testing.T, *attempt) {}, "", true},
		"in other letters":      {func(_ *testing.T, a *attempt) { a.g.Type("  " + strings.ToUpper(a.g.Typed()) + " ") }, "", true},
		"by a script":           {func(_ *testing.T, a *attempt) { a.event["isTrusted"] = false }, "not yours", false},
		"without the focus":     {func(t *testing.T, _ *attempt) { aside(t, document, map[string]any{"hasFocus": no}) }, "focus", false},
		"in the background":     {func(t *testing.T, _ *attempt) { aside(t, document, map[string]any{"visibilityState": "hidden"}) }, "focus", false},
		"in a narrow frame":     {func(t *testing.T, _ *attempt) { aside(t, window, map[string]any{"innerWidth": leastFrame - 1}) }, "too small", false},
		"in a flat frame":       {func(t *testing.T, _ *attempt) { aside(t, window, map[string]any{"innerHeight": leastFrame - 1}) }, "too small", false},
		"on a flat button":      {func(_ *testing.T, a *attempt) { a.height = "5px" }, "too small", false},
		"not watched":           {func(_ *testing.T, a *attempt) { delete(a.g.observers, a.button) }, "covers", false},
		"covered":               {func(_ *testing.T, a *attempt) { a.g.observers[a.button].since = -1 }, "covers", false},
		"just come":             {func(_ *testing.T, a *attempt) { a.g.observers[a.button].since = now() }, "just come", false},
		"with nothing typed":    {func(_ *testing.T, a *attempt) { a.g.Type("") }, "number", true},
		"with the number alone": {func(_ *testing.T, a *attempt) { f := strings.Fields(a.g.Typed()); a.g.Type(f[len(f)-1]) }, "number", true},
		"with the words alone":  {func(_ *testing.T, a *attempt) { a.g.Type(strings.Trim(a.g.Typed(), "0123456789")) }, "number", true},
		"with another number":   {func(_ *testing.T, a *attempt) { a.g.Type(phraseOf(a.button, 1000)) }, "number", true},
		"with half the number":  {func(_ *testing.T, a *attempt) { a.g.Type(a.g.Typed()[:len(a.g.Typed())-1]) }, "number", true},
		"with the other's": {func(_ *testing.T, a *attempt) {
			for _, other := range guarded() {
				if other != a.button {
					a.g.Type(phrase(a.g, other))
				}
			}
		}, "number", true},
	} {
		for _, button := range guarded() {
			t.Run(name+"/"+button, func(t *testing.T) {
				aside(t, window, map[string]any{"parent": map[string]any{}})
				aside(t, document, map[string]any{"hasFocus": yes, "visibilityState": "visible"})
				drawn := 0
				a := &attempt{g: &Guard{changed: func() { drawn++ }}, button: button, event: map[string]any{"isTrusted": true}, height: "40px"}
				box := document.Call("createElement", "div")
				box.Set("id", Box(button))
				box.Set("innerHTML", `<button id="`+button+`">Button</button>`)
				document.Get("body").Call("append", box)
				t.Cleanup(func() { box.Call("remove") })
				a.g.Watch()
				t.Cleanup(func() {
					for id := range a.g.observers {
						a.g.forget(id)
					}
				})
				o := a.g.observers[button]
				o.value.Call("disconnect") // what the browser sees of this page is not asked here
				o.since = 0                // since the page came
				asked := phrase(a.g, button)
				a.g.Type(asked)
				c.but(t, a)
				document.Call("getElementById", button).Get("style").Set("height", a.height)
				counts := a.g.Deliberate(app.Event{Value: app.ValueOf(a.event)}, button)
				if counts != (c.says == "") || counts != (a.g.Refusal() == "") || !strings.Contains(a.g.Refusal(), c.says) {
					t.Errorf("counts: %t, refusal %q; want a word of %q", counts, a.g.Refusal(), c.says)
				}
				if counts == (drawn > 0) {
					t.Errorf("counts: %t, and drawn anew %d times", counts, drawn)
				}
				if anew := a.g.number == 0; anew != c.anew || anew && a.g.Typed() != "" {
					t.Errorf("another number is asked for: %t, want %t, with %q typed", anew, c.anew, a.g.Typed())
				}
			})
		}
	}
}
