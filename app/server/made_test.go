//go:build !js

package server

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Pages and service worker state when the files were made. Two versions that differ in it alone are two versions; what is no time is not served.
func TestPagesStateWhenTheyWereMade(t *testing.T) {
	declare()
	web := t.TempDir()
	folder(t, web, "wasm")
	stores := map[string]string{}
	for _, made := range []string{"", "2026-05-03T12:00:00Z", "2026-05-03T12:00:01Z"} {
		if err := Date(web, made); err != nil {
			t.Fatal(err)
		}
		h, err := New(web, Embedding{})
		if err != nil {
			t.Fatal(err)
		}
		script := get(h, "GET", "/app-worker.js").Body.String()
		if !strings.Contains(script, `const made = "`+made+`";`) {
			t.Errorf("%q: the service worker does not state it", made)
		}
		if page := get(h, "GET", "/").Body.String(); !strings.Contains(page, `<meta content="`+made+`" name="privatepca-made">`) {
			t.Errorf("%q: the page does not state it", made)
		}
		if get(h, "GET", "/web/made.txt").Code != 404 {
			t.Error("the file itself is served")
		}
		_, store, _ := strings.Cut(script, "const store = ours + ")
		store, _, _ = strings.Cut(store, "\n")
		if other, ok := stores[store]; ok {
			t.Errorf("%q and %q are one version", made, other)
		}
		stores[store] = made
	}
	for _, wrong := range []string{"today", "2026-05-03", "2026-05-03T12:00:00+02:00", "2026-05-03T12:00:00.5Z", `"><script>`} {
		if err := Date(web, wrong); err == nil {
			t.Errorf("%q was taken", wrong)
		}
		if err := os.WriteFile(filepath.Join(web, madeFile), []byte(wrong), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := New(web, Embedding{}); err == nil || !strings.Contains(err.Error(), "make build") {
			t.Errorf("%q is served: %v", wrong, err)
		}
	}
}
