//go:build !js

// Package server hands out the page: a few static files and the shell that go-app
// renders. It knows no records, keeps no log, and states in headers what a browser
// is to forbid.
package server

import (
	"net/http"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// New returns the handler for the files in the folder web. It reads them once, so
// that what it serves and the version it states belong together.
func New(web string, embedding Embedding) (http.Handler, error) {
	embedding, err := embedding.checked()
	if err != nil {
		return nil, err
	}
	files, err := load(web)
	if err != nil {
		return nil, err
	}
	if err := files.render(app.LocalDir(""), &embedding); err != nil {
		return nil, err
	}
	files.keep(pagePolicy)
	if err := files.addElement(); err != nil { // no part of what is kept: pages of other sites load it
		return nil, err
	}
	files.byPath[hostsPath] = hostsFile(embedding.Hosts) // no part of what is kept: the deployer changes it
	return &handler{files, &embedding}, nil
}

type handler struct {
	files     *files
	embedding *Embedding
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := r.URL.Path
	is := roleOf(path)
	header := w.Header()
	policy, data := "", []string(nil)
	if is == frameRole {
		policy, data = h.embedding.policy(r)
		header.Add("Vary", fetchSite)
	}
	for _, of := range [][]headerLine{everywhere, is.headers(policy, data)} {
		for _, one := range of {
			header.Set(one.name, one.value)
		}
	}

	f := h.files.byPath[path]
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		header.Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
	case f == nil:
		http.NotFound(w, r)
	case is != keeperRole && r.Header.Get("Service-Worker") != "": // no other script may answer for the pages
		http.Error(w, "no service worker", http.StatusForbidden)
	case (is == pageRole || is == frameRole) && !mayHavePage(r):
		http.Error(w, "a page is for a window", http.StatusForbidden)
	default:
		// A browser looks for a newer service worker whenever it likes, also after a
		// file was chosen; with what boot.js asks of it, it then looks into its own
		// cache, which each load has just refreshed. So it may keep that script a day,
		// and asks for the other files each time, which costs no body while they stand.
		header.Set("Cache-Control", "no-cache")
		if is == keeperRole {
			header.Set("Cache-Control", "max-age=86400")
		}
		f.serve(w, r)
	}
}
