// Command fuzz runs every fuzz target of a module in turn, each for the same share of the time, and says what was run and what was
// found. It has two stages: Go's fuzzing by coverage, and changes of the corpus in the target's own process (mutated.go), which are a hundred
// times as many. Inputs that fail stay where Go puts them, under testdata/fuzz beside the target: add them to the repository, with the mend.
// Executions add up over runs in executions.txt beside this program, a line for each target; those that were run least come first.
//
//	fuzz -root ../.. -time 1h -only Decode -parallel 1 -stage mutated -seed 7
package main

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A target is one fuzz function.
type target struct{ folder, name string }

func main() {
	root := flag.String("root", ".", "the module's root")
	total := flag.Duration("time", time.Hour, "for all targets together")
	only := flag.String("only", "", "a part of the names of targets, or of their folders")
	parallel := flag.Int("parallel", 0, "how many processes a target has in the first stage; 0: one a core")
	stage := flag.String("stage", "", "covered or mutated: that stage alone; none: both, each for half of the time")
	seed := flag.Uint64("seed", uint64(time.Now().UnixNano()), "of the second stage's changes; stated, these are the same again")
	flag.Parse()
	stages := map[string][2]bool{"": {true, true}, "covered": {true, false}, "mutated": {false, true}}
	does, known := stages[*stage]
	if !known {
		fmt.Fprintln(os.Stderr, "fuzz: -stage is covered or mutated")
		os.Exit(2)
	}
	targets, err := find(*root, *only)
	if err != nil || len(targets) == 0 {
		fmt.Fprintln(os.Stderr, "fuzz: no target:", err)
		os.Exit(2)
	}
	each := total.Truncate(time.Second) / time.Duration(len(targets))
	if *stage == "" {
		each /= 2
	}
	each = max(time.Second, each)
	fmt.Printf("%d targets, %s each and stage\n", len(targets), each.Truncate(time.Second))
	counts, err := readCounts(filepath.Join(*root, counted))
	if err != nil {
		fmt.Fprintln(os.Stderr, "fuzz:", err)
		os.Exit(2)
	}
	slices.SortStableFunc(targets, func(a, b target) int { return cmp.Compare(counts[a].all(), counts[b].all()) })
	found := 0
	for _, t := range targets {
		n := counts[t]
		if does[0] {
			executions, ok := run(*root, t, each, *parallel)
			n.covered += executions
			if !ok {
				found++
			}
		}
		if does[1] && n.all() < wanted {
			executions, ok := mutate(*root, t, each, wanted-n.all(), *seed)
			n.mutated += executions
			if !ok {
				found++
			}
		}
		counts[t] = n
		fmt.Printf("\tover all runs: %d executions\n", n.all())
		if err := counts.write(filepath.Join(*root, counted)); err != nil {
			fmt.Fprintln(os.Stderr, "fuzz:", err)
			os.Exit(2)
		}
	}
	counts.print()
	if found > 0 {
		fmt.Printf("%d stages of targets failed\n", found)
		os.Exit(1)
	}
}

// find lists the fuzz functions under a folder, but not those of modules within.
func find(root, only string) (targets []target, err error) {
	function := regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`)
	err = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != root {
			if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil || strings.HasPrefix(d.Name(), ".") || d.Name() == "out" {
				return filepath.SkipDir
			}
		}
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		for _, m := range function.FindAllStringSubmatch(string(text), -1) {
			if t := (target{folder, m[1]}); strings.Contains(folder+"."+m[1], only) {
				targets = append(targets, t)
			}
		}
		return nil
	})
	return targets, err
}

// run fuzzes one target, and reports how many inputs it had and whether nothing was found.
func run(root string, t target, each time.Duration, parallel int) (executions int64, ok bool) {
	args := []string{"test", "-vet=off", "-run", "^$", "-fuzz", "^" + t.name + "$", "-fuzztime", each.String(), "-fuzzminimizetime", "50x"}
	if parallel > 0 {
		args = append(args, "-parallel", strconv.Itoa(parallel))
	}
	var said bytes.Buffer
	c := exec.Command("go", append(args, "./"+filepath.ToSlash(t.folder))...)
	c.Dir, c.Stdout, c.Stderr = root, &said, io.Writer(&said)
	err := c.Run()
	inputs, fresh := last(`execs: (\d+)`, said.String()), last(`new interesting: (\d+)`, said.String())
	fmt.Printf("%s %s: %s inputs, %s of them reached what none before had\n", t.folder, t.name, inputs, fresh)
	ok = err == nil || late(said.String())
	if !ok {
		fmt.Print(said.String())
	}
	executions, _ = strconv.ParseInt(inputs, 10, 64) // "no" where none ran
	return executions, ok
}

// What go test does: at the end of the time it now and then reports a run as failed, more often on a busy machine. Why it hurts: nothing was found.
// Upstream issue: go.dev/issue/75804. It can go with Go 1.27.
var ended = regexp.MustCompile(`(?m)^--- FAIL: Fuzz\w+ \([^)]*\)\n    context deadline exceeded\nFAIL$`)

// late reports whether a run that failed has found nothing: its time ended, and no input was written down.
func late(said string) bool {
	return ended.MatchString(said) && !strings.Contains(said, "Failing input written") && !strings.Contains(said, "panic:")
}

// last is the number in the last line that has the pattern.
func last(pattern, said string) string {
	all := regexp.MustCompile(pattern).FindAllStringSubmatch(said, -1)
	if len(all) == 0 {
		return "no"
	}
	return all[len(all)-1][1]
}
