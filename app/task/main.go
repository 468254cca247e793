// Command task is what of the Makefile is a program: it sets up a machine, releases, builds
// again and compares, and looks for known faults. The Makefile calls it from the root of the
// source, with its own variables in the environment.
//
//	task setup                      install what the tests use, where it is missing
//	task has chromium               whether a test can use it: exit status 0 or 1
//	task page-module                bin/page.mod, by which the page is linked
//	task link page|worker|convert   a program of WebAssembly
//	task lint, house                what linters find; the rules of the house
//	task test [PART]                the tests that end within minutes, or a part of them
//	task browsers                   the end-to-end tests in each engine, and docs/browsers.md
//	task survey, loaders            comparisons with programs in Python and R
//	task demo, engines              the job in a browser; sums on Flink and Spark
//	task element                    the custom element as a package, and what builds with it
//	task every                      each task of the Makefile in a fresh clone, and a table
//	task vulnerabilities            known faults in what the programs reach
//	task release                    the programs for every system, in RELEASE
//	task verify-release             the same again, from a copy of the source, compared
//	task verify-build               the worker again, compared with SHA256
package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
)

func main() {
	tasks := map[string]func([]string) error{
		"setup": setup, "has": has, "page-module": pageModule, "link": link, "lint": lint, "house": house, "test": test, "browsers": browsers,
		"survey": survey, "loaders": loaders, "demo": demo, "engines": engines, "element": element, "every": every, "vulnerabilities": vulnerabilities,
		"release": release, "verify-release": verifyRelease, "verify-build": verifyBuild,
	}
	if len(os.Args) < 2 || tasks[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "task "+strings.Join(slices.Sorted(maps.Keys(tasks)), " | "))
		os.Exit(2)
	}
	if err := tasks[os.Args[1]](os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// variable returns a variable of the Makefile; what stands in the environment is what make exports.
func variable(name, otherwise string) string {
	if v := os.Getenv(name); v != "" {
		return v
	}
	return otherwise
}

// A run is a command in a folder, with further variables of the environment.
type run struct {
	dir string    // "" is where this program was started
	env []string  // NAME=VALUE, beside those of this program
	to  io.Writer // takes what the command says; nil is this program's own streams
}

// do runs a command and shows what it says.
func (r run) do(command ...string) error {
	c := exec.Command(command[0], command[1:]...)
	c.Dir, c.Env, c.Stdout, c.Stderr = r.dir, append(os.Environ(), r.env...), os.Stdout, os.Stderr
	if r.to != nil {
		c.Stdout, c.Stderr = r.to, r.to
	}
	if err := c.Run(); err != nil {
		return fmt.Errorf("%s: %w", strings.Join(command, " "), err)
	}
	return nil
}

// out runs a command and returns what it prints.
func (r run) out(command ...string) ([]byte, error) {
	c := exec.Command(command[0], command[1:]...)
	c.Dir, c.Env, c.Stderr = r.dir, append(os.Environ(), r.env...), os.Stderr
	text, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", strings.Join(command, " "), err)
	}
	return text, nil
}
