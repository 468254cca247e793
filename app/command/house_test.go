package command

import (
	"bytes"
	"encoding/json"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The rules of the house (ARCHITECTURE.md): which package may know which. "Only the
// released subspace gets out" is a property of imports: the page cannot name a record.

// root is the project's folder.
var root = filepath.Join("..", "..")

// modules are the folders of the project's modules. What is in the nested ones is
// reachable for tests alone: no shipped program, and no user of the library, needs it.
var modules = []string{".", "core/lab", "app/e2e"}

// unfetched are modules of their own, too, whose imports are read from their files: go would fetch all of Apache Beam for them, and pgx.
var unfetched = []string{"app/beam", "app/postgres"}

// mayImport lists, for each package, which others of the project it imports: such as stand
// above it. A package that is missing here fails the test: decide where it belongs.
var mayImport, order = table(`
core/fault:
core/advice: core/fault
core/words:
core/schema: core/fault
core/schema/papertest: core/schema
core/markup:
core/convert/survey:
core/typed: core/schema
core/codebook: core/convert/survey core/markup core/schema core/words
core/nfd:
core/dataset: core/nfd core/schema core/fault
core/dataset/datasettest: core/schema
core/convert/cell:
core/convert/columnar: core/convert/cell core/fault
core/convert/workbook: core/convert/cell core/fault core/markup core/words
core/convert/converttest: core/schema
core/convert/statfile: core/fault
core/convert/spss: core/convert/cell core/convert/statfile core/convert/survey core/fault core/words
core/convert/stata: core/convert/cell core/convert/statfile core/convert/survey core/fault
core/convert/yamltext:
core/convert: core/convert/cell core/convert/columnar core/convert/spss core/convert/stata core/convert/survey core/convert/workbook core/fault core/nfd core/schema core/words
core/convert/description: core/codebook core/convert core/convert/yamltext core/schema
core/moment:
core/scaling:
core/scaling/scalingtest: core/scaling
core/passes: core/dataset core/moment core/scaling core/schema
core/noise:
core/noise/noisetest:
core/internal/bingham: core/noise
core/internal/nuclear: core/noise
core/internal/madeup: core/schema
core/subspace:
core/privacy:
core/eigen:
core/eigen/schur:
core/finding: core/scaling core/eigen
core/shrink:
core/method: core/privacy
core/plan: core/advice core/method core/privacy core/scaling core/schema core/fault core/words
core/mechanism: core/shrink core/method core/eigen core/eigen/schur core/moment core/internal/bingham core/internal/nuclear core/noise core/subspace core/privacy
core/release: core/finding core/method core/plan core/scaling core/schema core/subspace core/privacy core/words
core/release/releasetest:
core/receipt: core/release
core/relation: core/eigen core/fault core/finding core/method core/privacy core/release core/scaling core/schema core/words
core/momentfile: core/dataset core/fault core/moment core/passes core/schema
core/parallel: core/dataset core/fault core/moment core/passes core/schema
core/pca: core/finding core/passes core/scaling core/shrink core/fault core/plan core/method core/privacy core/schema core/dataset core/moment core/eigen core/noise core/mechanism core/release core/words core/advice
core/practice: core/release core/method core/eigen core/mechanism core/moment core/noise core/subspace core/privacy core/fault core/plan core/pca core/schema
core/forecast: core/method core/privacy core/scaling
core/chart: core/words
core/report: core/chart core/method core/relation core/release core/privacy core/scaling core/schema core/subspace core/words
wasm/protocol: core/fault core/plan core/privacy core/release core/schema
wasm/promise:
wasm/buffer:
core/ledger: core/privacy core/schema core/fault core/words
core/ledger/disk: core/ledger core/fault
wasm/indexeddb: core/ledger wasm/promise
wasm/session: wasm/protocol core/fault core/ledger core/method core/pca core/plan core/practice core/forecast core/release core/schema core/privacy core/subspace core/dataset core/words
wasm/converted: core/fault
wasm/convert: wasm/buffer wasm/promise wasm/converted core/codebook core/convert core/convert/description core/convert/workbook core/fault core/advice
wasm/pool: core/fault core/schema core/dataset core/moment core/passes
wasm/kernel: core/moment core/dataset core/eigen
wasm: wasm/buffer wasm/promise wasm/converted wasm/protocol wasm/session core/ledger wasm/indexeddb wasm/pool wasm/kernel core/pca core/moment core/release core/method core/dataset core/schema
app/client: wasm/converted wasm/protocol
app/browser: app/client
app/effect: app/client wasm/protocol
app/lend: core/privacy core/release
app/goapp: app/browser
app/run: app/browser app/client app/effect
app/language:
app/ui: app/client app/effect app/goapp core/privacy core/schema app/language
app/draft: core/codebook core/fault core/method core/plan core/privacy core/release core/schema core/words wasm/protocol core/typed core/advice
app/draft/drafttest: app/draft core/plan core/schema core/typed
app/account: app/draft app/effect app/lend core/advice core/fault core/method core/privacy core/typed core/words wasm/protocol
app/keep: app/draft core/method core/plan core/privacy core/release core/schema core/typed
app/job: app/effect app/lend core/fault core/schema app/account app/client app/draft app/keep core/advice core/codebook core/method core/plan core/release core/report core/words wasm/protocol
app/panel: app/account app/draft app/effect app/job app/lend app/ui core/method core/plan core/privacy core/release core/report core/schema core/typed core/words wasm/protocol app/language core/chart
app/pages/result: app/effect app/panel app/ui core/fault core/method core/privacy core/relation core/release core/report core/schema core/words wasm/protocol app/job app/language core/chart core/typed
app/pages/ledger: app/account app/draft app/effect app/panel app/ui core/advice core/fault core/method core/typed core/words wasm/protocol app/job app/language
app/pages/review: app/account app/draft app/effect app/job app/panel app/ui core/fault core/method core/privacy core/schema core/words wasm/protocol app/language
app/pages/help: app/effect app/panel app/ui core/method core/privacy core/release core/report core/words app/language
app/frame: app/browser app/client app/language core/fault core/schema core/words
app/forecast: app/client app/draft app/effect core/method core/plan wasm/protocol app/job
app/pages/practice: app/account app/draft app/effect app/forecast app/panel app/ui core/advice core/chart core/fault core/method core/privacy core/report core/schema core/typed core/words wasm/protocol app/job app/language
app/pages/start: app/effect app/job app/panel app/ui core/advice core/fault core/typed core/words wasm/protocol app/language core/chart
app/pages/privacy: app/account app/draft app/effect app/forecast app/job app/panel app/ui core/chart core/method core/plan core/privacy core/release core/schema core/typed core/words app/language
app/pages/columns/table: app/browser app/draft app/effect app/goapp app/ui core/codebook core/schema core/typed core/words app/job app/language
app/pages/columns: app/draft app/effect app/pages/columns/table app/panel app/ui core/codebook core/fault core/plan core/schema core/typed core/words wasm/protocol app/job app/language core/chart
app/page: app/account app/browser app/client app/draft app/effect app/forecast app/frame app/goapp app/job app/pages/help app/pages/ledger app/pages/practice app/pages/privacy app/pages/result app/pages/review app/pages/start app/run app/ui core/plan core/privacy core/words core/fault core/advice app/pages/columns app/pages/columns/table app/panel core/schema wasm/protocol app/language
app/page/tabtest: app/account app/client app/draft app/draft/drafttest app/effect app/forecast app/job app/page app/pages/practice app/pages/result core/method core/privacy core/release core/schema core/typed wasm/protocol
app/page/pagetest: app/client app/effect app/goapp app/page app/ui app/page/tabtest
app/server: app/page app/goapp app/language
app/budget: app/lend core/fault core/ledger core/privacy core/receipt core/release core/words
app/budget/budgettest: app/budget app/lend core/ledger core/pca core/privacy core/receipt core/release core/schema
app/command: app/budget app/page app/server core/codebook core/convert core/convert/description core/convert/yamltext core/dataset core/moment core/momentfile core/parallel core/passes core/fault core/forecast core/ledger core/ledger/disk core/method core/pca core/plan core/privacy core/receipt core/relation core/release core/report core/schema core/words
.: app/command
app/server/publish: app/page app/server
app/task:
app/command/sbom:

# A module of its own, for who has a cluster.
app/beam/engine: core/fault
app/beam/pipeline: app/beam/engine core/convert core/dataset core/fault core/moment core/momentfile core/passes core/pca core/schema
app/beam: app/beam/engine app/beam/pipeline app/command core/pca core/schema
app/beam/engines: app/beam/engine app/beam/pipeline core/momentfile core/passes core/schema

# A module of its own, for who lends budgets from PostgreSQL.
app/postgres: app/budget app/command core/ledger

# Modules of their own. No program reaches them.
app/e2e: core/convert/converttest
app/e2e/drive:
app/e2e/at: app/e2e/drive
app/e2e/wasmtest: app/e2e/drive app/server
app/e2e/again: app/e2e/drive
app/e2e/demo: core/method app/e2e/at app/e2e/drive
app/e2e/survey: core/convert/converttest
app/e2e/screens: app/e2e/at app/e2e/drive app/e2e/survey core/convert/converttest core/method
app/e2e/shots: app/e2e/at app/e2e/drive app/e2e/screens
app/e2e/bench: app/e2e/at app/e2e/drive core/convert/converttest core/method core/moment core/schema
app/e2e/bench/lab: core/dataset core/eigen core/moment core/schema wasm/kernel
core/lab/samples: core/schema
core/lab/oracle:
core/lab/mutate:
core/lab/fuzz:
core/lab/audit: core/pca core/plan core/schema core/release core/method core/eigen core/dataset core/finding core/scaling core/mechanism core/internal/bingham core/internal/nuclear core/moment core/noise core/noise/noisetest core/privacy core/subspace
core/lab/audit/cmd: core/lab/audit
core/lab/experiment/plot: core/chart
core/lab/experiment: core/lab/experiment/plot core/internal/madeup core/report core/scaling core/scaling/scalingtest core/finding core/internal/nuclear core/pca core/plan core/shrink core/method core/eigen core/schema core/dataset core/moment core/mechanism core/internal/bingham core/forecast core/subspace core/privacy core/noise core/noise/noisetest core/release
core/lab/experiment/cmd: core/lab/experiment
`)

// table reads lines of a package, a colon and the packages that it may import. The root is a dot.
func table(text string) (mayImport map[string][]string, order []string) {
	mayImport = map[string][]string{}
	for line := range strings.Lines(text) {
		if name, imports, ok := strings.Cut(line, ":"); ok && line[0] != '#' {
			name = strings.TrimPrefix(name, ".")
			mayImport[name], order = strings.Fields(imports), append(order, name)
		}
	}
	return mayImport, order
}

type pkg struct {
	ImportPath string
	Imports    []string
	Deps       []string
}

// goCommand runs go in a module, as for a platform, and returns what it prints.
func goCommand(t *testing.T, module, platform string, args ...string) []byte {
	t.Helper()
	goos, goarch, _ := strings.Cut(platform, "/")
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch)
	cmd.Dir = filepath.Join(root, filepath.FromSlash(module))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go %s in %s: %v", args[0], module, err)
	}
	return out
}

// list runs go list in a module for one platform.
func list(t *testing.T, module, platform string, args ...string) []pkg {
	t.Helper()
	out := goCommand(t, module, platform, append([]string{"list", "-json=ImportPath,Imports,Deps"}, args...)...)
	var pkgs []pkg
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := dec.Decode(&p); err == io.EOF {
			return pkgs
		} else if err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
}

func ours(path string) (name string, ok bool) {
	if path == "privatepca" {
		return "", true
	}
	return strings.CutPrefix(path, "privatepca/")
}

func TestImportsPointDownwards(t *testing.T) {
	seen := map[string]bool{}
	for _, platform := range []string{"linux/amd64", "js/wasm"} {
		for _, module := range modules {
			for _, p := range list(t, module, platform, "./...") {
				name, _ := ours(p.ImportPath)
				allowed, known := mayImport[name]
				if !known {
					t.Errorf("%s: not in the table of the dependency rule", p.ImportPath)
				}
				seen[name] = true
				for _, i := range p.Imports {
					if other, ok := ours(i); ok && !slices.Contains(allowed, other) {
						t.Errorf("%s (%s) imports %s, which the dependency rule forbids", p.ImportPath, platform, i)
					}
					if strings.HasPrefix(name, "core/") && forbiddenInCore(i) {
						t.Errorf("%s (%s) imports %s: core is a library for any program", p.ImportPath, platform, i)
					}
				}
			}
		}
	}
	for _, module := range unfetched {
		for name, imports := range importsOf(t, module) {
			allowed, known := mayImport[name]
			if !known {
				t.Errorf("%s: not in the table of the dependency rule", name)
			}
			seen[name] = true
			for _, i := range imports {
				if other, ok := ours(i); ok && !slices.Contains(allowed, other) {
					t.Errorf("%s imports %s, which the dependency rule forbids", name, i)
				}
			}
		}
	}
	for name := range mayImport {
		if !seen[name] {
			t.Errorf("%q is in the table of the dependency rule, but is no package", name)
		}
	}
}

// importsOf reads what the packages of a folder import, without their tests.
func importsOf(t *testing.T, folder string) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	err := filepath.WalkDir(filepath.Join(root, filepath.FromSlash(folder)), func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		dir, err := filepath.Rel(root, filepath.Dir(name))
		for _, i := range file.Imports {
			path, _ := strconv.Unquote(i.Path.Value)
			out[filepath.ToSlash(dir)] = append(out[filepath.ToSlash(dir)], path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func forbiddenInCore(path string) bool {
	return path == "syscall/js" || path == "net" || strings.HasPrefix(path, "net/") || strings.Contains(path, "go-app")
}

// What the page and the document reach, directly or not.
func TestPageCannotNameARecord(t *testing.T) {
	for _, p := range list(t, ".", "js/wasm", ".", "./app/...", "./wasm/protocol", "./core/release", "./core/report") {
		for _, dep := range p.Deps {
			name, _ := ours(dep)
			switch {
			case slices.Contains([]string{"core/dataset", "core/moment", "core/mechanism", "core/pca", "core/convert", "wasm/session"}, name):
				t.Errorf("%s reaches %s", p.ImportPath, dep)
			case strings.HasPrefix(dep, "gonum.org/"):
				t.Errorf("%s reaches %s: the page has no use for it", p.ImportPath, dep)
			}
		}
	}
}

func TestNoShippedProgramHasASeededSource(t *testing.T) {
	for _, platform := range []string{"linux/amd64", "js/wasm"} {
		targets := []string{"."}
		if platform == "js/wasm" {
			targets = append(targets, "./wasm")
		}
		for _, p := range list(t, ".", platform, targets...) {
			if slices.Contains(p.Deps, "privatepca/core/noise/noisetest") {
				t.Errorf("%s (%s) reaches core/noise/noisetest", p.ImportPath, platform)
			}
			// The laboratory shows exact energies, and nothing that it computes is private.
			for _, dep := range p.Deps {
				if strings.HasPrefix(dep, "privatepca/core/lab") {
					t.Errorf("%s (%s) reaches %s", p.ImportPath, platform, dep)
				}
			}
		}
	}
}

// What the worker is made of is downloaded before a file can be opened; each of these is a
// tenth of a megabyte or more, compressed.
func TestWorkerIsSmall(t *testing.T) {
	for _, p := range list(t, ".", "js/wasm", ".", "./wasm") {
		for _, dep := range p.Deps {
			if name, _ := ours(dep); name == "core/convert" || strings.HasPrefix(dep, "github.com/parquet-go/") || strings.HasPrefix(dep, "go.yaml.in/") || strings.HasPrefix(dep, "github.com/klauspost/") {
				t.Errorf("%s reaches %s: it belongs to the command and to what is fetched for such a file alone", p.ImportPath, dep)
			}
			if p.ImportPath == "privatepca" {
				continue
			}
			// Of gonum the worker takes BLAS and LAPACK; its matrices, distributions and quadrature
			// tables are as much again.
			if strings.HasPrefix(dep, "gonum.org/v1/gonum/mat") || strings.HasPrefix(dep, "gonum.org/v1/gonum/stat") || strings.HasPrefix(dep, "gonum.org/v1/gonum/integrate") ||
				slices.Contains([]string{"net", "net/http", "text/template", "html/template", "regexp", "go/token"}, dep) {
				t.Errorf("the worker reaches %s", dep)
			}
		}
	}
}

// Tables are read by core/dataset, and lists of variables by core/codebook: encoding/csv, which reads some of them otherwise, writes alone.
func TestTablesAreReadByOneReader(t *testing.T) {
	writes := 0
	if err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch rel, _ := filepath.Rel(root, path); {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains([]string{".git", "bin", "core/lab", "core/convert/converttest"}, filepath.ToSlash(rel)):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		if bytes.Contains(text, []byte("\t\"encoding/csv\"\n")) {
			writes++
			for _, reads := range []string{"NewReader", "Reader", "ParseError"} {
				if bytes.Contains(text, []byte("csv."+reads)) {
					t.Errorf("%s reads by encoding/csv", path)
				}
			}
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if writes == 0 {
		t.Error("no file that writes by encoding/csv was found")
	}
}
