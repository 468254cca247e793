package audit

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Every fault is still one that a compiler takes: a mutant that is not built is killed by nothing. The packages are checked by their types alone, against
// what others export, since to build each mutant takes minutes.
func TestMutantsCompile(t *testing.T) {
	root, err := projectRoot()
	if err != nil {
		t.Fatal(err)
	}
	packages := listed(t, root)
	for _, m := range Mutants {
		t.Run(m.Fault, func(t *testing.T) {
			if err := compiles(root, packages, m.Edits); err != nil {
				t.Error(err)
			}
		})
	}
	t.Run("a name that there is not", func(t *testing.T) {
		broken := []Edit{{"core/pca/standard.go", "\td.means = means\n", "\td.means = nowhere\n"}}
		if err := compiles(root, packages, broken); err == nil || !strings.Contains(err.Error(), "nowhere") {
			t.Errorf("it is taken: %v", err)
		}
	})
}

// A listing is what go list says of packages, by their folders.
type listing struct {
	files  map[string][]string // by folder below the root, with slashes
	export map[string]string   // by import path
}

func listed(t *testing.T, root string) listing {
	t.Helper()
	c := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,GoFiles,Export", "./audit/cmd")
	c.Dir = filepath.Join(root, "core", "lab")
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	l := listing{map[string][]string{}, map[string]string{}}
	for in := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath, Dir, Export string
			GoFiles                 []string
		}
		if err := in.Decode(&p); errors.Is(err, io.EOF) {
			return l
		} else if err != nil {
			t.Fatal(err)
		}
		l.export[p.ImportPath] = p.Export
		if folder, err := filepath.Rel(root, p.Dir); err == nil {
			l.files[filepath.ToSlash(folder)] = p.GoFiles
		}
	}
}

// compiles checks the types of the packages that edits change.
func compiles(root string, packages listing, edits []Edit) error {
	changed := map[string]map[string][]byte{}
	for _, e := range edits {
		text, err := e.apply(root)
		if err != nil {
			return err
		}
		folder, name := filepath.Split(e.File)
		folder = strings.TrimSuffix(folder, "/")
		if changed[folder] == nil {
			changed[folder] = map[string][]byte{}
		}
		changed[folder][name] = text
	}
	for folder, texts := range changed {
		fset := token.NewFileSet()
		var files []*ast.File
		for _, name := range packages.files[folder] {
			var text any
			if edited, ok := texts[name]; ok {
				text = edited
			}
			f, err := parser.ParseFile(fset, filepath.Join(root, folder, name), text, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			files = append(files, f)
		}
		if len(files) == 0 {
			return errors.New(folder + " is no package that the audit has")
		}
		from := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(packages.export[path]) })
		if _, err := (&types.Config{Importer: from}).Check("privatepca/"+folder, fset, files, nil); err != nil {
			return err
		}
	}
	return nil
}
