// Package releasetest has released documents for tests: genuine ones, and forged ones, which somebody who wants to end a program could write.
package releasetest

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A Document is a released document as it was written.
type Document struct {
	Name string
	Text []byte
}

// folders hold documents of every mechanism, relation, step, norm rule and type of column, in both versions, from the module's folder.
var folders = []string{"wasm/session/testdata/golden", "wasm/session/testdata/golden2", "core/release/releasetest/testdata"}

// samples are further documents, with words of the curator's.
var samples = []string{"web/samples/school-tests.release.json", "app/pages/help/example.release.json"}

// Genuine are documents that this program and its earlier versions wrote, in a fixed order. It skips the test in a browser, which has no files.
func Genuine(t testing.TB) []Document {
	t.Helper()
	if runtime.GOOS == "js" {
		t.Skip("a browser has no files")
	}
	root := "."
	for range 8 { // a test runs in its package's folder
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
		root = filepath.Join(root, "..")
	}
	var files []string
	for _, folder := range folders {
		found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(folder), "*.json"))
		if err != nil || len(found) < 4 {
			t.Fatalf("%d documents in %s, %v", len(found), folder, err)
		}
		files = append(files, found...)
	}
	for _, name := range samples {
		files = append(files, filepath.Join(root, filepath.FromSlash(name)))
	}
	var out []Document
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		folder := filepath.Base(filepath.Dir(file))
		out = append(out, Document{folder + "/" + strings.TrimSuffix(filepath.Base(file), ".json"), text})
	}
	return out
}
