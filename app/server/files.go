//go:build !js

package server

import (
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

	"privatepca/app/language"
)

// types of the files that are served. Others in the folder are not.
var types = map[string]string{
	".css":         "text/css; charset=utf-8",
	".csv":         "text/csv; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".ts":          "text/plain; charset=utf-8",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
}

// built are the files without which nothing is served.
var built = []string{"/web/app.wasm", "/web/worker.wasm", converterProgram, workerScript, iconPath, "/web" + manifestPath}

// Files are what the folder held when the server started.
type files struct {
	byPath  map[string]*file
	version string // a hash over every path and every byte
	made    string // when, as Date wrote it; "" where that is unknown
	spoken  []*language.Catalogue
}

// A file with its compressed forms: made at build time, or gzip when first asked for;
// nil where there is none.
type file struct {
	kind   string
	tag    string // of its content
	body   []byte
	brotli []byte
	zipped func() []byte
}

func newFile(kind string, body, brotli, zipped []byte) *file {
	sum := sha256.Sum256(body)
	f := &file{kind: kind, tag: hex.EncodeToString(sum[:16]), body: body, brotli: brotli}
	if zipped != nil {
		f.zipped = func() []byte { return zipped }
	} else if f.packs() {
		f.zipped = sync.OnceValue(func() []byte { return byGzip(body) })
	}
	return f
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
		br, zipped := packed(web, body)
		if len(br) >= len(zipped) { // little effort on rows of digits
			br = nil
		}
		out.byPath[path.Join("/web", filepath.ToSlash(relative))] = newFile(kind, body, br, zipped)
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
	if err := out.stamped(); err != nil {
		return nil, err
	}
	if out.spoken, err = out.languages(); err != nil {
		return nil, err
	}
	if err := out.speak(web); err != nil {
		return nil, err
	}
	if out.made, err = dated(web); err != nil {
		return nil, err
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

// serve answers with a file, compressed where the browser takes that.
func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	accepts := r.Header.Get("Accept-Encoding")
	body, encoding := f.body, ""
	switch {
	case f.brotli != nil && accepted(accepts, "br"):
		body, encoding = f.brotli, "br"
	case f.zipped != nil && accepted(accepts, "gzip"):
		body, encoding = f.zipped(), "gzip"
	}
	tag := `"` + f.tag + encoding + `"`
	header.Set("ETag", tag)
	header.Add("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	header.Set("Content-Type", f.kind)
	if encoding != "" {
		header.Set("Content-Encoding", encoding)
	}
	header.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method != http.MethodHead {
		w.Write(body)
	}
}

// accepted reports whether an Accept-Encoding lists a coding, with no weight of 0.
func accepted(list, coding string) bool {
	for part := range strings.SplitSeq(list, ",") {
		name, weight, _ := strings.Cut(part, ";")
		if strings.EqualFold(strings.TrimSpace(name), coding) {
			zero, _ := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(weight), "q="), 64)
			return strings.TrimSpace(weight) == "" || zero > 0
		}
	}
	return false
}
