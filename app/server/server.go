//go:build !js

// Package server hands out the page: a few static files and the shell that go-app
// renders. It knows no records, keeps no log, and states in headers what a browser
// is to forbid.
package server

import (
	"net/http"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	pages "privatepca/app"
)

// The policies. The page may fetch from its own origin only; the worker, where
// records are read, may fetch nothing at all. Its script-src names no origin, not
// even 'self', which would let it import a script whose address holds a secret;
// worker.js itself is fetched under the page's policy.
//
// For hosts that send no headers the page also states its policy itself, which cannot
// say who may frame it, and lets in seal.html, from which it then starts the worker
// (app/client/seal.go).
const (
	ownPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
		"connect-src 'self'; worker-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
	pagePolicy   = ownPolicy + "; frame-ancestors 'self'"
	workerPolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'"
)

const crossOrigin = "Cross-Origin-Resource-Policy"

// otherHeaders go with every file.
var otherHeaders = []struct{ name, value string }{
	{"X-Content-Type-Options", "nosniff"},
	{"Referrer-Policy", "no-referrer"},
	{"Cross-Origin-Opener-Policy", "same-origin"},
	{crossOrigin, "same-origin"},
	{"Origin-Agent-Cluster", "?1"}, // a process of its own, also beside another page of the same site: none can time what this one does
	{"Permissions-Policy", "camera=(), microphone=(), geolocation=()"},
}

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
	files.keep()
	files.byPath[hostsPath] = hostsFile(embedding.Hosts) // no part of what is kept: the deployer changes it
	return &handler{files, &embedding}, nil
}

type handler struct {
	files     *files
	embedding *Embedding
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := r.URL.Path
	header := w.Header()
	header.Set("Content-Security-Policy", pagePolicy)
	for _, h := range otherHeaders {
		header.Set(h.name, h.value)
	}
	switch path {
	case workerScript:
		header.Set("Content-Security-Policy", workerPolicy)
	case pages.EmbedPath:
		header.Set("Content-Security-Policy", h.embedding.policy(r.URL.Query()))
	case embedScript, "/web/boot.js", "/web/app.css": // a frame that is sandboxed too tightly must still say so
		header.Set(crossOrigin, "cross-origin")
	}

	f := h.files.byPath[path]
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		header.Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
	case f == nil:
		http.NotFound(w, r)
	default:
		// A browser looks for a newer service worker whenever it likes, also after a
		// file was chosen; with what boot.js asks of it, it then looks into its own
		// cache, which each load has just refreshed. So it may keep that script a day,
		// and asks for the other files each time, which costs no body while they stand.
		header.Set("Cache-Control", "no-cache")
		if path == serviceWorker {
			header.Set("Cache-Control", "max-age=86400")
		}
		f.serve(w, r)
	}
}
