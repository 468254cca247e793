//go:build !js

package server

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// types of the files that are served. Others in the folder are not.
var types = map[string]string{
	".css":         "text/css; charset=utf-8",
	".csv":         "text/csv; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
}

// built are the files without which nothing is served.
var built = []string{"/web/app.wasm", "/web/worker.wasm", workerScript, iconPath}

// Files are what the folder held when the server started.
type files struct {
	byPath  map[string]*file
	version string // a hash over every path and every byte
}

type file struct {
	kind   string
	body   []byte
	zipped func() []byte // compressed when first asked for; nil where that gains nothing
}

func load(web string) (*files, error) {
	out := &files{byPath: map[string]*file{}}
	err := filepath.WalkDir(web, func(name string, entry fs.DirEntry, err error) error {
		kind := types[filepath.Ext(name)]
		if err != nil || entry.IsDir() || kind == "" {
			return err
		}
		body, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(web, name)
		if err != nil {
			return err
		}
		f := &file{kind: kind, body: body}
		if kind != types[".png"] {
			f.zipped = sync.OnceValue(func() []byte { return compress(body) })
		}
		out.byPath[path.Join("/web", filepath.ToSlash(relative))] = f
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	for _, name := range built {
		if out.byPath[name] == nil {
			return nil, errors.New("server: " + name + " is not built: run make build")
		}
	}
	out.version = out.hash()
	return out, nil
}

func (fs *files) hash() string {
	sum := sha256.New()
	for _, name := range fs.paths() {
		body := fs.byPath[name].body
		fmt.Fprintf(sum, "%s %d\n", name, len(body))
		sum.Write(body)
	}
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

func (fs *files) paths() []string {
	names := make([]string, 0, len(fs.byPath))
	for name := range fs.byPath {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// cacheable are the files that the page needs without a network.
func (fs *files) cacheable() []string {
	return slices.DeleteFunc(fs.paths(), func(name string) bool { return strings.HasSuffix(name, ".webmanifest") })
}

func compress(body []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write(body) // a bytes.Buffer never fails
	w.Close()
	return out.Bytes()
}

// serve answers with a file, compressed where the browser takes that.
func (fs *files) serve(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Path
	if name == "/manifest.webmanifest" {
		name = "/web/manifest.webmanifest"
	}
	f := fs.byPath[name]
	if f == nil {
		http.NotFound(w, r)
		return
	}
	header := w.Header()
	tag := `"` + fs.version + `"`
	header.Set("ETag", tag)
	header.Set("Cache-Control", "no-cache") // ask each time, which costs no body while the version stands
	header.Set("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body := f.body
	header.Set("Content-Type", f.kind)
	header.Set(lengthHeader, strconv.Itoa(len(body)))
	if f.zipped != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		body = f.zipped()
		header.Set("Content-Encoding", "gzip")
	}
	header.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method != http.MethodHead {
		w.Write(body)
	}
}
