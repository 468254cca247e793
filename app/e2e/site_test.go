package e2e

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
)

// A plainHost serves a static site as a host of files does: under a path, with no
// header that anybody asked for.
type plainHost struct {
	*httptest.Server
	root string // the site's address, without a slash at the end
	dir  string // its files

	mu      sync.Mutex
	outside []string // requests beside the site, or of files that it has not
}

// hostSite writes the site, changes one of its files where asked to, and serves it.
func hostSite(t *testing.T, changes ...mutation) *plainHost {
	t.Helper()
	h := newPlainHost(t)
	h.publish(t, web)
	for _, m := range changes {
		file := filepath.Join(h.dir, m.path)
		text, err := os.ReadFile(file)
		if err != nil || strings.Count(string(text), m.after) != 1 {
			t.Fatalf("%s does not hold this exactly once, so the check cannot be checked: %s", m.path, m.after)
		}
		if err := os.WriteFile(file, []byte(strings.Replace(string(text), m.after, m.plants, 1)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

// publish writes the site of a folder of the pages' files.
func (h *plainHost) publish(t *testing.T, web string) {
	t.Helper()
	write := exec.Command(filepath.Join(root, "bin", "publish"), "-web", web, "-site", h.dir)
	if out, err := write.CombinedOutput(); err != nil {
		t.Fatalf("publish: %v\n%s", err, out)
	}
}

// newPlainHost is a host that has no files yet.
func newPlainHost(t *testing.T) *plainHost {
	t.Helper()
	const path = "/some/path"
	h := &plainHost{dir: filepath.Join(t.TempDir(), "site")}
	files := http.StripPrefix(path, http.FileServer(http.Dir(h.dir)))
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := httptest.NewRecorder()
		if strings.HasPrefix(r.URL.Path, path+"/") {
			files.ServeHTTP(rec, r)
		} else {
			rec.WriteHeader(http.StatusNotFound)
		}
		if rec.Code >= 400 {
			h.mu.Lock()
			h.outside = append(h.outside, r.URL.Path)
			h.mu.Unlock()
		}
		for name, values := range rec.Header() {
			w.Header()[name] = values
		}
		w.WriteHeader(rec.Code)
		w.Write(rec.Body.Bytes())
	}))
	t.Cleanup(h.Close)
	h.root = h.URL + path
	return h
}

// On a host that sends no headers, under a path that the site did not know of, all is
// as elsewhere: the whole job, no request once a file is chosen,
// connect, deep addresses, and no network needed. The page says what is lost.
func TestStaticSite(t *testing.T) {
	t.Parallel()
	feature(t, "A static copy on a host without headers")
	h := hostSite(t)
	p := sit(t, &drive.Server{URL: h.root}, 60*time.Second)
	if said := ask[string](p, `document.querySelector('#hosting')?.innerText ?? ''`); !strings.Contains(said, "no security headers") {
		t.Errorf("the page says %q of its host", said)
	}
	chosen := time.Now()
	document, loadings, err := at.Do(p.ctx, p.Visit, small(t))
	p.must(err)
	checked(t, document, loadings, "gaussian", 2, 4)
	for name, all := range map[string][]drive.Request{"instruments": p.Record().Requests(), "proxy": p.Witnessed()} {
		t.Run(name, func(t *testing.T) {
			// The browser's own look for a newer version, which only a header could put off.
			all = slices.DeleteFunc(all, func(r drive.Request) bool { return r.Method == "GET" && r.URL == h.root+"/app-worker.js" })
			if wrong := wrongRequests(all, p.url, chosen, 0); len(wrong) > 0 {
				t.Errorf("%s:\n%s", name, strings.Join(wrong, "\n"))
			}
		})
	}

	for _, path := range []string{"/columns", "/columns/", "/columns/?from=elsewhere", "/index.html"} {
		p.must(p.Open(p.ctx, h.root+path))
		p.until(`document.querySelector('#main h1') && !document.querySelector('#app-wasm-loader')`)
	}
	p.until(`location.pathname === '/some/path/' && document.querySelector('#file-input')`)
	if len(h.outside) > 0 {
		t.Errorf("asked for beside the site: %v", h.outside)
	}
	h.CloseClientConnections()
	h.Close()
	for _, path := range []string{"/privacy", "/?embed=1"} {
		p.must(p.Open(p.ctx, h.root+path))
	}
	document, _, err = at.Do(p.ctx, p.Visit, drive.Job{Sample: "clinic-visits", Epsilon: "1", Delta: "1e-6", K: "2", Mechanism: "gaussian"})
	p.must(err)
	if len(document) == 0 {
		t.Error("nothing was downloaded without a network")
	}
}

// Where the page's own rules do not hold the worker, none is started.
func TestUnsealedWorkerIsNotStarted(t *testing.T) {
	t.Parallel()
	const sealed = "default-src 'none'; script-src 'wasm-unsafe-eval'; worker-src blob:"
	for what, policy := range map[string]string{
		"no policy": "base-uri 'none'",
		// What a lost network would hide: the site cannot be reached, and yet there is no such policy.
		"out of reach": sealed + "; connect-src data:",
	} {
		t.Run(what, func(t *testing.T) {
			h := hostSite(t, mutation{path: "web/seal.html", after: sealed, plants: policy})
			p := stand(t, browser, &drive.Server{URL: h.root}, 30*time.Second)
			p.until(`document.querySelector('#error[data-code=worker-missing]')`)
			if said := ask[string](p, `document.querySelector('#error').innerText`); !strings.Contains(said, "would let the worker connect") {
				t.Errorf("%s: the page says %q", what, said)
			}
		})
	}
}
