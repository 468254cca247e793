package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// mostOfATask is how long a task may take before it is ended.
const mostOfATask = 3 * time.Hour

// A sample says how a task is run to see that it runs.
type sample struct {
	task      string
	variables string        // NAME=VALUE, for make; what is long is run short, and that stands in the table
	serves    time.Duration // a task that ends only when it is stopped has run when it lived so long
}

// samples are the tasks of `make help`, those that others build on first. TestEveryTaskHasASample compares them with the Makefile.
var samples = []sample{
	{task: "help"},
	{task: "setup"},
	{task: "build"},
	{task: "run", variables: "PORT=18000", serves: 3 * time.Minute},
	{task: "site"},
	{task: "element"},
	{task: "lint"},
	{task: "vulnerabilities"},
	{task: "house"},
	{task: "test"},
	{task: "test-loaders"},
	{task: "test-survey"},
	{task: "test-budgets"},
	{task: "test-beam"},
	{task: "beam", variables: "DATA=web/samples/clinic-visits.csv SCHEMA=web/samples/clinic-visits.schema.json NORM=3.79"},
	{task: "demo"},
	{task: "shots"},
	{task: "interrupts"},
	{task: "mutate", variables: "PKG=./core/words COUNT=5"},
	{task: "fuzz", variables: "MINUTES=5"},
	{task: "audit"},
	{task: "paper", variables: "QUICK=1"},
	{task: "evidence", variables: "QUICK=1"},
	{task: "bench"},
	{task: "engines"},
	{task: "release", variables: "VERSION=v0.0.0 TARGETS=linux/amd64"},
	{task: "verify-release", variables: "VERSION=v0.0.0 TARGETS=linux/amd64"},
	{task: "verify-build"},
	{task: "test-browsers"},
	{task: "test-all"},
	{task: "clean"},
}

// every runs each task of the Makefile in a fresh clone of this source, and prints a table of how each ended; what it said is beside it, in
// out/every. ONLY names tasks, divided by commas; the others are left out, and so said.
func every([]string) error {
	out, err := filepath.Abs("out/every")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	clone := filepath.Join(out, "source")
	if err := os.RemoveAll(clone); err != nil {
		return err
	}
	if err := (run{}).do("git", "clone", "-q", ".", clone); err != nil {
		return err
	}
	if shared, err := filepath.Abs("../shared"); err == nil { // what some tasks compare with, where it is
		if _, err := os.Stat(shared); err == nil {
			if err := os.Symlink(shared, filepath.Join(out, "shared")); err != nil && !os.IsExist(err) {
				return err
			}
		}
	}
	only := strings.FieldsFunc(variable("ONLY", ""), func(r rune) bool { return r == ',' })
	failed := 0
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "task\tvariables\tended\tseconds")
	for _, s := range samples {
		if len(only) > 0 && !slices.Contains(only, s.task) {
			fmt.Fprintf(table, "%s\t%s\tnot run\t\n", s.task, s.variables)
			continue
		}
		fmt.Fprintln(os.Stderr, time.Now().Format(time.TimeOnly), s.task)
		start := time.Now()
		ended := "well"
		if err := s.try(clone, filepath.Join(out, s.task+".txt")); err != nil {
			failed++
			ended = err.Error()
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%.0f\n", s.task, s.variables, ended, time.Since(start).Seconds())
	}
	table.Flush()
	if failed > 0 {
		return fmt.Errorf("%d tasks failed; what each said is in %s", failed, out)
	}
	return nil
}

// try runs a task in a folder; what it says goes to a file.
func (s sample) try(dir, to string) error {
	said, err := os.Create(to)
	if err != nil {
		return err
	}
	defer said.Close()
	most := mostOfATask
	if s.serves > 0 {
		most = s.serves
	}
	ctx, cancel := context.WithTimeout(context.Background(), most)
	defer cancel()
	words := append([]string{"make", "--no-print-directory", s.task}, strings.Fields(s.variables)...)
	if s.task == "verify-build" { // of the worker that was just built
		of, err := workerOf(dir)
		if err != nil {
			return err
		}
		words = append(words, "SHA256="+of)
	}
	// In a session of its own, so that what a task started ends with it.
	c := exec.CommandContext(ctx, "setsid", words...)
	c.Cancel = func() error { return exec.Command("kill", "--", fmt.Sprintf("-%d", c.Process.Pid)).Run() }
	c.Dir, c.Stdout, c.Stderr = dir, said, said
	c.Env = slices.DeleteFunc(os.Environ(), ofMake)
	c.WaitDelay = 10 * time.Second
	err = c.Run()
	switch over := ctx.Err() != nil; {
	case over && s.serves > 0:
		return nil
	case over:
		return fmt.Errorf("was ended after %v", most)
	case s.serves > 0 && err == nil:
		return errors.New("ended by itself")
	}
	return err
}

// ofMake reports whether a variable of the environment is for a make that this one was called by.
func ofMake(nameAndValue string) bool {
	name, _, _ := strings.Cut(nameAndValue, "=")
	return slices.Contains([]string{"MAKEFLAGS", "MAKELEVEL", "MFLAGS", "MAKEOVERRIDES", "ONLY", "DATA", "VERSION", "SHA256", "TARGETS", "RELEASE"}, name)
}

// workerOf is the digest of the worker that a folder's build wrote.
func workerOf(dir string) (string, error) {
	text, err := run{dir: dir}.out("sha256sum", "web/worker.wasm")
	digest, _, _ := bytes.Cut(text, []byte(" "))
	return string(digest), err
}

// tasksOf are the tasks that `make help` lists, of a Makefile's text.
func tasksOf(makefile []byte) (names []string) {
	for _, m := range regexp.MustCompile(`(?m)^([a-z-]+):.*## `).FindAllSubmatch(makefile, -1) {
		names = append(names, string(m[1]))
	}
	return names
}
