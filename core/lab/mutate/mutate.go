// Command mutate changes one operator, number or condition of a package at a time and runs the package's tests: a change that no
// test notices is printed. It writes nothing into the source: the changed file goes to the compiler as an overlay. The tests end at the
// first that fails, and have four times as long as without a change, and half a minute more. Those of the file that is named after the
// changed one run first, then all with -short, then all, then with -short those of all other packages of core and wasm that it
// is part of: most changes are noticed early.
//
//	mutate -root ../.. -count 50 -seed 1 ./core/moment
//	mutate -root ../.. -only 'noise.go:12\b' ./core/privacy
//
// Survivors with a known reason stand in survivors.txt beside this program, one on a line: file, function, what was changed, and why no
// test can tell, separated by tabs.
package main

import (
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// usual are the packages whose tests must notice.
func usual() []string {
	return []string{"./core/moment", "./core/privacy", "./core/dataset", "./core/mechanism", "./core/release", "./core/ledger", "./wasm/session"}
}

//go:embed survivors.txt
var survivors string

// A mutant is a change of bytes in a file.
type mutant struct {
	pkg, file, function string
	line                int
	old, new            string
	text                string // of the whole changed file
}

func (m mutant) String() string {
	return fmt.Sprintf("%s:%d\t%s\t%s → %s", m.file, m.line, m.function, m.old, m.new)
}

// key is what a known survivor is found by: lines move.
func (m mutant) key() string {
	return strings.Join([]string{m.file, m.function, m.old + " → " + m.new}, "\t")
}

func main() {
	root := flag.String("root", ".", "the module's root")
	count := flag.Int("count", 0, "how many mutants of each package to sample; 0 for all")
	seed := flag.Uint64("seed", 1, "of the samples")
	only := flag.String("only", "", "a regular expression: try those alone whose line of the report matches")
	flag.Parse()
	packages, sum := flag.Args(), tally{}
	if len(packages) == 0 {
		packages = usual()
	}
	for _, pkg := range packages {
		t, err := one(*root, pkg, *only, *count, *seed)
		if err != nil {
			fail(err)
		}
		fmt.Printf("%s: %s\n", pkg, t)
		sum = tally{sum.killed + t.killed, sum.elsewhere + t.elsewhere, sum.known + t.known, sum.alive + t.alive}
	}
	fmt.Printf("all: %s\n", sum)
	if sum.alive > 0 {
		os.Exit(1)
	}
}

// A tally counts mutants that compiled: noticed, those of them that only another package's tests noticed, known survivors, others
// that survived.
type tally struct{ killed, elsewhere, known, alive int }

// String states the share that was noticed of those that a test could notice, with Wilson's interval at 95 %.
func (t tally) String() string {
	n, z := float64(max(1, t.killed+t.alive)), 1.96
	p := float64(t.killed) / n
	middle, half := p+z*z/(2*n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	low, high := (middle-half)/(1+z*z/n), (middle+half)/(1+z*z/n)
	return fmt.Sprintf("%d compiled, %d noticed (%d by other packages alone), %d known, %d survive: %.1f %% of those that a test could notice (95 %%: %.1f to %.1f)",
		t.killed+t.known+t.alive, t.killed, t.elsewhere, t.known, t.alive, 100*p, 100*low, 100*high)
}

// one tries the mutants of a package that match, or a sample of them, which depends on the seed and the package alone.
func one(root, pkg string, only string, count int, seed uint64) (t tally, err error) {
	all, err := mutants(root, pkg)
	which, wrong := regexp.Compile(only)
	if err = errors.Join(err, wrong); err != nil {
		return t, err
	}
	all = slices.DeleteFunc(all, func(m mutant) bool { return !which.MatchString(m.String()) })
	random := rand.New(rand.NewPCG(seed, 0))
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	fmt.Printf("%s: %d mutants", pkg, len(all))
	if count > 0 && count < len(all) {
		all = all[:count]
		fmt.Printf(", %d of them, by the seed %d", count, seed)
	}
	fmt.Println()
	others, err := importers(root, pkg)
	if err != nil {
		return t, err
	}
	start := time.Now()
	alive, compiles, err := survives(root, mutant{pkg: pkg}, time.Hour)
	if err != nil || !compiles || !alive {
		return t, errors.Join(fmt.Errorf("the tests of %s fail without a change", pkg), err)
	}
	limit := 4*time.Since(start) + 30*time.Second
	start = time.Now()
	if noticed, err := noticedBy(root, mutant{}, others, time.Hour); err != nil || noticed {
		return t, errors.Join(fmt.Errorf("the tests of packages that %s is part of fail without a change", pkg), err)
	}
	longer := 4*time.Since(start) + 2*time.Minute
	for i, m := range all {
		fmt.Fprintf(os.Stderr, "%s: %d of %d, %+v\n", pkg, i, len(all), t)
		alive, compiles, err := survives(root, m, limit)
		switch {
		case err != nil:
			return t, err
		case !compiles:
			continue
		case !alive:
			t.killed++
			continue
		case reason(m) != "":
			t.known++
			fmt.Printf("known\t%s\t%s\n", m, reason(m))
			continue
		}
		noticed, err := noticedBy(root, m, others, longer)
		if err != nil {
			return t, err
		}
		if noticed {
			t.killed++
			t.elsewhere++
			fmt.Printf("elsewhere\t%s\n", m)
			continue
		}
		t.alive++
		fmt.Printf("SURVIVES\t%s\n", m)
	}
	return t, nil
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "mutate:", err)
	os.Exit(2)
}

// reason is why a survivor cannot be noticed; "" for none that is known.
func reason(m mutant) string {
	for line := range strings.Lines(survivors) {
		if why, ok := strings.CutPrefix(strings.TrimSpace(line), m.key()+"\t"); ok {
			return why
		}
	}
	return ""
}

// mutants lists the changes of a package's files that are built here.
func mutants(root, pkg string) ([]mutant, error) {
	built, err := build.ImportDir(filepath.Join(root, pkg), 0)
	if err != nil {
		return nil, err
	}
	var out []mutant
	for _, name := range built.GoFiles {
		file := filepath.Join(pkg, name)
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			return nil, err
		}
		files := token.NewFileSet()
		tree, err := parser.ParseFile(files, file, text, 0)
		if err != nil {
			return nil, err
		}
		for _, d := range tree.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			add := func(from, to token.Pos, changed string) {
				a, b := files.Position(from).Offset, files.Position(to).Offset
				out = append(out, mutant{pkg, file, f.Name.Name, files.Position(from).Line, string(text[a:b]), changed, string(text[:a]) + changed + string(text[b:])})
			}
			ast.Inspect(f.Body, func(n ast.Node) bool {
				change(n, text, func(p token.Pos) int { return files.Position(p).Offset }, add)
				return true
			})
		}
	}
	return out, nil
}

// swapped has what stands for each operator.
func swapped(op token.Token) (token.Token, bool) {
	to, ok := map[token.Token]token.Token{
		token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL, token.REM: token.MUL,
		token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR, token.EQL: token.NEQ, token.NEQ: token.EQL,
		token.LAND: token.LOR, token.LOR: token.LAND, token.SHL: token.SHR, token.SHR: token.SHL, token.AND: token.OR, token.OR: token.AND,
		token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN, token.MUL_ASSIGN: token.QUO_ASSIGN,
	}[op]
	return to, ok
}

// change offers the changes of one node.
func change(n ast.Node, text []byte, at func(token.Pos) int, add func(from, to token.Pos, changed string)) {
	source := func(e ast.Node) string { return string(text[at(e.Pos()):at(e.End())]) }
	operator := func(pos token.Pos, op token.Token) {
		if to, ok := swapped(op); ok {
			add(pos, pos+token.Pos(len(op.String())), to.String())
		}
	}
	switch n := n.(type) {
	case *ast.BinaryExpr:
		operator(n.OpPos, n.Op)
	case *ast.AssignStmt:
		operator(n.TokPos, n.Tok)
	case *ast.IncDecStmt:
		to := map[token.Token]string{token.INC: "--", token.DEC: "++"}[n.Tok]
		add(n.TokPos, n.TokPos+2, to)
	case *ast.IfStmt:
		add(n.Cond.Pos(), n.Cond.End(), "!("+source(n.Cond)+")")
	case *ast.ExprStmt: // a call for its effect
		add(n.Pos(), n.End(), "_ = 0")
	case *ast.BasicLit:
		switch n.Kind {
		case token.INT:
			if x, err := strconv.ParseInt(n.Value, 0, 62); err == nil {
				add(n.Pos(), n.End(), strconv.FormatInt(x+1, 10))
			}
		case token.FLOAT:
			if x, err := strconv.ParseFloat(n.Value, 64); err == nil {
				add(n.Pos(), n.End(), strconv.FormatFloat(x*1.1, 'g', -1, 64))
			}
		}
	}
}

// survives runs the package's tests on the changed file; on the package as it is if there is none.
func survives(root string, m mutant, limit time.Duration) (alive, compiles bool, err error) {
	folder, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return false, false, err
	}
	defer os.RemoveAll(folder)
	build := []string{"test", "-vet=off", "-c", "-ldflags=-s -w", "-o", filepath.Join(folder, "tests")}
	overlay, err := overlaid(root, m, folder)
	if err != nil {
		return false, false, err
	}
	compile := exec.Command("go", append(append(build, overlay...), m.pkg)...)
	compile.Dir = root
	if compile.Run() != nil {
		return false, false, nil
	}
	// A change may ask for memory without end, and the machine has other uses. The tests beside the file come first: most notice.
	stages := [][]string{{"-test.short"}, {}}
	for _, which := range beside(root, m.file) {
		stages = append([][]string{{"-test.short", "-test.run", which}}, stages...)
	}
	for _, stage := range stages {
		tests := exec.Command("sh", append([]string{
			"-c", `ulimit -v 8000000 2>/dev/null; exec "$@"`, "sh", filepath.Join(folder, "tests"),
			"-test.failfast", "-test.timeout", limit.String(),
		}, stage...)...)
		tests.Dir = filepath.Join(root, m.pkg)
		if tests.Run() != nil {
			return false, true, nil
		}
	}
	return true, true, nil
}

// importers are the packages of core and wasm that a package is part of, or their tests. The pages' tests take too long.
func importers(root, pkg string) ([]string, error) {
	list := exec.Command("go", "list", "-f", "{{.ImportPath}}\t{{.Dir}}\t{{join .Imports \" \"}}\t{{join .TestImports \" \"}} {{join .XTestImports \" \"}}", "./...")
	list.Dir = root
	said, err := list.Output()
	if err != nil {
		return nil, err
	}
	folder, err := filepath.Abs(filepath.Join(root, pkg))
	if err != nil {
		return nil, err
	}
	path, imports, tests := "", map[string][]string{}, map[string][]string{}
	for line := range strings.Lines(string(said)) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if cells[1] == folder {
			path = cells[0]
		}
		imports[cells[0]], tests[cells[0]] = strings.Fields(cells[2]), strings.Fields(cells[3])
	}
	part := map[string]bool{path: true} // packages that it is part of
	for more := true; more; {
		more = false
		for of, imported := range imports {
			if !part[of] && slices.ContainsFunc(imported, func(p string) bool { return part[p] }) {
				part[of], more = true, true
			}
		}
	}
	module, _, _ := strings.Cut(path, "/")
	var out []string
	for of := range imports {
		if of == path || strings.HasPrefix(of, module+"/app/") || !part[of] && !slices.ContainsFunc(tests[of], func(p string) bool { return part[p] }) {
			continue
		}
		out = append(out, of)
	}
	slices.Sort(out)
	return out, nil
}

// noticedBy runs the tests of other packages on the changed file; on the module as it is if there is none.
func noticedBy(root string, m mutant, packages []string, limit time.Duration) (bool, error) {
	if len(packages) == 0 {
		return false, nil
	}
	folder, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(folder)
	overlay, err := overlaid(root, m, folder)
	if err != nil {
		return false, err
	}
	args := append([]string{"test", "-vet=off", "-short", "-failfast", "-timeout", limit.String()}, overlay...)
	tests := exec.Command("go", append(args, packages...)...)
	tests.Dir = root
	return tests.Run() != nil, nil
}

// beside is a pattern for the tests in the file that is named after this one; none if there is no such file.
func beside(root, file string) []string {
	text, err := os.ReadFile(filepath.Join(root, strings.TrimSuffix(file, ".go")+"_test.go"))
	if err != nil {
		return nil
	}
	var names []string
	for _, m := range regexp.MustCompile(`(?m)^func ((?:Test|Example|Fuzz)\w*)\(`).FindAllSubmatch(text, -1) {
		names = append(names, string(m[1]))
	}
	if names == nil {
		return nil
	}
	return []string{"^(" + strings.Join(names, "|") + ")$"}
}

// overlaid writes the changed file and the list that the compiler takes instead of the source, and gives the flags that say so; none for
// the package as it is.
func overlaid(root string, m mutant, folder string) ([]string, error) {
	if m.file == "" {
		return nil, nil
	}
	changed, overlay := filepath.Join(folder, "changed.go"), filepath.Join(folder, "overlay.json")
	whole, err := filepath.Abs(filepath.Join(root, m.file))
	if err != nil {
		return nil, err
	}
	list, err := json.Marshal(map[string]any{"Replace": map[string]string{whole: changed}})
	if err != nil {
		return nil, err
	}
	return []string{"-overlay", overlay}, errors.Join(os.WriteFile(changed, []byte(m.text), 0o644), os.WriteFile(overlay, list, 0o644))
}
