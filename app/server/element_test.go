//go:build !js

package server

import (
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The element's forms are of one script: each is served to pages of other sites, its digest is that of its bytes, and the package is one that npm takes.
func TestElement(t *testing.T) {
	declare()
	web := t.TempDir()
	folder(t, web, "wasm")
	if err := errors.Join(
		os.WriteFile(filepath.Join(web, "embed.js"), []byte(source(t, "web/embed.js")), 0o666),
		os.WriteFile(filepath.Join(web, "embed.d.ts"), []byte(source(t, "web/embed.d.ts")), 0o666),
	); err != nil {
		t.Fatal(err)
	}
	h, err := New(web, Embedding{})
	if err != nil {
		t.Fatal(err)
	}
	lines, err := ElementLines(web)
	if err != nil || len(lines) != 2 {
		t.Fatal(lines, err)
	}
	form := regexp.MustCompile(`^<script( type="module")? src="https://pca.example(/web/embed[a-z.]*\.[0-9a-f]{12}\.js)" integrity="sha384-([A-Za-z0-9+/=]+)" crossorigin="anonymous"></script>$`)
	for _, line := range lines {
		t.Run(line, func(t *testing.T) {
			m := form.FindStringSubmatch(line)
			if m == nil {
				t.Fatal("it is no such line")
			}
			w := get(h, "GET", m[2])
			sum := sha512.Sum384(w.Body.Bytes())
			if w.Code != 200 || base64.StdEncoding.EncodeToString(sum[:]) != m[3] {
				t.Errorf("it is answered by %d, with other bytes", w.Code)
			}
			if w.Header().Get("Access-Control-Allow-Origin") != "*" || w.Header().Get(crossOrigin) != "cross-origin" {
				t.Errorf("pages of other sites may not load it: %v", w.Header())
			}
			if module := m[1] != ""; strings.Contains(w.Body.String(), "import.meta.url") != module || strings.Contains(w.Body.String(), "currentScript") == module {
				t.Error("it finds its place in another way")
			}
		})
	}
	if keeper := get(h, "GET", serviceWorker).Body.String(); strings.Contains(keeper, "embed.module") {
		t.Error("the service worker keeps what pages of other sites load")
	}
	dir := filepath.Join(t.TempDir(), "package")
	if err := WritePackage(web, dir); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "package.json"))
	var about struct {
		Name, Version, Main, Types string
		Files                      []string
	}
	if err != nil || json.Unmarshal(text, &about) != nil || !regexp.MustCompile(`^0\.0\.0-g[0-9a-f]{12}$`).MatchString(about.Version) || about.Name != packageName {
		t.Errorf("package.json: %s, %v", text, err)
	}
	for _, name := range append(slices.Clone(about.Files), about.Main, about.Types) {
		t.Run(name, func(t *testing.T) {
			if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
				t.Error(err)
			}
		})
	}
}

// Every attribute that the element reads is observed.
func TestElementObservesItsAttributes(t *testing.T) {
	script := source(t, "web/embed.js")
	_, list, _ := strings.Cut(script, "static observedAttributes = [")
	list, _, _ = strings.Cut(list, "]")
	reads := regexp.MustCompile(`at\("([a-z-]+)"\)`).FindAllStringSubmatch(script, -1)
	for _, m := range reads {
		if !strings.Contains(list, `"`+m[1]+`"`) {
			t.Errorf("%s is read and not observed", m[1])
		}
	}
	if len(reads) != strings.Count(list, `"`)/2 || len(reads) < 10 {
		t.Errorf("%d attributes are read, observed are %s", len(reads), list)
	}
}
