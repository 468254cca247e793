package command

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The Makefile's RACE names every package that starts goroutines where it runs natively,
// its tests included: make test runs no other under the race detector, and make test-beam and test-budgets none of their own.
func TestTheRaceDetectorSeesEveryGoroutine(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	watched := named(t, string(text), "RACE")
	for variable, module := range map[string]string{"RACE_LAB": "core/lab", "RACE_BEAM": "app/beam", "RACE_POSTGRES": "app/postgres"} {
		for _, pkg := range named(t, string(text), variable) {
			watched = append(watched, path.Join(module, pkg))
		}
	}
	concurrent := map[string]bool{}
	err = fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		if d.IsDir() && (name == "app/e2e" || name == "out" || name == "bin") || err != nil {
			return fs.SkipDir
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(strings.TrimSuffix(name, "_test.go"), "_js.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, name), nil, 0)
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
	if !concurrent["core/lab/audit"] || !concurrent["wasm/pool"] {
		t.Errorf("goroutines were found in %v only", concurrent)
	}
}

// named is the list that a variable of the Makefile holds.
func named(t *testing.T, makefile, variable string) []string {
	t.Helper()
	_, list, ok := strings.Cut(makefile, "\n"+variable+" ")
	if !ok {
		t.Fatalf("the Makefile has no %s", variable)
	}
	list, _, _ = strings.Cut(list, "\n")
	return strings.Fields(list)
}
