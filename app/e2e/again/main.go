// Command again runs the browser tests, and those whose time ran out a second time, one after another, when nothing else runs. A browser
// beside three others on two cores may stand still for minutes, or take several times as long, without a fault of the page; WebKitGTK ends at times inside the
// driver of a graphics processor that is not there. What fails in any other way fails
// at once: a wrong value, a request that should not be, a panic. More than three late tests fail as well. A second run is
// always said, with the names.
//
//	again go test -parallel 4 ./...
//	again ./e2e.test -test.run TestX
package main

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"privatepca/app/e2e/drive"
)

// most late tests that are run again: with more of them something is wrong with the page or the machine.
const most = 3

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "again COMMAND ARGUMENTS…")
		os.Exit(2)
	}
	out, err := run(os.Args[1:])
	if err == nil {
		return
	}
	late := late(out)
	if len(late) == 0 || len(late) > most {
		os.Exit(1)
	}
	fmt.Printf("RUN AGAIN, since nothing failed but that the time of these ran out or their browser ended: %s\n", strings.Join(late, ", "))
	if _, err := run(alone(os.Args[1:], late)); err != nil {
		os.Exit(1)
	}
	fmt.Printf("PASSED WHEN RUN AGAIN: %s\n", strings.Join(late, ", "))
}

// run runs a command, shows what it says, and returns that.
func run(command []string) (string, error) {
	var said bytes.Buffer
	c := exec.Command(command[0], command[1:]...)
	c.Stdout, c.Stderr = io.MultiWriter(os.Stdout, &said), os.Stderr
	err := c.Run()
	return said.String(), err
}

var (
	began  = regexp.MustCompile(`(?m)^=== `)
	result = regexp.MustCompile(`(?m)^--- (FAIL|PASS|SKIP): (\w+)`)
	part   = regexp.MustCompile(`(?m)^ +--- FAIL: `)
	other  = regexp.MustCompile(`(?m)^(panic:|fatal error:|signal: |SIG|WARNING: DATA RACE|.*\[build failed\]|.*\[setup failed\])`)
)

// late are the tests that failed, if the time of each ran out and nothing else failed; none otherwise.
func late(out string) (names []string) {
	if other.MatchString(out) {
		return nil
	}
	for name, block := range blocks(out) {
		if strings.Count(block, drive.Late)+strings.Count(block, drive.EndedByItself) < max(1, len(part.FindAllString(block, -1))) {
			return nil
		}
		names = append(names, name)
	}
	return names
}

// blocks are the failed tests, each with what was said of it: after the line with its result, or with -v, one test at
// a time, before that line, and the results of its parts after it.
func blocks(out string) iter.Seq2[string, string] {
	return func(yield func(name, block string) bool) {
		verbose, results := began.MatchString(out), result.FindAllStringSubmatchIndex(out, -1)
		for i, at := range results {
			start, end := at[0], len(out)
			if i+1 < len(results) {
				end = results[i+1][0]
			}
			if verbose {
				start = 0
				if i > 0 {
					start = results[i-1][1]
				}
				if next := began.FindStringIndex(out[at[0]:end]); next != nil {
					end = at[0] + next[0]
				}
			}
			if out[at[2]:at[3]] == "FAIL" && !yield(out[at[4]:at[5]], out[start:end]) {
				return
			}
		}
	}
}

// alone is the command for those tests, one at a time. Of a flag that is given twice the last counts.
func alone(command, tests []string) []string {
	prefix := "-test."
	if filepath.Base(command[0]) == "go" {
		prefix = "-"
	}
	return append(append([]string(nil), command...), prefix+"run=^("+strings.Join(tests, "|")+")$", prefix+"parallel=1", prefix+"count=1")
}
