package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Tests of Firefox that need its focus: one window of a browser has it at a time, so one test of it runs at a time. What needs none runs beside them.
const (
	inFirefox = "^(TestTheWholeJobOnTheSample|TestLedgerInThePages|TestFrameFromAFileToTheHost)$"
	unfocused = "^(TestWorkerIsSealedInAnyEngine|TestWithoutANetwork)$"
	measured  = "^(TestAFileIsNeverMixed|TestMemoryOfATab)$"
)

// test runs the tests that end within minutes, or a part of them: race, native, chromium, firefox, beam, budgets. A part whose tool is missing is left out, and
// that is said. All of them beside long statistics and slow proofs are "all".
func test(args []string) error {
	parts := map[string]func() error{"race": race, "native": native, "chromium": chromium, "firefox": firefox, "beam": beam, "budgets": budgets, "all": everything}
	if len(args) == 1 && parts[args[0]] != nil {
		return parts[args[0]]()
	}
	if len(args) > 0 {
		return fmt.Errorf("no part of the tests is called %s", strings.Join(args, " "))
	}
	for _, p := range []struct {
		tool string
		run  func() error
	}{{"gcc", race}, {"", native}, {"chromium", chromium}, {"firefox", firefox}} {
		if p.tool != "" {
			if missing := has([]string{p.tool}); missing != nil {
				fmt.Fprintln(os.Stderr, missing)
				continue
			}
		}
		if err := p.run(); err != nil {
			return err
		}
	}
	return nil
}

// race runs what starts goroutines under the race detector.
func race() error {
	return inTurn(
		command{run{}, "go", "test -vet=off -race -short " + variable("RACE", "")},
		command{run{dir: "core/lab"}, "go", "test -vet=off -race -short " + variable("RACE_LAB", "")})
}

func native() error {
	return inTurn(command{run{}, "go", "test -vet=off ./..."}, command{run{dir: "core/lab"}, "go", "test -vet=off ./..."})
}

// chromium runs packages of the worker in a worker, those of the page in a window, then the tests from end to end.
func chromium() error {
	here, err := filepath.Abs("bin/wasmtest")
	if err != nil {
		return err
	}
	for _, p := range []struct{ with, packages string }{{here, variable("WORKER", "")}, {here + " -window", variable("PAGE", "")}} {
		test := append([]string{"go", "test", "-vet=off", "-short", "-exec", p.with}, strings.Fields(p.packages)...)
		if err := (run{env: wasm}).do(test...); err != nil {
			return err
		}
	}
	return browse()
}

// browse runs the tests from end to end in Chromium: they wait much, so more at a time than there are cores. Those whose time ran out, and only those,
// run again by themselves. Go takes an earlier result where nothing was built anew.
func browse() error {
	digest, err := built()
	if err != nil {
		return err
	}
	return command{run{env: []string{"PRIVATEPCA_BUILT=" + digest}}, "go", "-C app/e2e run ./again go test -vet=off -parallel 4 -timeout 60m ./..."}.try()
}

// built is a digest of what was built.
func built() (string, error) {
	files := []string{"bin/privatepca"}
	for _, kind := range []string{"wasm", "js", "css", "html"} {
		of, err := filepath.Glob("web/*." + kind)
		if err != nil {
			return "", err
		}
		files = append(files, of...)
	}
	sum := sha256.New()
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			return "", err
		}
		_, err = io.Copy(sum, f)
		f.Close()
		if err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%x", sum.Sum(nil)), nil
}

// firefox runs the same bodies in Firefox.
func firefox() error {
	here, err := filepath.Abs(end2end)
	if err != nil {
		return err
	}
	tests := func(to io.Writer, which string) error {
		return run{env: []string{"PRIVATEPCA_BROWSER=firefox"}, to: to}.do("go", "-C", "app/e2e", "run", "./again", here, "-test.parallel", "1", "-test.timeout", "120m", "-test.run", which)
	}
	var said bytes.Buffer
	beside := make(chan error)
	go func() { beside <- tests(&said, unfocused) }()
	focused := tests(nil, inFirefox)
	err = errors.Join(focused, <-beside)
	fmt.Print(said.String())
	return err
}

// beam tests what sums tables by Apache Beam, and opens its document in the page.
func beam() error {
	if err := lint([]string{"beam"}); err != nil {
		return err
	}
	in := run{dir: "app/beam"}
	return inTurn(
		command{in, "go", "test -vet=off ./..."},
		// The test that is left out has 15 s by the clock.
		command{in, "go", "test -vet=off -race -short -skip ^TestJobEndsWithItsDriver$ " + variable("RACE_BEAM", "")},
		command{run{dir: "app/e2e"}, "go", "test -vet=off -run ^TestDocumentsOfOtherPrograms$ -v ."})
}

// budgets lets fifty visitors at once reserve from one budget, and kills services, on the file ledger and on PostgreSQL.
func budgets() error {
	if err := lint([]string{"postgres"}); err != nil {
		return err
	}
	slow, in := []string{"PRIVATEPCA_SLOW=1"}, "app/postgres"
	return inTurn(
		command{run{env: slow}, "go", "test -count=1 -v -run ^TestFiftyVisitorsAndKills$ ./app/budget"},
		command{run{dir: in, env: slow}, "go", "test -vet=off -count=1 -v ./..."},
		command{run{dir: in}, "go", "test -vet=off -race -run ^TestTwoServicesOfOneDatabase$ " + variable("RACE_POSTGRES", "")})
}

// everything runs each test at its full length, in each engine; a part that fails keeps no other from running.
func everything() error {
	if err := os.Setenv("PRIVATEPCA_SLOW", "1"); err != nil {
		return err
	}
	failed := func(part string, err error) error {
		if err != nil {
			return fmt.Errorf("failed in %s: %w", part, err)
		}
		return nil
	}
	errs := []error{
		failed("native", command{run{}, "go", "test -timeout 60m ./..."}.try()),
		failed("the laboratory", command{run{dir: "core/lab"}, "go", "test -timeout 60m ./..."}.try()),
		failed("Beam", command{run{dir: "app/beam"}, "go", "test -timeout 60m ./..."}.try()),
		failed("Chromium", browse()),
	}
	for _, engine := range []string{"firefox", "webkit"} {
		in := run{dir: "app/e2e", env: []string{"PRIVATEPCA_BROWSER=" + engine}}
		errs = append(errs, failed(engine, command{in, "../../" + end2end, "-test.parallel 1 -test.timeout 60m -test.run " + measured}.try()))
	}
	return errors.Join(errs...)
}
