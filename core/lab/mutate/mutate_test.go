package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// A change that a test notices is told from one that none does, and what does not compile from both.
func TestMutants(t *testing.T) {
	root := t.TempDir()
	files := map[string]string{
		"go.mod": "module example\n\ngo 1.26\n",
		"a/a.go": "package a\n\nfunc Larger(a, b int) int {\n\tif a > b {\n\t\treturn a\n\t}\n\treturn b\n}\n\nfunc Unseen(a int) int { return a + 7 }\n\nfunc Late(a int) int { return a * 3 }\n",
		"a/a_test.go": "package a\n\nimport \"testing\"\n\nfunc TestLarger(t *testing.T) {\n\tif Larger(1, 2) != 2 || Larger(3, 1) != 3 {\n\t\tt.Fail()\n\t}\n}\n\n" +
			"func TestLate(t *testing.T) {\n\tif !testing.Short() && Late(2) != 6 {\n\t\tt.Fail()\n\t}\n}\n",
		"b/b.go":      "package b\n\nimport \"example/a\"\n\nvar Eight = a.Unseen(1)\n",
		"app/c/c.go":  "package c\n\nimport _ \"example/b\"\n",
		"d/d.go":      "package d\n\nimport _ \"example/b\"\n",
		"e/e.go":      "package e\n",
		"b/b_test.go": "package b\n\nimport \"testing\"\n\nfunc TestEight(t *testing.T) {\n\tif Eight < 0 {\n\t\tt.Fail()\n\t}\n}\n",
	}
	for name, text := range files {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	all, err := mutants(root, "./a")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{ // alive
		"Larger > → >=": true, "Larger a > b → !(a > b)": false, "Unseen + → -": true, "Unseen 7 → 8": true,
		"Late * → /": false, "Late 3 → 4": false, // by what -short leaves out
	}
	if len(all) != len(want) {
		t.Fatalf("%v", all)
	}
	for _, m := range all {
		alive, compiles, err := survives(root, m, time.Minute)
		if expected, ok := want[m.function+" "+m.old+" → "+m.new]; !ok || err != nil || !compiles || alive != expected {
			t.Errorf("%v: alive %v, compiles %v, %v", m, alive, compiles, err)
		}
	}
	if _, compiles, err := survives(root, mutant{pkg: "./a", file: "a/a.go", text: "pack"}, time.Minute); compiles || err != nil {
		t.Errorf("no program was compiled: %v", err)
	}
	// A change is noticed by a test in a file of another name, too.
	if err := os.Rename(filepath.Join(root, "a/a_test.go"), filepath.Join(root, "a/other_test.go")); err != nil {
		t.Fatal(err)
	}
	if which := beside(root, "a/a.go"); which != nil {
		t.Errorf("%q", which)
	}
	if which := beside(root, "a/other.go"); !slices.Equal(which, []string{"^(TestLarger|TestLate)$"}) {
		t.Errorf("%q", which)
	}
	if got, err := importers(root, "./a"); err != nil || !slices.Equal(got, []string{"example/b", "example/d"}) {
		t.Errorf("it is part of %q, %v", got, err)
	}
	// Three are noticed by its own tests, one by those of a package that imports it, and two survive.
	if got, err := one(root, "./a", "", 0, 1); err != nil || got != (tally{killed: 4, elsewhere: 1, alive: 2}) {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := one(root, "./a", "a.go:[47]\t.*>", 0, 1); err != nil || got != (tally{killed: 1, alive: 1}) {
		t.Errorf("of the lines that were asked for: %v, %v", got, err)
	}
	if _, err := one(root, "./a", "(", 0, 1); err == nil {
		t.Error("( was taken")
	}
	if got := (tally{killed: 57, elsewhere: 4, known: 2, alive: 3}).String(); got != "62 compiled, 57 noticed (4 by other packages alone), 2 known, 3 survive: 95.0 % of those that a test could notice (95 %: 86.3 to 98.3)" {
		t.Error(got)
	}
	if text, err := os.ReadFile(filepath.Join(root, "a/a.go")); err != nil || string(text) != files["a/a.go"] {
		t.Errorf("the source was changed: %q", text)
	}
}
