package browser

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// Pointed is where a click was in the drawing that it hit: how wide that is, and how far from its left and its top, in its own units. ok is false where
// it hit none.
func Pointed(e app.Event) (width, x, y float64, ok bool) {
	drawing := e.Get("target").Call("closest", "svg[viewBox]")
	if !drawing.Truthy() {
		return 0, 0, 0, false
	}
	box, view := drawing.Call("getBoundingClientRect"), drawing.Get("viewBox").Get("baseVal")
	width = view.Get("width").Float()
	scale := width / box.Get("width").Float()
	return width, scale * (e.Get("clientX").Float() - box.Get("left").Float()), scale * (e.Get("clientY").Float() - box.Get("top").Float()), scale > 0
}
