package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

const (
	end2end = "bin/e2e.test"
	logs    = "out/browsers"
)

// browsers runs the end-to-end tests in Firefox and WebKitGTK beside each other, each with a
// screen of its own, then the rows of docs/browsers.md in Chromium, which draws the table. In
// each engine the rows come first, then what else it can run: a run that takes too long is
// ended, and the rows that it found stand.
func browsers([]string) error {
	if err := os.RemoveAll(logs); err != nil {
		return err
	}
	if err := os.MkdirAll(logs, 0o755); err != nil {
		return err
	}
	rows, err := rows()
	if err != nil {
		return err
	}
	here, err := filepath.Abs(".")
	if err != nil {
		return err
	}
	if err := os.Setenv("PRIVATEPCA_FEATURES", filepath.Join(here, logs)); err != nil {
		return err
	}
	webkit := make(chan error)
	go func() { webkit <- engine("webkit", here, rows) }()
	errs := []error{engine("firefox", here, rows), <-webkit}
	for _, name := range []string{"firefox", "webkit"} {
		fmt.Println("== " + name)
		text, err := os.ReadFile(filepath.Join(logs, name+".log"))
		errs = append(errs, err)
		for _, line := range told.FindAllString(string(text), -1) {
			fmt.Println(line)
		}
	}
	errs = append(errs, run{dir: "app/e2e"}.do(filepath.Join(here, end2end), "-test.parallel", "4", "-test.timeout", "30m", "-test.run", rows))
	return errors.Join(errs...)
}

// told matches the lines of a log that are said again at the end.
var told = regexp.MustCompile(`(?m)^( *--- FAIL|.*NOT TESTED|.*RUN AGAIN|(ok|PASS|FAIL|panic)).*$`)

// engine runs the tests in one engine, and keeps what they say in a file. It has 90 minutes.
// One window of a browser has the focus at a time, so one test runs at a time.
func engine(name, here, rows string) error {
	log, err := os.Create(filepath.Join(logs, name+".log"))
	if err != nil {
		return err
	}
	defer log.Close()
	began := time.Now()
	tests := func(limit time.Duration, more ...string) error {
		command := []string{"go", "-C", "app/e2e", "run", "./again", filepath.Join(here, end2end), "-test.parallel", "1", "-test.timeout", limit.String(), "-test.v"}
		return run{env: []string{"PRIVATEPCA_BROWSER=" + name}, to: log}.do(append(command, more...)...)
	}
	first := tests(time.Hour, "-test.run", rows)
	return errors.Join(first, tests(max(time.Minute, 90*time.Minute-time.Since(began)), "-test.skip", rows))
}

var (
	function = regexp.MustCompile(`^func (Test\w+)\(`)
	row      = regexp.MustCompile(`^\t+feature\(t,`)
)

// rows returns a pattern of the tests that a row of docs/browsers.md is about.
func rows() (string, error) {
	files, err := filepath.Glob("app/e2e/*_test.go")
	if err != nil {
		return "", err
	}
	var names []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		name := ""
		for line := range strings.Lines(string(text)) {
			if m := function.FindStringSubmatch(line); m != nil {
				name = m[1]
			}
			if row.MatchString(line) && name != "" {
				names = append(names, name)
			}
		}
	}
	if len(names) == 0 {
		return "", errors.New("no test in app/e2e calls feature")
	}
	slices.Sort(names)
	return "^(" + strings.Join(slices.Compact(names), "|") + ")$", nil
}
