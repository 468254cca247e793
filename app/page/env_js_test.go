//go:build js

package page

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// The site's document says below which folder it stands (client.At); the page that
// these tests run in is a document without go-app's own script, and stands at the root.
func init() {
	app.Window().Set("goappGetenv", app.FuncOf(func(app.Value, []app.Value) any { return "" }))
}
