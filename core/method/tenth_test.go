package method_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A tenth mechanism, which is laplace under another name. Its row, its constructor, its own file and proof
// are all that is written.
const (
	tenthRow = `	{
		Name: "tenth", Title: "Tenth", Short: "Tenth", Phrase: "tenth",
		Advice:   "The same as Laplace.",
		Audience: Comparison, Claim: privacy.Exact, Spends: PureEpsilon, Gives: WholeMatrix,
		Steps:  []string{StepSecondMoment},
		Family: privacy.DiscreteLaplace, Formula: laplaceFormula,
		Rho: pureRho, Law: privacy.LaplaceNoise, Curve: Entries, Width: laplace,
		Unit: "numbers", Mark: 2, Proof: "core/mechanism/tenth.md",
	},
`
	tenthConstructor = "\tNameTenth: constructor(NewTenth),\n"
	tenthFile        = `package mechanism

import (
	"context"

	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/privacy"
)

// NameTenth is the name of Tenth in documents, requests and files.
const NameTenth = "tenth"

// Tenth is Laplace under another name. Proof: tenth.md.
type Tenth struct{ as *Laplace }

// NewTenth calibrates the noise.
func NewTenth(p Params) (*Tenth, error) {
	as, err := NewLaplace(p)
	if err != nil {
		return nil, err
	}
	return &Tenth{as}, nil
}

// Cost is pure ε.
func (t *Tenth) Cost() privacy.Cost { return t.as.Cost() }

// Release draws one noisy second moment and decomposes it.
func (t *Tenth) Release(ctx context.Context, m *moment.Matrix, src noise.Source) (*Released, error) {
	out, err := t.as.Release(ctx, m, src)
	if err != nil {
		return nil, err
	}
	for i := range out.Parts {
		out.Parts[i].Mechanism = NameTenth
	}
	return out, nil
}
`
)

// copied has the module's files in a folder of their own, without what is built.
func copied(t *testing.T) string {
	t.Helper()
	to := t.TempDir()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		file, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		switch file = filepath.ToSlash(file); {
		case file == ".":
			return nil
		case strings.HasPrefix(d.Name(), "."), file == "core/lab", file == "app/e2e", file == "out", file == "bin", file == "node_modules", strings.HasPrefix(file, "web/") && strings.HasSuffix(file, ".wasm"):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir():
			return os.Mkdir(filepath.Join(to, file), 0o755)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, file), text, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	return to
}

// insert puts text before an anchor, which must be there once.
func insert(t *testing.T, file, before, text string) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(b), before) != 1 {
		t.Fatalf("%s: %q is not there once", file, before)
	}
	write(t, file, strings.Replace(string(b), before, text+before, 1))
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A tenth mechanism is a change of two files, and its own file and proof. It then builds in
// every program, is listed, forecast, practised, documented, released, debited and verified.
// The tests that say so follow the table.
func TestTenthMechanism(t *testing.T) {
	house := os.Getenv("PRIVATEPCA_HOUSE") != ""
	if os.Getenv("PRIVATEPCA_SLOW") == "" && !house {
		t.Skip("it builds the programs of a copy: PRIVATEPCA_SLOW=1")
	}
	to := copied(t)
	changes := []struct{ file, before, text string }{
		{"core/method/table.go", "}\n\n// stepsOnly has", tenthRow},
		{"core/mechanism/constructors.go", "}\n\n// constructor returns", tenthConstructor},
	}
	for _, c := range changes {
		insert(t, filepath.Join(to, c.file), c.before, c.text)
	}
	write(t, filepath.Join(to, "core/mechanism/tenth.go"), tenthFile)
	write(t, filepath.Join(to, "core/mechanism/tenth.md"), "# tenth\n\nAs laplace.md has it.\n")
	run := func(args ...string) {
		t.Helper()
		cmd := exec.Command("go", args...)
		cmd.Dir, cmd.Env = to, append(os.Environ(), "PRIVATEPCA_SLOW=", "PRIVATEPCA_HOUSE=")
		if args[0] == "build" {
			cmd.Env = append(cmd.Env, "GOOS=js", "GOARCH=wasm")
		}
		out, err := cmd.CombinedOutput()
		if err != nil || strings.Contains(string(out), "no tests to run") {
			t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	run("test", "./core/method", "-run", "TestDocsAreTheTable", "-update")
	text, err := os.ReadFile(filepath.Join(to, "docs/mechanisms.md"))
	if err != nil || !strings.Contains(string(text), "## Tenth\n") {
		t.Errorf("it is not documented: %v", err)
	}
	run("test", "-short", "./core/method")
	run("test", "-short", "./core/mechanism", "-run", "TestConstructorsAreTheTables|TestOddMatrices|TestBadParameters")
	run("test", "-short", "./core/forecast", "-run", "TestCurvesAreTheMechanisms|TestPreferred")
	run("test", "-short", "./wasm/session", "-run", "TestDocumentsVerify|TestEveryReleaseIsDebited|TestWholeJob")
	run("test", "-short", "./app/page", "-run", "TestMechanismsAreGrouped")
	run("build", ".", "./wasm") // the page and the worker
	if house && !t.Failed() {
		fmt.Printf("%-50s  %d, and its own file and proof\n", "files that change for a tenth mechanism", len(changes))
	}
}
