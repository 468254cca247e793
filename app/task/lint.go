package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

// wasm is the environment that builds for the browser.
var wasm = []string{"GOOS=js", "GOARCH=wasm"}

// A pinned program is a tool of Go's, in one version, as go.mod pins what is linked. Go fetches and checks it like any module.
type pinned struct{ pkg, version string }

var (
	gofumpt     = pinned{"mvdan.cc/gofumpt", "v0.9.2"}
	staticcheck = pinned{"honnef.co/go/tools/cmd/staticcheck", "v0.7.0"}
	govulncheck = pinned{"golang.org/x/vuln/cmd/govulncheck", "v1.9.0"}
)

// program is its path in bin, where it is installed if it is missing.
func (p pinned) program() (string, error) {
	bin, err := filepath.Abs("bin")
	if err != nil {
		return "", err
	}
	plain := filepath.Join(bin, path.Base(p.pkg))
	to := plain + "-" + p.version
	if _, err := os.Stat(to); err == nil {
		return to, nil
	}
	if err := (run{env: []string{"GOBIN=" + bin}}).do("go", "install", p.pkg+"@"+p.version); err != nil {
		return "", err
	}
	return to, os.Rename(plain, to)
}

// lint finds what is not formatted, what go vet and staticcheck object to, and modules that are not tidy: in every module, or in one that is built apart: beam, postgres.
// Without a way to Go's modules the two programs are left out, and that is said.
func lint(args []string) error {
	if len(args) == 1 {
		check, err := staticcheck.program()
		if err != nil {
			return err
		}
		in := run{dir: "app/" + args[0]}
		return inTurn(command{in, "go", "vet ./..."}, command{in, check, "./..."}, command{in, "go", "mod tidy -diff"})
	}
	if err := inTurn(
		command{run{}, "go", "vet ./..."},
		command{run{dir: "core/lab"}, "go", "vet ./..."},
		command{run{dir: "app/e2e"}, "go", "vet ./..."},
		command{run{env: wasm}, "go", "vet ./..."},
		command{run{dir: "app/e2e", env: wasm}, "go", "vet ./bench/lab"},
	); err != nil {
		return err
	}
	format, err := gofumpt.program()
	check, errCheck := staticcheck.program()
	if err := errors.Join(err, errCheck); err != nil {
		if exec.Command("go", "list", "-m", "-versions", gofumpt.pkg).Run() == nil {
			return err
		}
		fmt.Fprintln(os.Stderr, "NOT LINTED: the Go module proxy is out of reach, and with it gofumpt and staticcheck.")
		return nil
	}
	if files, err := (run{}).out(format, "-l", "."); err != nil || len(files) > 0 {
		return errors.Join(err, fmt.Errorf("not formatted by gofumpt: %s", strings.Join(strings.Fields(string(files)), " ")))
	}
	if err := inTurn(
		command{run{}, check, "./..."},
		command{run{env: wasm}, check, "./..."},
		command{run{dir: "core/lab"}, check, "./..."},
		command{run{dir: "app/e2e"}, check, "./..."},
		command{run{dir: "app/e2e", env: wasm}, check, "./bench/lab"},
	); err != nil {
		return err
	}
	return tidy()
}

// tidy finds modules whose go.mod or go.sum would change.
func tidy() error {
	return inTurn(command{run{}, "go", "mod tidy -diff"}, command{run{dir: "core/lab"}, "go", "mod tidy -diff"}, command{run{dir: "app/e2e"}, "go", "mod tidy -diff"})
}

// A command is a program that is run somewhere; its words are separated by spaces.
type command struct {
	run
	program, words string
}

// try says what is run, and runs it.
func (c command) try() error {
	said := c.program + " " + c.words
	for _, more := range []string{strings.Join(c.env, " "), c.dir} {
		if more != "" {
			said = more + ": " + said
		}
	}
	fmt.Println(said)
	return c.do(append([]string{c.program}, strings.Fields(c.words)...)...)
}

// inTurn runs commands until one fails.
func inTurn(commands ...command) error {
	for _, c := range commands {
		if err := c.try(); err != nil {
			return err
		}
	}
	return nil
}
