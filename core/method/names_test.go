package method_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"privatepca/core/method"
)

// mayName lists the files, beside the table, that hold a method's name, with the names. The
// constructors are the only map from names.
func mayName(t *testing.T) map[string][]string {
	t.Helper()
	files := map[string][]string{
		// The laws of noise have names of their own, which are the same words.
		"core/privacy/noise.go": {"gaussian", "laplace", "nuclear"},
	}
	for _, m := range every(t) {
		if m.Proof != "" {
			file := strings.TrimSuffix(m.Proof, ".md") + ".go"
			files[file] = append(files[file], m.Name)
		}
	}
	// The exponential mechanism is what two steps share.
	files["core/mechanism/selection.go"] = append(files["core/mechanism/selection.go"], "exponential")
	return files
}

// Only the table names mechanisms: outside of it, of each mechanism's own file and of the
// laboratory, no string is a mechanism's name, and nothing switches on one, compares one or
// looks one up.
func TestOnlyTheTableNamesMechanisms(t *testing.T) {
	may := mayName(t)
	checked := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		file, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		file = filepath.ToSlash(file)
		if d.IsDir() {
			if name := d.Name(); file == "core/lab" || file == "core/method" || name == "testdata" || strings.HasPrefix(name, ".") && name != ".." && name != "." || name == "node_modules" || name == "out" || name == "bin" {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		checked++
		for _, fault := range namesIn(t, path, may[file], file == "core/mechanism/constructors.go") {
			t.Errorf("%s:%s", file, fault)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if checked < 200 {
		t.Errorf("only %d files were looked at", checked)
	}
}

// namesIn finds what a file says of mechanisms by name, but for the names that it may hold.
// constructors may have them as keys.
func namesIn(t *testing.T, path string, may []string, constructors bool) (faults []string) {
	t.Helper()
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	names := method.Names()
	for _, m := range method.StepsOnlyRows() {
		if m.Name != method.None { // a word of CSS, too
			names = append(names, m.Name)
		}
	}
	fault := func(n ast.Node, format string, a ...any) {
		faults = append(faults, fmt.Sprintf("%d: ", set.Position(n.Pos()).Line)+fmt.Sprintf(format, a...))
	}
	// decides reports a name that a decision is made by.
	decides := func(x ast.Expr, what string) {
		if id := nameConstant(x); id != "" {
			fault(x, "%s is %s; ask core/method for a fact about it", id, what)
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.BasicLit:
			if n.Kind != token.STRING {
				return true
			}
			if text, err := strconv.Unquote(n.Value); err == nil && slices.Contains(names, text) && !slices.Contains(may, text) {
				fault(n, "%q is a mechanism's name; only core/method and the mechanism's own file may have it", text)
			}
		case *ast.CaseClause:
			for _, x := range n.List {
				decides(x, "in a switch")
			}
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				decides(n.X, "compared")
				decides(n.Y, "compared")
			}
		case *ast.KeyValueExpr:
			if !constructors {
				decides(n.Key, "a key")
			}
		case *ast.IndexExpr:
			decides(n.Index, "looked up")
		case *ast.CallExpr: // method.Of(mechanism.NameGaussian), strings.HasPrefix(name, NameGaussian)
			if id := calls(n); id == "Of" || id == "Named" || id == "Contains" || id == "Index" || id == "HasPrefix" || id == "EqualFold" {
				for _, x := range n.Args {
					decides(x, "looked up")
				}
			}
		}
		return true
	})
	return faults
}

// nameConstant is the constant of a name that x is: NameGaussian, mechanism.NameGaussian,
// method.Default; "" for anything else.
func nameConstant(x ast.Expr) string {
	of := ""
	if s, ok := x.(*ast.SelectorExpr); ok {
		if pkg, ok := s.X.(*ast.Ident); ok {
			of = pkg.Name + "."
		}
		x = s.Sel
	}
	id, ok := x.(*ast.Ident)
	if !ok {
		return ""
	}
	switch {
	case (of == "" || of == "mechanism.") && len(id.Name) > 4 && strings.HasPrefix(id.Name, "Name") && ast.IsExported(id.Name[4:]), of+id.Name == "method.Default", of+id.Name == "method.None", of+id.Name == "method.KNorm":
		return of + id.Name
	}
	return ""
}

// calls is the name of the function that is called.
func calls(c *ast.CallExpr) string {
	switch f := c.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// The check finds each way to decide by a name.
func TestNamesAreFound(t *testing.T) {
	for what, code := range map[string]string{
		"a literal":           `var x = "gaussian"`,
		"a switch":            `func f(s string) { switch s { case mechanism.NamePPCA: } }`,
		"a comparison":        `func f(s string) bool { return NameLaplace == s }`,
		"a comparison, not":   `func f(s string) bool { return s != mechanism.NameLaplace }`,
		"a key":               `var m = map[string]int{mechanism.NameNuclear: 1}`,
		"a look-up":           `func f(m map[string]int) int { return m[mechanism.NameNuclear] }`,
		"a row that is asked": `var m = method.Named(mechanism.NameNuclear)`,
		"the default":         `func f(s string) bool { return s == method.Default }`,
		"a selection":         `const e = "exponential"`,
	} {
		t.Run(what, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "x.go")
			write(t, file, "package x\n"+code+"\n")
			if faults := namesIn(t, file, nil, false); len(faults) != 1 {
				t.Errorf("%s: %v", what, faults)
			}
		})
	}
	for what, code := range map[string]string{
		"a sentence":  `var x = "the gaussian mechanism"`,
		"a fact":      `func f(m method.Method) bool { return m.Gives == method.WholeMatrix }`,
		"the default": `var x = T{Mechanism: method.Default}`,
		"a part":      `func f() { part("x", NameGaussian) }`,
		"a field":     `func f(x T) bool { return x.Name == "x" }`,
	} {
		t.Run(what, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "x.go")
			write(t, file, "package x\n"+code+"\n")
			if faults := namesIn(t, file, nil, false); len(faults) != 0 {
				t.Errorf("%s: %v", what, faults)
			}
		})
	}
}
