package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A test that gets another name is not lost from the task: each part of a name that it states is a test's or an example's.
func TestTheHousesTestsAreThere(t *testing.T) {
	names := regexp.MustCompile(`(?m)^func ((?:Test|Example)\w+)\(`)
	for _, words := range houseTests {
		folder, parts := words[len(words)-1], words[len(words)-2]
		files, err := filepath.Glob(filepath.Join("../..", folder, "*_test.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s has no tests: %v", folder, err)
		}
		var all []string
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range names.FindAllSubmatch(text, -1) {
				all = append(all, string(m[1]))
			}
		}
		for part := range strings.SplitSeq(parts, "|") {
			if !strings.Contains(strings.Join(all, " "), part) {
				t.Errorf("%s has no test %s", folder, part)
			}
		}
	}
}
