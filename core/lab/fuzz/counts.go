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

// counts are how often each target was executed, over all runs.
type counts map[target]int64

// readCounts reads them: folder, name and number on a line. Without a file nothing was run.
func readCounts(file string) (counts, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return counts{}, nil
	}
	c := counts{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Fields(line)
		if len(cells) != 3 {
			return nil, fmt.Errorf("%s: %q is no folder, name and number", file, line)
		}
		n, wrong := strconv.ParseInt(cells[2], 10, 64)
		if wrong != nil || n < 0 {
			return nil, fmt.Errorf("%s: %q is no number of executions", file, cells[2])
		}
		c[target{cells[0], cells[1]}] = n
	}
	return c, err
}

// write writes them in the order of their names, so that two versions compare.
func (c counts) write(file string) error {
	var out strings.Builder
	for _, t := range slices.SortedFunc(maps.Keys(c), func(a, b target) int {
		return cmp.Or(cmp.Compare(a.folder, b.folder), cmp.Compare(a.name, b.name))
	}) {
		fmt.Fprintf(&out, "%s %s %d\n", t.folder, t.name, c[t])
	}
	return os.WriteFile(file, []byte(out.String()), 0o644)
}
