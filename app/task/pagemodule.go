package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const goapp = "github.com/maxence-charriere/go-app/v9"

// unused are go-app's files that the page is linked without: those of its server, and its routes, which may be regular expressions.
var unused = []string{"http.go", "resource.go", "static.go", "wasm.go", "route.go"}

// pageModule writes bin/page.mod, by which the page is linked with a copy of go-app that lacks what the page never calls: the package of components has
// the server in it, too, and with it net/http and crypto/tls, whose tables are a sixth of the page. Regular expressions, with Unicode's tables, are a
// thirtieth more. Upstream issue: none known. This can go when go-app's files of the server are left out of wasm, or are a package of their own.
func pageModule([]string) error {
	if _, err := (run{}).out("go", "mod", "download", goapp); err != nil {
		return err
	}
	where, err := (run{}).out("go", "list", "-m", "-f", "{{.Dir}}", goapp)
	if err != nil {
		return err
	}
	from, to := strings.TrimSpace(string(where)), filepath.Join("bin", "vendor", "go-app")
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	for _, part := range []string{"go.mod", "LICENSE"} {
		if err := replace(filepath.Join(from, part), filepath.Join(to, part)); err != nil {
			return err
		}
	}
	for _, part := range []string{"pkg/app", "pkg/errors"} {
		entries, err := os.ReadDir(filepath.Join(from, part))
		if err != nil {
			return err
		}
		for _, e := range entries {
			if e.IsDir() || strings.HasSuffix(e.Name(), "_test.go") || part == "pkg/app" && slices.Contains(unused, e.Name()) {
				continue
			}
			if err := replace(filepath.Join(from, part, e.Name()), filepath.Join(to, part, e.Name())); err != nil {
				return err
			}
		}
	}
	for from, to := range map[string]string{"app/goapp/client.go.txt": filepath.Join(to, "pkg/app/client.go"), "go.sum": "bin/page.sum", "go.mod": "bin/page.mod"} {
		if err := replace(from, to); err != nil {
			return err
		}
	}
	return (run{}).do("go", "mod", "edit", "-replace", goapp+"=./"+filepath.ToSlash(to), "bin/page.mod")
}

// replace writes a file anew that its owner may change; the module cache's may not be.
func replace(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o644)
}
