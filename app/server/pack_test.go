//go:build !js

package server

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

// Packed files are served where the browser takes them, and only for what they were
// made of; the next packing keeps what still stands and forgets the rest.
func TestPacked(t *testing.T) {
	declare()
	web := filepath.Join(t.TempDir(), "web")
	first := strings.Repeat("the page's wasm ", 500)
	folder(t, web, first)
	if err := Pack(web, leastQuality); err != nil {
		t.Fatal(err)
	}
	body := func(coding string) string {
		t.Helper()
		h, err := New(web, Embedding{})
		if err != nil {
			t.Fatal(err)
		}
		w := get(h, "GET", "/web/app.wasm", "Accept-Encoding", "gzip, br;q=0.9")
		if got := w.Header().Get("Content-Encoding"); got != coding {
			t.Fatalf("served as %q, want %q", got, coding)
		}
		if coding != "br" {
			return ""
		}
		text, err := io.ReadAll(brotli.NewReader(w.Body))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if body("br") != first {
		t.Error("unpacked, it is another file")
	}

	second := strings.Repeat("a newer page's wasm ", 500)
	if err := os.WriteFile(filepath.Join(web, "app.wasm"), []byte(second), 0o666); err != nil {
		t.Fatal(err)
	}
	body("gzip") // what was packed is not of this file
	if err := Pack(web, mostQuality); err != nil {
		t.Fatal(err)
	}
	if body("br") != second {
		t.Error("unpacked, it is another file")
	}
	best := list(t, web)
	if err := Pack(web, leastQuality); err != nil {
		t.Fatal(err)
	}
	if again := list(t, web); !slices.Equal(best, again) {
		t.Errorf("packed anew with less effort:\n%v\n%v", best, again)
	}
	for _, name := range best {
		if strings.Contains(name, ".q5.") {
			t.Errorf("%s was not forgotten", name)
		}
	}
}

func list(t *testing.T, web string) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(web, packedFolder))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestAccepted(t *testing.T) {
	for list, want := range map[string]bool{"br": true, "gzip, BR;q=0.5": true, "gzip, br;q=0": false, "gzip": false, "": false, "brx": false} {
		if got := accepted(list, "br"); got != want {
			t.Errorf("%q accepts br: %v", list, got)
		}
	}
}
