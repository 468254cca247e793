//go:build !js

package command

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// A library keeps no state: what may differ from one caller to the next is handed down as a value.
// So no function of core or of the worker assigns a package variable, nor a part of one.
func TestNoPackageVariableChanges(t *testing.T) {
	folders, variables := 0, 0
	for _, root := range []string{"../../core", "../../wasm"} {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || !entry.IsDir() || strings.HasPrefix(path, "../../core/lab") {
				return err
			}
			matches, err := filepath.Glob(filepath.Join(path, "*.go"))
			if err != nil {
				return err
			}
			set := token.NewFileSet()
			var files []*ast.File
			for _, name := range matches {
				if strings.HasSuffix(name, "_test.go") {
					continue
				}
				file, err := parser.ParseFile(set, name, nil, 0)
				if err != nil {
					return err
				}
				files = append(files, file)
			}
			if len(files) > 0 {
				folders++
			}
			found, n := changes(files)
			variables += n
			for _, id := range found {
				t.Errorf("%s: the package variable %s is assigned", set.Position(id.Pos()), id.Name)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if folders < 20 || variables < 20 {
		t.Errorf("%d folders with %d package variables: the walk missed some", folders, variables)
	}
}

// changes returns where functions of a package assign its variables, and how many of these it has.
func changes(files []*ast.File) (found []*ast.Ident, variables int) {
	names, specs := map[string]bool{}, map[any]bool{}
	for _, file := range files {
		for _, d := range file.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
				for _, s := range g.Specs {
					specs[s] = true
					for _, id := range s.(*ast.ValueSpec).Names {
						names[id.Name] = id.Name != "_"
					}
				}
			}
		}
	}
	assigned := func(e ast.Expr) {
		id := innermost(e)
		// The parser resolves what a file declares; a name that it does not know is declared in
		// another file.
		if id != nil && names[id.Name] && (id.Obj == nil || specs[id.Obj.Decl]) {
			found = append(found, id)
		}
	}
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, e := range n.Lhs {
					assigned(e)
				}
			case *ast.IncDecStmt:
				assigned(n.X)
			case *ast.RangeStmt:
				if n.Tok == token.ASSIGN {
					assigned(n.Key)
					assigned(n.Value)
				}
			}
			return true
		})
	}
	return found, len(names)
}

func TestChangesAreFound(t *testing.T) {
	set := token.NewFileSet()
	var files []*ast.File
	for _, source := range []string{
		"package p\nvar a, b = 1, map[int]int{}\nvar c struct{ d []int }\nfunc f() { a = 2; b[1]++; c.d[0] = 3 }",
		"package p\nfunc g() { a := 1; a = 2; for a = range 3 { }; _ = a }\nfunc h(b map[int]int) { b[1] = 2 }\nfunc i() { a = 3 }\nfunc j() { for a = range 3 { } }",
	} {
		file, err := parser.ParseFile(set, "p.go", source, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	if found, n := changes(files); len(found) != 5 || n != 3 {
		t.Errorf("%d changes of %d variables, want 5 of 3", len(found), n)
	}
}
