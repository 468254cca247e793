package command

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What an engineer reads first stays short: bytes at most.
func TestDocumentsAreShort(t *testing.T) {
	for name, most := range map[string]int{"README.md": 9 << 10, "ARCHITECTURE.md": 16 << 10, "SECURITY.md": 12 << 10, "CHANGELOG.md": 4 << 10, "Makefile": 10 << 10} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(root, name))
			if err != nil {
				t.Fatal(err)
			}
			if len(text) > most {
				t.Errorf("%d bytes, at most %d", len(text), most)
			}
		})
	}
}

var link = regexp.MustCompile(`\]\(([^)#: ]+)(#[^)]*)?\)`)

// sourceFile is a file of the project that a text names by its path.
var sourceFile = regexp.MustCompile("(?:^|[\\s(`])" + `((?:core|app|wasm|web|docs)/[\w./-]*\w\.(?:go|md|json|js|txt|py|R|html))`)

// Every link from a document to a file of the project leads somewhere. head.md is the beginning
// of docs/paper/README.md, where its links are looked at.
func TestLinksLeadSomewhere(t *testing.T) {
	seen, named := 0, 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && path != root || d.Name() == "bin" || d.Name() == "out" || d.Name() == "node_modules") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".md") || d.Name() == "head.md" {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		stands := func(folder, name string) bool {
			_, err := os.Stat(filepath.Join(folder, name))
			return err == nil
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			seen++
			if !stands(filepath.Dir(path), m[1]) {
				t.Errorf("%s: no file at %s", path, m[1])
			}
		}
		for _, m := range sourceFile.FindAllStringSubmatch(string(text), -1) {
			named++
			if m[1] != "web/worker.js" /* the build writes it */ && !stands(root, m[1]) && !stands(filepath.Dir(path), m[1]) {
				t.Errorf("%s names %s, which is not there", path, m[1])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 50 {
		t.Errorf("only %d links were found", seen)
	}
	if named < 50 {
		t.Errorf("only %d files of source are named", named)
	}
}
