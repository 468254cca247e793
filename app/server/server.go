//go:build !js

// Package server hands out the page: a few static files and the shell that go-app
// renders. It knows no records, keeps no log, and states in headers what a browser
// is to forbid.
package server

import (
	"bytes"
	"encoding/base64"
	"net/http"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	pages "privatepca/app"
)

// The policies. The page may fetch from its own origin only; the worker, where
// records are read, may fetch nothing at all. Its script-src names no origin, not
// even 'self', which would let it import a script whose address holds a secret;
// worker.js itself is fetched under the page's policy.
const (
	pagePolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
		"connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
	workerPolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'"
)

const (
	workerScript = "/web/worker.js"
	iconPath     = "/web/icons/icon.svg"
)

// lengthHeader carries the length of the page's wasm before compression, for the
// progress that is shown while it loads.
const lengthHeader = "X-Uncompressed-Length"

// New returns the handler for the files in the folder web. It reads them once, so
// that what it serves and the version it states belong together.
func New(web string) (http.Handler, error) {
	files, err := load(web)
	if err != nil {
		return nil, err
	}
	shell := &app.Handler{
		Name:        "Private PCA",
		ShortName:   "Private PCA",
		Title:       "Private PCA",
		Description: "Differentially private principal components of a table that never leaves this device.",
		Version:     files.version,
		Lang:        "en",
		Icon: app.Icon{
			Default:    "/web/icons/icon-192.png",
			Large:      "/web/icons/icon-512.png",
			SVG:        iconPath,
			AppleTouch: "/web/icons/icon-192.png",
		},
		ThemeColor:              "#0a6473",
		BackgroundColor:         "#f6f8f8",
		LoadingLabel:            "Loading {progress} %",
		Styles:                  []string{"/web/app.css"},
		Scripts:                 []string{"/web/boot.js"},
		CacheableResources:      append(files.cacheable(), pages.Paths()...),
		WasmContentLengthHeader: lengthHeader,
		ServiceWorkerTemplate:   serviceWorker,
	}
	icon := "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(files.byPath[iconPath].body)
	return &handler{files: files, shell: shell, icon: icon}, nil
}

type handler struct {
	files *files
	shell http.Handler
	icon  string // a data: address
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := r.URL.Path
	header := w.Header()
	header.Set("Content-Security-Policy", pagePolicy)
	if path == workerScript {
		header.Set("Content-Security-Policy", workerPolicy)
	}
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")

	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		header.Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
	case strings.HasPrefix(path, "/web/"), path == "/manifest.webmanifest":
		h.files.serve(w, r)
	case path == "/app-worker.js":
		h.serviceWorker(w, r)
	case path == "/app.js", path == "/app.css", path == "/wasm_exec.js":
		h.shell.ServeHTTP(w, r)
	case slices.Contains(pages.Paths(), path):
		h.page(w, r)
	default:
		http.NotFound(w, r)
	}
}

// The shell that go-app writes forbids zoom, which readers with weak eyes need.
var (
	noZoom = []byte("width=device-width, initial-scale=1, maximum-scale=1, user-scalable=0, viewport-fit=cover")
	zoom   = []byte("width=device-width, initial-scale=1, viewport-fit=cover")
)

// page serves a pre-rendered page with its viewport set right, and its icon in the
// page itself: browsers ask for an icon's address again at every step from page to
// page, also after a file was chosen.
func (h *handler) page(w http.ResponseWriter, r *http.Request) {
	rec := &recorder{ResponseWriter: w, code: http.StatusOK}
	h.shell.ServeHTTP(rec, r)
	body := bytes.Replace(rec.body.Bytes(), noZoom, zoom, 1)
	body = bytes.ReplaceAll(body, []byte(`"`+iconPath+`"`), []byte(`"`+h.icon+`"`))
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Del("Content-Length")
	w.WriteHeader(rec.code)
	if r.Method != http.MethodHead {
		w.Write(body)
	}
}

// serviceWorker serves its script for the browser to keep a day. A browser looks
// for a newer one whenever it likes, also after a file was chosen; with what boot.js
// asks of it, it then looks into its own cache, which each load has just refreshed.
func (h *handler) serviceWorker(w http.ResponseWriter, r *http.Request) {
	rec := &recorder{ResponseWriter: w, code: http.StatusOK}
	h.shell.ServeHTTP(rec, r)
	w.Header().Set("Cache-Control", "max-age=86400")
	w.WriteHeader(rec.code)
	if r.Method != http.MethodHead {
		w.Write(rec.body.Bytes())
	}
}

// A recorder holds a response back.
type recorder struct {
	http.ResponseWriter
	code int
	body bytes.Buffer
}

func (r *recorder) WriteHeader(code int)        { r.code = code }
func (r *recorder) Write(b []byte) (int, error) { return r.body.Write(b) }
