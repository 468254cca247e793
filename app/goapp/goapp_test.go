//go:build !js

package goapp

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// written is what go-app's Handler writes at a path.
func written(t *testing.T, path string) []byte {
	t.Helper()
	app.RouteFunc("/", func() app.Composer { return &Field{Tag: "input"} })
	w := httptest.NewRecorder()
	(&app.Handler{Image: "/icon.png"}).ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	if w.Code != http.StatusOK {
		t.Fatalf("%s: status %d", path, w.Code)
	}
	return w.Body.Bytes()
}

// The start script of the go-app in use is one that can be mended.
func TestStartScript(t *testing.T) {
	script, err := StartScript(written(t, "/app.js"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(script)
	if !strings.Contains(text, "const wasm = { instance: await WebAssembly.instantiate(await privatepcaProgram, go.importObject) };") || !strings.Contains(text, "setTimeout(next));\n    go.run(wasm.instance);") || !strings.Contains(text, `err);
    dispatchEvent(new Event("privatepca-not-started"));`) {
		t.Errorf("the script compiles, or starts in the same task:\n%s", text)
	}
	for _, other := range []string{"", "go.run(wasm.instance);", `await instantiateStreaming(fetchWithProgress("x", showProgress), go.importObject)`} {
		if _, err := StartScript([]byte(other)); err == nil {
			t.Errorf("mended %q, which is no start script", other)
		}
	}
}

// The page of the go-app in use can be zoomed and names no address; the same page drawn
// twice is the same bytes.
func TestPage(t *testing.T) {
	drawn := written(t, "/")
	if !strings.Contains(string(drawn), "user-scalable=0") || !strings.Contains(string(drawn), "og:url") {
		t.Fatal("go-app writes pages in another way: see whether Page can go")
	}
	page := string(Page(drawn))
	if strings.Contains(page, "user-scalable") || !strings.Contains(page, "width=device-width") || strings.Contains(page, "og:url") {
		t.Errorf("the page forbids zoom, or states an address:\n%s", page)
	}
	if got := string(Page([]byte(`<p>x</p><a id="x" class="b c" href="/">`))); got != `<p>x</p><a class="b c" href="/" id="x">` {
		t.Errorf("the attributes stand as in %s", got)
	}
	for range 20 {
		if again := string(Page(written(t, "/"))); again != page {
			t.Fatal("the same page has other bytes")
		}
	}
}
