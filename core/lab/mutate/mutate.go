// Command mutate changes one operator, number or condition of a package at a time and runs the package's tests: a change that no
// test notices is printed. It writes nothing into the source: the changed file goes to the compiler as an overlay.
//
//	mutate -root ../.. -count 50 -seed 1 ./core/moment
//
// Survivors with a known reason stand in survivors.txt beside this program, one on a line: file, function, what was changed, and why no
// test can tell, separated by tabs.
package main

import (
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
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
	count := flag.Int("count", 0, "how many mutants to sample; 0 for all")
	seed := flag.Uint64("seed", 1, "of the sample")
	timeout := flag.String("timeout", "120s", "of one run of the tests; one that takes longer has noticed")
	flag.Parse()
	packages := flag.Args()
	if len(packages) == 0 {
		packages = usual()
	}
	var all []mutant
	for _, pkg := range packages {
		found, err := mutants(*root, pkg)
		if err != nil {
			fail(err)
		}
		all = append(all, found...)
	}
	random := rand.New(rand.NewPCG(*seed, 0))
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	fmt.Printf("%d mutants of %s\n", len(all), strings.Join(packages, ", "))
	if *count > 0 && *count < len(all) {
		all = all[:*count]
		fmt.Printf("%d of them, by the seed %d\n", *count, *seed)
	}
	tried, killed, known := 0, 0, 0
	for _, m := range all {
		alive, compiles, err := survives(*root, m, *timeout)
		switch {
		case err != nil:
			fail(err)
		case !compiles:
			continue
		case !alive:
			killed++
		case reason(m) != "":
			known++
			fmt.Printf("known\t%s\t%s\n", m, reason(m))
		default:
			fmt.Printf("SURVIVES\t%s\n", m)
		}
		tried++
	}
	fmt.Printf("%d compiled, %d noticed, %d known, %d survive: %.1f %% of those that a test could notice\n",
		tried, killed, known, tried-killed-known, 100*float64(killed)/float64(max(1, tried-known)))
	if killed+known < tried {
		os.Exit(1)
	}
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

// survives runs the package's tests on the changed file.
func survives(root string, m mutant, timeout string) (alive, compiles bool, err error) {
	folder, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return false, false, err
	}
	defer os.RemoveAll(folder)
	changed, overlay := filepath.Join(folder, "changed.go"), filepath.Join(folder, "overlay.json")
	if err := os.WriteFile(changed, []byte(m.text), 0o644); err != nil {
		return false, false, err
	}
	whole, err := filepath.Abs(filepath.Join(root, m.file))
	if err != nil {
		return false, false, err
	}
	list, err := json.Marshal(map[string]any{"Replace": map[string]string{whole: changed}})
	if err != nil {
		return false, false, err
	}
	if err := os.WriteFile(overlay, list, 0o644); err != nil {
		return false, false, err
	}
	run := func(args ...string) error {
		c := exec.Command("go", args...)
		c.Dir = root
		return c.Run()
	}
	if run("test", "-overlay", overlay, "-vet=off", "-c", "-o", filepath.Join(folder, "tests"), m.pkg) != nil {
		return false, false, nil
	}
	return run("test", "-overlay", overlay, "-vet=off", "-short", "-failfast", "-count=1", "-timeout", timeout, m.pkg) == nil, true, nil
}
