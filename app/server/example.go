//go:build !js

package server

import (
	"bytes"
	"embed"
	"net/http"
	"path"
	"strings"
)

// The example is a portal: a small site of another origin that shows the frame.
//
//go:embed example
var example embed.FS

// NewExample returns the handler of an example portal, which shows the pages that stand
// at the address site and serves the bundled samples of the folder web as its own data,
// readable from there. Its policy is as strict as that of the pages.
func NewExample(web, site string) (http.Handler, error) {
	files, err := load(web)
	if err != nil {
		return nil, err
	}
	policy := "default-src 'none'; script-src 'self' " + site + "; frame-src " + site + " blob:" + // a download from the frame is asked of this policy in Firefox and Safari
		"; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy", policy)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Cache-Control", "no-cache")
		if data, found := strings.CutPrefix(r.URL.Path, "/data/"); found {
			f := files.byPath["/web/samples/"+data]
			if f == nil {
				http.NotFound(w, r)
				return
			}
			header.Set("Access-Control-Allow-Origin", site)
			f.serve(w, r)
			return
		}
		name := path.Base(r.URL.Path)
		if r.URL.Path == "/" {
			name = "index.html"
		}
		body, err := example.ReadFile("example/" + name)
		if err != nil {
			http.NotFound(w, r)
			return
		}
		header.Set("Content-Type", types[path.Ext(name)])
		w.Write(bytes.ReplaceAll(body, []byte("{{site}}"), []byte(site)))
	}), nil
}
