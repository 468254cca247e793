package main

import (
	"maps"
	"os"
	"path/filepath"
	"testing"
)

// Executions come back from the file as they were written; what is no count is refused.
func TestCounts(t *testing.T) {
	file := filepath.Join(t.TempDir(), "executions.txt")
	c, err := readCounts(file)
	if err != nil || len(c) != 0 {
		t.Fatal(c, err)
	}
	c[target{"core/b", "FuzzB"}], c[target{"core/a", "FuzzZ"}], c[target{"core/a", "FuzzA"}] = executed{3, 4}, executed{10_000_000_000, 0}, executed{}
	if err := c.write(file); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "core/a FuzzA 0 0\ncore/a FuzzZ 10000000000 0\ncore/b FuzzB 3 4\n" {
		t.Errorf("%q, %v", text, err)
	}
	if got, err := readCounts(file); err != nil || !maps.Equal(got, c) {
		t.Errorf("%v, %v", got, err)
	}
	for _, text := range []string{"core/a FuzzA 1\n", "core/a FuzzA x 1\n", "core/a FuzzA 1 -1\n"} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got, err := readCounts(file); err == nil {
			t.Errorf("%q was read as %v", text, got)
		}
	}
}

// Every count is of a target that there is, and every target is found.
func TestCountsAreOfTargets(t *testing.T) {
	targets, err := find("../../..", "")
	if err != nil {
		t.Fatal(err)
	}
	c, err := readCounts(filepath.Join("../../..", counted))
	if err != nil {
		t.Fatal(err)
	}
	for _, t := range targets {
		delete(c, t)
	}
	for name := range c {
		t.Errorf("%s counts executions of %v, which is no target", counted, name)
	}
	if len(targets) < 30 {
		t.Errorf("%d targets were found", len(targets))
	}
}

// A run whose time ended has found nothing; one that wrote down an input has.
func TestLate(t *testing.T) {
	const end = "fuzz: elapsed: 27s, execs: 38002 (4749/sec)\n--- FAIL: FuzzRead (27.16s)\n    context deadline exceeded\nFAIL\nexit status 1\n"
	for said, want := range map[string]bool{
		end: true, "PASS\n": false, "panic: no\n" + end: false, end + "Failing input written to testdata\n": false,
		"--- FAIL: FuzzRead (27.16s)\n    --- FAIL: FuzzRead (0.00s)\n        context deadline exceeded\nFAIL\n": false,
	} {
		if late(said) != want {
			t.Errorf("%q: %t", said, !want)
		}
	}
}
