package datasettest

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Peers is the folder of others' test files, a folder for each suite, named as its repository: PRIVATEPCA_PEERS, else beside the project. They are not
// kept here. It is for tests of packages two folders below the source's root.
func Peers() string {
	if root := os.Getenv("PRIVATEPCA_PEERS"); root != "" {
		return root
	}
	return filepath.Join("..", "..", "..", "shared", "data")
}

// PeersMissing says that a suite is not there, and what to do.
func PeersMissing(name string) string {
	return fmt.Sprintf("SKIPPED: %s is not in %s: fetch it there, or name its folder's parent in PRIVATEPCA_PEERS", name, Peers())
}

// ReadOutcomes reads what was made of each of a suite's files, by its name.
func ReadOutcomes(path string) (map[string]string, error) {
	text, err := os.ReadFile(path)
	all := map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, what, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		all[name] = what
	}
	return all, err
}

// WriteOutcomes writes the same, by name.
func WriteOutcomes(path string, all map[string]string) error {
	var out bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(&out, "%s\t%s\n", name, all[name])
	}
	return os.WriteFile(path, out.Bytes(), 0o644)
}
