package browser

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// Framed reports whether another page shows this one.
func Framed() bool { return !app.Window().Get("parent").Equal(app.Window()) }

// MayFocus reports whether the focus may be moved. A parent page sees when its frame
// takes the focus from it, and so could tell when a run ends: where the visitor is
// elsewhere, the focus stays there.
func MayFocus() bool { return !Framed() || app.Window().Get("document").Call("hasFocus").Bool() }

// Focus puts the focus on an element, if there is one of that id.
func Focus(id string) {
	e := app.Window().GetElementByID(id)
	unfold(e)
	switch {
	case !e.Truthy():
	case !Framed():
		e.Call("focus")
	case MayFocus():
		FocusInPlace(e)
		bring(e)
	}
}

// given is the id of the element that FocusWhen gave the focus to last.
var given string

// FocusWhen returns what gives the focus to the element of an id, a little later: unless a person has gone elsewhere by then, who is quicker than the drawing.
func FocusWhen(id string) func() {
	was := Focused()
	return func() {
		now := Focused()
		if !now.Truthy() || now.Equal(was) || now.Get("tagName").String() == "BODY" || given != "" && now.Get("id").String() == given {
			given = id
			Focus(id)
		}
	}
}

// unfold opens what is folded around an element: nothing there can have the focus.
func unfold(e app.Value) {
	if !e.Truthy() {
		return
	}
	const closed = "details:not([open])"
	within := e.Get("parentElement")
	if e.Get("tagName").String() == "SUMMARY" { // it is seen while what it stands for is folded
		within = within.Get("parentElement")
	}
	for around := within.Call("closest", closed); around.Truthy(); around = around.Call("closest", closed) {
		around.Set("open", true) // it is no longer the closest that is closed
	}
}

// FocusInPlace puts the focus on an element without scrolling to it.
func FocusInPlace(e app.Value) { e.Call("focus", map[string]any{"preventScroll": true}) }

// ToTop shows the beginning of the page, as loading it would.
func ToTop() { app.Window().Call("scrollTo", 0, 0) }

// FocusHeading puts the focus on the page's heading, as loading it would, unless the reader has chosen a
// place on the page since it came: a long page is still drawn when its first field takes letters.
func FocusHeading() {
	if main := app.Window().GetElementByID("main"); main.Truthy() && main.Call("contains", Focused()).Bool() {
		return
	}
	if h := app.Window().Get("document").Call("querySelector", "h1"); h.Truthy() && MayFocus() {
		FocusInPlace(h)
	}
}

// Focused is the element that has the focus.
func Focused() app.Value { return app.Window().Get("document").Get("activeElement") }

// bring scrolls an element into the view of this frame alone: the browser's own ways
// would scroll the parent page, too, which it could notice.
func bring(e app.Value) {
	r := e.Call("getBoundingClientRect")
	height := app.Window().Get("innerHeight").Float()
	if top := r.Get("top").Float(); top < 0 || r.Get("bottom").Float() > height {
		app.Window().Call("scrollBy", 0, top-height/3)
	}
}
