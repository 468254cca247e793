package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
)

// counted is the file of executions, under the module's root.
const counted = "core/lab/fuzz/executions.txt"

// An executed says how often a target was executed: by coverage, and on changes of its corpus.
type executed struct{ covered, mutated int64 }

func (e executed) all() int64 { return e.covered + e.mutated }

// counts are the executions of each target, over all runs.
type counts map[target]executed

// readCounts reads them: folder, name and the two numbers on a line. Without a file nothing was run.
func readCounts(file string) (counts, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return counts{}, nil
	}
	c := counts{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Fields(line)
		if len(cells) != 4 {
			return nil, fmt.Errorf("%s: %q is no folder, name and two numbers", file, line)
		}
		var n [2]int64
		for i := range n {
			var wrong error
			if n[i], wrong = strconv.ParseInt(cells[2+i], 10, 64); wrong != nil || n[i] < 0 {
				return nil, fmt.Errorf("%s: %q is no number of executions", file, cells[2+i])
			}
		}
		c[target{cells[0], cells[1]}] = executed{n[0], n[1]}
	}
	return c, err
}

// write writes them in the order of their names, so that two versions compare.
func (c counts) write(file string) error {
	var out strings.Builder
	for _, t := range c.targets() {
		fmt.Fprintf(&out, "%s %s %d %d\n", t.folder, t.name, c[t].covered, c[t].mutated)
	}
	return os.WriteFile(file, []byte(out.String()), 0o644)
}

// targets are in the order of their names.
func (c counts) targets() []target {
	return slices.SortedFunc(maps.Keys(c), func(a, b target) int {
		return cmp.Or(cmp.Compare(a.folder, b.folder), cmp.Compare(a.name, b.name))
	})
}

// wanted is how often each target is to be executed, over all runs.
const wanted = 10_000_000

// print writes the table of executions.
func (c counts) print() {
	var all executed
	reached := 0
	fmt.Printf("%-24s %-20s %14s %14s %14s\n", "package", "target", "by coverage", "changed corpus", "all")
	for _, t := range c.targets() {
		n := c[t]
		fmt.Printf("%-24s %-20s %14d %14d %14d\n", t.folder, t.name, n.covered, n.mutated, n.all())
		all.covered, all.mutated = all.covered+n.covered, all.mutated+n.mutated
		if n.all() >= wanted {
			reached++
		}
	}
	fmt.Printf("%-45s %14d %14d %14d\n%d of %d targets have %d executions or more\n", "", all.covered, all.mutated, all.all(), reached, len(c), wanted)
}
