package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// A source is one of the project's packages, with its types, as built for one platform.
// Tests are left out.
type source struct {
	name  string // the path in the project; "" for the root
	fset  *token.FileSet
	files []*ast.File
	info  *types.Info
	types *types.Package
}

// at is a place in the project.
func (s *source) at(pos token.Pos) string {
	p := s.fset.Position(pos)
	file, err := filepath.Rel(mustAbs(root), p.Filename)
	if err != nil {
		file = p.Filename
	}
	return fmt.Sprintf("%s:%d", filepath.ToSlash(file), p.Line)
}

func mustAbs(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		panic(err)
	}
	return abs
}

var sources struct {
	sync.Mutex
	of map[[2]string][]*source
}

// read parses and checks every package of a module for a platform, once.
func read(t *testing.T, module, platform string) []*source {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles every package")
	}
	sources.Lock()
	defer sources.Unlock()
	key := [2]string{module, platform}
	if s, ok := sources.of[key]; ok {
		return s
	}
	type built struct {
		ImportPath, Dir, Export string
		GoFiles                 []string
	}
	var packages []built
	export := map[string]string{}
	out := goCommand(t, module, platform, "list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles", "./...")
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p built
		if err := dec.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		export[p.ImportPath] = p.Export
		if inModule(p.ImportPath, module) {
			packages = append(packages, p)
		}
	}
	all := make([]*source, 0, len(packages))
	fset := token.NewFileSet()
	_, goarch, _ := strings.Cut(platform, "/")
	config := types.Config{
		Sizes: types.SizesFor("gc", goarch),
		Importer: importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
			return os.Open(export[path])
		}),
	}
	for _, p := range packages {
		s := &source{fset: fset, info: &types.Info{
			Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{},
			Selections: map[*ast.SelectorExpr]*types.Selection{},
		}}
		s.name, _ = ours(p.ImportPath)
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			s.files = append(s.files, f)
		}
		var err error
		if s.types, err = config.Check(p.ImportPath, fset, s.files, s.info); err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	if sources.of == nil {
		sources.of = map[[2]string][]*source{}
	}
	sources.of[key] = all
	return all
}

// inModule tells a module's own packages from those of the modules nested in it.
func inModule(path, module string) bool {
	name, ok := ours(path)
	if module != "." {
		return ok && (name == module || strings.HasPrefix(name, module+"/"))
	}
	for _, nested := range modules[1:] {
		if name == nested || strings.HasPrefix(name, nested+"/") {
			return false
		}
	}
	return ok
}

// both are the platforms that the root module is built for.
var both = []string{"linux/amd64", "js/wasm"}

// each calls f for every package of the root module, on both platforms.
func each(t *testing.T, f func(*source)) {
	t.Helper()
	for _, platform := range both {
		for _, s := range read(t, ".", platform) {
			f(s)
		}
	}
}
