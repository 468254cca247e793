//go:build !js

package server

import _ "embed"

// serviceWorker is the template of the script that keeps the page for use without
// a network. go-app fills in the version and the files.
//
//go:embed serviceworker.js
var serviceWorker string
