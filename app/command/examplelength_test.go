package command

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// A whole release by the library alone is an example of core/pca, which go test runs. It
// stays short, and needs few packages.
func TestTheExampleIsShort(t *testing.T) {
	const mostLines, mostPackages = 20, 3
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, filepath.Join(root, "core", "pca", "example_test.go"), nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	ours := map[string]bool{} // names of the library's packages
	for _, i := range file.Imports {
		if path := strings.Trim(i.Path.Value, `"`); strings.HasPrefix(path, "privatepca/") {
			ours[path[strings.LastIndex(path, "/")+1:]] = true
		}
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Name.Name != "ExampleNewPlan" {
			continue
		}
		used := map[string]bool{}
		ast.Inspect(f.Body, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if id, ok := s.X.(*ast.Ident); ok && ours[id.Name] {
					used[id.Name] = true
				}
			}
			return true
		})
		first := fset.Position(f.Body.Lbrace).Line
		last := fset.Position(f.Body.List[len(f.Body.List)-1].End()).Line
		if n := last - first; n > mostLines || len(used) > mostPackages || len(used) == 0 {
			t.Errorf("%d lines and %d packages, more than %d and %d", n, len(used), mostLines, mostPackages)
		} else {
			figure("the example of a whole release", "%d lines, %d packages", n, len(used))
		}
		return
	}
	t.Error("core/pca has no ExampleNewPlan")
}
