package command

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// goFiles calls f for every Go file of all modules, tests among them.
func goFiles(t *testing.T, f func(name string, text []byte)) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if entry.IsDir() && (name == "bin" || name == "out" || strings.HasPrefix(name, ".") && name != ".") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		text, err := os.ReadFile(path)
		f(name, text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// textRules gives where tests break the rules that their text tells.
func textRules(t *testing.T) (out []broken) {
	t.Helper()
	files := 0
	goFiles(t, func(name string, text []byte) {
		files++
		out = append(out, testRules(t, name, text)...)
	})
	if files < 500 {
		t.Fatalf("only %d files were found", files)
	}
	return out
}

// selector is a text that finds an element of a page.
var selector = regexp.MustCompile(`^(#[a-zA-Z][\w-]*|\.[a-z][a-z-]*[ >]|[a-z0-9]*\[[a-z-]+[\]=^$*~|])`)

// testRules gives where one file breaks them.
func testRules(t *testing.T, name string, text []byte) (out []broken) {
	t.Helper()
	test, e2e := strings.HasSuffix(name, "_test.go"), strings.HasPrefix(name, "app/e2e/")
	if !test && !e2e || name == "app/command/testrules_test.go" || name == "app/command/pagerules_test.go" {
		return nil
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, text, 0)
	if err != nil {
		t.Fatal(err)
	}
	add := func(rule string, pos token.Pos) {
		out = append(out, broken{rule, fmt.Sprintf("%s:%d:%d", name, set.Position(pos).Line, set.Position(pos).Column)})
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if test && n.Body != nil {
				for _, loop := range casesWithoutRun(n.Body) {
					add(unnamedRun, loop.Pos())
				}
			}
		case *ast.SelectorExpr:
			if id, ok := n.X.(*ast.Ident); e2e && ok && id.Name == "time" && n.Sel.Name == "Sleep" {
				add(sleeps, n.Pos())
			}
		case *ast.BinaryExpr:
			if e2e && (n.Op == token.EQL || n.Op == token.NEQ) && isName(n.X, "engine") && isName(n.Y, "nil") {
				add(noEngine, n.Pos())
			}
		case *ast.BasicLit:
			if value, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING && e2e && test && selector.MatchString(value) {
				add(selectors, n.Pos())
			}
		}
		return true
	})
	return out
}

// isName reports whether an expression is a name, or a field of that name.
func isName(e ast.Expr, name string) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name == name
	case *ast.SelectorExpr:
		return e.Sel.Name == name
	}
	return false
}

// casesWithoutRun are the loops over cases that say that one fails without saying which by the name of a test of its own: over a literal of several
// items, or a variable of the function that is one.
func casesWithoutRun(body *ast.BlockStmt) (out []*ast.RangeStmt) {
	literals := map[any]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok && a.Tok == token.DEFINE && len(a.Lhs) == len(a.Rhs) {
			for i, e := range a.Lhs {
				if id, ok := e.(*ast.Ident); ok && isCases(a.Rhs[i]) {
					literals[id.Obj] = true
				}
			}
		}
		return true
	})
	ast.Inspect(body, func(n ast.Node) bool {
		loop, ok := n.(*ast.RangeStmt)
		if !ok {
			return true
		}
		id, isID := loop.X.(*ast.Ident)
		if (isCases(loop.X) || isID && literals[id.Obj]) && fails(loop.Body) {
			out = append(out, loop)
		}
		return true
	})
	return out
}

// isCases reports whether an expression is a map with two items and more, or a slice of two structs and more. A list of words that a text must have
// is no list of cases: who checks it says which word lacks.
func isCases(e ast.Expr) bool {
	c, ok := e.(*ast.CompositeLit)
	if !ok || len(c.Elts) < 2 {
		return false
	}
	switch c.Type.(type) {
	case *ast.MapType:
		return true
	case *ast.ArrayType:
		_, structs := c.Elts[0].(*ast.CompositeLit)
		return structs
	}
	return false
}

// fails reports whether a body calls t.Error or t.Fatal outside of any t.Run.
func fails(body ast.Node) (found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		f, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if f.Sel.Name == "Run" && isName(f.X, "t") || f.Sel.Name == "part" { // a person's, of app/e2e
			return false
		}
		found = found || isName(f.X, "t") && slices.Contains([]string{"Error", "Errorf", "Fatal", "Fatalf"}, f.Sel.Name)
		return true
	})
	return found
}

// Lines of code and of its tests in the page's packages.
func TestThePagesTestsGrow(t *testing.T) {
	code, tests := 0, 0
	goFiles(t, func(name string, text []byte) {
		lines := bytes.Count(text, []byte("\n"))
		switch folder := filepath.ToSlash(filepath.Dir(name)); {
		case strings.HasSuffix(name, "_test.go") && isPage(folder), strings.HasPrefix(folder, "app/") && strings.HasSuffix(folder, "test") && isPage(strings.TrimSuffix(folder, "/"+filepath.Base(folder))):
			tests += lines
		case isPage(folder):
			code += lines
		}
	})
	share := float64(tests) / float64(code)
	figure("lines of the page's packages", "%d, and %d of tests: %.2f", code, tests, share)
	if code == 0 || share < leastTests {
		t.Errorf("%d lines of tests for %d lines of the page, fewer than %g", tests, code, leastTests)
	}
}

// leastTests is how many lines of tests the page has for a line of code, at least.
const leastTests = .45
