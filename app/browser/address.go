package browser

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/client"
)

// At is the address of a page, wherever the site stands: what every link names.
func At(path string) string { return client.At(path) }

// Path is the path of the document's own address.
func Path() string { return location().Get("pathname").String() }

// Origin is the origin of the document's own address.
func Origin() string { return location().Get("origin").String() }

// Host is the host's name in the document's own address, without a port; "" on the server.
func Host() string {
	if app.IsServer {
		return ""
	}
	return location().Get("hostname").String()
}

func location() app.Value { return app.Window().Get("location") }

// PlainAddress takes from the page's address what a static host puts behind it:
// "/columns/" and "/columns/index.html" are both "/columns".
func PlainAddress() {
	if app.IsServer {
		return
	}
	path := Path()
	plain := strings.TrimSuffix(strings.TrimSuffix(path, "index.html"), "/")
	if plain == At("") {
		plain += "/"
	}
	if plain != path {
		rest := location().Get("search").String() + location().Get("hash").String()
		app.Window().Get("history").Call("replaceState", nil, "", plain+rest)
	}
}

// Reload loads the page again.
func Reload() { location().Call("reload") }
