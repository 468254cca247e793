package main

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
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
	others, err := importers(root, "./a")
	if err != nil {
		t.Fatal(err)
	}
	p, err := together(root, "./a", t.TempDir(), all, others)
	if err != nil || len(p.mutants) != len(all) || len(p.others) != 1 {
		t.Fatal(p, err)
	}
	stages := slices.Concat(p.beside("a/a.go"), p.all())
	if failed := timed(stages); failed != nil || len(stages) != 3 {
		t.Fatalf("%+v", stages)
	}
	for _, m := range all {
		kind, _ := fate(m, stages, nil)
		if alive, ok := want[m.function+" "+m.old+" → "+m.new]; !ok || (kind == "SURVIVES") != alive {
			t.Errorf("%v: %s", m, kind)
		}
	}
	// A known survivor has a reason, and is of a change that the source offers.
	list := "a/a.go\tUnseen\t7 → 8\tunseen\na/a.go\tUnseen\t7 → 8\t\na/a.go\tUnseen\t+ → -\na/a.go\tGone\t7 → 8\tunseen\nb/b.go\tGone\t7 → 8\t\n"
	if got := useless("./a", list, all); len(got) != 3 || !strings.HasPrefix(got[1], "without a reason: a/a.go\tUnseen\t+") || !strings.HasPrefix(got[2], "of no change of the source: a/a.go\tGone") {
		t.Errorf("%q", got)
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
	if got, err := importers(root, "./a"); err != nil {
		t.Errorf("it is part of %q, %v", got, err)
	}
	// Three are noticed by its own tests, one by those of a package that imports it, and two survive.
	if got, err := one(root, "./a", "", 0, 1, false, false); err != nil || got != (tally{killed: 4, elsewhere: 1, alive: 2}) {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := one(root, "./a", "", 0, 1, true, false); err != nil || got != (tally{killed: 3, alive: 3}) {
		t.Errorf("by its own tests alone: %v, %v", got, err)
	}
	if got, err := one(root, "./a", "a.go:[47]\t.*>", 0, 1, false, false); err != nil || got != (tally{killed: 1, alive: 1}) {
		t.Errorf("of the lines that were asked for: %v, %v", got, err)
	}
	if _, err := one(root, "./a", "(", 0, 1, false, false); err == nil {
		t.Error("( was taken")
	}
	if got := (tally{killed: 57, elsewhere: 4, known: 2, alive: 3}).String(); got != "62 compiled, 57 noticed (4 by other packages alone), 2 known, 3 survive: 95.0 % of those that a test could notice (95 %: 86.3 to 98.3)" {
		t.Error(got)
	}
	if text, err := os.ReadFile(filepath.Join(root, "a/a.go")); err != nil || string(text) != files["a/a.go"] {
		t.Errorf("the source was changed: %q", text)
	}
}

// All changes of a package are compiled at once; those that do not compile are left out, and each of the others is what its own line says.
func TestTogether(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example\n\ngo 1.26\n",
		"a/a.go": `package a

func Sum(of []int) (s int) {
outer:
	for {
		for _, x := range of {
			s += x
		}
		break outer
	}
	return s
}

func Array() [2]int { return [2]int{1} }

func Panics() (said string) {
	defer func() { said = recover().(string) }()
	panic("yes")
}

func Catch(said *bool) {
	if recover() != nil {
		*said = true
	}
}

func Loop(n int) {
again:
	if n > 3 {
		n--
		goto again
	}
}

func Of[T int | float64](a T) T { return a + 1 }
`,
		"a/a_test.go": `package a

import "testing"

func TestAll(t *testing.T) {
	said := false
	func() {
		defer Catch(&said)
		panic("caught")
	}()
	if Sum([]int{1, 2}) != 3 || Array()[0] != 1 || Panics() != "yes" || !said || Of(1) != 2 {
		t.Fail()
	}
	Loop(5)
}
`,
	} {
		file := filepath.Join(root, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	all, err := mutants(root, "./a")
	if err != nil {
		t.Fatal(err)
	}
	p, err := together(root, "./a", t.TempDir(), all, nil)
	if err != nil {
		t.Fatal(err)
	}
	stages := p.all()
	if timed(stages) != nil {
		t.Error("the tests fail where nothing is changed")
	}
	for i := range stages {
		stages[i].limit = limits{2 * time.Second, 20 * time.Second} // some changes loop
	}
	got := map[string]string{}
	for _, m := range all {
		got[m.function+" "+m.old+" → "+m.new] = "does not compile"
	}
	for _, m := range p.mutants {
		got[m.function+" "+m.old+" → "+m.new], _ = fate(m, stages, nil)
	}
	for change, kind := range map[string]string{
		"Sum += → -=": "", "Array 2 → 3": "does not compile", "Array 1 → 2": "",
		`Panics panic("yes") → _ = 0`: "does not compile", "Catch recover() != nil → !(recover() != nil)": "",
		"Catch != → ==": "", "Loop > → >=": "SURVIVES", "Loop -- → ++": "", "Of + → -": "", "Of 1 → 2": "",
	} {
		if had, ok := got[change]; !ok || had != kind {
			t.Errorf("%s: %q, %v", change, had, ok)
		}
	}
	if _, err := together(root, "./none", t.TempDir(), nil, nil); err == nil {
		t.Error("a package that is not there was compiled")
	}
}

// A message of the compiler names a file and a line, and mostly a column.
func TestRefusedBy(t *testing.T) {
	lines := map[string][]int{"a.go": {0, 7, 8, 9}}
	got := refusedBy("# example/a\na/a.go:2:3: no\n./a.go:4: invalid\na/a.go:1:1: of the source\na/b.go:2:1: another\na/a.go:99:1: beyond\n", lines)
	if !maps.Equal(got, map[int]bool{7: true, 9: true}) {
		t.Errorf("%v", got)
	}
}

// The file of all packages has one line for each, the latest.
func TestTableOfPackages(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sampled.txt")
	if err := errors.Join(keep(file, "./b", "./b, of 3: x"), keep(file, "./a", "./a, of 1: y"), keep(file, "./b/c", "./b/c, of 2: z"), keep(file, "./b", "./b, of 4: w")); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "./a, of 1: y\n./b, of 4: w\n./b/c, of 2: z\n" {
		t.Errorf("%q, %v", text, err)
	}
	if keep(t.TempDir(), "./a", "./a, of 1: y") == nil {
		t.Error("a folder was taken for a file")
	}
}

// Every known survivor has a reason, once, and is a change that the source offers.
func TestSurvivorsHaveReasons(t *testing.T) {
	seen := map[string]bool{}
	for line := range strings.Lines(survivors) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		if len(cells) != 4 || len(cells[3]) < 8 {
			t.Errorf("without a reason: %s", line)
			continue
		}
		if key := strings.Join(cells[:3], "\t"); seen[key] {
			t.Errorf("twice: %s", line)
		} else {
			seen[key] = true
		}
	}
	if len(seen) < 100 {
		t.Errorf("%d lines were read", len(seen))
	}
	for _, pkg := range usual() {
		all, err := mutants("../../..", pkg)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range useless(pkg, survivors, all) {
			t.Error(line)
		}
	}
}
