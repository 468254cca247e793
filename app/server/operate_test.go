//go:build !js

package server

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// Who runs the server is told its health, its version and counts, and nothing about a visitor; the pages stay as they are.
func TestOperated(t *testing.T) {
	declare()
	web := t.TempDir()
	folder(t, web, "wasm")
	pages, err := New(web, Embedding{})
	if err != nil {
		t.Fatal(err)
	}
	var ill error
	budgets := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.Error(w, "no", http.StatusConflict) })
	h := Operated(pages, Operation{
		Version: "1.2.3", Go: "go1.26", Budget: budgets, Healthy: func() error { return ill },
		Measure: []func(io.Writer){func(w io.Writer) { fmt.Fprintln(w, "more 1") }},
	})
	if w := get(h, "GET", "/"); w.Code != 200 || w.Header().Get(contentPolicy) != pagePolicy {
		t.Errorf("a page is answered by %d under %q", w.Code, w.Header().Get(contentPolicy))
	}
	get(h, "GET", "/embed?data=https://data.example&secret=s3cr3t")
	get(h, "GET", "/nowhere")
	get(h, "POST", "/budget/v1/reserve")
	if w := get(h, "GET", "/health"); w.Code != 200 || w.Body.String() != "ok\n" || w.Header().Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("health: %d, %q", w.Code, w.Body)
	}
	if ill = errors.New("the disk is full"); get(h, "GET", "/health").Code != http.StatusServiceUnavailable {
		t.Error("a server without its ledger says that it is well")
	}
	if w := get(h, "GET", "/version"); w.Body.String() != `{"version":"1.2.3","go":"go1.26"}`+"\n" {
		t.Errorf("version: %q", w.Body)
	}
	if w := get(h, "POST", "/health"); w.Code != http.StatusMethodNotAllowed {
		t.Errorf("a POST is answered by %d", w.Code)
	}
	text := get(h, "GET", "/metrics").Body.String()
	for _, line := range []string{
		`privatepca_build_info{version="1.2.3"} 1`, `privatepca_requests_total{of="page",answer="2xx"} 1`, `privatepca_requests_total{of="frame",answer="2xx"} 1`,
		`privatepca_requests_total{of="file",answer="4xx"} 1`, `privatepca_requests_total{of="budget",answer="4xx"} 1`, "more 1",
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("the metrics lack %s:\n%s", line, text)
		}
	}
	form := regexp.MustCompile(`^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e+-]+)$`)
	for line := range strings.Lines(text) {
		if !form.MatchString(strings.TrimSuffix(line, "\n")) || strings.Contains(line, "s3cr3t") || strings.Contains(line, "192.0.2") {
			t.Errorf("a line of the metrics: %q", line)
		}
	}
}
