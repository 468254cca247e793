package app

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/client"
)

// address is the address of a page, wherever the site stands: what every link names.
func address(path string) string { return client.At(path) }

// plainAddress takes from the page's address what a static host puts behind it:
// "/columns/" and "/columns/index.html" are both "/columns".
func plainAddress() {
	if app.IsServer {
		return
	}
	location := app.Window().Get("location")
	path := location.Get("pathname").String()
	plain := strings.TrimSuffix(strings.TrimSuffix(path, "index.html"), "/")
	if plain == address("") {
		plain += "/"
	}
	if plain != path {
		rest := location.Get("search").String() + location.Get("hash").String()
		app.Window().Get("history").Call("replaceState", nil, "", plain+rest)
	}
}
