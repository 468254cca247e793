package browser

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// pixels a CSS pixel in a saved picture.
const pixels = 3

// SavePNG draws an SVG that stands alone on a canvas of the browser, and saves it as a
// picture. Width and height are in CSS pixels.
func SavePNG(name, svg string, width, height int) {
	window := app.Window()
	picture := window.Get("Image").New()
	var loaded app.Func
	loaded = app.FuncOf(func(app.Value, []app.Value) any {
		defer loaded.Release()
		canvas := window.Get("document").Call("createElement", "canvas")
		canvas.Set("width", width*pixels)
		canvas.Set("height", height*pixels)
		pen := canvas.Call("getContext", "2d")
		pen.Call("scale", pixels, pixels)
		pen.Call("drawImage", picture, 0, 0, width, height)
		var drawn app.Func
		drawn = app.FuncOf(func(_ app.Value, args []app.Value) any {
			defer drawn.Release()
			if args[0].Truthy() {
				saveBlob(name, args[0])
			}
			return nil
		})
		canvas.Call("toBlob", drawn, "image/png")
		return nil
	})
	picture.Set("onload", loaded)
	picture.Set("src", "data:image/svg+xml,"+window.Call("encodeURIComponent", svg).String())
}
