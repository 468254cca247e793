//go:build !js

package server

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// An Operation is what whoever runs the server asks of it, and what it serves beside the pages.
type Operation struct {
	Version string            // of the program
	Go      string            // of the toolchain that built it
	Budget  http.Handler      // below /budget/; nil for none
	Healthy func() error      // says why the budgets cannot be used; nil for always
	Measure []func(io.Writer) // further metrics, in Prometheus' text format
}

// Paths for whoever runs the server.
const (
	healthPath  = "/health"
	versionPath = "/version"
	metricsPath = "/metrics"
	budgetPath  = "/budget/"
)

// Operated serves pages, the budget service below /budget/, and what whoever runs the server asks: /health, /version and /metrics. Nothing that these
// answer is about a visitor: requests are counted by what was asked for and by the class of the answer.
func Operated(pages http.Handler, o Operation) http.Handler {
	return &operated{pages: pages, Operation: o, counts: map[[2]string]int{}}
}

type operated struct {
	Operation
	pages  http.Handler
	mu     sync.Mutex
	counts map[[2]string]int // by what was asked for, and the class of the answer
}

func (o *operated) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := r.URL.Path
	var tell func(http.ResponseWriter)
	switch {
	case path == healthPath:
		tell = o.health
	case path == versionPath:
		tell = o.version
	case path == metricsPath:
		tell = o.metrics
	}
	if tell != nil {
		for _, one := range append(everywhere, assetRole.headers("", nil)...) {
			w.Header().Set(one.name, one.value)
		}
		w.Header().Set("Cache-Control", "no-store")
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
			return
		}
		tell(w)
		return
	}
	seen := &classWriter{ResponseWriter: w, status: http.StatusOK}
	what := map[role]string{pageRole: "page", frameRole: "frame"}[roleOf(path)]
	switch {
	case o.Budget != nil && strings.HasPrefix(path, budgetPath):
		what = "budget"
		o.Budget.ServeHTTP(seen, r)
	default:
		o.pages.ServeHTTP(seen, r)
	}
	if what == "" {
		what = "file"
	}
	o.mu.Lock()
	o.counts[[2]string{what, strconv.Itoa(seen.status/100) + "xx"}]++
	o.mu.Unlock()
}

// health says whether requests can be answered: the status 200, or 503 with the reason.
func (o *operated) health(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if o.Healthy != nil {
		if err := o.Healthy(); err != nil {
			w.WriteHeader(http.StatusServiceUnavailable)
			fmt.Fprintln(w, "the budgets cannot be used:", err)
			return
		}
	}
	fmt.Fprintln(w, "ok")
}

func (o *operated) version(w http.ResponseWriter) {
	w.Header().Set("Content-Type", types[".json"])
	json.NewEncoder(w).Encode(struct { // a write that fails is the reader's loss
		Version string `json:"version"`
		Go      string `json:"go"`
	}{o.Operation.Version, o.Go})
}

func (o *operated) metrics(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	fmt.Fprintf(w, "# HELP privatepca_build_info The version that runs.\n# TYPE privatepca_build_info gauge\nprivatepca_build_info{version=%q} 1\n", o.Operation.Version)
	fmt.Fprint(w, "# HELP privatepca_requests_total Requests by what was asked for and the class of the answer.\n# TYPE privatepca_requests_total counter\n")
	o.mu.Lock()
	for _, what := range []string{"budget", "file", "frame", "page"} {
		for _, class := range []string{"2xx", "3xx", "4xx", "5xx"} {
			fmt.Fprintf(w, "privatepca_requests_total{of=%q,answer=%q} %d\n", what, class, o.counts[[2]string{what, class}])
		}
	}
	o.mu.Unlock()
	for _, measure := range o.Measure {
		measure(w)
	}
}

// A classWriter keeps the status of an answer.
type classWriter struct {
	http.ResponseWriter
	status int
}

func (w *classWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap is for http.ResponseController.
func (w *classWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
