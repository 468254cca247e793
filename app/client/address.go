package client

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// At is the address of a page or file, "/columns", below the folder that the site
// stands in: a server of its own serves it at the root, a static host where it likes.
func At(path string) string { return app.Getenv("GOAPP_ROOT_PREFIX") + path }
