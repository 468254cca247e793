package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

// The Makefile's RACE names every package that starts goroutines where it runs natively,
// its tests included: make test runs no other under the race detector.
func TestTheRaceDetectorSeesEveryGoroutine(t *testing.T) {
	text, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(text), "\nRACE ")
	list, _, _ = strings.Cut(list, "\n")
	watched := strings.Fields(list)
	concurrent := map[string]bool{}
	err = fs.WalkDir(os.DirFS("."), ".", func(name string, d fs.DirEntry, err error) error {
		if d.IsDir() && (name == "app/e2e" || name == "out") || err != nil {
			return fs.SkipDir
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(strings.TrimSuffix(name, "_test.go"), "_js.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			_, starts := n.(*ast.GoStmt)
			if call, ok := n.(*ast.SelectorExpr); ok && call.Sel.Name == "Go" { // sync.WaitGroup's
				starts = true
			}
			if starts {
				concurrent[path.Dir(name)] = true
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for dir := range concurrent {
		if !slices.ContainsFunc(watched, func(w string) bool {
			tree, below := strings.CutSuffix(w, "/...")
			return path.Clean(w) == dir || below && strings.HasPrefix(dir+"/", path.Clean(tree)+"/")
		}) {
			t.Errorf("%s starts goroutines, and RACE in the Makefile does not name it", dir)
		}
	}
	if !concurrent["core/audit"] || !concurrent["wasm/pool"] {
		t.Errorf("goroutines were found in %v only", concurrent)
	}
}
