//go:build !js

package server

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	pages "privatepca/app/page"
)

var declare = sync.OnceFunc(pages.Run)

// serve builds a handler on a folder like the built one.
func serve(t *testing.T, wasm string) http.Handler {
	t.Helper()
	declare()
	web := t.TempDir()
	folder(t, web, wasm)
	h, err := New(web, Embedding{})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// folder writes files like the built ones.
func folder(t *testing.T, web, wasm string) {
	t.Helper()
	for name, body := range map[string]string{
		"app.wasm": wasm, "worker.wasm": "worker", "convert.wasm": "converter", "worker.js": "// worker\nconst programs = {};\n", "app.css": "a{}", "boot.js": "// boot",
		"icons/icon.svg": "<svg/>", "samples/s.csv": "a\n1\n", "manifest.webmanifest": "{}", "secret.go": "package x",
	} {
		path := filepath.Join(web, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(body), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := Stamp(web); err != nil {
		t.Fatal(err)
	}
}

func get(h http.Handler, method, path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// The worker may fetch nothing; a page may not fetch from elsewhere, run a script that is not
// a file of ours, be framed, show a frame or open a window; what is part of a page is none.
func TestPolicies(t *testing.T) {
	h := serve(t, "wasm")
	inPages := []string{
		"default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "connect-src 'self'", "style-src 'self'", "frame-src 'none'", "worker-src 'self'",
		"frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'",
	}
	inAssets := []string{"default-src 'none'", "frame-ancestors 'none'"}
	wants := map[string][]string{
		"/web/worker.js":  {"default-src 'none'", "script-src 'wasm-unsafe-eval'"},
		"/app-worker.js":  {"default-src 'none'", "connect-src 'self'"},
		"/web/compile.js": {"default-src 'none'", "script-src 'wasm-unsafe-eval'", "connect-src 'self'"},
	}
	for _, path := range pages.Paths() {
		wants[path] = inPages
	}
	for _, path := range []string{"/web/app.css", "/app.js", "/web/app.wasm", "/web/icons/icon.svg", "/manifest.webmanifest", "/nowhere", "/web/"} {
		wants[path] = inAssets
	}
	delete(wants, pages.EmbedPath) // see TestEmbedPolicy
	for path, want := range wants {
		header := get(h, "GET", path).Header()
		var got []string
		for directive := range strings.SplitSeq(header.Get(contentPolicy), ";") {
			got = append(got, strings.TrimSpace(directive))
		}
		for _, w := range want {
			if !slices.Contains(got, w) {
				t.Errorf("%s: policy %q lacks %q", path, got, w)
			}
		}
		if p := header.Get(contentPolicy); strings.Contains(p, "unsafe-inline") || strings.Contains(p, "http") || strings.Contains(p, "*") {
			t.Errorf("%s: policy %q lets in too much", path, p)
		}
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin", "X-DNS-Prefetch-Control": "off",
		} {
			if got := header.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", path, name, got, want)
			}
		}
		wantOrigin, wantList := "same-origin", "(response-origin)"
		switch {
		case path == "/web/app.css":
			wantOrigin, wantList = "cross-origin", ""
		case path == "/web/worker.js":
			wantList = "()"
		case slices.Contains(want, "frame-ancestors 'none'") && len(want) == len(inAssets):
			wantList = ""
		}
		if got := header.Get(crossOrigin); got != wantOrigin {
			t.Errorf("%s: %s is %q", path, crossOrigin, got)
		}
		if got := header.Get(connectionList); got != wantList {
			t.Errorf("%s: %s is %q, want %q", path, connectionList, got, wantList)
		}
		for _, power := range []string{"camera=()", "usb=()", "sync-xhr=()", "deferred-fetch=()", "clipboard-write=(self)"} {
			if !strings.Contains(header.Get("Permissions-Policy"), power) {
				t.Errorf("%s: Permissions-Policy lacks %q", path, power)
			}
		}
	}
	// No other script than the service worker's may become one.
	for path, want := range map[string]int{"/app-worker.js": 200, "/app.js": 403, "/wasm_exec.js": 403, "/web/worker.js": 403, "/web/boot.js": 403} {
		if got := get(h, "GET", path, "Service-Worker", "script").Code; got != want {
			t.Errorf("%s as a service worker: %d, want %d", path, got, want)
		}
	}
}

var (
	inline  = regexp.MustCompile(`<script(?:[^>]*)>[^<]|\son[a-z]+="|\sstyle="`)
	thirds  = regexp.MustCompile(`(?:src|href)="https?:`)
	allowed = regexp.MustCompile(`https?://`)
)

func TestPages(t *testing.T) {
	h := serve(t, "wasm")
	for _, path := range pages.Paths() {
		w := get(h, "GET", path)
		body := w.Body.String()
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "text/html; charset=utf-8" {
			t.Fatalf("%s: %d, %s", path, w.Code, w.Header().Get("Content-Type"))
		}
		for _, want := range []string{`lang="en"`, "<main", "<h1", `name="viewport"`, "width=device-width, initial-scale=1", "/web/boot.js", "<noscript>"} {
			if !strings.Contains(body, want) {
				t.Errorf("%s lacks %q", path, want)
			}
		}
		for what, found := range map[string]bool{
			"forbids zoom":             strings.Contains(body, "maximum-scale") || strings.Contains(body, "user-scalable"),
			"has inline script, style": inline.MatchString(body),
			"names another site":       thirds.MatchString(body),
		} {
			if found {
				t.Errorf("%s %s", path, what)
			}
		}
	}
	for _, path := range []string{"/nowhere", "/web/secret.go", "/web/", "/web/../go.mod", "/robots.txt", "/ads.txt"} {
		if code := get(h, "GET", path).Code; code != http.StatusNotFound {
			t.Errorf("%s: %d, want 404", path, code)
		}
	}
	if code := get(h, "POST", "/").Code; code != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d, want 405", code)
	}
}

func TestWasmIsCompressed(t *testing.T) {
	wasm := strings.Repeat("wasm", 1000)
	h := serve(t, wasm)
	w := get(h, "GET", "/web/app.wasm", "Accept-Encoding", "br, gzip")
	header := w.Header()
	if header.Get("Content-Type") != "application/wasm" || header.Get("Content-Encoding") != "gzip" ||
		header.Get("Content-Length") != strconv.Itoa(w.Body.Len()) {
		t.Errorf("headers %v for a body of %d", header, w.Body.Len())
	}
	z, err := gzip.NewReader(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(z); err != nil || string(got) != wasm {
		t.Errorf("unpacked %d bytes (%v), want the file", len(got), err)
	}
	if w = get(h, "GET", "/web/app.wasm"); w.Header().Get("Content-Encoding") != "" || w.Body.String() != wasm {
		t.Error("compressed for a client that did not ask")
	}
}

// A file is fetched again when it changed, and the service worker when any did.
func TestTagsFollowTheFiles(t *testing.T) {
	tag := func(h http.Handler, path string) string { return get(h, "GET", path).Header().Get("ETag") }
	a, same, b := serve(t, "one"), serve(t, "one"), serve(t, "two")
	for path, changes := range map[string]bool{"/web/app.wasm": true, "/web/app.css": false, "/": false, "/app-worker.js": true} {
		if tag(a, path) != tag(same, path) || (tag(a, path) != tag(b, path)) != changes || len(tag(a, path)) < 32 {
			t.Errorf("%s: tags %s, %s, %s: want the first two equal, the third another where the file is", path, tag(a, path), tag(same, path), tag(b, path))
		}
		if code := get(a, "GET", path, "If-None-Match", tag(a, path)).Code; code != http.StatusNotModified {
			t.Errorf("%s: a known version was answered with %d, want 304", path, code)
		}
		if code := get(a, "GET", path, "If-None-Match", tag(a, path), "Accept-Encoding", "gzip").Code; code != http.StatusOK {
			t.Errorf("%s: another coding was answered with %d, want 200", path, code)
		}
	}
}

// Everything the page needs without a network is stored, under the version.
func TestServiceWorker(t *testing.T) {
	h := serve(t, "wasm")
	body := get(h, "GET", "/app-worker.js").Body.String()
	for _, want := range append(pages.Paths(), "/web/app.wasm", "/web/worker.wasm", "/web/worker.js", "/web/boot.js", "/web/app.css",
		"/web/icons/icon.svg", "/web/samples/s.csv", "/manifest.webmanifest", "/wasm_exec.js", "/app.js") {
		sum := sha256.Sum256(get(h, "GET", want).Body.Bytes())
		if !strings.Contains(body, `"`+want[1:]+`": "sha256-`+base64.StdEncoding.EncodeToString(sum[:])+`"`) {
			t.Errorf("the service worker does not store %s, or under another digest", want)
		}
	}
	if !strings.Contains(body, `const later = [`+"\n"+` "web/convert.wasm"`+"\n]") {
		t.Error("the program for other formats is stored before anyone needs it")
	}
	if strings.Contains(body, "{{") || !strings.Contains(body, pagePolicy) {
		t.Error("the service worker lacks its version, or a policy of its own")
	}
	if allowed.MatchString(body) {
		t.Error("the service worker names another site")
	}
}

func TestMissingBuildIsSaid(t *testing.T) {
	if _, err := New(t.TempDir(), Embedding{}); err == nil || !strings.Contains(err.Error(), "not built") {
		t.Errorf("error %v, want one that says what is not built", err)
	}
}

// What is in the repository is served with its types.
func TestRepositoryFiles(t *testing.T) {
	root := filepath.Join("..", "..", "web")
	css, err := os.ReadFile(filepath.Join(root, "app.css"))
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(css, []byte("url(")) || bytes.Contains(css, []byte("@import")) {
		t.Error("app.css fetches something")
	}
	for _, name := range []string{"boot.js", "manifest.webmanifest", "seal.html", "icons/maskable-512.png", "icons/icon.svg", "icons/icon-192.png", "icons/icon-512.png"} {
		if _, err := os.Stat(filepath.Join(root, name)); err != nil {
			t.Error(err)
		}
		if types[filepath.Ext(name)] == "" {
			t.Errorf("%s has no type", name)
		}
	}
}

// Browsers ask for an icon's address again at every step from page to page; the
// pages hold theirs, and policy admits it.
func TestIconIsInThePage(t *testing.T) {
	h := serve(t, "app")
	for _, path := range pages.Paths() {
		body := get(h, "GET", path).Body.String()
		if strings.Contains(body, iconPath) || !strings.Contains(body, `href="data:image/svg+xml;base64,PHN2Zy8+"`) {
			t.Errorf("%s: no icon of its own", path)
		}
	}
}

// A static site names everything from where it stands, in pages and in scripts.
func TestSiteStandsAnywhere(t *testing.T) {
	declare()
	web, dir := filepath.Join(t.TempDir(), "web"), filepath.Join(t.TempDir(), "site")
	folder(t, web, "wasm")
	if err := WriteSite(web, dir, Embedding{}); err != nil {
		t.Fatal(err)
	}
	rooted := regexp.MustCompile(`(?:src|href)="/|"/_somewhere_`)
	for _, path := range append([]string{"/app.js", "/app-worker.js", "/manifest.webmanifest"}, pages.Paths()...) {
		name := filepath.Join(dir, path)
		if filepath.Ext(name) == "" {
			name = filepath.Join(name, "index.html")
		}
		body, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if found := rooted.FindAll(body, -1); len(found) > 0 {
			t.Errorf("%s names an address from the root of the host: %q", path, found)
		}
		if strings.HasSuffix(name, ".html") && !bytes.Contains(body, []byte("connect-src 'self'")) {
			t.Errorf("%s brings no policy", path)
		}
	}
	// Each file has a policy of its own in the headers, and one alone.
	rules := headerRules(t, dir)
	err := filepath.WalkDir(dir, func(name string, entry os.DirEntry, err error) error {
		path := strings.TrimSuffix(filepath.ToSlash(strings.TrimPrefix(name, dir)), "index.html")
		if err != nil || entry.IsDir() || slices.Contains([]string{"/_headers", "/.nojekyll", "/embed.json"}, path) {
			return err
		}
		if filepath.Ext(path) == ".br" || filepath.Ext(path) == ".gz" {
			return nil
		}
		policies := 0
		for rule, lines := range rules {
			folder, many := strings.CutSuffix(rule, "*")
			if (rule == path || many && strings.HasPrefix(path, folder)) && strings.Contains(lines, contentPolicy) {
				policies++
			}
		}
		if policies != 1 {
			t.Errorf("%s has %d policies", path, policies)
		}
		return nil
	})
	if err != nil || len(rules) < 20 || len(rules) > 100 {
		t.Errorf("%d rules (%v): some hosts read a hundred", len(rules), err)
	}
	for _, name := range []string{"web/app.wasm", "web/worker.js", "_headers", ".nojekyll"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	if h := serve(t, "wasm"); strings.Contains(get(h, "GET", "/columns").Body.String(), "_somewhere_") {
		t.Error("a server of its own was told that it stands somewhere")
	}
}

// headerRules are the rules of a site's _headers, by address.
func headerRules(t *testing.T, dir string) map[string]string {
	t.Helper()
	headers, err := os.ReadFile(filepath.Join(dir, "_headers"))
	if err != nil {
		t.Fatal(err)
	}
	rules := map[string]string{}
	for rule := range strings.SplitSeq("\n"+string(headers), "\n/") {
		name, rest, _ := strings.Cut(rule, "\n")
		rules["/"+name] = rest
		for line := range strings.SplitSeq(rest, "\n") {
			if len(line) > 2000 {
				t.Errorf("/%s: a line of %d characters: some hosts read 2,000", name, len(line))
			}
		}
	}
	return rules
}
