//go:build !js

package server

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const ownHost = "privatepca-aaaabbbbccccdddd.localhost:8000"

// asked is the answer to a request under a host's name.
func asked(h http.Handler, host, path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", path, nil)
	r.Host = host
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// The pages stand at their own name. At other names of this machine one page leads there, whose scripts are all that is served beside it;
// at the names of other machines nothing is.
func TestPagesAreServedUnderOneName(t *testing.T) {
	const mark = "Private PCA has an address of its own"
	h := OwnOrigin(serve(t, "wasm"), ownHost)
	own := asked(h, ownHost, "/").Body.String()
	if strings.Contains(own, mark) || !strings.Contains(own, "boot.js") {
		t.Fatalf("at its own name the page is %.200s", own)
	}
	for _, host := range []string{"127.0.0.1:8000", "localhost:8000", "[::1]:8000", "127.9.9.9", "other.localhost:8000", "LOCALHOST"} {
		for _, path := range []string{"/", "/ledger", "/web/worker.wasm", "/index.html"} {
			w := asked(h, host, path, "Sec-Fetch-Mode", "navigate")
			if body := w.Body.String(); w.Code != 200 || !strings.Contains(body, mark) || !strings.Contains(body, `href="http://`+ownHost+`/"`) {
				t.Errorf("%s%s: %d %.80s", host, path, w.Code, body)
			}
			if w.Header().Get("Cross-Origin-Opener-Policy") != "" || !strings.Contains(w.Header().Get(contentPolicy), "connect-src http://"+ownHost+";") {
				t.Errorf("%s%s: headers %v", host, path, w.Header())
			}
			if w := asked(h, host, path, "Sec-Fetch-Mode", "cors"); w.Code != http.StatusMisdirectedRequest {
				t.Errorf("%s%s, fetched by a script: %d", host, path, w.Code)
			}
		}
		if w := asked(h, host, "/embed?data=https://data.example", "Sec-Fetch-Mode", "navigate"); w.Code != http.StatusTemporaryRedirect || w.Header().Get("Location") != "http://"+ownHost+"/embed?data=https://data.example" {
			t.Errorf("a frame at %s: %d, %s", host, w.Code, w.Header().Get("Location"))
		}
		if w := asked(h, host, "/app-worker.js", "Sec-Fetch-Mode", "same-origin", "Service-Worker", "script"); w.Code != 200 || !strings.Contains(w.Body.String(), "unregister") {
			t.Errorf("the service worker at %s: %d", host, w.Code)
		}
		w := asked(h, host, "/stay", "Sec-Fetch-Mode", "navigate")
		cookie := strings.Split(w.Header().Get("Set-Cookie"), ";")[0]
		if got := asked(h, host, "/", "Cookie", cookie).Body.String(); cookie == "" || strings.Contains(got, mark) {
			t.Errorf("%s: who stays is sent away: %q", host, cookie)
		}
	}
	for _, host := range []string{"portal.example", "portal.example:8000", "127.0.0.1.portal.example", "localhost.example:8000", ""} {
		if w := asked(h, host, "/"); w.Code != http.StatusMisdirectedRequest || strings.Contains(w.Body.String(), "<") {
			t.Errorf("%q: %d %.80s", host, w.Code, w.Body)
		}
	}
}

// A page is for a window, for a frame, or for the service worker, which stores it. A script gets none.
func TestPagesAreForWindows(t *testing.T) {
	h := serve(t, "wasm")
	for _, path := range []string{"/", "/ledger", "/embed"} {
		for mode, want := range map[string]int{"navigate": 200, "": 200, "cors": 403, "no-cors": 403, "same-origin": 403} {
			headers := []string{}
			if mode != "" {
				headers = append(headers, "Sec-Fetch-Mode", mode)
			}
			if w := get(h, "GET", path, headers...); w.Code != want {
				t.Errorf("%s, asked for in the mode %q: %d, want %d", path, mode, w.Code, want)
			}
		}
		if w := get(h, "GET", path, "Sec-Fetch-Mode", "cors", keepsHeader, "1"); w.Code != 200 {
			t.Errorf("%s, to be stored: %d", path, w.Code)
		}
	}
	if !strings.Contains(keeper, `"`+keepsHeader+`": "1"`) {
		t.Error("the service worker does not say that it stores")
	}
	if w := get(h, "GET", "/web/boot.js", "Sec-Fetch-Mode", "no-cors"); w.Code != 200 {
		t.Errorf("a script: %d", w.Code)
	}
}

// What the service worker hands out has the headers of its role: a window that is opened has none that would cut its tie to the page that
// opened it, nor a policy that forbids its script.
func TestTheKeeperKnowsWindows(t *testing.T) {
	script := get(serve(t, "wasm"), "GET", "/app-worker.js").Body.String()
	if want := fmt.Sprintf(`"%d": {`, windowRole); !strings.Contains(script, want) {
		t.Errorf("the service worker has no headers of windows")
	}
	web := t.TempDir()
	folder(t, web, "wasm")
	for _, name := range []string{"confirm.html", "arrive.html"} {
		if err := os.WriteFile(filepath.Join(web, name), []byte("<!DOCTYPE html>"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	h, err := New(web, Embedding{})
	if err != nil {
		t.Fatal(err)
	}
	script = get(h, "GET", "/app-worker.js").Body.String()
	for _, name := range []string{"confirm.html", "arrive.html"} {
		if want := fmt.Sprintf(`"web/%s": %d`, name, windowRole); !strings.Contains(script, want) {
			t.Errorf("the service worker gives %s another role", name)
		}
	}
}
